package dev.monotable.benchmark.compare;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import dev.monotable.benchmark.server.ServerProcess;
import dev.monotable.benchmark.server.Servers;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Compares a bare Netty server, Monotable and DynamoDB Local. It loads the chat design into the two
 * databases, drives all servers in turns with the same prepared requests, and prints the medians of
 * all rounds. A ratio is the median of the ratios within each round, because rates vary between
 * rounds. The main value is the CPU time of the server process per request, user and system time
 * together.
 *
 * <p>{@code benchmarks/compare} runs this program. It writes the results to {@code
 * benchmarks/RESULTS.md}.
 */
public final class Compare {
  private static final int CONNECTIONS = 16;
  private static final int COLD_STARTS = 20;
  private static final int IDLE_ROUNDS = 3;
  private static final long IDLE_SECONDS = 3;
  private static final String CREATE_TABLE = "DynamoDB_20120810.CreateTable";

  private final Report report;
  private final ChatDesign design;
  private final Rounds rounds;

  private Compare(Report report, ChatDesign design, Rounds rounds) {
    this.report = report;
    this.design = design;
    this.rounds = rounds;
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, a scratch directory, {@code durable} to
   *     measure only writes to a data directory, and optionally the number of items (default
   *     10,000), the number of rounds (default 5), and the seconds per load and round (default 3)
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path scratch = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
    boolean durableOnly = arguments.length > 2 && arguments[2].equals("durable");
    int first = durableOnly ? 3 : 2;
    ChatDesign design =
        ChatDesign.of(arguments.length > first ? Integer.parseInt(arguments[first]) : 10_000);
    Rounds rounds =
        new Rounds(
            arguments.length > first + 1 ? Integer.parseInt(arguments[first + 1]) : 5,
            arguments.length > first + 2 ? Double.parseDouble(arguments[first + 2]) : 3);
    if (!durableOnly) {
      compareServers(root, scratch, design, rounds);
    }
    DurableWrites.run(root, scratch, Contender.monotable(root), design, rounds);
  }

  private static void compareServers(Path root, Path scratch, ChatDesign design, Rounds rounds)
      throws IOException {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(Contender.bare(scratch));
    contenders.add(Contender.monotable(root));
    addLocal(contenders, scratch);
    Report report = new Report(root, "compare");
    Compare compare = new Compare(report, design, rounds);
    List<Contender> starting = new ArrayList<>(contenders);
    addIfThere(starting, () -> Contender.distribution(root));
    addIfThere(starting, () -> Contender.dynoxide(dynoxide(), scratch));
    compare.starts(starting);
    compare.loads(contenders);
    report.write();
  }

  /** Adds DynamoDB Local if it can be downloaded and started; prints a message otherwise. */
  private static void addLocal(List<Contender> contenders, Path scratch) {
    try {
      Contender local = Contender.local(scratch);
      firstAnswers(local, ChatDesign.of(1));
      contenders.add(local);
    } catch (IOException e) {
      System.err.println("without DynamoDB Local: " + e.getMessage());
    }
  }

  /** A contender that may be missing. */
  private interface MayBeMissing {
    Contender get() throws IOException;
  }

  /** Adds a contender of which only the start is measured. */
  private static void addIfThere(List<Contender> contenders, MayBeMissing contender) {
    try {
      contenders.add(contender.get());
    } catch (IOException e) {
      System.err.println("not compared: " + e.getMessage());
    }
  }

  /** Returns the program of Dynoxide: {@code DYNOXIDE}, or where Cargo installs it. */
  private static Path dynoxide() {
    String program = System.getenv("DYNOXIDE");
    return program == null
        ? Path.of(System.getProperty("user.home"), ".cargo", "bin", "dynoxide")
        : Path.of(program);
  }

  // ---- Starts

  /** A cold start: milliseconds until the first responses, and resident megabytes after them. */
  private record Start(double millis, double megabytes) {}

  private static Start firstAnswers(Contender contender, ChatDesign design) throws IOException {
    byte[] query = Requests.of(design, Load.QUERY_50).next();
    // The bare server finds the length of its answer in the path.
    String empty = contender.isBare() ? "/0" : "/";
    String page = contender.isBare() ? "/450" : "/";
    long begin = System.nanoTime();
    try (ServerProcess server = contender.start();
        Socket connection = server.connect()) {
      ServerProcess.require(connection, CREATE_TABLE, empty, design.createTable());
      ServerProcess.require(connection, Load.PUT_ITEM.target(), empty, design.putItem(0));
      ServerProcess.require(connection, Load.QUERY_50.target(), page, query);
      return new Start((System.nanoTime() - begin) / 1e6, server.residentMegabytes());
    }
  }

  /** Returns the resident megabytes of a server that has not received a request yet. */
  private static double idleMegabytes(Contender contender) throws IOException {
    try (ServerProcess server = contender.start()) {
      server.connect().close();
      TimeUnit.SECONDS.sleep(IDLE_SECONDS);
      return server.residentMegabytes();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void starts(List<Contender> contenders) throws IOException {
    int count = contenders.size();
    double[][] millis = new double[count][COLD_STARTS];
    double[][] memory = new double[count][COLD_STARTS];
    double[][] idle = new double[count][IDLE_ROUNDS];
    ChatDesign one = ChatDesign.of(1);
    for (int round = 0; round < COLD_STARTS; round++) {
      for (int i = 0; i < count; i++) {
        Start start = firstAnswers(contenders.get(i), one);
        millis[i][round] = start.millis();
        memory[i][round] = start.megabytes();
        if (round < IDLE_ROUNDS) {
          idle[i][round] = idleMegabytes(contenders.get(i));
        }
      }
    }
    report.add(
        "Cold start: median of %d starts. Idle memory: %d s after the start, median of %d starts.",
        COLD_STARTS, IDLE_SECONDS, IDLE_ROUNDS);
    report.add("");
    report.add(
        "| server | exec to the response of CreateTable, PutItem and Query, ms | ratio to bare |"
            + " RSS before the first request, MB | RSS after these responses, MB |");
    report.add("|---|---|---|---|---|");
    for (int i = 0; i < count; i++) {
      report.add(
          "| %s | %.0f | %.2f | %.0f | %.0f |",
          contenders.get(i).name(),
          Medians.of(millis[i]),
          Medians.ofRatios(millis[i], millis[0]),
          Medians.of(idle[i]),
          Medians.of(memory[i]));
    }
    report.add("");
  }

  // ---- Loads

  private void loads(List<Contender> contenders) throws IOException {
    try (Servers servers = new Servers()) {
      List<Subject> subjects = new ArrayList<>();
      for (Contender contender : contenders) {
        subjects.add(servers.start(contender, contender.name(), CONNECTIONS, design));
      }
      Servers.compare(subjects, List.of(Load.values()), design, CONNECTIONS, rounds, report);
    }
  }
}

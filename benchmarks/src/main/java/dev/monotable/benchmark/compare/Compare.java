package dev.monotable.benchmark.compare;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import dev.monotable.benchmark.server.Series;
import dev.monotable.benchmark.server.ServerProcess;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Loads the chat design into a bare Netty server's stead, Monotable and DynamoDB Local, drives each
 * with the same prepared requests in turns, and prints what came of it: medians of all rounds;
 * ratios are medians of the ratios within a round, since rates shift from one to the next. What
 * counts is the CPU time of the server's process for each request answered, user and system
 * together.
 *
 * <p>Run by {@code benchmarks/compare}; the results go to {@code benchmarks/RESULTS.md}, between
 * two marks.
 */
public final class Compare {
  private static final int CONNECTIONS = 16;
  private static final int COLD_STARTS = 7;
  private static final int IDLE_ROUNDS = 3;
  private static final long IDLE_SECONDS = 3;
  private static final int PREPARED = 3_000;
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
   * Measures, and writes the results.
   *
   * @param arguments the directory of the sources, one for what is fetched and made, and, if others
   *     than 10,000, 5 and 3: items, rounds, seconds for each load of a round
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path scratch = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
    List<Contender> contenders = new ArrayList<>();
    contenders.add(Contender.bare(scratch));
    contenders.add(Contender.monotable(root));
    addLocal(contenders, scratch);
    Report report = new Report(root, "compare");
    Compare compare =
        new Compare(
            report,
            ChatDesign.of(arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10_000),
            new Rounds(
                arguments.length > 3 ? Integer.parseInt(arguments[3]) : 5,
                arguments.length > 4 ? Double.parseDouble(arguments[4]) : 3));
    compare.starts(contenders);
    compare.loads(contenders);
    report.write();
  }

  /** Adds DynamoDB Local if it can be had and answers; says so if not, and the rest goes on. */
  private static void addLocal(List<Contender> contenders, Path scratch) {
    try {
      Contender local = Contender.local(scratch);
      firstAnswers(local, ChatDesign.of(1));
      contenders.add(local);
    } catch (IOException e) {
      System.err.println("without DynamoDB Local: " + e.getMessage());
    }
  }

  // ---- Starts

  /** What a start took: milliseconds to the first answers, and megabytes after them. */
  private record Start(double millis, double megabytes) {}

  private static Start firstAnswers(Contender contender, ChatDesign design) throws IOException {
    byte[] query = Requests.of(design, Load.QUERY_50).next();
    long begin = System.nanoTime();
    try (ServerProcess server = contender.start();
        Socket connection = server.connect()) {
      ServerProcess.require(connection, CREATE_TABLE, "/0", design.createTable());
      ServerProcess.require(connection, Load.PUT_ITEM.target(), "/0", design.putItem(0));
      ServerProcess.require(connection, Load.QUERY_50.target(), "/450", query);
      return new Start((System.nanoTime() - begin) / 1e6, server.residentMegabytes());
    }
  }

  /** Megabytes of a server that takes connections and has had no request yet. */
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
        "Start, median of %d; idle is %d s after it, median of %d.",
        COLD_STARTS, IDLE_SECONDS, IDLE_ROUNDS);
    report.add("");
    report.add(
        "| | from exec to the answers of CreateTable, PutItem, Query, ms | times bare | RSS idle,"
            + " no request yet, MB | RSS after these answers, MB |");
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
    List<ServerProcess> servers = new ArrayList<>();
    List<Subject> subjects = new ArrayList<>();
    try {
      for (Contender contender : contenders) {
        ServerProcess server = contender.start();
        servers.add(server);
        server.connect().close();
        if (contender.isBare()) {
          subjects.add(Subject.bare(server, CONNECTIONS));
        } else {
          Subject.load(server, design);
          subjects.add(Subject.of(contender.name(), server, CONNECTIONS, design));
        }
      }
      drive(subjects);
    } finally {
      for (Subject subject : subjects) {
        subject.close();
      }
      for (ServerProcess server : servers) {
        server.close();
      }
    }
  }

  private void drive(List<Subject> subjects) throws IOException {
    report.add(
        "%,d items, %d connections, median of %d rounds of %.1f s each.",
        design.items(), CONNECTIONS, rounds.rounds(), rounds.seconds());
    report.add("");
    report.add("| load | server | requests/s | CPU µs a request | times bare | p50 µs | p99 µs |");
    report.add("|---|---|---|---|---|---|---|");
    for (Load load : Load.values()) {
      Series[] series = rounds.drive(subjects, load, design, PREPARED);
      for (int i = 0; i < series.length; i++) {
        report.addRow(load.name(), subjects.get(i).name(), series[i], series[0]);
      }
    }
  }
}

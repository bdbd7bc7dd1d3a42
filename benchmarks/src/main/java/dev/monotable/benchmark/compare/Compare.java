package dev.monotable.benchmark.compare;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
  private static final String BEGIN = "<!-- compare: begin -->";
  private static final String END = "<!-- compare: end -->";

  private final Path root;
  private final int items;
  private final int rounds;
  private final double seconds;
  private final StringBuilder report = new StringBuilder();

  private Compare(Path root, int items, int rounds, double seconds) {
    this.root = root;
    this.items = items;
    this.rounds = rounds;
    this.seconds = seconds;
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
    Compare compare =
        new Compare(
            root,
            arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10_000,
            arguments.length > 3 ? Integer.parseInt(arguments[3]) : 5,
            arguments.length > 4 ? Double.parseDouble(arguments[4]) : 3);
    List<Contender> contenders = new ArrayList<>();
    contenders.add(Contender.bare(scratch));
    contenders.add(Contender.monotable(root));
    Contender local = Contender.local(scratch);
    if (local != null) {
      contenders.add(local);
    }
    compare.describe();
    compare.starts(contenders);
    compare.loads(contenders);
    compare.write();
  }

  private void describe() throws IOException {
    line(
        String.format(
            Locale.ROOT,
            "%s, commit %s, %s, %d processors, %s %s.",
            LocalDate.now(Clock.systemUTC()),
            firstLine("git", "-C", root.toString(), "rev-parse", "--short", "HEAD"),
            processor(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("java.vm.name"),
            System.getProperty("java.vm.version")));
    line(String.format(Locale.ROOT, "Load of the machine at the beginning: %s.", loadAverage()));
    line("");
  }

  private static String processor() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
      if (line.startsWith("model name")) {
        return line.substring(line.indexOf(':') + 2);
      }
    }
    return System.getProperty("os.arch");
  }

  private static String loadAverage() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
  }

  private static String firstLine(String... command) throws IOException {
    Process process = new ProcessBuilder(command).start();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      return line == null ? "unknown" : line;
    }
  }

  // ---- Starts

  private void starts(List<Contender> contenders) throws IOException {
    double[][] millis = new double[contenders.size()][COLD_STARTS];
    double[][] memory = new double[contenders.size()][COLD_STARTS];
    for (int round = 0; round < COLD_STARTS; round++) {
      for (int i = 0; i < contenders.size(); i++) {
        Contender contender = contenders.get(i);
        long begin = System.nanoTime();
        try (ServerProcess server = contender.start();
            Socket connection = server.connect()) {
          require(ServerProcess.call(connection, CREATE_TABLE, "/0", ChatDesign.createTable()));
          require(
              ServerProcess.call(
                  connection, Load.PUT_ITEM.target(), "/0", ChatDesign.putItem(0, 1)));
          require(
              ServerProcess.call(
                  connection,
                  Load.QUERY_50.target(),
                  "/450",
                  Requests.of(Load.QUERY_50, 1, 0, 1).next()));
          millis[i][round] = (System.nanoTime() - begin) / 1e6;
          memory[i][round] = server.residentMegabytes();
        }
      }
    }
    line(
        "| | from exec to the answers of CreateTable, PutItem, Query, ms | times bare | RSS, MB |");
    line("|---|---|---|---|");
    for (int i = 0; i < contenders.size(); i++) {
      line(
          String.format(
              Locale.ROOT,
              "| %s | %.0f | %.2f | %.0f |",
              contenders.get(i).name(),
              median(millis[i]),
              median(ratios(millis[i], millis[0])),
              median(memory[i])));
    }
    line("");
  }

  private static final String CREATE_TABLE = "DynamoDB_20120810.CreateTable";

  private static void require(int status) throws IOException {
    if (status != 200) {
      throw new IOException("a server answers " + status);
    }
  }

  // ---- Loads

  private void loads(List<Contender> contenders) throws IOException {
    List<ServerProcess> servers = new ArrayList<>();
    List<LoadGenerator> generators = new ArrayList<>();
    try {
      for (Contender contender : contenders) {
        ServerProcess server = contender.start();
        servers.add(server);
        load(contender, server);
        generators.add(LoadGenerator.connect(server.port(), CONNECTIONS));
      }
      drive(contenders, servers, generators);
    } finally {
      for (LoadGenerator generator : generators) {
        generator.close();
      }
      for (ServerProcess server : servers) {
        server.close();
      }
    }
  }

  private void load(Contender contender, ServerProcess server) throws IOException {
    try (Socket connection = server.connect()) {
      if (contender.isBare()) {
        return;
      }
      require(ServerProcess.call(connection, CREATE_TABLE, "/", ChatDesign.createTable()));
      for (int i = 0; i < items; i++) {
        require(
            ServerProcess.call(
                connection, Load.PUT_ITEM.target(), "/", ChatDesign.putItem(i, items)));
      }
    }
  }

  /** What one server did under one load, in all rounds. */
  private final class Series {
    final double[] rate = new double[rounds];
    final double[] micros = new double[rounds];
    final double[] p50 = new double[rounds];
    final double[] p99 = new double[rounds];
  }

  private void drive(
      List<Contender> contenders, List<ServerProcess> servers, List<LoadGenerator> generators)
      throws IOException {
    Map<Load, Series[]> all = new EnumMap<>(Load.class);
    for (Load load : Load.values()) {
      Series[] series = new Series[contenders.size()];
      Requests[] requests = new Requests[contenders.size()];
      for (int i = 0; i < series.length; i++) {
        series[i] = new Series();
        requests[i] = Requests.of(load, items, load.ordinal(), 1);
      }
      all.put(load, series);
      // The first round is for the compilers and not counted.
      for (int round = -1; round < rounds; round++) {
        for (int i = 0; i < series.length; i++) {
          String path = contenders.get(i).isBare() ? "/" + bareBytes(load) : "/";
          double cpu = servers.get(i).cpuNanos();
          LoadGenerator.Result result =
              generators.get(i).run(load, path, requests[i], round < 0 ? seconds * 2 : seconds);
          if (round >= 0) {
            series[i].rate[round] = result.rate();
            series[i].micros[round] = (servers.get(i).cpuNanos() - cpu) / 1000 / result.requests();
            series[i].p50[round] = result.p50();
            series[i].p99[round] = result.p99();
          }
        }
      }
      System.err.println(load + " done");
    }
    print(contenders, all);
  }

  /** As long as Monotable's answers, about. */
  private static int bareBytes(Load load) {
    return switch (load) {
      case QUERY_50 -> 20_000;
      case INDEX_QUERY_20 -> 8_000;
      case GET_ITEM, PUT_ITEM, UPDATE_ITEM, TRANSACT_WRITE_2 -> 450;
    };
  }

  private void print(List<Contender> contenders, Map<Load, Series[]> all) {
    line(
        String.format(
            Locale.ROOT,
            "%d items, %d connections, median of %d rounds of %.1f s each.",
            items,
            CONNECTIONS,
            rounds,
            seconds));
    line("");
    line("| load | server | requests/s | CPU µs a request | times bare | p50 µs | p99 µs |");
    line("|---|---|---|---|---|---|---|");
    for (Map.Entry<Load, Series[]> entry : all.entrySet()) {
      Series[] series = entry.getValue();
      for (int i = 0; i < series.length; i++) {
        line(
            String.format(
                Locale.ROOT,
                "| %s | %s | %,.0f | %.1f | %.2f | %.0f | %.0f |",
                entry.getKey(),
                contenders.get(i).name(),
                median(series[i].rate),
                median(series[i].micros),
                median(ratios(series[i].micros, series[0].micros)),
                median(series[i].p50),
                median(series[i].p99)));
      }
    }
  }

  private static double[] ratios(double[] values, double[] bases) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i] / bases[i];
    }
    return ratios;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  // ---- The report

  private void line(String line) {
    System.out.println(line);
    report.append(line).append('\n');
  }

  private void write() throws IOException {
    Path file = root.resolve("benchmarks/RESULTS.md");
    String text =
        Files.exists(file) ? Files.readString(file) : "# Results\n\n" + BEGIN + "\n" + END + "\n";
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(file + " has no place for the results");
    }
    Files.writeString(
        file, text.substring(0, begin + BEGIN.length()) + "\n" + report + text.substring(end));
  }
}

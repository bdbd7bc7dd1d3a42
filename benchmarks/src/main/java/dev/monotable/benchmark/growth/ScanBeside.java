package dev.monotable.benchmark.growth;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Series;
import dev.monotable.benchmark.server.ServerProcess;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Measures the latency of short requests alone, and while another client scans the table. */
final class ScanBeside {
  private static final int CONNECTIONS = 16;
  private static final String LAST_KEY = "\"LastEvaluatedKey\":";

  private ScanBeside() {}

  static void measure(Bench bench, int items) throws IOException {
    ServerProcess server = bench.startMonotable();
    ChatDesign design = ChatDesign.of(items);
    Subject.load(server, design);
    List<Subject> subjects = List.of(bench.subject("table", server, CONNECTIONS, design));
    Report report = bench.report();
    report.add(
        "%,d items, %d connections, %s. During a Scan means that another client scans the table"
            + " repeatedly, in pages of 1 MB.",
        items, CONNECTIONS, bench.timing());
    report.add("");
    report.add(
        "| load | p50 µs alone | p50 µs during a Scan | p99 µs alone | p99 µs during a Scan |"
            + " requests/s alone | requests/s during a Scan | pages/s of the Scan |");
    report.add("|---|---|---|---|---|---|---|---|");
    for (Load load : bench.among(Load.GET_ITEM, Load.PUT_ITEM, Load.QUERY_50)) {
      Series alone = bench.drive(subjects, load, design)[0];
      Scanner scanner = new Scanner(server, design);
      scanner.start();
      Series beside;
      double pages;
      try {
        beside = bench.drive(subjects, load, design)[0];
      } finally {
        pages = scanner.end();
      }
      report.add(
          "| %s | %.0f | %.0f | %.0f | %.0f | %,.0f | %,.0f | %.0f |",
          load,
          alone.p50(),
          beside.p50(),
          alone.p99(),
          beside.p99(),
          alone.rate(),
          beside.rate(),
          pages);
    }
  }

  /** Scans a table repeatedly until {@link #end} is called. */
  private static final class Scanner extends Thread {
    private final ServerProcess server;
    private final String request;
    private final long begin = System.nanoTime();
    private volatile boolean ending;

    /** Other threads read this only after this thread has ended. */
    private long pages;

    Scanner(ServerProcess server, ChatDesign design) {
      super("scanner");
      this.server = server;
      this.request = "{\"TableName\":\"" + design.table() + "\"";
    }

    @Override
    public void run() {
      try (Socket connection = server.connect()) {
        String start = "";
        while (!ending) {
          String answer =
              ServerProcess.require(
                  connection,
                  "DynamoDB_20120810.Scan",
                  "/",
                  (request + start + "}").getBytes(StandardCharsets.UTF_8));
          pages++;
          int at = answer.lastIndexOf(LAST_KEY);
          // The key is followed only by the closing brace of the response.
          start =
              at < 0
                  ? ""
                  : ",\"ExclusiveStartKey\":"
                      + answer.substring(at + LAST_KEY.length(), answer.length() - 1);
        }
      } catch (IOException e) {
        System.err.println("the Scan failed: " + e.getMessage());
      }
    }

    /** Ends the Scan and returns the pages that it read per second. */
    double end() {
      ending = true;
      try {
        join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return pages / ((System.nanoTime() - begin) / 1e9);
    }
  }
}

package dev.monotable.benchmark.growth;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Series;
import dev.monotable.benchmark.server.ServerProcess;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures the loads with different numbers of connections, each with one outstanding request. */
final class Connections {
  private static final int[] COUNTS = {16, 100, 1_000};

  private Connections() {}

  static void measure(Bench bench, int items) throws IOException {
    ServerProcess bare = bench.startBare();
    ServerProcess server = bench.startMonotable();
    ChatDesign design = ChatDesign.of(items);
    Subject.load(server, design);
    List<Subject> subjects = new ArrayList<>();
    for (int count : COUNTS) {
      subjects.add(bench.bare(bare, count));
      subjects.add(bench.subject(Integer.toString(count), server, count, design));
    }
    Report report = bench.report();
    report.add("%,d items, %s.", items, bench.timing());
    report.add("");
    report.add(
        "| load | connections | requests/s | CPU µs per request | ratio to bare | ratio to fewest"
            + " connections | bare: ratio to its fewest connections | p50 µs | p99 µs |");
    report.add("|---|---|---|---|---|---|---|---|---|");
    for (Load load : bench.among(Load.values())) {
      Series[] series = bench.drive(subjects, load, design);
      for (int i = 1; i < series.length; i += 2) {
        report.add(
            "| %s | %s | %,.0f | %.1f | %.2f | %.2f | %.2f | %.0f | %.0f |",
            load,
            subjects.get(i).name(),
            series[i].rate(),
            series[i].micros(),
            series[i].timesOf(series[i - 1]),
            series[i].timesOf(series[1]),
            series[i - 1].timesOf(series[0]),
            series[i].p50(),
            series[i].p99());
      }
    }
  }
}

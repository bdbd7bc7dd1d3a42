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
import java.util.Locale;

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
    List<String> columns = new ArrayList<>();
    for (int count : COUNTS) {
      columns.add(Integer.toString(count));
    }
    columns.add("ratio of bare");
    report.addLoads(0, columns);
    for (Load load : bench.among(Load.values())) {
      Series[] series = bench.drive(subjects, load, design);
      Series[] bares = new Series[COUNTS.length];
      Series[] ours = new Series[COUNTS.length];
      List<String> ratios = new ArrayList<>();
      for (int i = 0; i < COUNTS.length; i++) {
        bares[i] = series[2 * i];
        ours[i] = series[2 * i + 1];
        if (i > 0) {
          ratios.add(String.format(Locale.ROOT, "%.2f", bares[i].timesOf(bares[0])));
        }
      }
      List<String> cells = Report.cells(ours, 0);
      cells.add(String.join(", ", ratios));
      report.addLoad(load.name(), cells);
    }
  }
}

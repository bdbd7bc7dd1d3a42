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

/** Measures the write loads with different numbers of clients that write to one table. */
final class Writers {
  private static final int[] COUNTS = {1, 2, 4, 8};

  private Writers() {}

  static void measure(Bench bench, int items) throws IOException {
    ServerProcess server = bench.startMonotable();
    ChatDesign design = ChatDesign.of(items);
    Subject.load(server, design);
    List<Subject> subjects = new ArrayList<>();
    for (int count : COUNTS) {
      subjects.add(bench.subject(Integer.toString(count), server, count, design));
    }
    Report report = bench.report();
    report.add("One table of %,d items, one connection per writer, %s.", items, bench.timing());
    report.add("");
    report.add(
        "| load | writers | requests/s | CPU µs per request | ratio to one writer | p50 µs | p99 µs"
            + " |");
    report.add("|---|---|---|---|---|---|---|");
    for (Load load : bench.among(Load.PUT_ITEM, Load.UPDATE_ITEM, Load.TRANSACT_WRITE_2)) {
      Series[] series = bench.drive(subjects, load, design);
      for (int i = 0; i < series.length; i++) {
        report.addRow(load.name(), subjects.get(i).name(), series[i], series[0]);
      }
    }
  }
}

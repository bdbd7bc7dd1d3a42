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

/** Measures the loads with different numbers of items, each in its own server. */
final class Sizes {
  private static final int CONNECTIONS = 16;

  private Sizes() {}

  /**
   * Measures the loads for each size.
   *
   * @param requests the numbers of different requests: many requests access the whole table, few
   *     requests access the same part of it repeatedly
   * @param sizes the numbers of items; 0 is skipped
   */
  static void measure(Bench bench, List<Integer> requests, int... sizes) throws IOException {
    Report report = bench.report();
    List<Subject> subjects = new ArrayList<>();
    subjects.add(bench.bare(bench.startBare(), CONNECTIONS));
    StringBuilder memory = new StringBuilder();
    for (int items : sizes) {
      if (items == 0) {
        continue;
      }
      ServerProcess server = bench.startMonotable();
      ChatDesign design = ChatDesign.of(items);
      long begin = System.nanoTime();
      Subject.load(server, design);
      memory.append(
          String.format(
              Locale.ROOT,
              "%s%,d items loaded in %.0f s, RSS %,.0f MB",
              memory.isEmpty() ? "" : "; ",
              items,
              (System.nanoTime() - begin) / 1e9,
              server.residentMegabytes()));
      subjects.add(
          bench.subject(String.format(Locale.ROOT, "%,d", items), server, CONNECTIONS, design));
    }
    report.add("%d connections, %s, %s. %s.", CONNECTIONS, bench.timing(), bench.options(), memory);
    for (int count : requests) {
      compare(bench, subjects, count);
    }
  }

  private static void compare(Bench bench, List<Subject> subjects, int requests)
      throws IOException {
    Report report = bench.report();
    report.add("");
    report.add("%,d different requests per load:", requests);
    report.addLoads(1, subjects.stream().map(Subject::name).toList());
    for (Load load : bench.among(Load.values())) {
      Series[] series = bench.drive(subjects, load, ChatDesign.of(1), requests);
      report.addLoad(load.name(), Report.cells(series, 1));
    }
  }
}

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

/** Compares tables of different shape in one server. */
final class Tables {
  private static final int CONNECTIONS = 16;
  private static final int[] INDEXES = {0, 1, 5, 20};

  private Tables() {}

  /** Compares item collections of 50 items with a single item collection that holds all items. */
  static void ofOneCollection(Bench bench, int items) throws IOException {
    ServerProcess server = bench.startMonotable();
    ChatDesign rooms = ChatDesign.of(items).in("Rooms");
    List<Subject> subjects = new ArrayList<>();
    add(bench, server, subjects, "collections of 50", rooms);
    add(bench, server, subjects, "one collection", rooms.in("OneRoom").inOneRoom());
    bench
        .report()
        .add("Two tables of %,d items, %d connections, %s.", items, CONNECTIONS, bench.timing());
    compare(bench, subjects, 0);
  }

  /** Compares tables with different numbers of identical indexes. */
  static void ofIndexes(Bench bench, int items) throws IOException {
    ServerProcess server = bench.startMonotable();
    List<Subject> subjects = new ArrayList<>();
    for (int count : INDEXES) {
      ChatDesign design = ChatDesign.of(items).in("Indexes" + count).withIndexes(count);
      add(bench, server, subjects, Integer.toString(count), design);
    }
    bench
        .report()
        .add(
            "Tables of %,d items with different numbers of indexes, %d connections, %s.",
            items, CONNECTIONS, bench.timing());
    compare(bench, subjects, 1);
  }

  private static void add(
      Bench bench, ServerProcess server, List<Subject> subjects, String name, ChatDesign design)
      throws IOException {
    Subject.load(server, design);
    subjects.add(bench.subject(name, server, CONNECTIONS, design));
  }

  /**
   * Drives the tables and reports their CPU time as a ratio to the first table.
   *
   * @param from the position of the first table that has an index
   */
  private static void compare(Bench bench, List<Subject> subjects, int from) throws IOException {
    Report report = bench.report();
    StringBuilder head = new StringBuilder("| load |");
    StringBuilder line = new StringBuilder("|---|");
    for (int i = 0; i < subjects.size(); i++) {
      head.append(' ').append(subjects.get(i).name()).append(i == 0 ? ", CPU µs |" : ", ratio |");
      line.append("---|");
    }
    report.add("");
    report.add(head.toString());
    report.add(line.toString());
    for (Load load : bench.among(Load.values())) {
      int first = load == Load.INDEX_QUERY_20 ? from : 0;
      List<Subject> driven = subjects.subList(first, subjects.size());
      Series[] series = bench.drive(driven, load, ChatDesign.of(1));
      StringBuilder row = new StringBuilder("| " + load + " |");
      row.append(" |".repeat(first));
      for (int i = 0; i < series.length; i++) {
        row.append(
            String.format(
                Locale.ROOT,
                i == 0 ? " %.1f µs |" : " %.2f |",
                i == 0 ? series[0].micros() : series[i].timesOf(series[0])));
      }
      report.add(row.toString());
    }
  }
}

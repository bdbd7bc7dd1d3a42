package dev.monotable.benchmark.growth;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Report;
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
    report.addLoads(0, subjects.stream().map(Subject::name).toList());
    for (Load load : bench.among(Load.PUT_ITEM, Load.UPDATE_ITEM, Load.TRANSACT_WRITE_2)) {
      report.addLoad(load.name(), Report.cells(bench.drive(subjects, load, design), 0));
    }
  }
}

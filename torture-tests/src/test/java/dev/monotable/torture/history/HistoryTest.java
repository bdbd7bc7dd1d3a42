package dev.monotable.torture.history;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Crowd;
import dev.monotable.torture.Json;
import dev.monotable.torture.Part;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import dev.monotable.torture.history.Checker.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks histories of clients that call the packaged server over HTTP. */
@Tag("slow")
class HistoryTest {
  private static final int TABLES = 3;
  private static final int CONNECTIONS = 8;
  private static final int CALLS = 30;

  /** Few, because an operation without an answer stays a candidate to the end of the history. */
  private static final int MOST_ABORTS = 1;

  private static final Checker CHECKER = new Checker(3_000_000);

  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong histories = new AtomicLong();
  private final AtomicLong undecided = new AtomicLong();

  @Test
  void historiesOverHttpAreLinearizable() throws Exception {
    Part part = Part.begin("history");
    try (ServerUnderTest server = ServerUnderTest.start(List.of("-Xmx256m"))) {
      part.rounds(round -> check(record(server, round)));
    }
    part.print(
        operations + " operations in " + histories + " histories, " + undecided + " undecided");
  }

  private static List<Operation> record(ServerUnderTest server, Round round) throws Exception {
    Tables tables = new Tables("Round" + round.seed() + "-", TABLES);
    try (Connection control = server.connect()) {
      for (String table : tables.names()) {
        control.require("CreateTable", Rows.createTable(table));
      }
      List<List<Operation>> parts =
          Crowd.run(
              CONNECTIONS,
              number -> {
                try (Client client = new Client(server, tables, round.random(number), number)) {
                  return client.run(CALLS, MOST_ABORTS);
                }
              });
      for (String table : tables.names()) {
        control.require("DeleteTable", Json.object().put("TableName", table));
      }
      return parts.stream().flatMap(List::stream).toList();
    }
  }

  private void check(List<Operation> history) {
    operations.addAndGet(history.size());
    for (List<Operation> partition : Partitions.of(history)) {
      histories.incrementAndGet();
      Verdict verdict = CHECKER.check(partition);
      if (verdict == Verdict.UNDECIDED) {
        undecided.incrementAndGet();
      } else if (verdict == Verdict.VIOLATED) {
        throw new AssertionError(
            "this history is not linearizable:" + print(new Reduction(CHECKER).reduce(partition)));
      }
    }
  }

  private static String print(List<Operation> history) {
    long start = history.stream().mapToLong(Operation::invoked).min().orElse(0);
    StringJoiner lines = new StringJoiner("\n  ", "\n  ", "");
    history.stream()
        .sorted(Comparator.comparingLong(Operation::invoked))
        .forEach(
            operation ->
                lines.add(
                    "%8d - %8s us  client %d  %s -> %s"
                        .formatted(
                            (operation.invoked() - start) / 1_000,
                            operation.isComplete() ? (operation.returned() - start) / 1_000 : "?",
                            operation.client(),
                            operation.action(),
                            operation.isComplete() ? operation.outcome() : "unknown")));
    return lines.toString();
  }
}

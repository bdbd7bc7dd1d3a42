package dev.monotable.torture.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Crowd;
import dev.monotable.torture.GlobalTable;
import dev.monotable.torture.Part;
import dev.monotable.torture.Reply;
import dev.monotable.torture.Round;
import dev.monotable.torture.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks histories of clients in three Regions that use a global table with multi-Region strong
 * consistency over HTTP, while Regions are cut off, and replication between them is paused and
 * delayed. A request that is rejected, for want of a quorum or because of a conflict, must have had
 * no effect.
 */
@Tag("slow")
class GlobalHistoryTest {
  private static final int CLIENTS = 6;
  private static final int CALLS = 30;

  private final HistoryCheck check = new HistoryCheck();
  private final AtomicLong conflicts = new AtomicLong();
  private final AtomicLong withoutQuorum = new AtomicLong();

  @TempDir private Path directory;

  @Test
  void historiesOfThreeRegionsAreLinearizable() throws Exception {
    run("global history", List.of());
  }

  @Test
  void historiesOfThreeRegionsThatAreKeptAreLinearizable() throws Exception {
    run(
        "kept global history",
        List.of("--data", directory.resolve("data").toString(), "--sync", "os"));
  }

  private void run(String name, List<String> options) throws Exception {
    Part part = Part.begin(name, 2);
    try (ServerUnderTest server =
        ServerUnderTest.start(List.of("-Xmx256m"), options.toArray(new String[0]))) {
      part.rounds(round -> check.check(record(server, round)));
    }
    part.print(check + ", " + conflicts + " conflicts, " + withoutQuorum + " without a quorum");
  }

  private List<Operation> record(ServerUnderTest server, Round round) throws Exception {
    Tables tables = new Tables("Round" + round.seed() + "-", 2);
    try (Connection control = server.connect()) {
      for (String table : tables.names()) {
        GlobalTable.create(control, Rows.createTable(table), true);
      }
      AtomicInteger left = new AtomicInteger(CLIENTS * CALLS);
      AtomicInteger running = new AtomicInteger(CLIENTS);
      List<List<Operation>> parts =
          Crowd.run(
              CLIENTS + 1,
              number -> {
                Random random = round.random(number);
                if (number == CLIENTS) {
                  disturb(server, random, left, running);
                  return List.of();
                }
                try (Connection connection = server.connect()) {
                  return new RegionalClient(connection, tables, random, number).run(left);
                } finally {
                  running.decrementAndGet();
                }
              });
      GlobalTable.replicate(control, "{'paused': false}");
      GlobalTable.replicate(control, "{'delay': 'PT0S', 'deliver': true}");
      for (String table : tables.names()) {
        GlobalTable.sameItems(control, table);
        GlobalTable.delete(control, table);
      }
      return parts.stream().flatMap(List::stream).toList();
    }
  }

  /** Changes the replication now and then, as long as the clients run. */
  private static void disturb(
      ServerUnderTest server, Random random, AtomicInteger left, AtomicInteger running)
      throws IOException {
    try (Connection connection = server.connect()) {
      while (running.get() > 0) {
        int next = left.get() - 1 - random.nextInt(12);
        while (left.get() > next && running.get() > 0) {
          Thread.onSpinWait();
        }
        GlobalTable.replicate(connection, change(random));
      }
    }
  }

  private static String change(Random random) {
    String one = GlobalTable.REGIONS.get(random.nextInt(3));
    String other = GlobalTable.REGIONS.get((GlobalTable.REGIONS.indexOf(one) + 1) % 3);
    return switch (random.nextInt(7)) {
      case 0, 1 -> "{'cut': '" + one + "'}";
      case 2 -> "{'reconnect': '" + one + "'}";
      case 3 -> "{'source': '" + one + "', 'target': '" + other + "', 'paused': true}";
      case 4 -> "{'delay': 'PT" + random.nextInt(2) + "H'}";
      case 5 -> "{'deliver': true}";
      default -> "{'paused': false}";
    };
  }

  /** A client that sends each call to some Region and records those that are not rejected. */
  private final class RegionalClient {
    private final Connection connection;
    private final Random random;
    private final int number;
    private final Workload workload;
    private final ItemCalls calls;
    private final Tables tables;

    RegionalClient(Connection connection, Tables tables, Random random, int number) {
      this.connection = connection;
      this.tables = tables;
      this.random = random;
      this.number = number;
      this.workload = new Workload(tables, random, number);
      this.calls = new ItemCalls(tables);
    }

    List<Operation> run(AtomicInteger left) throws IOException {
      List<Operation> history = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        Call call = next();
        String region = GlobalTable.REGIONS.get(random.nextInt(3));
        long invoked = System.nanoTime();
        Reply reply = GlobalTable.call(connection, region, call.operation(), call.request());
        long returned = System.nanoTime();
        left.decrementAndGet();
        if (!isRejected(reply)) {
          for (Operation operation : call.answered(number, invoked, returned, reply)) {
            history.add(operation);
            workload.learn(operation);
          }
        }
      }
      return history;
    }

    private Call next() {
      int table = random.nextInt(tables.count());
      return switch (random.nextInt(10)) {
        case 0 -> calls.scan(table);
        case 1 -> calls.batchGet(tables.readAll(table));
        default -> workload.itemCall(table);
      };
    }

    private boolean isRejected(Reply reply) {
      String error = reply.error();
      if ("ReplicatedWriteConflictException".equals(error)) {
        conflicts.incrementAndGet();
        return true;
      }
      JsonNode unprocessed = reply.json().path("UnprocessedKeys");
      if ("InternalServerError".equals(error) || !unprocessed.isEmpty()) {
        withoutQuorum.incrementAndGet();
        return true;
      }
      return false;
    }
  }
}

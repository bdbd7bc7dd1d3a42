package dev.monotable.torture.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.GlobalTable;
import dev.monotable.torture.Json;
import dev.monotable.torture.ServerUnderTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills servers with {@code kill -9} while clients in three Regions write to global tables of both
 * consistency modes and a Region is behind, and starts them again: replication goes on where it
 * was, and all Regions have every acknowledged write. {@code -Dmonotable.crash.rounds=50} sets how
 * often, {@code -Dmonotable.torture.seed=N} what is sent.
 */
@Tag("slow")
class GlobalCrashTest {
  private static final int ROUNDS = Integer.getInteger("monotable.crash.rounds", 3);
  private static final long SEED = Long.getLong("monotable.torture.seed", 0);
  private static final String STRONG = "Strong";
  private static final String EVENTUAL = "Eventual";

  /** Snapshots are written often, so that servers are killed meanwhile. */
  private static final List<String> JVM =
      List.of("-Xmx256m", "-Dmonotable.data.snapshot-bytes=100000");

  private static final List<String> MODES = List.of("always", "100ms", "os");

  @TempDir private Path directory;

  @Test
  void allRegionsHaveWhatWasAcknowledged() throws Exception {
    long seed = SEED == 0 ? 1 + new Random().nextInt(1_000_000_000) : SEED;
    System.out.println("[torture] global crash: seed " + seed + ", " + ROUNDS + " rounds");
    try {
      System.out.println(
          "[torture] global crash: " + run(new Random(seed)) + " acknowledged writes");
    } catch (Exception | AssertionError e) {
      throw new AssertionError("-Dmonotable.torture.seed=" + seed + " repeats it", e);
    }
  }

  private long run(Random random) throws Exception {
    AtomicLong count = new AtomicLong();
    List<GlobalWriter> writers = new ArrayList<>();
    for (String table : List.of(STRONG, EVENTUAL)) {
      for (String region : GlobalTable.REGIONS) {
        writers.add(new GlobalWriter(table, region, new Random(random.nextLong()), count));
      }
    }
    for (int round = 0; round <= ROUNDS; round++) {
      String mode = MODES.get(random.nextInt(MODES.size()));
      try (ServerUnderTest server =
              ServerUnderTest.start(
                  JVM, "--data", directory.resolve("data").toString(), "--sync", mode);
          Connection connection = server.connect()) {
        if (round == 0) {
          create(connection, STRONG, true);
          create(connection, EVENTUAL, false);
        }
        GlobalTable.replicate(connection, "{'deliver': true}");
        check(connection, writers);
        if (round < ROUNDS) {
          String behind = GlobalTable.REGIONS.get(random.nextInt(3));
          GlobalTable.replicate(connection, "{'cut': '" + behind + "'}");
          writeAndKill(server, writers, count, 20 + random.nextInt(1_500));
        }
      }
    }
    return count.get();
  }

  private static void create(Connection connection, String name, boolean strong) throws Exception {
    GlobalTable.create(
        connection,
        Json.parse(
                """
                {'BillingMode': 'PAY_PER_REQUEST',
                 'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'S'}],
                 'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]}
                """)
            .put("TableName", name),
        strong);
  }

  private static void check(Connection connection, List<GlobalWriter> writers) throws Exception {
    Map<String, Map<String, Long>> versions = new HashMap<>();
    for (String table : List.of(STRONG, EVENTUAL)) {
      Map<String, Long> of = new HashMap<>();
      for (JsonNode item : GlobalTable.sameItems(connection, table).values()) {
        of.put(item.at("/pk/S").asText(), item.at("/version/N").asLong());
      }
      versions.put(table, of);
    }
    writers.forEach(writer -> writer.requirePossible(versions.get(writer.table())));
  }

  private static void writeAndKill(
      ServerUnderTest server, List<GlobalWriter> writers, AtomicLong count, int writes)
      throws Exception {
    List<Connection> connections = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (GlobalWriter writer : writers) {
      Connection connection = server.connect();
      connections.add(connection);
      writer.connect(connection);
      threads.add(new Thread(writer));
    }
    long end = count.get() + writes;
    threads.forEach(Thread::start);
    while (count.get() < end && threads.stream().allMatch(Thread::isAlive)) {
      Thread.onSpinWait();
    }
    server.kill();
    for (Thread thread : threads) {
      thread.join();
    }
    for (Connection connection : connections) {
      connection.close();
    }
    for (GlobalWriter writer : writers) {
      assertThat(writer.failure()).isNull();
    }
  }
}

package dev.monotable.torture.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.ServerUnderTest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills servers with {@code kill -9} while clients write, and starts them again. {@code
 * -Dmonotable.crash.rounds=50} sets how often, {@code -Dmonotable.torture.seed=N} what is sent.
 */
@Tag("slow")
class CrashTest {
  private static final int ROUNDS = Integer.getInteger("monotable.crash.rounds", 3);
  private static final long SEED = Long.getLong("monotable.torture.seed", 0);
  private static final int WRITERS = 8;

  /** A new directory after this many rounds, so that the stream does not get too long. */
  private static final int ROUNDS_PER_DIRECTORY = 10;

  /** Snapshots are written often, so that servers are killed meanwhile. */
  private static final List<String> JVM =
      List.of("-Xmx256m", "-Dmonotable.data.snapshot-bytes=100000");

  private static final List<String> MODES = List.of("always", "100ms", "os");

  @TempDir private Path directory;

  private long acknowledged;
  private long torn;
  private long records;

  @Test
  void nothingAcknowledgedIsLost() throws Exception {
    long seed = SEED == 0 ? 1 + new Random().nextInt(1_000_000_000) : SEED;
    System.out.println("[torture] crash: seed " + seed + ", " + ROUNDS + " rounds");
    try {
      for (int first = 0; first < ROUNDS; first += ROUNDS_PER_DIRECTORY) {
        run(
            new Random(seed + first),
            directory.resolve("data-" + first),
            Math.min(ROUNDS_PER_DIRECTORY, ROUNDS - first));
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("-Dmonotable.torture.seed=" + seed + " repeats it", e);
    }
    System.out.println(
        "[torture] crash: "
            + acknowledged
            + " acknowledged writes, "
            + records
            + " stream records, "
            + torn
            + " torn ends");
  }

  private void run(Random random, Path data, int rounds) throws Exception {
    AtomicLong count = new AtomicLong();
    List<CrashWriter> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new CrashWriter(i, new Random(random.nextLong()), count));
    }
    CrashBackups backups = new CrashBackups(new Random(random.nextLong()));
    StreamFollower follower = null;
    for (int round = 0; round <= rounds; round++) {
      String mode = MODES.get(random.nextInt(MODES.size()));
      try (ServerUnderTest server =
              ServerUnderTest.start(JVM, "--data", data.toString(), "--sync", mode);
          Connection connection = server.connect()) {
        if (follower == null) {
          follower = new StreamFollower(connection, CrashTable.create(connection));
        }
        check(server, connection, writers, follower);
        backups.connect(connection);
        backups.requirePossible();
        if (round < rounds) {
          Clients clients = new Clients(writers, backups, follower);
          writeAndKill(server, clients, count, 20 + random.nextInt(1500));
          if (random.nextInt(3) == 0) {
            tear(data, random);
          }
        }
      }
    }
    acknowledged += count.get();
    records += follower == null ? 0 : follower.records();
  }

  /** Compares what the server has with what the clients know. */
  private void check(
      ServerUnderTest server,
      Connection connection,
      List<CrashWriter> writers,
      StreamFollower follower)
      throws IOException {
    for (String line : server.errors()) {
      if (line.startsWith("monotable: ")) { // others are from the JVM
        assertThat(line).contains("the last commit was not completely written");
        torn++;
      }
    }
    Map<String, JsonNode> items = CrashTable.items(connection);
    Map<String, Long> versions = CrashTable.versions(items);
    writers.forEach(writer -> writer.requirePossible(versions));
    follower.connect(connection);
    assertThat(follower.readToEnd()).isEqualTo(items);
  }

  private record Clients(
      List<CrashWriter> writers, CrashBackups backups, StreamFollower follower) {}

  private static void writeAndKill(
      ServerUnderTest server, Clients clients, AtomicLong count, int writes) throws Exception {
    StreamFollower follower = clients.follower();
    List<Connection> connections = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (CrashWriter writer : clients.writers()) {
      Connection connection = server.connect();
      connections.add(connection);
      writer.connect(connection);
      threads.add(new Thread(writer));
    }
    Connection reading = server.connect();
    connections.add(reading);
    follower.connect(reading);
    threads.add(new Thread(follower));
    Connection backingUp = server.connect();
    connections.add(backingUp);
    clients.backups().connect(backingUp);
    threads.add(new Thread(clients.backups()));
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
    for (CrashWriter writer : clients.writers()) {
      assertThat(writer.failure()).isNull();
      assertThat(writer.rejected()).isZero();
    }
    assertThat(follower.failure()).isNull();
    assertThat(clients.backups().failure()).isNull();
  }

  /**
   * Appends a part of a commit to the log, as a process leaves it that is killed while it writes.
   */
  private static void tear(Path data, Random random) throws IOException {
    Path log;
    try (Stream<Path> files = Files.list(data.resolve("db-shared"))) {
      log =
          files
              .filter(file -> file.getFileName().toString().matches("log-[0-9]+"))
              .max(Path::compareTo)
              .orElseThrow();
    }
    byte[] part = new byte[1 + random.nextInt(300)];
    random.nextBytes(part);
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.seek(file.length());
      file.writeInt(5000);
      file.write(part);
    }
  }
}

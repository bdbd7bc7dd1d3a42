package dev.monotable.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.testing.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends random requests to a database that is kept in files, and opens the files again and again:
 * after a clean end, and as they were at some moment. The database is always the same, and so is
 * what clients read of it.
 */
class SameDatabaseTest {
  private static final Instant NOON = Instant.parse("2026-10-15T12:00:00Z");
  private static final int STEPS = 1200;

  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(NOON);

  @Seeded
  void aReopenedDatabaseIsTheSame(long seed) throws IOException {
    run(seed, Delays.NONE);
  }

  @Seeded
  void pendingChangesContinue(long seed) throws IOException {
    run(
        seed,
        Delays.builder()
            .createTable(Duration.ofSeconds(20))
            .updateTable(Duration.ofSeconds(30))
            .createIndex(Duration.ofSeconds(50))
            .deleteIndex(Duration.ofSeconds(40))
            .deleteTable(Duration.ofSeconds(30))
            .timeToLive(Duration.ofSeconds(60))
            .build());
  }

  private void run(long seed, Delays delays) throws IOException {
    EngineConfig config =
        EngineConfig.builder()
            .clock(time)
            .scheduler(time)
            .seed(seed)
            .delays(delays)
            .limits(
                Limits.builder()
                    .shard(shard -> shard.withMaxCollections(4))
                    .memory(
                        memory -> memory.withMaxStreamBytes(100_000).withMaxHistoryBytes(200_000))
                    .build())
            .build();
    RandomRequests requests = new RandomRequests(seed);
    DataDirectory data = open();
    MonotableEngine engine = data.database("main", config);
    Snapshot earlier = engine.snapshot();
    try {
      for (int step = 0; step < STEPS; step++) {
        requests.send(engine);
        int choice = requests.nextInt(200);
        if (choice < 20) {
          time.advance(Duration.ofSeconds(requests.nextInt(100)));
        } else if (choice < 22) {
          time.advance(Duration.ofHours(requests.nextInt(30)));
        } else if (choice < 23) {
          engine.restore(earlier);
        } else if (choice < 24) {
          earlier = engine.snapshot();
        } else if (choice < 28) {
          compareCopy(engine, config, step);
        } else if (choice < 32) {
          List<Object> answers = Answers.of(engine); // ends changes that are due
          String before = StateText.of(engine);
          engine.close();
          data.close();
          data = open();
          engine = data.database("main", config);
          assertThat(StateText.of(engine)).isEqualTo(before);
          assertThat(Answers.of(engine)).isEqualTo(answers);
          assertThat(data.takeNotices()).isEmpty();
          Audit.check(engine);
        }
      }
      compareCopy(engine, config, STEPS);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    } finally {
      engine.close();
      data.close();
    }
  }

  private DataDirectory open() throws IOException {
    return DataDirectory.open(
        directory.resolve("data"), SyncMode.OS, false, ChannelOpener.STANDARD, 40_000);
  }

  /** Opens a copy of the files, as the end of the process would leave them. */
  private void compareCopy(MonotableEngine engine, EngineConfig config, int step)
      throws IOException {
    List<Object> answers = Answers.of(engine); // ends changes that are due
    Path copy = copy(step);
    try (DataDirectory data = DataDirectory.open(copy, SyncMode.OS);
        MonotableEngine again = data.database("main", config)) {
      assertThat(StateText.of(again)).isEqualTo(StateText.of(engine));
      assertThat(Answers.of(again)).isEqualTo(answers);
      Audit.check(again);
    }
  }

  /** Copies the files; again if a snapshot has replaced some meanwhile. */
  private Path copy(int step) throws IOException {
    for (int attempt = 0; ; attempt++) {
      Path copy = directory.resolve("copy-" + step + "-" + attempt);
      Path target = Files.createDirectories(copy.resolve("db-main"));
      Set<Path> before = files();
      try {
        for (Path file : before) {
          Files.copy(file, target.resolve(file.getFileName()));
        }
      } catch (NoSuchFileException e) {
        continue;
      }
      if (files().equals(before)) {
        return copy;
      }
    }
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("data").resolve("db-main"))) {
      return files.collect(Collectors.toSet());
    }
  }
}

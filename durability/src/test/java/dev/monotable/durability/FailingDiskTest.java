package dev.monotable.durability;

import static dev.monotable.durability.TestTable.addIndex;
import static dev.monotable.durability.TestTable.createTable;
import static dev.monotable.durability.TestTable.requireFailure;
import static dev.monotable.testing.Calls.describe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.value.Item;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a disk that is full, or fails, and the files at each moment of a slow change. */
class FailingDiskTest {
  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder()
          .clock(time)
          .scheduler(time)
          .seed(1)
          .delays(Delays.builder().updateTable(Duration.ofSeconds(30)).build())
          .limits(Limits.builder().commit(commit -> commit.withMaxItems(10)).build())
          .build();

  private final Disk disk = new Disk();

  /** A disk that has some space, and may fail. */
  private static class Disk implements WatchedChannel.Watcher {
    long space = Long.MAX_VALUE;
    boolean forceFails;
    boolean truncateFails;

    @Override
    public int write(int bytes) throws IOException {
      int allowed = (int) Math.min(bytes, space);
      space -= allowed;
      return allowed;
    }

    @Override
    public void force() throws IOException {
      if (forceFails) {
        throw new IOException("Input/output error");
      }
    }

    @Override
    public void truncate() throws IOException {
      if (truncateFails) {
        throw new IOException("Input/output error");
      }
    }
  }

  private DataDirectory open(SyncMode mode) throws IOException {
    return DataDirectory.open(
        directory.resolve("data"),
        mode,
        false,
        (path, options) -> new WatchedChannel(FileChannel.open(path, options), disk),
        1 << 20);
  }

  private static void put(MonotableEngine engine, int number) {
    TestTable.put(engine, Item.of("pk", number, "group", "g" + number % 3));
  }

  private void requireSameAfterRestart(String text) throws IOException {
    try (DataDirectory data = DataDirectory.open(directory.resolve("data"), SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).isEmpty();
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
  }

  @Test
  void aFullDiskFailsWritesWhereverItIsFullAndRecovers() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.ALWAYS);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      for (int space = 0; space < 60; space++) {
        disk.space = space;
        requireFailure(engine, "No space left on device");
        disk.space = Long.MAX_VALUE;
        put(engine, space);
      }
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void aDiskThatDoesNotKeepABlockIsLeftForANewFile() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.ALWAYS);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      disk.forceFails = true;
      requireFailure(engine, "Input/output error");
      requireFailure(engine, "Input/output error");
      disk.forceFails = false;
      put(engine, 2);
      put(engine, 3);
      text = StateText.of(engine);
      try (Stream<Path> files = Files.list(directory.resolve("data").resolve("db-main"))) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .containsExactlyInAnyOrder("log-0000000002", "snapshot-0000000002");
      }
    }
    requireSameAfterRestart(text);
  }

  @Test
  void afterAPartThatCannotBeCutTheLogContinuesInANewFile() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      disk.space = 20;
      disk.truncateFails = true;
      requireFailure(engine, "No space left on device");
      disk.space = Long.MAX_VALUE;
      put(engine, 2);
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void snapshotsThatFailAreAttemptedLessAndLess() throws IOException {
    AtomicBoolean full = new AtomicBoolean(true);
    AtomicInteger attempts = new AtomicInteger();
    ChannelOpener opener =
        (path, options) -> {
          boolean isSnapshot = path.getFileName().toString().startsWith("snapshot-");
          if (isSnapshot && full.get()) {
            attempts.incrementAndGet();
            throw new IOException("No space left on device");
          }
          return FileChannel.open(path, options);
        };
    Path database = directory.resolve("data").resolve("db-main");
    String text;
    try (DataDirectory data =
            DataDirectory.open(directory.resolve("data"), SyncMode.OS, false, opener, 4_000);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      for (int i = 0; i < 2000; i++) {
        put(engine, i);
      }
      assertThat(attempts.get()).isBetween(1, 12);
      full.set(false);
      for (int i = 0; !Files.exists(DataFile.path(database, FileHeader.Kind.SNAPSHOT, i)); ) {
        put(engine, 7);
        i = i == 100 ? 0 : i + 1;
      }
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void theDelayOfSnapshotsDoublesUpToABound() {
    SnapshotDelay delay = new SnapshotDelay();
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      delay.failed(1500, 1000);
      delays.add(delay.bytes() - 500);
    }
    assertThat(delays)
        .containsExactly(250L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 16000L, 16000L, 16000L);
    delay.succeeded();
    assertThat(delay.bytes()).isZero();
  }

  @Test
  void anUnfinishedSnapshotIsDeletedAfterAnError() throws IOException {
    Files.createDirectories(directory.resolve("db"));
    FileHeader header = new FileHeader(FileHeader.Kind.SNAPSHOT, 1, "owner");
    try (MonotableEngine engine = MonotableEngine.create(config)) {
      createTable(engine);
      assertThatThrownBy(
              () ->
                  SnapshotFile.write(
                      directory.resolve("db"),
                      header,
                      engine.snapshot(),
                      ChannelOpener.STANDARD,
                      () -> {
                        throw new OutOfMemoryError("Java heap space");
                      }))
          .isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(directory.resolve("db")).isEmptyDirectory();
  }

  /**
   * The files as they are at the first writes while an index is filled, one item in each commit.
   * The log writes some commits at once, but never as many as there are items: it copies its file
   * first.
   */
  @Test
  void anIndexThatWasBeingFilledIsCompleted() throws IOException {
    int items = 2000;
    EngineConfig single =
        config.toBuilder()
            .limits(Limits.builder().commit(commit -> commit.withMaxItems(1)).build())
            .build();
    List<Path> copies = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean filling = new AtomicBoolean();
    WatchedChannel.Watcher copying =
        new Disk() {
          private int number;

          @Override
          public int write(int bytes) throws IOException {
            if (!filling.get() || number == 20) {
              return bytes;
            }
            Path copy = directory.resolve("copy-" + number++);
            Path target = Files.createDirectories(copy.resolve("db-main"));
            Path log = directory.resolve("data").resolve("db-main").resolve("log-0000000001");
            Files.copy(log, target.resolve(log.getFileName()));
            copies.add(copy);
            return bytes;
          }
        };
    try (DataDirectory data =
            DataDirectory.open(
                directory.resolve("data"),
                SyncMode.OS,
                false,
                (path, options) -> new WatchedChannel(FileChannel.open(path, options), copying),
                1 << 20);
        MonotableEngine engine = data.database("main", single)) {
      createTable(engine);
      for (int i = 0; i < items; i++) {
        put(engine, i);
      }
      filling.set(true);
      addIndex(engine);
    }
    assertThat(copies).hasSizeGreaterThan(2);
    assertThat(requireCompleted(copies, items)).isGreaterThan(1);
  }

  /** Opens each copy, waits for its index, and returns the number of copies with an index. */
  private int requireCompleted(List<Path> copies, long items) throws IOException {
    Instant start = time.instant();
    int completed = 0;
    for (Path copy : copies) {
      ManualTime later = new ManualTime(start);
      EngineConfig again = config.toBuilder().clock(later).scheduler(later).build();
      try (DataDirectory data = DataDirectory.open(copy, SyncMode.OS);
          MonotableEngine engine = data.database("main", again)) {
        later.advance(Duration.ofMinutes(5));
        Audit.check(engine);
        var indexes = describe(engine::call, "Table").globalSecondaryIndexes();
        if (indexes != null) {
          assertThat(indexes.get(0).indexStatus()).isEqualTo("ACTIVE");
          assertThat(indexes.get(0).itemCount()).isEqualTo(items);
          completed++;
        }
      }
    }
    return completed;
  }
}

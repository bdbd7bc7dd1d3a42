package dev.monotable.durability;

import static dev.monotable.durability.TestTable.createTable;
import static dev.monotable.durability.TestTable.put;
import static dev.monotable.durability.TestTable.requireFailure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Operations;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each write is answered, whatever happens to the thread of the log. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LogThreadTest {
  private static final FaultRule STALE_READS =
      FaultRule.on(Operations.GET_ITEM)
          .inject(new InjectedFault.StaleRead(InjectedFault.Lag.ofCommits(1)));

  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));

  /** Is thrown once by the clock on the thread of the log, unless it is null. */
  private final AtomicReference<@Nullable Error> defect = new AtomicReference<>();

  private final EngineConfig config =
      EngineConfig.builder()
          .clock(
              () -> {
                if (Thread.currentThread().getName().equals("monotable-log")) {
                  Disk.check(defect.getAndSet(null));
                }
                return time.instant();
              })
          .scheduler(time)
          .seed(1)
          .build();

  private final Disk disk = new Disk();

  /** A disk on which each kind of access may fail. */
  private static final class Disk implements WatchedChannel.Watcher {
    volatile @Nullable Error ofOpen;
    volatile @Nullable Error ofWrite;
    volatile @Nullable Error ofTruncate;
    private boolean partial;

    private static void check(@Nullable Error failure) {
      if (failure != null) {
        throw failure;
      }
    }

    FileChannel open(FileChannel channel) {
      return new WatchedChannel(channel, this);
    }

    /** Writes some bytes before it fails, so that they have to be removed. */
    @Override
    public int write(int bytes) {
      if (ofWrite == null) {
        return bytes;
      }
      if (bytes > 5 && !partial) {
        partial = true;
        return 5;
      }
      partial = false;
      check(ofWrite);
      return bytes;
    }

    @Override
    public void force() {}

    @Override
    public void truncate() {
      check(ofTruncate);
    }
  }

  private DataDirectory open(long snapshotBytes) throws IOException {
    return DataDirectory.open(
        directory.resolve("data"),
        SyncMode.OS,
        false,
        (path, options) -> {
          Disk.check(disk.ofOpen);
          return disk.open(FileChannel.open(path, options));
        },
        snapshotBytes);
  }

  private void requireSameAfterRestart(String text) throws IOException {
    try (DataDirectory data = DataDirectory.open(directory.resolve("data"), SyncMode.OS);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).isEmpty();
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
  }

  private boolean hasFile(String name) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("data").resolve("db-main"))) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(name));
    }
  }

  @Test
  void anErrorAtTheBeginningOfASnapshotOnlyPostponesIt() throws IOException {
    String text;
    try (DataDirectory data = open(300);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      disk.ofOpen = new OutOfMemoryError("Direct buffer memory");
      for (int i = 0; i < 30; i++) {
        put(engine, i);
      }
      assertThat(hasFile("log-0000000002")).isFalse();
      disk.ofOpen = null;
      for (int i = 0; !hasFile("snapshot-"); i++) {
        put(engine, i);
      }
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void anErrorOfAWriteFailsThisWriteOnly() throws IOException {
    String text;
    try (DataDirectory data = open(1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      disk.ofWrite = new InternalError("a fault in memory");
      requireFailure(engine, "a fault in memory");
      disk.ofWrite = null;
      put(engine, 2);
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  /** The JVM throws one OutOfMemoryError again and again if there is no memory for another. */
  @Test
  void theSameErrorMayOccurAgainWhileAWriteIsUndone() throws IOException {
    String text;
    try (DataDirectory data = open(1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      Error same = new OutOfMemoryError("Java heap space");
      disk.ofWrite = same;
      disk.ofTruncate = same;
      requireFailure(engine, "Java heap space");
      disk.ofWrite = null;
      disk.ofTruncate = null;
      put(engine, 2);
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void afterADefectWritesFailAtOnceAndReadsSucceed() throws IOException {
    String text;
    try (DataDirectory data = open(1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      // Keeps older states, so the time of each commit is asked for on the thread of the log.
      engine.faults().add(STALE_READS);
      defect.set(new AssertionError("a defect"));
      put(engine, 1);
      text = StateText.of(engine);
      requireFailure(engine, "a defect");
      requireFailure(engine, "a defect");
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void afterALackOfMemoryLaterWritesSucceed() throws IOException {
    String text;
    try (DataDirectory data = open(1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      engine.faults().add(STALE_READS);
      defect.set(new OutOfMemoryError("Java heap space"));
      put(engine, 1);
      try {
        put(engine, 2);
      } catch (DynamoException e) {
        // It was already waiting when the thread of the log failed, after it had logged the first.
        assertThat(e)
            .hasMessage("Monotable could not write to its data directory: Java heap space");
      }
      put(engine, 2);
      assertThat(defect).hasNullValue();
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }
}

package dev.monotable.durability;

import static dev.monotable.durability.TestTable.createTable;
import static dev.monotable.durability.TestTable.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no acknowledged commit is lost, and no refused one kept, when a disk fails. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostCommitsTest {
  private static final String FIRST_LOG = "log-0000000001";
  private static final String SECOND_LOG = "log-0000000002";

  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();
  private final CachingDisk disk = new CachingDisk();
  private int copies;

  private DataDirectory open(SyncMode mode, long snapshotBytes) throws IOException {
    return DataDirectory.open(directory.resolve("data"), mode, false, disk, snapshotBytes);
  }

  private void requireRefused(MonotableEngine engine, String reason) throws IOException {
    String before = StateText.of(engine);
    assertThatThrownBy(() -> put(engine, 99))
        .hasMessage("Monotable could not write to its data directory: " + reason);
    Path copy = directory.resolve("killed-" + copies++);
    CachingDisk.copy(directory.resolve("data"), copy);
    requireText(copy, before);
  }

  private Path database() {
    return directory.resolve("data").resolve("db-main");
  }

  private void requireText(Path data, String text) throws IOException {
    try (DataDirectory files = DataDirectory.open(data, SyncMode.OS);
        MonotableEngine engine = files.database("main", config)) {
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
  }

  private void requireTextAfterPowerFailure(String text) throws IOException {
    Path copy = directory.resolve("power-" + copies++);
    disk.copySynced(directory.resolve("data"), copy);
    requireText(copy, text);
  }

  @Test
  void aDiskThatFailsWhenALogIsFullLosesNothing() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.OS, 300);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      disk.failForces(1, FIRST_LOG::equals);
      for (int i = 0; !disk.hasFailed(); i++) {
        put(engine, i);
      }
      put(engine, 1000);
      text = StateText.of(engine);
    }
    requireTextAfterPowerFailure(text);
  }

  @Test
  void aDiskThatFailsAtTheEndLosesNothing() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.OS, 1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      text = StateText.of(engine);
      disk.failForces(1, FIRST_LOG::equals);
    }
    assertThat(disk.hasFailed()).isTrue();
    requireTextAfterPowerFailure(text);
  }

  @Test
  void anEndThatMayHaveLostCommitsIsReported() throws IOException {
    String text;
    DataDirectory data = open(SyncMode.OS, 1 << 20);
    MonotableEngine engine = data.database("main", config);
    createTable(engine);
    put(engine, 1);
    text = StateText.of(engine);
    disk.failForces(Integer.MAX_VALUE, name -> true);
    assertThatThrownBy(data::close)
        .isInstanceOf(IOException.class)
        .hasMessage("the disk failed to keep commits: Input/output error");
    data.close();
    requireText(directory.resolve("data"), text);
  }

  @Test
  void aDiskThatFailsLaterLosesNothingWithoutAnotherCommit() throws Exception {
    String text;
    CountDownLatch replaced = new CountDownLatch(1);
    try (DataDirectory data = open(SyncMode.EVERY_100_MS, 1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      disk.failForces(1, FIRST_LOG::equals);
      disk.unopened =
          name -> {
            if (name.equals(SECOND_LOG)) {
              replaced.countDown();
            }
            return false;
          };
      put(engine, 1);
      text = StateText.of(engine);
      assertThat(replaced.await(100, TimeUnit.SECONDS)).isTrue();
    }
    requireTextAfterPowerFailure(text);
  }

  @Test
  void refusedCommitsDoNotComeBack() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.ALWAYS, 1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      // The log also tries to begin a new file while no commit is waiting, so one part of that
      // fails at any time.
      disk.unopened = name -> name.startsWith("snapshot-");
      disk.failForces(1, FIRST_LOG::equals);
      requireRefused(engine, "Input/output error");
      requireRefused(engine, "Too many open files");
      disk.unopened = SECOND_LOG::equals;
      requireRefused(engine, "Too many open files");
      disk.failForces(Integer.MAX_VALUE, SECOND_LOG::equals);
      disk.unopened = name -> false;
      requireRefused(engine, "Input/output error");
      disk.failForces(0, SECOND_LOG::equals);
      put(engine, 2);
      text = StateText.of(engine);
    }
    requireText(directory.resolve("data"), text);
    requireTextAfterPowerFailure(text);
  }

  @Test
  void aRefusedCommitThatCannotBeCutDoesNotComeBack() throws IOException {
    String text;
    try (DataDirectory data = open(SyncMode.ALWAYS, 1 << 20);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      disk.failForces(1, FIRST_LOG::equals);
      disk.truncateFails = true;
      requireRefused(engine, "Input/output error");
      disk.truncateFails = false;
      put(engine, 2);
      text = StateText.of(engine);
    }
    requireText(directory.resolve("data"), text);
  }

  @Test
  void aLogThatCannotBeCreatedLeavesNoFile() throws IOException {
    try (DataDirectory data = open(SyncMode.OS, 300);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      CountDownLatch failed = new CountDownLatch(3);
      disk.unopened =
          name -> {
            if (name.equals(SECOND_LOG)) {
              failed.countDown();
            }
            return false;
          };
      disk.failForces(Integer.MAX_VALUE, SECOND_LOG::equals);
      for (int i = 0; failed.getCount() > 0; i++) {
        put(engine, i);
      }
    }
    assertThat(database().resolve(SECOND_LOG)).doesNotExist();
    assertThat(database().resolve(FIRST_LOG)).exists();
  }
}

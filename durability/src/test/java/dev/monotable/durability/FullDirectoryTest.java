package dev.monotable.durability;

import static dev.monotable.durability.TestTable.createTable;
import static dev.monotable.testing.Calls.drop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a disk of its own, full of the data alone, can be left by deleting. */
class FullDirectoryTest {
  private static final long CAPACITY = 4L << 20;
  private static final String FULL =
      "Monotable could not write to its data directory: No space left on device";

  @TempDir private Path root;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();

  /** A disk of a few megabytes; a file that is deleted gives its space back. */
  private final WatchedChannel.Watcher disk =
      new WatchedChannel.Watcher() {
        @Override
        public int write(int bytes) throws IOException {
          return (int) Math.min(bytes, CAPACITY - used());
        }

        @Override
        public void force() {}

        @Override
        public void truncate() {}
      };

  private Path directory() {
    return root.resolve("data");
  }

  private Path reserve() {
    return directory().resolve("reserve");
  }

  private long used() throws IOException {
    try (Stream<Path> files = Files.walk(directory())) {
      return files.filter(Files::isRegularFile).mapToLong(FullDirectoryTest::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DataDirectory open() throws IOException {
    return DataDirectory.open(
        directory(),
        SyncMode.OS,
        false,
        (path, options) -> new WatchedChannel(FileChannel.open(path, options), disk),
        1 << 30);
  }

  /** Writes smaller and smaller items until the disk is full; returns how many there are. */
  private static int fill(MonotableEngine engine) {
    int items = 0;
    for (int bytes = 10_000; bytes > 0; bytes /= 10) {
      while (isWritten(engine, items, bytes)) {
        items++;
      }
    }
    return items;
  }

  private static boolean isWritten(MonotableEngine engine, int number, int bytes) {
    try {
      TestTable.put(engine, Item.of("pk", number, "text", "x".repeat(bytes)));
      return true;
    } catch (DynamoException e) {
      assertThat(e).hasMessage(FULL);
      return false;
    }
  }

  private static void put(MonotableEngine engine, int number) {
    TestTable.put(engine, Item.of("pk", number));
  }

  private static void delete(MonotableEngine engine, int number) {
    Calls.delete(engine::call, "Table", Item.of("pk", number));
  }

  private void requireSameAfterRestart(String text) throws IOException {
    try (DataDirectory data = open();
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).isEmpty();
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
  }

  @Test
  void itemsCanBeDeletedUntilThereIsSpaceAgain() throws IOException {
    String text;
    try (DataDirectory data = open();
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      int items = fill(engine);
      assertThat(items).isGreaterThan(200);
      delete(engine, 0);
      assertThat(reserve()).doesNotExist();
      for (int i = 1; i < items; i++) {
        if (i < 20) {
          assertThatThrownBy(() -> put(engine, -1)).hasMessage(FULL); // it has no reserve
        }
        delete(engine, i);
      }
      put(engine, 1);
      assertThat(reserve()).exists();
      assertThat(used()).isLessThan(CAPACITY / 2);
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void aTableCanBeDeleted() throws IOException {
    String text;
    try (DataDirectory data = open();
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      fill(engine);
      drop(engine::call, "Table");
      createTable(engine);
      put(engine, 1);
      assertThat(used()).isLessThan(DiskReserve.BYTES + 10_000L);
      text = StateText.of(engine);
    }
    requireSameAfterRestart(text);
  }

  @Test
  void aServerStartsOnAFullDiskAndDeletes() throws IOException {
    int items;
    try (DataDirectory data = open();
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      items = fill(engine);
    }
    String text;
    try (DataDirectory data = open();
        MonotableEngine engine = data.database("main", config)) {
      assertThatThrownBy(() -> put(engine, items)).hasMessage(FULL);
      for (int i = 0; i < 10; i++) {
        delete(engine, i);
      }
      assertThat(reserve()).doesNotExist();
      assertThat(directory().resolve("manifest.tmp")).doesNotExist();
      text = StateText.of(engine);
    }
    try (DataDirectory data = open();
        MonotableEngine engine = data.database("main", config)) {
      assertThat(StateText.of(engine)).isEqualTo(text);
      assertThatThrownBy(() -> put(engine, items)).hasMessage(FULL);
      for (int i = 10; i < items; i++) {
        delete(engine, i);
      }
      put(engine, 1);
    }
  }
}

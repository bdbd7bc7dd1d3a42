package dev.monotable.durability;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.model.StreamSpecification;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is kept of a snapshot of which any one block is lost. */
class DamagedSnapshotTest {
  private static final int ITEMS = 400;

  /** The writes that change an item. */
  private static final int RECORDS = 600;

  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();

  private Path file;
  private byte[] whole;
  private String text;
  private String stream;

  /** The offset of each block, and of the end. */
  private final List<Long> blocks = new ArrayList<>();

  @BeforeEach
  void writeSnapshot() throws IOException {
    Path database = Files.createDirectories(directory.resolve("data").resolve("db-main"));
    FileHeader header =
        new FileHeader(FileHeader.Kind.SNAPSHOT, 1, config.region() + "/" + config.account());
    try (MonotableEngine engine = MonotableEngine.create(config)) {
      createTable(engine, "Plain", null);
      createTable(engine, "Streamed", new StreamSpecification(true, "NEW_AND_OLD_IMAGES"));
      for (int i = 0; i < ITEMS; i++) {
        put(engine, "Plain", i, "first");
        put(engine, "Streamed", i, "first");
        put(engine, "Streamed", i / 2, "second");
      }
      Snapshot snapshot = engine.snapshot();
      SnapshotFile.write(database, header, snapshot, ChannelOpener.STANDARD, () -> false);
      text = StateText.of(engine);
      stream = describe(engine::call, "Streamed").latestStreamArn();
    }
    file = DataFile.path(database, FileHeader.Kind.SNAPSHOT, 1);
    whole = Files.readAllBytes(file);
    try (FrameReader frames = new FrameReader(file)) {
      frames.seek(FileHeader.length(whole));
      do {
        blocks.add(frames.position());
      } while (frames.next());
    }
  }

  private static void createTable(
      MonotableEngine engine, String name, @Nullable StreamSpecification stream) {
    engine.call(Operations.CREATE_TABLE, table(name, "pk: N").streamSpecification(stream).build());
  }

  private static void put(MonotableEngine engine, String table, int number, String version) {
    Item item = Item.of("pk", number, "version", version + number, "text", "x".repeat(800));
    Calls.put(engine::call, table, item);
  }

  private DataDirectory open(boolean repair) throws IOException {
    return DataDirectory.open(directory.resolve("data"), SyncMode.OS, repair);
  }

  @Test
  void theWholeSnapshotIsRead() throws IOException {
    assertThat(blocks).hasSizeGreaterThan(15);
    assertThat(textWithoutDamage()).isEqualTo(text);
  }

  private String textWithoutDamage() throws IOException {
    try (DataDirectory data = open(false);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).isEmpty();
      return StateText.of(engine);
    }
  }

  @Test
  void allOtherBlocksAreKeptAndLossesAreNamed() throws IOException {
    Set<String> original = entries(text);
    assertThat(original).filteredOn(line -> line.startsWith("Streamed record ")).hasSize(RECORDS);
    for (int block = 0; block + 1 < blocks.size(); block++) {
      restoreFiles();
      byte[] damaged = whole.clone();
      long from = blocks.get(block);
      long to = blocks.get(block + 1);
      damaged[(int) ((from + to) / 2)] ^= 1;
      Files.write(file, damaged);
      requireDamage(from);
      requireRepair(original, from, to);
    }
  }

  @Test
  void aDamagedHeaderLosesNothing() throws IOException {
    byte[] damaged = whole.clone();
    damaged[13] ^= 1;
    Files.write(file, damaged);
    requireDamage(0);
    try (DataDirectory data = open(true);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices())
          .containsExactly(file + " is damaged at offset 0", file + " is kept as " + copy());
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
    assertThat(textWithoutDamage()).isEqualTo(text);
  }

  private void requireDamage(long offset) throws IOException {
    try (DataDirectory data = open(false)) {
      assertThatThrownBy(() -> data.database("main", config))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageStartingWith(file + " is damaged at offset " + offset + ". ");
    }
  }

  private void requireRepair(Set<String> original, long from, long to) throws IOException {
    String kept;
    List<String> notices;
    try (DataDirectory data = open(true);
        MonotableEngine engine = data.database("main", config)) {
      notices = data.takeNotices();
      kept = StateText.of(engine);
      Audit.check(engine);
    }
    Set<String> lost = new TreeSet<>(original);
    lost.removeAll(entries(kept));
    assertThat(original).containsAll(entries(kept));
    assertThat(notices).containsExactlyElementsOf(expectedNotices(from, to, lost));
    assertThat(textWithoutDamage()).isEqualTo(kept);
  }

  private List<String> expectedNotices(long from, long to, Set<String> lost) {
    List<String> notices = new ArrayList<>();
    notices.add(file + " is damaged at offset " + from);
    notices.add(file + " is kept as " + copy());
    notices.add(
        to == whole.length
            ? file + ": everything from offset " + from + " is lost"
            : file + ": the bytes from offset " + from + " to " + to + " are lost");
    for (String table : List.of("Plain", "Streamed")) {
      long items = lost.stream().filter(line -> line.startsWith(table + " item ")).count();
      if (items > 0) {
        notices.add(
            file + ": " + items + " of " + ITEMS + " items of the table " + table + " are lost");
      }
    }
    long records = lost.stream().filter(line -> line.startsWith("Streamed record ")).count();
    if (records > 0) {
      notices.add(
          file
              + ": "
              + records
              + " of "
              + RECORDS
              + " records of the stream "
              + stream
              + " are lost");
    }
    return notices;
  }

  private Path copy() {
    return file.resolveSibling(file.getFileName() + ".damaged");
  }

  /** Returns the lines of a text with their table, except those with sums. */
  private static Set<String> entries(String text) {
    Set<String> entries = new TreeSet<>();
    String table = "";
    for (String line : text.split("\n")) {
      String kind = line.substring(0, line.indexOf(' '));
      if (kind.equals("table")) {
        table = line.split(" ")[1];
      }
      if (!Set.of("sequence", "bytes", "stream", "trimmed").contains(kind)) {
        entries.add(table + " " + line);
      }
    }
    return entries;
  }

  private void restoreFiles() throws IOException {
    Files.deleteIfExists(Manifest.path(directory.resolve("data")));
    try (Stream<Path> files = Files.list(file.getParent())) {
      for (Path path : files.collect(Collectors.toList())) {
        Files.delete(path);
      }
    }
  }
}

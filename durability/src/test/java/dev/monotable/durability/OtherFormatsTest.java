package dev.monotable.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data directories that a later or an earlier version of Monotable has written. */
class OtherFormatsTest {
  private static final int LATER = FileHeader.VERSION + 1;
  private static final int EARLIER = FileHeader.OLDEST_VERSION;
  private static final String READS =
      "this one reads formats " + FileHeader.OLDEST_VERSION + " to " + FileHeader.VERSION;
  private static final byte[] UNKNOWN_ENTRY = {1, (byte) 200, 7, 7, 7};

  @TempDir private Path root;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();
  private String text = "";

  private Path data() {
    return root.resolve("data");
  }

  private Path file(String name) {
    return data().resolve("db-main").resolve(name);
  }

  /** Writes a directory with two databases: a snapshot and a log, and a log. */
  @BeforeEach
  void fill() throws IOException {
    try (DataDirectory directory =
            DataDirectory.open(data(), SyncMode.OS, false, ChannelOpener.STANDARD, 1);
        MonotableEngine other = directory.database("other", config)) {
      TestTable.createTable(other);
      MonotableEngine main = directory.database("main", config);
      TestTable.createTable(main);
      for (int i = 0; !Files.exists(file("snapshot-0000000002")); i++) {
        TestTable.put(main, i);
      }
      main.close();
    }
    // A snapshot of the last state, so that the log begins with it.
    try (DataDirectory directory = DataDirectory.open(data(), SyncMode.OS);
        MonotableEngine main = directory.database("main", config)) {
      TestTable.put(main, 1_000_000);
      text = StateText.of(main);
    }
    Files.writeString(data().resolve("lock"), "12345\n");
    Files.writeString(file("snapshot-0000000099.tmp"), "unfinished");
  }

  private Path newest(FileHeader.Kind kind) throws IOException {
    return newest("db-main", kind);
  }

  private Path newest(String database, FileHeader.Kind kind) throws IOException {
    return DataFile.list(data().resolve(database), kind).lastEntry().getValue();
  }

  /** Returns the bytes of all files by their paths. */
  private Map<String, String> content() throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> found = Files.walk(root)) {
      for (Path path : found.toList()) {
        content.put(
            root.relativize(path).toString(),
            Files.isDirectory(path)
                ? "directory"
                : HexFormat.of().formatHex(Files.readAllBytes(path)));
      }
    }
    return content;
  }

  /** Requires that opening a database fails, and leaves each byte as it was. */
  private void requireUnchanged(String message) throws IOException {
    Map<String, String> before = content();
    for (boolean repair : new boolean[] {false, true}) {
      assertThatThrownBy(() -> textOf(repair))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessage(message);
      assertThat(content()).isEqualTo(before);
    }
  }

  private String textOf(boolean repair) throws IOException {
    try (DataDirectory directory = DataDirectory.open(data(), SyncMode.OS, repair);
        MonotableEngine main = directory.database("main", config)) {
      return StateText.of(main);
    }
  }

  private static void setFormat(Path path, int version) throws IOException {
    byte[] whole = Files.readAllBytes(path);
    int header = FileHeader.length(whole) - Integer.BYTES;
    ByteBuffer bytes = ByteBuffer.wrap(whole).putInt(8, version);
    CRC32C crc = new CRC32C();
    crc.update(whole, 0, header);
    Files.write(path, bytes.putInt(header, (int) crc.getValue()).array());
  }

  /** Adds a block of a later version after the last commit, and a commit that is not complete. */
  private static long append(Path path, byte[] block) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      FrameWriter frames = new FrameWriter(channel, channel.size());
      frames.append(block, block.length, true);
      frames.flush();
      long end = frames.position();
      frames.append(block, block.length, false);
      frames.flush();
      return end;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOG", "SNAPSHOT"})
  void aFileOfALaterFormatIsNamedAndNothingChanges(FileHeader.Kind kind) throws IOException {
    Path path = newest(kind);
    setFormat(path, LATER);
    String message =
        path
            + " was written by a later version of Monotable (format "
            + LATER
            + "); "
            + READS
            + ", and has changed nothing";
    requireUnchanged(message);

    Files.delete(data().resolve("lock"));
    Files.delete(data().resolve("reserve"));
    Files.delete(Manifest.path(data()));
    requireUnchanged(message);
  }

  @Test
  void aLaterFormatOfAnotherDatabaseIsNamedBeforeTheFirstOneIsOpened() throws IOException {
    Path path = newest("db-other", FileHeader.Kind.LOG);
    setFormat(path, 77);
    requireUnchanged(
        path
            + " was written by a later version of Monotable (format 77); "
            + READS
            + ", and has changed nothing");
  }

  @Test
  void aManifestOfALaterFormatIsNamedAndNothingChanges() throws IOException {
    Path path = Manifest.path(data());
    String message =
        path
            + " was written by a later version of Monotable (format 2); this one reads format 1,"
            + " and has changed nothing";
    Files.writeString(path, Manifest.withChecksum("monotable-data-directory format=2\nnew\n"));
    requireUnchanged(message);
    Files.writeString(path, "monotable-data-directory format=2\nwith another checksum\n");
    requireUnchanged(message);
  }

  @ParameterizedTest
  @CsvSource({"LOG", "SNAPSHOT"})
  void anUnknownEntryIsNamedAndNothingChanges(FileHeader.Kind kind) throws IOException {
    Path path = newest(kind);
    long end = append(path, UNKNOWN_ENTRY);
    requireUnchanged(
        path
            + ": the block before offset "
            + end
            + " was written by a later version of Monotable (format "
            + FileHeader.VERSION
            + ", with an unknown entry: 200);"
            + " nothing was changed");
  }

  @Test
  void aBlockThatNoVersionWritesNamesNoClass() throws IOException {
    Path path = newest(FileHeader.Kind.LOG);
    long end = append(path, new byte[] {1, 2, 127});
    requireUnchanged(
        path
            + ": the block before offset "
            + end
            + " is not what Monotable writes: a length is too large");
  }

  @Test
  void anEarlierFormatThanTheOldestIsNamed() throws IOException {
    Path path = newest(FileHeader.Kind.LOG);
    setFormat(path, 1);
    requireUnchanged(path + " was written by an earlier version of Monotable (format 1); " + READS);
  }

  @Test
  void anEarlierFormatIsReadAndContinuedInAFileOfThisFormat() throws IOException {
    Path log = newest(FileHeader.Kind.LOG);
    setFormat(log, EARLIER);
    setFormat(newest(FileHeader.Kind.SNAPSHOT), EARLIER);
    byte[] before = Files.readAllBytes(log);

    try (DataDirectory directory = DataDirectory.open(data(), SyncMode.OS);
        MonotableEngine main = directory.database("main", config)) {
      assertThat(StateText.of(main)).isEqualTo(text);
      TestTable.put(main, 1_000_001);
      text = StateText.of(main);
    }

    assertThat(Files.readAllBytes(log)).isEqualTo(before);
    Path next = newest(FileHeader.Kind.LOG);
    assertThat(next).isNotEqualTo(log);
    assertThat(FileHeader.version(Files.readAllBytes(next))).isEqualTo(FileHeader.VERSION);
    assertThat(textOf(false)).isEqualTo(text);
    assertThat(textOf(false)).isEqualTo(text);
    assertThat(newest(FileHeader.Kind.LOG)).isEqualTo(next);
  }

  @Test
  void aHeaderOfAnEarlierFormatMayBeTorn() throws IOException {
    Path log = newest(FileHeader.Kind.LOG);
    long number = Long.parseLong(log.getFileName().toString().substring("log-".length()));
    byte[] head =
        new FileHeader(FileHeader.Kind.LOG, number + 1, "us-east-1/000000000000").toBytes(EARLIER);
    Path torn = DataFile.path(data().resolve("db-main"), FileHeader.Kind.LOG, number + 1);
    Files.write(torn, Arrays.copyOf(head, 20));

    assertThat(textOf(false)).isEqualTo(text);
    assertThat(FileHeader.version(Files.readAllBytes(torn))).isEqualTo(FileHeader.VERSION);
  }
}

package dev.monotable.durability;

import static dev.monotable.durability.TestTable.createTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that files which others have changed, shortened or deleted do not pass for whole ones. */
class ChangedFilesTest {
  private static final int ITEMS = 300;

  @TempDir private Path root;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();

  /** The log as it was before the database was closed. */
  private byte[] unfinished;

  /** The manifest as it was before the database was closed. */
  private byte[] manifest;

  private String text;

  private Path directory() {
    return root.resolve("data");
  }

  private Path database() {
    return directory().resolve("db-main");
  }

  private Path log() {
    return database().resolve("log-0000000001");
  }

  private DataDirectory open(boolean repair) throws IOException {
    return DataDirectory.open(directory(), SyncMode.OS, repair);
  }

  /** Writes a table and 300 items, one commit each, and stops. */
  private void fill() throws IOException {
    try (DataDirectory data = DataDirectory.open(directory(), SyncMode.ALWAYS);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      for (int i = 0; i < ITEMS; i++) {
        TestTable.put(engine, Item.of("pk", i, "text", "line\nline"));
      }
      text = StateText.of(engine);
      unfinished = Files.readAllBytes(log());
      manifest = Files.readAllBytes(Manifest.path(directory()));
    }
  }

  /** Leaves the files as they are after the process was killed. */
  private void kill() throws IOException {
    Files.write(log(), unfinished);
    Files.write(Manifest.path(directory()), manifest);
  }

  /** Requires that the start fails, and changes nothing. */
  private void requireRefused(String message) throws IOException {
    Set<String> before = contents();
    assertThatThrownBy(() -> textOf(false))
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageStartingWith(message);
    assertThat(contents()).isEqualTo(before);
  }

  private String textOf(boolean repair) throws IOException {
    try (DataDirectory data = open(repair);
        MonotableEngine engine = data.database("main", config)) {
      return StateText.of(engine);
    }
  }

  /** Returns the names and contents of all files except the lock. */
  private Set<String> contents() throws IOException {
    Set<String> contents = new TreeSet<>();
    for (Path file : files()) {
      if (!file.endsWith("lock")) {
        contents.add(file + " " + Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory())) {
      return files.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
    }
  }

  /** Repairs the files, and requires that the next start finds them whole. */
  private List<String> repair() throws IOException {
    List<String> notices;
    String repaired;
    try (DataDirectory data = open(true);
        MonotableEngine engine = data.database("main", config)) {
      notices = data.takeNotices();
      if (!StateText.of(engine).contains("table Table")) {
        createTable(engine);
      }
      TestTable.put(engine, 1000);
      repaired = StateText.of(engine);
    }
    try (DataDirectory data = open(false);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).isEmpty();
      assertThat(StateText.of(engine)).isEqualTo(repaired);
    }
    return notices;
  }

  /** A change of a file. */
  enum Change {
    INSERTED,
    REMOVED,
    REMOVED_BLOCK,
    LINE_ENDS_CONVERTED;

    void apply(Path file) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      int third = bytes.length / 3;
      Files.write(
          file,
          switch (this) {
            case INSERTED -> join(Arrays.copyOf(bytes, third), new byte[1], rest(bytes, third));
            case REMOVED -> join(Arrays.copyOf(bytes, third), rest(bytes, third + 1));
            case REMOVED_BLOCK -> join(Arrays.copyOf(bytes, third), rest(bytes, bytes.length / 2));
            case LINE_ENDS_CONVERTED -> converted(bytes, FileHeader.length(bytes));
          });
    }

    private static byte[] rest(byte[] bytes, int from) {
      return Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private static byte[] join(byte[]... parts) {
      ByteArrayOutputStream joined = new ByteArrayOutputStream();
      for (byte[] part : parts) {
        joined.writeBytes(part);
      }
      return joined.toByteArray();
    }

    private static byte[] converted(byte[] bytes, int from) {
      ByteArrayOutputStream converted = new ByteArrayOutputStream();
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n' && i >= from) {
          converted.write('\r');
        }
        converted.write(bytes[i]);
      }
      return converted.toByteArray();
    }
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void aLogWhoseBytesHaveMovedIsDamagedAfterANormalStop(Change change) throws IOException {
    fill();
    change.apply(log());
    requireRepairKeepsACopy();
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void aLogWhoseBytesHaveMovedIsDamagedAfterAKill(Change change) throws IOException {
    fill();
    kill();
    change.apply(log());
    requireRepairKeepsACopy();
  }

  /** An earlier version has written no manifest, and somebody may have deleted it. */
  @ParameterizedTest
  @EnumSource(Change.class)
  void aLogWhoseBytesHaveMovedIsDamagedWithoutAManifest(Change change) throws IOException {
    fill();
    Files.delete(Manifest.path(directory()));
    change.apply(log());
    requireRepairKeepsACopy();
  }

  private void requireRepairKeepsACopy() throws IOException {
    byte[] changed = Files.readAllBytes(log());
    requireRefused(log() + " is damaged at offset ");
    Path copy = Path.of(log() + ".damaged");
    assertThat(repair())
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.get(0)).startsWith(log() + " is damaged at offset "))
        .last()
        .isEqualTo(log() + " is kept as " + copy);
    assertThat(Files.readAllBytes(copy)).isEqualTo(changed);
  }

  @Test
  void aFileConvertedAsAWholeIsDamaged() throws IOException {
    fill();
    Path file = log();
    Files.write(
        file,
        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
            .replace("\n", "\r\n")
            .getBytes(StandardCharsets.ISO_8859_1));
    requireRepairOf(file, 0);
  }

  private void requireRepairOf(Path file, long offset) throws IOException {
    requireRefused(file + " is damaged at offset " + offset + ". Restore it from a copy");
    assertThat(repair()).contains(file + " is kept as " + file + ".damaged");
  }

  @Test
  void theEndOfALogIsNotTornAfterANormalStop() throws IOException {
    fill();
    byte[] zeroed = Files.readAllBytes(log());
    Arrays.fill(zeroed, zeroed.length / 3, zeroed.length, (byte) 0);
    Files.write(log(), zeroed);
    requireRepairKeepsACopy();
  }

  @Test
  void aLogIsNotShorterThanItWas() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(log());
    for (int length : new int[] {0, 20, 44, 5000, unfinished.length - 1}) {
      Files.write(log(), Arrays.copyOf(whole, length));
      requireRefused(log() + " is damaged at offset ");
    }
    Files.write(log(), Arrays.copyOf(whole, unfinished.length));
    assertThat(textOf(false)).isEqualTo(text);
  }

  @Test
  void aTornCommitIsCutAfterAKillAndKept() throws IOException {
    fill();
    kill();
    Files.write(log(), Arrays.copyOf(unfinished, unfinished.length - 3));
    try (DataDirectory data = open(false);
        MonotableEngine engine = data.database("main", config)) {
      Path torn = Path.of(log() + ".torn");
      byte[] end = Files.readAllBytes(torn);
      int at = unfinished.length - 3 - end.length;
      assertThat(data.takeNotices())
          .containsExactly(
              log()
                  + ": the last commit was not completely written; "
                  + end.length
                  + " bytes at offset "
                  + at
                  + " were cut off, and are kept as "
                  + torn);
      assertThat(end).isEqualTo(Arrays.copyOfRange(unfinished, at, unfinished.length - 3));
      assertThat(StateText.of(engine)).isNotEqualTo(text).contains("item");
    }
  }

  @Test
  void theOldestCopiesAreDeletedButNoneOfThisStart() throws IOException {
    fill();
    for (int i = 0; i < KeptFiles.MOST + 5; i++) {
      byte[] whole = Files.readAllBytes(log());
      Files.write(log(), Arrays.copyOf(whole, whole.length + 5));
      assertThat(textOf(false)).isEqualTo(text);
    }
    assertThat(files()).filteredOn(file -> file.toString().contains(".torn")).hasSize(10);
    Path last = database().resolve("log-0000000012");
    for (int i = 2; i <= 12; i++) {
      Files.write(DataFile.path(database(), FileHeader.Kind.LOG, i), new byte[100]);
    }
    byte[] damaged = Files.readAllBytes(log());
    damaged[5000] ^= 1;
    Files.write(log(), damaged);
    requireRefused(log() + " is damaged at offset ");
    assertThat(repair())
        .contains(
            last
                + " follows lost commits; it was not applied, and is kept as "
                + last
                + ".damaged");
    assertThat(files()).filteredOn(file -> file.toString().contains(".torn")).isEmpty();
    assertThat(files()).filteredOn(file -> file.toString().contains(".damaged")).hasSize(12);
  }

  @Test
  void aDeletedLogIsMissing() throws IOException {
    fill();
    Files.delete(log());
    requireRefused(log() + " is missing. Restore it from a copy, or start with --repair");
    assertThat(repair()).containsExactly(log() + " is missing; its commits are lost");
  }

  @Test
  void aDeletedDatabaseIsMissing() throws IOException {
    fill();
    deleteDatabase();
    requireRefused(database() + " is missing. Restore it from a copy, or start with --repair");
    assertThat(repair()).containsExactly(database() + " is missing; its database is lost");
  }

  private void deleteDatabase() throws IOException {
    try (Stream<Path> files = Files.walk(database())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Writes until a snapshot has replaced the first log; returns the number of the snapshot. */
  private long fillUntilSnapshot() throws IOException {
    try (DataDirectory data =
            DataDirectory.open(directory(), SyncMode.OS, false, ChannelOpener.STANDARD, 3000);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      for (int i = 0; Files.exists(log()); i++) {
        TestTable.put(engine, i);
      }
      TestTable.put(engine, -1);
    }
    return DataFile.list(database(), FileHeader.Kind.SNAPSHOT).lastKey();
  }

  @Test
  void theLogBesideASnapshotIsMissing() throws IOException {
    long number = fillUntilSnapshot();
    Path newest = DataFile.list(database(), FileHeader.Kind.LOG).lastEntry().getValue();
    Files.delete(newest);
    requireRefused(newest + " is missing. Restore it from a copy, or start with --repair");
    assertThat(repair()).containsExactly(newest + " is missing; its commits are lost");
    assertThat(DataFile.list(database(), FileHeader.Kind.SNAPSHOT)).containsOnlyKeys(number);
  }

  @Test
  void aSnapshotIsMissing() throws IOException {
    Path snapshot = DataFile.path(database(), FileHeader.Kind.SNAPSHOT, fillUntilSnapshot());
    Files.delete(snapshot);
    requireRefused(snapshot + " is missing. Restore it from a copy, or start with --repair");
    assertThat(repair()).first().isEqualTo(snapshot + " is missing; its commits are lost");
  }

  @Test
  void aDirectoryOfAnEarlierVersionIsOpened() throws IOException {
    fill();
    Files.delete(Manifest.path(directory()));
    assertThat(textOf(false)).isEqualTo(text);
    assertThat(Files.readString(Manifest.path(directory())))
        .startsWith("monotable-data-directory format=1\ndb-main snapshot=0 log=1:");
  }

  /** An earlier version does not know the manifest, and leaves an outdated one. */
  @Test
  void anOutdatedManifestIsALowerBound() throws IOException {
    fill();
    byte[] outdated = Files.readAllBytes(Manifest.path(directory()));
    try (DataDirectory data =
            DataDirectory.open(directory(), SyncMode.OS, false, ChannelOpener.STANDARD, 300);
        MonotableEngine engine = data.database("main", config)) {
      for (int i = 0; Files.exists(log()); i++) {
        TestTable.put(engine, i);
      }
      text = StateText.of(engine);
    }
    Files.write(Manifest.path(directory()), outdated);
    assertThat(textOf(false)).isEqualTo(text);
  }

  @Test
  void aDamagedManifestIsSetAside() throws IOException {
    fill();
    Path path = Manifest.path(directory());
    byte[] whole = Files.readAllBytes(path);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(path, damaged);
      requireRefused(path + " is damaged. Restore it from a copy, or start with --repair");
      Files.write(path, Arrays.copyOf(whole, at));
      requireRefused(path + " is damaged. Restore it from a copy, or start with --repair");
    }
    assertThat(repair())
        .containsExactly(path + " is damaged", path + " is kept as " + path + ".damaged");
  }

  private void requirePosix() {
    assumeTrue(
        root.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "needs permissions of POSIX");
  }

  @Test
  void onlyTheOwnerCanReadTheFiles() throws IOException {
    requirePosix();
    fill();
    try (Stream<Path> files = Files.walk(directory())) {
      for (Path file : files.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void aDatabaseOfAnEarlierVersionIsRestrictedToItsOwner() throws IOException {
    requirePosix();
    fill();
    Files.setPosixFilePermissions(database(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(textOf(false)).isEqualTo(text);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(database())))
        .isEqualTo("rwx------");
  }
}

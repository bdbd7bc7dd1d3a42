package dev.monotable.durability;

import static dev.monotable.testing.Calls.drop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what is done with files that are torn, damaged, missing or not ours. */
class LogFilesTest {
  private static final int ITEMS = 3;

  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
  private final EngineConfig config =
      EngineConfig.builder().clock(time).scheduler(time).seed(1).build();

  /** The texts of the database after each commit. */
  private final List<String> texts = new ArrayList<>();

  /** The size of the log after each commit. */
  private final List<Long> ends = new ArrayList<>();

  private Path database() {
    return directory.resolve("data").resolve("db-main");
  }

  private Path log() {
    return database().resolve("log-0000000001");
  }

  private DataDirectory open(boolean repair) throws IOException {
    return DataDirectory.open(directory.resolve("data"), SyncMode.OS, repair);
  }

  /** Writes a table and some items, one commit each. */
  private void fill() throws IOException {
    fill(SyncMode.OS);
  }

  /**
   * Writes a table and some items, and leaves the manifest as if the process was killed.
   *
   * @return the log as it was before the database was closed
   */
  private byte[] fill(SyncMode mode) throws IOException {
    byte[] manifest;
    byte[] log;
    try (DataDirectory data = DataDirectory.open(directory.resolve("data"), mode);
        MonotableEngine engine = data.database("main", config)) {
      texts.add(StateText.of(engine));
      ends.add(Files.size(log()));
      createTable(engine);
      record(engine);
      for (int i = 0; i < ITEMS; i++) {
        put(engine, i);
        record(engine);
      }
      log = Files.readAllBytes(log());
      manifest = Files.readAllBytes(manifest());
    }
    Files.write(manifest(), manifest);
    return log;
  }

  private Path manifest() {
    return directory.resolve("data").resolve("manifest");
  }

  private void record(MonotableEngine engine) throws IOException {
    texts.add(StateText.of(engine));
    ends.add(Files.size(log()));
  }

  private static void createTable(MonotableEngine engine) {
    engine.call(
        Operations.CREATE_TABLE,
        TestTable.definition()
            .streamSpecification(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"))
            .build());
  }

  private static void put(MonotableEngine engine, int number) {
    TestTable.put(engine, Item.of("pk", number, "v", "x"));
  }

  /** Opens the database, compares it, and checks that it can be written and opened again. */
  private List<String> requireText(String text, boolean repair) throws IOException {
    List<String> notices;
    String written;
    try (DataDirectory data = open(repair);
        MonotableEngine engine = data.database("main", config)) {
      notices = data.takeNotices();
      assertThat(StateText.of(engine)).isEqualTo(text);
      if (!text.equals(texts.get(0))) {
        put(engine, 1000);
      }
      written = StateText.of(engine);
    }
    try (DataDirectory data = open(false);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(StateText.of(engine)).isEqualTo(written);
      assertThat(data.takeNotices()).isEmpty();
    }
    return notices;
  }

  /** Reads the files, without a log that continues them; returns the notices. */
  private List<String> requireRead(String text) throws IOException {
    for (String name : names()) {
      if (name.contains(".torn") || name.contains(".damaged")) {
        Files.delete(database().resolve(name));
      }
    }
    Recovery recovery =
        new Recovery(database(), config, "us-east-1/000000000000", Manifest.Entry.EMPTY, false);
    try (MonotableEngine engine = MonotableEngine.create(config)) {
      engine.restore(recovery.run().snapshot());
      assertThat(StateText.of(engine)).isEqualTo(text);
    }
    return recovery.notices();
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(database())) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @ParameterizedTest
  @EnumSource(SyncMode.class)
  void commitsAreThereAgain(SyncMode mode) throws IOException {
    String text;
    try (DataDirectory data = DataDirectory.open(directory.resolve("data"), mode);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      put(engine, 1);
      text = StateText.of(engine);
    }
    texts.add("");
    assertThat(requireText(text, false)).isEmpty();
  }

  @Test
  void theLastCommitIsCutWhereverItIsTorn() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(log());
    for (int length = 0; length < whole.length; length++) {
      Files.write(log(), Arrays.copyOf(whole, length));
      int complete = 0;
      while (complete + 1 < ends.size() && ends.get(complete + 1) <= length) {
        complete++;
      }
      List<String> notices = requireRead(texts.get(complete));
      if (length < ends.get(0)) {
        assertThat(notices)
            .containsExactly(log() + ": its header was not completely written; it has no commits");
      } else if (ends.contains((long) length)) {
        assertThat(notices).isEmpty();
      } else {
        assertThat(notices)
            .containsExactly(
                log()
                    + ": the last commit was not completely written; "
                    + (length - ends.get(complete))
                    + " bytes at offset "
                    + ends.get(complete)
                    + " were cut off, and are kept as "
                    + log()
                    + ".torn");
        assertThat(Files.readAllBytes(Path.of(log() + ".torn")))
            .isEqualTo(Arrays.copyOfRange(whole, (int) (long) ends.get(complete), length));
      }
    }
  }

  private byte[] writeFlipped(byte[] whole, int at) throws IOException {
    byte[] flipped = whole.clone();
    flipped[at] ^= 0x10;
    Files.write(log(), flipped);
    return flipped;
  }

  /** Requires that a flipped byte in a part of the log stops the start. */
  private void requireDamage(byte[] whole, long from, long to) throws IOException {
    for (int at = (int) from; at < to; at++) {
      byte[] flipped = writeFlipped(whole, at);
      assertThatThrownBy(() -> requireRead(""))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageContaining(log().toString());
      assertThat(Files.readAllBytes(log())).isEqualTo(flipped);
    }
  }

  /** Requires that a flipped byte in a part of the log is like a last commit that is torn. */
  private void requireTorn(byte[] whole, long from, long to, String text) throws IOException {
    for (int at = (int) from; at < to; at++) {
      writeFlipped(whole, at);
      assertThat(requireRead(text)).first().asString().contains(" were cut off");
    }
  }

  @Test
  void aFlippedByteOfAClosedLogIsNamedWhereverItIs() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(log());
    long end = ends.get(ends.size() - 1);
    requireDamage(whole, 0, end);
    requireTorn(whole, end, whole.length, texts.get(texts.size() - 1)); // the mark at the end
  }

  @Test
  void aFlippedByteThatWasSyncedIsNamedAfterAKill() throws IOException {
    byte[] whole = fill(SyncMode.ALWAYS);
    long last = ends.get(ends.size() - 2);
    requireDamage(whole, 0, last);
    requireTorn(whole, last, whole.length, texts.get(texts.size() - 2));
  }

  /** As if power had failed, and the disk had later parts of the log and not earlier ones. */
  @Test
  void aPartThatWasNeverSyncedMayBeMissing() throws IOException {
    byte[] whole = fill(SyncMode.OS);
    int header = FileHeader.length(whole);
    int last = Math.toIntExact(ends.get(ends.size() - 2));
    Path copy = database().resolve("log-0000000001.damaged");
    for (int from = header; from < last; from++) {
      byte[] holes = whole.clone();
      Arrays.fill(holes, from, Math.min(from + 16, last), (byte) 0);
      Files.write(log(), holes);
      int complete = 0;
      while (ends.get(complete + 1) <= from) {
        complete++;
      }
      long end = ends.get(complete);
      if (Arrays.equals(holes, whole)) {
        continue;
      }
      assertThat(requireRead(texts.get(complete)))
          .containsExactly(
              log()
                  + ": the disk does not have all of the last commits; "
                  + (whole.length - end)
                  + " bytes at offset "
                  + end
                  + " were cut off",
              log() + " is kept as " + copy);
      assertThat(Files.readAllBytes(copy)).isEqualTo(holes);
    }
  }

  @Test
  void aLogMayBeTornIfTheNextOneHasNoCommits() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(log());
    long last = ends.get(ends.size() - 1);
    byte[] header =
        new FileHeader(FileHeader.Kind.LOG, 2, FileHeader.read(whole).owner()).toBytes();
    for (int length = 0; length <= header.length; length++) {
      Files.write(log(), Arrays.copyOf(whole, (int) last - 3));
      Files.write(database().resolve("log-0000000002"), Arrays.copyOf(header, length));
      assertThat(requireRead(texts.get(texts.size() - 2)))
          .hasSize(length < header.length ? 2 : 1)
          .first()
          .asString()
          .startsWith(log() + ": the last commit was not completely written; ");
    }
    assertThat(requireText(texts.get(texts.size() - 2), false)).isEmpty();
  }

  @Test
  void aDatabaseIsNewUntilItsFirstCommit() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(log());
    for (int length : List.of(0, 10, (int) (long) ends.get(0), (int) (ends.get(1) - 1))) {
      Files.delete(manifest());
      Files.write(log(), Arrays.copyOf(whole, length));
      assertThat(isNew()).as("after %d bytes", length).isTrue();
    }
    Files.delete(manifest());
    Files.write(log(), Arrays.copyOf(whole, (int) (long) ends.get(1)));
    assertThat(isNew()).isFalse();
  }

  @Test
  void aDatabaseWithoutTablesIsNotNew() throws IOException {
    try (DataDirectory data = open(false);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      drop(engine::call, "Table");
    }
    assertThat(isNew()).isFalse();
  }

  private boolean isNew() throws IOException {
    try (DataDirectory data = open(false)) {
      data.database("main", config);
      return data.isNew("main");
    }
  }

  @Test
  void theErrorOfADamagedLogNamesItsOffset() throws IOException {
    fill();
    flip(log(), ends.get(2) + 20);
    assertThatThrownBy(() -> requireText("", false))
        .isInstanceOf(DataDirectoryException.class)
        .hasMessage(
            log()
                + " is damaged at offset "
                + ends.get(2)
                + ". Restore it from a copy, or start with --repair, which keeps what is whole and"
                + " sets the damaged file aside");
  }

  @Test
  void repairKeepsTheCommitsBeforeTheDamageAndACopyOfTheFile() throws IOException {
    fill();
    flip(log(), ends.get(2) + 20);
    byte[] damaged = Files.readAllBytes(log());
    List<String> notices = requireText(texts.get(2), true);
    Path copy = database().resolve("log-0000000001.damaged");
    assertThat(notices)
        .containsExactly(
            log() + " is damaged at offset " + ends.get(2), log() + " is kept as " + copy);
    assertThat(Files.readAllBytes(copy)).isEqualTo(damaged);
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int old = bytes.read();
      bytes.seek(at);
      bytes.write(old ^ 1);
    }
  }

  @Test
  void anEmptyLogIsAnEmptyDatabase() throws IOException {
    fill();
    Files.delete(manifest());
    Files.write(log(), new byte[0]);
    assertThat(requireText(texts.get(0), false)).hasSize(1);
  }

  @Test
  void aDamagedHeaderIsRepairedWithoutLoss() throws IOException {
    fill();
    byte[] whole = Files.readAllBytes(log());
    int header = FileHeader.length(whole);
    String text = texts.get(texts.size() - 1);
    for (int at = 0; at < header; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      deleteFiles();
      Files.delete(manifest());
      Files.write(log(), flipped);
      assertThatThrownBy(() -> requireRead(""))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageStartingWith(log() + " is damaged at offset 0. Restore it");
      assertThat(requireText(text, true))
          .containsExactly(
              log() + " is damaged at offset 0", log() + " is kept as " + log() + ".damaged");
      assertThat(names())
          .containsExactly("log-0000000001.damaged", "log-0000000002", "snapshot-0000000002");
    }
  }

  /** If this fails, files that were written before are read in another way. */
  @Test
  void theKindOfAFileIsACode() {
    for (FileHeader.Kind kind : FileHeader.Kind.values()) {
      byte[] header = new FileHeader(kind, 7, "owner").toBytes();
      assertThat(ByteBuffer.wrap(header).getInt(12)).isEqualTo(kind == FileHeader.Kind.LOG ? 0 : 1);
      assertThat(FileHeader.read(header)).isEqualTo(new FileHeader(kind, 7, "owner"));
    }
  }

  private void deleteFiles() throws IOException {
    for (String name : names()) {
      Files.delete(database().resolve(name));
    }
  }

  @Test
  void aDatabaseOfAnotherRegionIsRefused() throws IOException {
    fill();
    try (DataDirectory data = open(false)) {
      assertThatThrownBy(
              () -> data.database("main", config.toBuilder().region("eu-west-1").build()))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessage(
              log()
                  + " belongs to a database of us-east-1/000000000000; this one is of"
                  + " eu-west-1/000000000000. Start with the same --region and --account, or use"
                  + " another directory");
    }
  }

  @Test
  void aDirectoryInUseIsRefused() throws IOException {
    try (DataDirectory first = open(false)) {
      assertThatThrownBy(() -> open(false))
          .isInstanceOf(DataDirectoryException.class)
          .hasMessage(
              "the data directory "
                  + directory.resolve("data")
                  + " is in use by process "
                  + ProcessHandle.current().pid());
      assertThat(first.takeNotices()).isEmpty();
    }
    open(false).close();
  }

  @Test
  void aSnapshotReplacesTheLogsBeforeIt() throws IOException {
    String text = fillUntilSnapshot();
    texts.add("");
    assertThat(requireText(text, false)).isEmpty();
  }

  /** Writes until a snapshot has replaced the first log; returns the text of the database. */
  private String fillUntilSnapshot() throws IOException {
    try (DataDirectory data =
            DataDirectory.open(
                directory.resolve("data"), SyncMode.OS, false, ChannelOpener.STANDARD, 300);
        MonotableEngine engine = data.database("main", config)) {
      createTable(engine);
      while (!names().stream().allMatch(name -> name.matches("(log|snapshot)-0*[2-9][0-9]*"))) {
        put(engine, names().size());
      }
      return StateText.of(engine);
    }
  }

  @Test
  void aDamagedSnapshotIsNamedAndRepaired() throws IOException {
    fillUntilSnapshot();
    String name = names().stream().filter(n -> n.startsWith("snapshot")).findFirst().orElseThrow();
    Path snapshot = database().resolve(name);
    flip(snapshot, Files.size(snapshot) - 5);
    assertThatThrownBy(() -> requireText("", false))
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageContaining(snapshot + " is damaged at offset ");
    try (DataDirectory data = open(true);
        MonotableEngine engine = data.database("main", config)) {
      assertThat(data.takeNotices()).hasSize(3);
      assertThat(names()).contains(name + ".damaged");
      assertThat(engine.snapshot()).isNotNull();
    }
  }

  @Test
  void aMissingLogIsNamedAndTheLaterOnesAreSetAside() throws IOException {
    fill();
    Files.move(log(), database().resolve("log-0000000002"));
    assertThatThrownBy(() -> requireText("", false))
        .isInstanceOf(DataDirectoryException.class)
        .hasMessage(
            log()
                + " is missing. Restore it from a copy, or start with --repair, which starts with"
                + " the commits before it");
    assertThat(requireText(texts.get(0), true)).hasSize(2);
    assertThat(names()).containsExactly("log-0000000001", "log-0000000002.damaged");
  }

  /** As if the server had begun a second log, and had ended before its snapshot was complete. */
  private Path splitLog(int commits) throws IOException {
    byte[] whole = Files.readAllBytes(log());
    int split = Math.toIntExact(ends.get(commits));
    Path second = database().resolve("log-0000000002");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(new FileHeader(FileHeader.Kind.LOG, 2, FileHeader.read(whole).owner()).toBytes());
    bytes.write(whole, split, whole.length - split);
    Files.write(second, bytes.toByteArray());
    Files.write(log(), Arrays.copyOf(whole, split));
    return second;
  }

  @Test
  void logsAfterADamagedOneAreSetAside() throws IOException {
    fill();
    Path second = splitLog(3);
    flip(log(), ends.get(1) + 20);
    assertThatThrownBy(() -> requireText("", false))
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageContaining(log() + " is damaged at offset " + ends.get(1));
    assertThat(requireText(texts.get(1), true))
        .last()
        .isEqualTo(
            second
                + " follows lost commits; it was not applied, and is kept as "
                + second
                + ".damaged");
    assertThat(names())
        .containsExactly("log-0000000001", "log-0000000001.damaged", "log-0000000002.damaged");
  }

  @Test
  void anUnfinishedSnapshotIsDeleted() throws IOException {
    fill();
    Files.write(database().resolve("snapshot-0000000002.tmp"), new byte[100]);
    assertThat(requireText(texts.get(texts.size() - 1), false)).isEmpty();
    assertThat(names()).containsExactly("log-0000000001");
  }

  @Test
  void writesAfterTheEndFailAndReadsSucceed() throws IOException {
    try (DataDirectory data = open(false)) {
      MonotableEngine engine = data.database("main", config);
      createTable(engine);
      engine.close();
      assertThatThrownBy(() -> put(engine, 1))
          .hasMessage("Monotable could not write to its data directory: the database is closed");
      assertThat(
              engine.call(Operations.SCAN, ScanInput.builder().tableName("Table").build()).count())
          .isZero();
    }
  }
}

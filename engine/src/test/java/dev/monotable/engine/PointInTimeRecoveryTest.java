package dev.monotable.engine;

import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.queryIndex;
import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BackupSummary;
import dev.monotable.model.ContinuousBackupsDescription;
import dev.monotable.model.DescribeContinuousBackupsInput;
import dev.monotable.model.ListBackupsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoveryDescription;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.RestoreSummary;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.RestoreTableToPointInTimeInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.Tag;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests point-in-time recovery: the window, what is restored, and what a history takes. */
class PointInTimeRecoveryTest {
  private static final String TABLE = "Orders";

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private final BlockLog log = new BlockLog();
  private EngineConfig config = config(builder -> builder);
  private MonotableEngine engine = open();

  private EngineConfig config(UnaryOperator<EngineConfig.Builder> change) {
    return change.apply(EngineConfig.builder().clock(time).scheduler(time).seed(1)).build();
  }

  private MonotableEngine open() {
    return MonotableEngine.create(config, MonotableEngine.create(config).snapshot(), log);
  }

  private void configure(UnaryOperator<EngineConfig.Builder> change) {
    engine.close();
    config = config(change);
    engine = open();
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private void createTable(String name) {
    engine.call(
        Operations.CREATE_TABLE,
        table(name, "PK", "byNumber: n: N")
            .streamSpecification(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"))
            .tags(List.of(new Tag("stage", "test")))
            .build());
  }

  private static Item order(String key, long number) {
    return Item.of("PK", key, "n", AttributeValue.number(number));
  }

  private void put(Item item) {
    Calls.put(engine::call, TABLE, item);
  }

  private ContinuousBackupsDescription update(boolean enabled, Integer days) {
    return engine
        .call(
            Operations.UPDATE_CONTINUOUS_BACKUPS,
            new UpdateContinuousBackupsInput(
                TABLE, new PointInTimeRecoverySpecification(enabled, days)))
        .continuousBackupsDescription();
  }

  private PointInTimeRecoveryDescription describe() {
    return engine
        .call(Operations.DESCRIBE_CONTINUOUS_BACKUPS, new DescribeContinuousBackupsInput(TABLE))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  private static PointInTimeRecoveryDescription window(int days, Instant earliest, Instant latest) {
    return new PointInTimeRecoveryDescription("ENABLED", days, earliest, latest);
  }

  private TableDescription restore(String target, Instant to) {
    return engine
        .call(
            Operations.RESTORE_TABLE_TO_POINT_IN_TIME,
            RestoreTableToPointInTimeInput.builder()
                .sourceTableName(TABLE)
                .targetTableName(target)
                .useLatestRestorableTime(to == null ? true : null)
                .restoreDateTime(to)
                .build())
        .tableDescription();
  }

  private List<Item> items(String table) {
    List<Item> items = new ArrayList<>(scan(engine::call, table));
    items.sort(Comparator.comparing(Item::toString));
    return items;
  }

  private TableHistory history() {
    return engine.state().findTable(TABLE).history();
  }

  private void assertKept() throws IOException {
    assertThat(StateText.of(log.replayed(config).state())).isEqualTo(StateText.of(engine));
    SnapshotReader whole = new SnapshotReader(config);
    engine
        .snapshot()
        .writeTo(
            (bytes, length, last) -> {
              ByteArrayOutputStream copy = new ByteArrayOutputStream();
              copy.write(bytes, 0, length);
              whole.read(copy.toByteArray(), 0, length);
            });
    assertThat(StateText.of(whole.finish().state())).isEqualTo(StateText.of(engine));
  }

  @Test
  void aTableIsRestoredToTheSecondBeforeABadWrite() throws IOException {
    createTable(TABLE);
    put(order("a", 1));
    update(true, null);
    time.advance(Duration.ofSeconds(10));
    put(order("b", 2));
    Instant good = time.instant();
    time.advance(Duration.ofSeconds(1));
    put(order("a", 666));
    delete(engine::call, TABLE, Item.of("PK", "b"));
    time.advance(Duration.ofHours(1));

    TableDescription answer = restore("Before", good);
    restore("Bad", good.plusSeconds(1));
    restore("First", good.minusSeconds(1));
    restore("Latest", null);

    assertThat(answer.tableStatus()).isEqualTo("CREATING");
    assertThat(answer.restoreSummary())
        .isEqualTo(
            RestoreSummary.builder()
                .sourceTableArn(engine.state().findTable(TABLE).definition().arn())
                .restoreDateTime(good)
                .restoreInProgress(true)
                .build());
    assertThat(items("Before")).containsExactly(order("a", 1), order("b", 2));
    assertThat(items("Bad")).containsExactly(order("a", 666));
    assertThat(items("First")).containsExactly(order("a", 1));
    assertThat(items("Latest")).containsExactly(order("a", 666));
    assertThat(queryIndex(engine::call, "Before", "byNumber", "n = 2").items())
        .containsExactly(order("b", 2));
    TableState restored = engine.state().findTable("Before");
    assertThat(restored.definition().settings()).isEmpty();
    assertThat(restored.stream()).isNull();
    assertThat(restored.history()).isNull();
    assertKept();
  }

  @Test
  void theWindowBeginsWhenItIsEnabledAndEndsNow() {
    createTable(TABLE);
    assertThat(describe())
        .isEqualTo(
            PointInTimeRecoveryDescription.builder().pointInTimeRecoveryStatus("DISABLED").build());
    Instant start = time.instant();
    assertThat(update(true, 7))
        .isEqualTo(new ContinuousBackupsDescription("ENABLED", window(7, start, start)));
    time.advance(Duration.ofDays(3));
    assertThat(describe()).isEqualTo(window(7, start, time.instant()));
    time.advance(Duration.ofDays(5));
    assertThat(describe()).isEqualTo(window(7, start.plus(Duration.ofDays(1)), time.instant()));

    assertThat(update(true, null).pointInTimeRecoveryDescription())
        .isEqualTo(window(35, start.plus(Duration.ofDays(1)), time.instant()));
    assertThat(update(true, 1).pointInTimeRecoveryDescription())
        .isEqualTo(window(1, start.plus(Duration.ofDays(7)), time.instant()));

    assertThat(update(false, null).pointInTimeRecoveryDescription())
        .isEqualTo(
            PointInTimeRecoveryDescription.builder().pointInTimeRecoveryStatus("DISABLED").build());
    assertThat(history()).isNull();
    time.advance(Duration.ofSeconds(1));
    assertThat(update(true, null).pointInTimeRecoveryDescription())
        .isEqualTo(window(35, time.instant(), time.instant()));
  }

  @Test
  void theLatestTimeFollowsTheClockAsConfigured() {
    configure(
        builder ->
            builder.limits(
                Limits.builder().backup(backup -> backup.withRecoveryLagSeconds(300)).build()));
    createTable(TABLE);
    Instant start = time.instant();
    update(true, null);
    time.advance(Duration.ofSeconds(200));
    put(order("a", 1));
    assertThat(describe()).isEqualTo(window(35, start, start));
    time.advance(Duration.ofSeconds(200));
    assertThat(describe()).isEqualTo(window(35, start, start.plusSeconds(100)));
    restore("Latest", null);
    assertThat(items("Latest")).isEmpty();
    assertThatThrownBy(() -> restore("Later", start.plusSeconds(200)))
        .isInstanceOf(DynamoException.class)
        .hasMessage(
            "RestoreDateTime '2026-10-15T12:03:20Z' must be within EarliestRestorableDateTime"
                + " '2026-10-15T12:00:00Z' and LatestRestorableDateTime '2026-10-15T12:01:40Z'");
  }

  @Test
  void aCommitBelongsToTheSecondThatFollowsIt() {
    createTable(TABLE);
    update(true, null);
    Instant second = time.instant().plusSeconds(1);
    time.advance(Duration.ofMillis(1300));
    put(order("a", 1));
    restore("Now", null);
    time.advance(Duration.ofMillis(1700));
    restore("Before", second);
    restore("After", second.plusSeconds(1));
    assertThat(items("Now")).containsExactly(order("a", 1));
    assertThat(items("Before")).isEmpty();
    assertThat(items("After")).containsExactly(order("a", 1));
  }

  @Seeded
  void anySecondOfTheWindowIsExactAlsoAfterARestart(long seed) throws IOException {
    createTable(TABLE);
    update(true, 1);
    SplittableRandom random = new SplittableRandom(seed);
    TreeMap<Instant, Map<String, Item>> expected = new TreeMap<>();
    Map<String, Item> now = new TreeMap<>();
    expected.put(time.instant(), Map.of());
    for (int i = 0; i < 600; i++) {
      String key = "k" + random.nextInt(50);
      if (random.nextInt(4) == 0) {
        now.remove(key);
        delete(engine::call, TABLE, Item.of("PK", key));
      } else {
        Item item = order(key, random.nextInt(10));
        now.put(key, item);
        put(item);
      }
      expected.put(time.instant(), new TreeMap<>(now));
      time.advance(Duration.ofSeconds(random.nextInt(5) * 100L));
    }
    assertKept();
    TableState table = log.replayed(config).state().findTable(TABLE);
    Instant earliest = Instant.ofEpochSecond(table.history().earliest());
    assertThat(earliest).isAfter(expected.firstKey());
    for (Instant at = earliest; !at.isAfter(time.instant()); at = at.plusSeconds(50)) {
      List<Item> found = new ArrayList<>();
      var cursor = table.history().at(table, at.getEpochSecond()).items().cursor();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        found.add(cursor.value());
      }
      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(expected.floorEntry(at).getValue().values());
    }
  }

  @Test
  void theOldestVersionsAreForgottenWhenTheirMemoryIsFull() throws IOException {
    configure(
        builder ->
            builder.limits(
                Limits.builder().memory(memory -> memory.withMaxHistoryBytes(200_000)).build()));
    createTable(TABLE);
    Instant start = time.instant();
    update(true, null);
    for (int i = 0; i < 1000; i++) {
      put(order("a", i));
      time.advance(Duration.ofSeconds(1));
      assertThat(engine.state().historyBytes()).isLessThanOrEqualTo(200_000);
    }
    Instant earliest = describe().earliestRestorableDateTime();
    assertThat(earliest).isAfter(start.plusSeconds(500));
    restore("Earliest", earliest);
    long number = earliest.getEpochSecond() - start.getEpochSecond();
    assertThat(items("Earliest")).containsExactly(order("a", number));
    assertThatThrownBy(() -> restore("Earlier", earliest.minusSeconds(1)))
        .isInstanceOf(DynamoException.class)
        .hasMessageContaining("must be within EarliestRestorableDateTime '" + earliest + "'");
    assertKept();

    assertThat(engine.trimStreams(0)).isTrue();
    assertThat(engine.state().historyBytes()).isZero();
    assertThat(engine.trimStreams(0)).isFalse();
  }

  @Test
  void aTableWithoutItKeepsNothing() {
    createTable(TABLE);
    put(order("a", 1));
    time.advance(Duration.ofSeconds(1));
    put(order("a", 2));
    assertThat(history()).isNull();
    assertThatThrownBy(() -> restore("Restored", time.instant()))
        .isInstanceOf(DynamoException.class)
        .hasMessage("Point in time recovery is not enabled for table 'Orders'");
  }

  @Test
  void aDeletedTableLeavesASystemBackupThatExpires() throws IOException {
    createTable(TABLE);
    put(order("a", 1));
    update(true, null);
    drop(engine::call, TABLE);
    List<BackupSummary> backups = systemBackups();
    assertThat(backups).hasSize(1);
    BackupSummary backup = backups.get(0);
    assertThat(backup.backupName()).isEqualTo("Orders$DeletedTableBackup");
    assertThat(backup.backupArn()).endsWith("table/Orders/backup/01792065600000-00000000");
    assertThat(backup.backupExpiryDateTime()).isEqualTo(time.instant().plus(Duration.ofDays(35)));
    engine.call(
        Operations.RESTORE_TABLE_FROM_BACKUP,
        RestoreTableFromBackupInput.builder()
            .backupArn(backup.backupArn())
            .targetTableName("Again")
            .build());
    assertThat(items("Again")).containsExactly(order("a", 1));
    assertKept();

    time.advance(Duration.ofDays(35));
    assertThat(systemBackups()).isEmpty();
  }

  private List<BackupSummary> systemBackups() {
    return engine
        .call(Operations.LIST_BACKUPS, ListBackupsInput.builder().backupType("SYSTEM").build())
        .backupSummaries();
  }

  @Test
  void aTableThatIsDisabledWhileItIsDeletedLeavesNoBackup() {
    configure(
        builder -> builder.delays(Delays.builder().deleteTable(Duration.ofSeconds(5)).build()));
    createTable(TABLE);
    update(true, null);
    drop(engine::call, TABLE);
    update(false, null);
    time.advance(Duration.ofSeconds(5));
    assertThat(systemBackups()).isEmpty();
    assertThat(engine.state().findTable(TABLE)).isNull();
  }

  @Test
  void systemBackupsAreBounded() {
    configure(
        builder ->
            builder.limits(
                Limits.builder()
                    .backup(backup -> backup.withMaxBackups(3))
                    .memory(memory -> memory.withMaxHistoryBytes(10_000))
                    .build()));
    for (int i = 0; i < 5; i++) {
      createTable(TABLE);
      update(true, null);
      drop(engine::call, TABLE);
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(systemBackups()).hasSize(3);
    createTable(TABLE);
    update(true, null);
    for (int i = 0; i < 20; i++) {
      put(Item.of("PK", "k" + i, "text", "x".repeat(1000)));
    }
    drop(engine::call, TABLE);
    assertThat(systemBackups()).isEmpty();
  }

  @Test
  void aForkHasTheHistoryAndContinuesItAlone() {
    createTable(TABLE);
    update(true, null);
    put(order("a", 1));
    Instant first = time.instant();
    time.advance(Duration.ofSeconds(1));
    try (MonotableEngine fork = engine.fork()) {
      put(order("a", 2));
      assertThat(
              fork.call(
                      Operations.RESTORE_TABLE_TO_POINT_IN_TIME,
                      RestoreTableToPointInTimeInput.builder()
                          .sourceTableName(TABLE)
                          .targetTableName("Forked")
                          .restoreDateTime(first)
                          .build())
                  .tableDescription()
                  .tableName())
          .isEqualTo("Forked");
      assertThat(fork.state().findTable(TABLE).history().versions().size()).isZero();
    }
    assertThat(history().versions().size()).isEqualTo(1);
  }

  @Test
  void aRestoredTableIsCreatingForAsLongAsANewOne() {
    configure(
        builder -> builder.delays(Delays.builder().createTable(Duration.ofSeconds(30)).build()));
    createTable(TABLE);
    assertThatThrownBy(() -> update(true, null))
        .isInstanceOf(DynamoException.class)
        .hasMessage("Backups are being enabled for the table: Orders. Please retry later");
    time.advance(Duration.ofSeconds(30));
    update(true, null);
    put(order("a", 1));
    restore("Restored", null);
    TableDescription restoring = Calls.describe(engine::call, "Restored");
    assertThat(restoring.tableStatus()).isEqualTo("CREATING");
    assertThat(restoring.restoreSummary()).isNotNull();
    time.advance(Duration.ofSeconds(30));
    TableDescription restored = Calls.describe(engine::call, "Restored");
    assertThat(restored.tableStatus()).isEqualTo("ACTIVE");
    assertThat(restored.restoreSummary()).isNull();
    assertThat(items("Restored")).containsExactly(order("a", 1));
  }

  @Test
  void aLostBlockMakesNoWrongVersion() throws IOException {
    createTable(TABLE);
    update(true, null);
    for (int i = 0; i < 60; i++) {
      put(Item.of("PK", "k" + i, "text", "x".repeat(4000)));
      time.advance(Duration.ofSeconds(1));
    }
    for (int i = 0; i < 60; i++) {
      put(Item.of("PK", "k" + i, "text", "y".repeat(4000)));
      time.advance(Duration.ofSeconds(1));
    }
    List<byte[]> blocks = new ArrayList<>();
    engine.snapshot().writeTo((bytes, length, last) -> blocks.add(Arrays.copyOf(bytes, length)));
    assertThat(blocks).hasSizeGreaterThan(8);
    for (int lost = 1; lost < blocks.size() - 1; lost++) {
      SnapshotReader reader = new SnapshotReader(config);
      for (int i = 0; i < blocks.size(); i++) {
        if (i != lost) {
          reader.read(blocks.get(i), 0, blocks.get(i).length);
        }
      }
      reader.losses();
      TableHistory history = reader.finish().state().findTable(TABLE).history();
      assertThat(versions(history)).isIn(List.of(), versions(history()));
    }
  }

  /** Returns the versions as text; empty without a history. */
  private static List<String> versions(TableHistory history) {
    List<String> versions = new ArrayList<>();
    if (history != null) {
      var cursor = history.versions().cursor();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        StringBuilder text = new StringBuilder();
        text.append(TableHistory.second(cursor.key())).append(' ').append(cursor.value().size());
        var items = cursor.value().items().cursor();
        for (boolean item = items.first(); item; item = items.next()) {
          text.append(' ').append(Arrays.hashCode(items.value().json()));
        }
        versions.add(text.toString());
      }
    }
    return versions;
  }

  @Test
  void theHistoryOfAnItemHasItsVersionsInTheWindow() {
    createTable(TABLE);
    Item key = Item.of("PK", AttributeValue.string("a"));
    put(order("a", 1));
    assertThat(engine.history(TABLE, key, 100)).isNull();
    update(true, null);
    Instant start = time.instant();
    time.advance(Duration.ofSeconds(1));
    put(order("a", 2));
    put(order("b", 1));
    time.advance(Duration.ofSeconds(1));
    put(order("b", 2));
    time.advance(Duration.ofMillis(500));
    put(order("a", 3));
    put(order("a", 4));

    ItemHistory.Version first = new ItemHistory.Version(start, order("a", 1));
    ItemHistory.Version second = new ItemHistory.Version(start.plusSeconds(1), order("a", 2));
    ItemHistory.Version third = new ItemHistory.Version(start.plusSeconds(3), order("a", 4));
    assertThat(engine.history(TABLE, key, 100))
        .isEqualTo(new ItemHistory(start, List.of(third, second, first), true));
    assertThat(engine.history(TABLE, key, 2))
        .isEqualTo(new ItemHistory(start, List.of(third, second), false));
    assertThat(engine.history(TABLE, Item.of("PK", AttributeValue.string("c")), 100))
        .isEqualTo(new ItemHistory(start, List.of(), true));
    assertThatThrownBy(() -> engine.history(TABLE, order("a", 1), 1))
        .isInstanceOf(DynamoException.class);
  }
}

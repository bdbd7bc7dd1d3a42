package dev.monotable.cli.serve;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.table;
import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.durability.SyncMode;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.database.Replication.Link;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.model.CreateGlobalTableWitnessGroupMemberAction;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GlobalTableWitnessDescription;
import dev.monotable.model.GlobalTableWitnessGroupUpdate;
import dev.monotable.model.ListBackupsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.text.DataFileException;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Regions of the databases of a server: which request sees which, and what is kept. */
class ServerRegionsTest {
  private static final String EU = "eu-west-1";
  private static final Caller.Client AMERICAN = new Caller.Client("any", "us-east-1");
  private static final Caller.Client EUROPEAN = new Caller.Client("any", EU);

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(Instant.parse("2026-11-23T12:00:00Z"));
  private final EngineConfig base = EngineConfig.builder().clock(time).scheduler(time).build();
  private final ServeOptions options = new ServeOptions();

  private ServerDatabases databases() {
    return new ServerDatabases(options, base, new PrintStream(PrintStream.nullOutputStream()));
  }

  private static void createTable(Region database) {
    database.engine().call(Operations.CREATE_TABLE, table("Things", "PK").build());
  }

  private static void replicate(Region database) {
    database
        .engine()
        .call(
            Operations.UPDATE_TABLE,
            UpdateTableInput.builder()
                .tableName("Things")
                .replicaUpdates(
                    List.of(
                        ReplicationGroupUpdate.builder()
                            .create(
                                CreateReplicationGroupMemberAction.builder().regionName(EU).build())
                            .build()))
                .build());
  }

  /** Makes the table a global table with strong consistency, with a replica and a witness. */
  private static void strengthen(Region database) {
    database
        .engine()
        .call(
            Operations.UPDATE_TABLE,
            UpdateTableInput.builder()
                .tableName("Things")
                .multiRegionConsistency("STRONG")
                .replicaUpdates(
                    List.of(
                        ReplicationGroupUpdate.builder()
                            .create(
                                CreateReplicationGroupMemberAction.builder()
                                    .regionName("us-east-2")
                                    .build())
                            .build()))
                .globalTableWitnessUpdates(
                    List.of(
                        new GlobalTableWitnessGroupUpdate(
                            new CreateGlobalTableWitnessGroupMemberAction("us-west-2"), null)))
                .build());
  }

  private static void put(Region database, String key) {
    Calls.put(database.engine()::call, "Things", Item.of("PK", key));
  }

  private static List<Item> items(Region database) {
    return Objects.requireNonNull(scan(database.engine()::call, "Things"));
  }

  private static List<String> tables(Region database) {
    return Objects.requireNonNull(tableNames(database.engine()::call));
  }

  @Test
  void allRegionsSeeTheSameTablesUntilOneGetsAReplica() throws Exception {
    try (Databases all = databases().open()) {
      createTable(all.find(AMERICAN));
      put(all.find(EUROPEAN), "a");
      assertThat(all.find(EUROPEAN)).isSameAs(all.find(AMERICAN));
      replicate(all.find(AMERICAN));
      assertThat(all.find(EUROPEAN)).isNotSameAs(all.find(AMERICAN));
      assertThat(all.find(new Caller.Client("any", "ap-east-1"))).isSameAs(all.find(AMERICAN));
      assertThat(items(all.find(EUROPEAN))).containsExactly(Item.of("PK", "a"));
      assertThat(all.list()).hasSize(2);
      assertThat(all.findId("default@eu-west-1")).isSameAs(all.find(EUROPEAN));
      assertThat(all.drop("default@eu-west-1")).isFalse();
    }
  }

  @Test
  void theOptionSeparatesRegions() throws Exception {
    options.regions = List.of(EU);
    try (Databases all = databases().open()) {
      createTable(all.find(AMERICAN));
      assertThat(tables(all.find(EUROPEAN))).isEmpty();
    }
  }

  @Test
  void theDatabasesOfAnAccessKeyAreRegionsOfOneAnother() throws Exception {
    options.splitByCredentials = true;
    try (Databases all = databases().open()) {
      createTable(all.find(AMERICAN));
      replicate(all.find(AMERICAN));
      put(all.find(AMERICAN), "a");
      assertThat(items(all.find(EUROPEAN))).containsExactly(Item.of("PK", "a"));
      assertThat(tables(all.find(new Caller.Client("other", EU)))).isEmpty();
    }
  }

  @Test
  void theRegionsOfAnIssuedKeyEndWithItsDatabase() throws Exception {
    options.maxDatabases = 3;
    try (Databases all = databases().open()) {
      Region own = all.create(NewDatabase.DEFAULT).home();
      createTable(own);
      replicate(own);
      Region european = all.find(new Caller.Client(own.id(), EU));
      put(own, "a");
      assertThat(items(european)).containsExactly(Item.of("PK", "a"));
      assertThat(all.drop(own.id())).isTrue();
      assertThat(all.list()).hasSize(1);
      assertThat(european.engine().isClosed()).isTrue();
    }
  }

  /** A data directory that a version with global tables of 2017.11.29 has written. */
  @Test
  void replicasOf2017BecomeTablesOfTheirOwn() throws Exception {
    copy(Path.of("src/test/resources/dev/monotable/cli/serve/global-table-2017"));
    options.regions = List.of(EU);
    time.set(Instant.parse("2026-11-28T07:00:00Z"));
    List<Item> kept =
        List.of(
            legacyItem("b", 2, EU, "1795846287.635055"),
            legacyItem("a", 1, "us-east-1", "1795846286.600663"));
    ServerDatabases first = databases();
    try (Databases all = first.open()) {
      String notice =
          ": these tables were replicas of global tables of version 2017.11.29, and are tables of"
              + " their own now, with all items: Things";
      assertThat(first.takeNotices())
          .containsExactly(
              options.data.resolve("db-shared") + notice,
              options.data.resolve("db-shared%40eu-west-1") + notice);
      Region american = all.find(AMERICAN);
      Region european = all.find(EUROPEAN);
      for (Region database : List.of(american, european)) {
        assertThat(items(database)).isEqualTo(kept);
        assertThat(describe(database.engine()::call, "Things").replicas()).isNull();
      }
      put(american, "c");
      american.database().replication().deliver();
      assertThat(items(european)).isEqualTo(kept);
      restore(american);
    }
    assertThat(first.end()).isEmpty();

    ServerDatabases second = databases();
    try (Databases again = second.open()) {
      assertThat(second.takeNotices()).isEmpty();
      Region american = again.find(AMERICAN);
      Region european = again.find(EUROPEAN);
      assertThat(items(european)).isEqualTo(kept);
      assertThat(items(american)).hasSize(3).containsAll(kept);
      european.engine().call(Operations.DELETE_TABLE, new DeleteTableInput("Things"));
      replicate(american);
      assertThat(items(european)).isEqualTo(items(american));
    }
    assertThat(second.end()).isEmpty();
  }

  /** Copies a data directory. */
  private void copy(Path source) throws IOException {
    options.data = directory.resolve("data");
    try (Stream<Path> paths = Files.walk(source)) {
      for (Path path : paths.toList()) {
        Files.copy(path, options.data.resolve(source.relativize(path).toString()));
      }
    }
  }

  private static Item legacyItem(String key, int value, String region, String time) {
    return Item.of(
        "PK",
        key,
        "V",
        value,
        "aws:rep:deleting",
        false,
        "aws:rep:updateregion",
        region,
        "aws:rep:updatetime",
        AttributeValue.number(time));
  }

  /** Restores the backup of a table that was a replica then. */
  private static void restore(Region database) {
    MonotableEngine engine = database.engine();
    var backups = engine.call(Operations.LIST_BACKUPS, ListBackupsInput.builder().build());
    String arn = Objects.requireNonNull(backups.backupSummaries()).get(0).backupArn();
    engine.call(
        Operations.RESTORE_TABLE_FROM_BACKUP,
        RestoreTableFromBackupInput.builder()
            .targetTableName("Restored")
            .backupArn(Objects.requireNonNull(arn))
            .build());
    var restored = engine.call(Operations.DESCRIBE_TABLE, new DescribeTableInput("Restored"));
    assertThat(Objects.requireNonNull(restored.table()).replicas()).isNull();
    assertThat(restored.table().itemCount()).isEqualTo(2);
  }

  @Test
  void replicationGoesOnWhereItWasAfterARestart() throws Exception {
    options.data = directory.resolve("data");
    options.sync = SyncMode.ALWAYS;
    ServerDatabases first = databases();
    Databases all = first.open();
    Region american = all.find(AMERICAN);
    createTable(american);
    put(american, "a");
    replicate(american);
    put(american, "b");
    all.find(EUROPEAN).database().replication().deliver();
    american.database().replication().pause();
    american.database().replication().delay(Duration.ofHours(1));
    american.database().replication().cut(EU);
    put(american, "c");
    put(all.find(EUROPEAN), "d");
    all.close();
    assertThat(first.end()).isEmpty();

    ServerDatabases second = databases();
    try (Databases again = second.open()) {
      Region european = again.find(EUROPEAN);
      assertThat(european.identity().region()).isEqualTo(EU);
      // Like fault rules, pauses, delays and cuts are not kept.
      assertThat(european.database().replication().links())
          .containsExactly(
              new Link(EU, "us-east-1", false, false, Duration.ZERO, 1),
              new Link("us-east-1", EU, false, false, Duration.ZERO, 1));
      european.database().replication().deliver();
      time.advance(Duration.ofSeconds(1));
      assertThat(items(european))
          .containsExactlyInAnyOrder(
              Item.of("PK", "a"), Item.of("PK", "b"), Item.of("PK", "c"), Item.of("PK", "d"));
      assertThat(items(again.find(AMERICAN))).containsExactlyElementsOf(items(european));
    }
    assertThat(second.end()).isEmpty();
  }

  @Test
  void strongConsistencyIsKept() throws Exception {
    Caller.Client other = new Caller.Client("any", "us-east-2");
    options.data = directory.resolve("data");
    options.sync = SyncMode.OS;
    ServerDatabases first = databases();
    Databases all = first.open();
    Region american = all.find(AMERICAN);
    createTable(american);
    strengthen(american);
    put(all.find(other), "a");
    american.database().replication().cut("us-east-2");
    put(american, "b");
    assertThat(items(all.find(other))).containsExactly(Item.of("PK", "a"));
    all.close();
    assertThat(first.end()).isEmpty();

    ServerDatabases second = databases();
    try (Databases again = second.open()) {
      TableDescription table =
          Objects.requireNonNull(describe(again.find(other).engine()::call, "Things"));
      assertThat(table.multiRegionConsistency()).isEqualTo("STRONG");
      assertThat(table.globalTableWitnesses())
          .containsExactly(new GlobalTableWitnessDescription("us-west-2", "ACTIVE"));
      assertThat(
              again
                  .find(other)
                  .engine()
                  .call(
                      Operations.SCAN,
                      ScanInput.builder().tableName("Things").consistentRead(true).build())
                  .items())
          .containsExactlyInAnyOrder(Item.of("PK", "a"), Item.of("PK", "b"));
    }
    assertThat(second.end()).isEmpty();
  }

  /** Lets the server start with a global table with strong consistency, and an item. */
  private void startWithAGlobalTable() throws IOException {
    Path template =
        Files.writeString(
            directory.resolve("template.yaml"),
            """
            Resources:
              Things:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  TableName: Things
                  BillingMode: PAY_PER_REQUEST
                  KeySchema: [{AttributeName: PK, KeyType: HASH}]
                  AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                  MultiRegionConsistency: STRONG
                  GlobalTableWitnesses: [{Region: eu-west-3}]
                  Replicas: [{Region: eu-west-2}, {Region: eu-west-1}]
            """);
    Path seed = Files.writeString(directory.resolve("Things.json"), "[{\"PK\": \"a\"}]");
    options.region = "eu-west-2";
    options.schemas = List.of(template);
    options.seeds = List.of(new SeedFile(seed, null));
  }

  @Test
  void eachDatabaseStartsWithTheReplicasOfTheSchema() throws Exception {
    startWithAGlobalTable();
    ServerDatabases server = databases();
    try (Databases all = server.open()) {
      Region own = all.create(NewDatabase.DEFAULT).home();
      Region empty = all.create(NewDatabase.DEFAULT.withoutTables()).home();
      for (Region home : List.of(all.find(new Caller.Client("any", "eu-west-2")), own)) {
        Region european = home.database().in(EU);
        assertThat(european.identity().region()).isEqualTo(EU);
        assertThat(items(european)).containsExactly(Item.of("PK", "a"));
        put(european, "b");
        assertThat(items(home)).containsExactlyInAnyOrder(Item.of("PK", "a"), Item.of("PK", "b"));
        home.reset();
        assertThat(items(european)).containsExactly(Item.of("PK", "a"));
        assertThat(items(home)).containsExactly(Item.of("PK", "a"));
      }
      assertThat(all.findId("default@eu-west-1")).isSameAs(all.find(EUROPEAN));
      assertThat(empty.database().in(EU)).isSameAs(empty);
      assertThat(server.takeNotices()).isEmpty();
    }
  }

  @Test
  void aDatabaseWithoutRoomForItsRegionsIsNotCreated() throws Exception {
    startWithAGlobalTable();
    options.maxDatabases = 3;
    try (Databases all = databases().open()) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> all.create(NewDatabase.DEFAULT).home())
            .isInstanceOf(DynamoException.class)
            .hasMessage(
                "Monotable has the maximum of 3 databases. Delete some, or start it with a larger"
                    + " --max-databases");
        assertThat(all.list()).hasSize(2);
      }
      assertThat(all.create(NewDatabase.DEFAULT.withoutTables()).home().engine().isClosed())
          .isFalse();
    }
    options.maxDatabases = 1;
    assertThatThrownBy(() -> databases().open())
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            options.schemas.get(0)
                + ":2:3: Monotable has the maximum of 1 databases. Delete some, or start it with a"
                + " larger --max-databases");
  }

  @Test
  void replicasOfTheSchemaAreKept() throws Exception {
    startWithAGlobalTable();
    options.data = directory.resolve("data");
    options.sync = SyncMode.OS;
    ServerDatabases first = databases();
    Databases all = first.open();
    put(all.find(EUROPEAN), "b");
    all.close();
    assertThat(first.end()).isEmpty();

    ServerDatabases second = databases();
    try (Databases again = second.open()) {
      for (Caller.Client caller : List.of(EUROPEAN, new Caller.Client("any", "eu-west-2"))) {
        assertThat(again.find(caller).identity().region()).isEqualTo(caller.region());
        assertThat(items(again.find(caller)))
            .containsExactlyInAnyOrder(Item.of("PK", "a"), Item.of("PK", "b"));
      }
    }
    assertThat(second.end()).isEmpty();
  }

  @Test
  void databasesOfEachRegionStartWithoutReplicas() throws Exception {
    startWithAGlobalTable();
    options.splitByCredentials = true;
    ServerDatabases server = databases();
    try (Databases all = server.open()) {
      assertThat(server.takeNotices())
          .containsExactly(
              options.schemas.get(0)
                  + ":2:3: the table 'Things' is not created in eu-west-1, eu-west-3");
      put(all.find(EUROPEAN), "b");
      assertThat(items(all.find(new Caller.Client("any", "eu-west-2"))))
          .containsExactly(Item.of("PK", "a"));
    }
  }
}

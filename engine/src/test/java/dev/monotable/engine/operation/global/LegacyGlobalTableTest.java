package dev.monotable.engine.operation.global;

import static dev.monotable.testing.Calls.drop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.GlobalTables;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.AttributeValueUpdate;
import dev.monotable.model.CreateGlobalTableInput;
import dev.monotable.model.CreateReplicaAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteReplicaAction;
import dev.monotable.model.DescribeGlobalTableInput;
import dev.monotable.model.DescribeGlobalTableSettingsInput;
import dev.monotable.model.GlobalTable;
import dev.monotable.model.GlobalTableDescription;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ListGlobalTablesInput;
import dev.monotable.model.ListGlobalTablesOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.Record;
import dev.monotable.model.Replica;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.ReplicaSettingsDescription;
import dev.monotable.model.ReplicaSettingsUpdate;
import dev.monotable.model.ReplicaUpdate;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateGlobalTableInput;
import dev.monotable.model.UpdateGlobalTableSettingsInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Global tables of version 2017.11.29: their replicas, items, streams, settings and states. */
class LegacyGlobalTableTest {
  private static final String US = GlobalTables.HOME;
  private static final String EU = "eu-west-1";
  private static final String ASIA = "ap-east-1";
  private static final String NAME = GlobalTables.NAME;

  /** NOON of the tests' clock, as an item shows it. */
  private static final String TIME = EngineExtension.NOON.getEpochSecond() + "";

  private GlobalTables table = new GlobalTables();

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void itemsAreReplicatedWithTheAttributesOfReplication() {
    table.withLegacyReplicas(US, EU);
    table.put(US, "a", 1);
    String expected =
        Item.of(
                "PK",
                "a",
                "V",
                1,
                "aws:rep:deleting",
                false,
                "aws:rep:updateregion",
                US,
                "aws:rep:updatetime",
                AttributeValue.number(TIME))
            .toString();
    assertThat(table.items(EU)).containsExactly(expected);
    assertThat(table.items(US)).containsExactly(expected);
  }

  @Test
  void anUpdateRenewsTheAttributes() {
    table.withLegacyReplicas(US, EU);
    table.put(US, "a", 1);
    table.items(EU);
    table.time.advance(Duration.ofNanos(1_500_000));
    table
        .in(EU)
        .engine()
        .call(
            Operations.UPDATE_ITEM,
            UpdateItemInput.builder()
                .tableName(NAME)
                .key(Item.of("PK", "a"))
                .attributeUpdates(
                    Map.of("V", new AttributeValueUpdate(AttributeValue.number(2), "PUT")))
                .build());
    assertThat(table.items(US))
        .containsExactly(
            Item.of(
                    "PK",
                    "a",
                    "V",
                    2,
                    "aws:rep:deleting",
                    false,
                    "aws:rep:updateregion",
                    EU,
                    "aws:rep:updatetime",
                    AttributeValue.number(TIME + ".0015"))
                .toString());
    assertThat(table.items(EU)).isEqualTo(table.items(US));
  }

  @Test
  void theStreamsHaveTheWritesOfReplicationToo() {
    table.withLegacyReplicas(US, EU);
    table.put(US, "a", 1);
    table.items(EU);
    table.delete(US, "a");
    table.items(EU);
    assertThat(records(US)).containsExactly("INSERT null", "MODIFY false", "REMOVE null");
    assertThat(records(EU)).containsExactly("INSERT false", "MODIFY true", "REMOVE null");
  }

  /** Returns the kind of each record, and aws:rep:deleting of its new image. */
  private List<String> records(String region) {
    List<String> records = new ArrayList<>();
    for (Record record : table.records(region)) {
      Item image = record.dynamodb().newImage();
      AttributeValue deleting = image == null ? null : image.find("aws:rep:deleting");
      records.add(record.eventName() + " " + (deleting == null ? null : deleting.bool()));
    }
    return records;
  }

  @Test
  void theLastWriterWins() {
    table.withLegacyReplicas(US, EU, ASIA);
    table.home.regions().replication().pause();
    table.put(US, "a", 1);
    table.time.advance(Duration.ofSeconds(1));
    table.put(EU, "a", 2);
    table.home.regions().replication().resume();
    assertThat(table.items(ASIA)).hasSize(1).allMatch(item -> item.contains("eu-west-1"));
    assertThat(table.items(US)).isEqualTo(table.items(ASIA));
    assertThat(table.items(EU)).isEqualTo(table.items(ASIA));
  }

  @Test
  void descriptionsShowTheReplicas() {
    table.withLegacyReplicas(US, EU);
    GlobalTableDescription expected =
        GlobalTableDescription.builder()
            .globalTableName(NAME)
            .globalTableArn("arn:aws:dynamodb::000000000000:global-table/Music")
            .globalTableStatus("ACTIVE")
            .creationDateTime(EngineExtension.NOON)
            .replicationGroup(List.of(replica(US), replica(EU)))
            .build();
    assertThat(describe(US)).isEqualTo(expected);
    assertThat(describe(EU)).isEqualTo(expected);
    assertThat(table.describe(US).globalTableVersion()).isNull();
    assertThat(table.describe(US).replicas()).isNull();
    GlobalTable listed = new GlobalTable(NAME, List.of(new Replica(US), new Replica(EU)));
    assertThat(list(null)).isEqualTo(new ListGlobalTablesOutput(List.of(listed), null));
    assertThat(list(EU)).isEqualTo(new ListGlobalTablesOutput(List.of(listed), null));
    assertThat(list(ASIA)).isEqualTo(new ListGlobalTablesOutput(List.of(), null));
  }

  private static ReplicaDescription replica(String region) {
    return ReplicaDescription.builder().regionName(region).build();
  }

  private GlobalTableDescription describe(String region) {
    return Objects.requireNonNull(
        table
            .in(region)
            .engine()
            .call(Operations.DESCRIBE_GLOBAL_TABLE, new DescribeGlobalTableInput(NAME))
            .globalTableDescription());
  }

  private ListGlobalTablesOutput list(@Nullable String region) {
    return table
        .home
        .engine()
        .call(Operations.LIST_GLOBAL_TABLES, new ListGlobalTablesInput(null, null, region));
  }

  @Test
  void whatTablesHadBeforeIsNotReplicated() {
    table.createLegacy(US);
    table.put(US, "a", 1);
    table.delete(US, "a");
    table.createLegacy(EU);
    table.group(US, EU);
    table.put(EU, "b", 2);
    assertThat(table.items(US)).hasSize(1);
    assertThat(table.home.regions().replication().links())
        .allSatisfy(link -> assertThat(link.pending()).isZero());
  }

  @Test
  void aReplicaIsAddedWhileAllAreEmpty() {
    table.withLegacyReplicas(US, EU);
    table.createLegacy(ASIA);
    table.put(US, "a", 1);
    assertThat(GlobalTables.errorOf(() -> update(create(ASIA))))
        .isEqualTo(
            "One or more parameter values were invalid: Table 'Music' in region 'us-east-1' must"
                + " not contain any data");
    assertThat(table.items(EU)).hasSize(1);
    table.delete(US, "a");
    assertThat(GlobalTables.errorOf(() -> update(create(ASIA))))
        .isEqualTo(
            "One or more parameter values were invalid: Table 'Music' in region 'eu-west-1' must"
                + " not contain any data");
    table.items(EU);
    GlobalTableDescription answer = update(create(ASIA));
    assertThat(answer.globalTableStatus()).isEqualTo("UPDATING");
    assertThat(answer.replicationGroup()).containsExactly(replica(US), replica(EU), replica(ASIA));
    table.put(ASIA, "b", 1);
    assertThat(table.items(US)).hasSize(1).isEqualTo(table.items(ASIA));
    assertThat(table.items(EU)).isEqualTo(table.items(ASIA));
  }

  private static ReplicaUpdate create(String region) {
    return new ReplicaUpdate(new CreateReplicaAction(region), null);
  }

  private static ReplicaUpdate delete(String region) {
    return new ReplicaUpdate(null, new DeleteReplicaAction(region));
  }

  private GlobalTableDescription update(ReplicaUpdate... updates) {
    return Objects.requireNonNull(
        table
            .home
            .engine()
            .call(
                Operations.UPDATE_GLOBAL_TABLE, new UpdateGlobalTableInput(NAME, List.of(updates)))
            .globalTableDescription());
  }

  @Test
  void aTableWhoseReplicaIsDeletedIsATableOfItsOwn() {
    table.withLegacyReplicas(US, EU);
    table.put(US, "a", 1);
    assertThat(table.items(EU)).hasSize(1);
    GlobalTableDescription answer = update(delete(EU));
    assertThat(answer.globalTableStatus()).isEqualTo("UPDATING");
    assertThat(describe(EU).replicationGroup()).containsExactly(replica(US));
    table.put(US, "b", 2);
    table.put(EU, "c", 3);
    assertThat(table.items(EU)).hasSize(2).noneMatch(item -> item.contains("\"b\""));
    assertThat(table.items(US)).hasSize(2).noneMatch(item -> item.contains("\"c\""));
    assertThat(update(delete(US)).globalTableStatus()).isEqualTo("DELETING");
    assertThat(GlobalTables.errorOf(() -> describe(US)))
        .isEqualTo("Global table not found: Global table with name: 'Music' does not exist.");
    assertThat(table.items(US)).hasSize(2);
    table.replicate(ASIA);
    assertThat(table.describe(US).globalTableVersion()).isEqualTo("2019.11.21");
    assertThat(table.items(ASIA)).isEqualTo(table.items(US));
  }

  @Test
  void aReplicaLeavesWhenItsTableIsDeleted() {
    table.withLegacyReplicas(US, EU);
    table.put(US, "a", 1);
    drop(table.in(EU).engine()::call, NAME);
    assertThat(describe(US).replicationGroup()).containsExactly(replica(US));
    assertThat(table.items(US)).hasSize(1);
  }

  @Test
  void statesFollowTheClock() {
    table.close();
    table = new GlobalTables(Delays.builder().createTable(Duration.ofSeconds(10)).build());
    table.createLegacy(US);
    table.createLegacy(EU);
    table.time.advance(Duration.ofSeconds(10));
    assertThat(table.group(US, EU).globalTableStatus()).isEqualTo("CREATING");
    assertThat(describe(US).globalTableStatus()).isEqualTo("CREATING");
    assertThat(settings())
        .extracting(ReplicaSettingsDescription::replicaStatus)
        .containsExactly("CREATING", "CREATING");
    table.time.advance(Duration.ofSeconds(10));
    assertThat(describe(US).globalTableStatus()).isEqualTo("ACTIVE");
  }

  private List<ReplicaSettingsDescription> settings() {
    return Objects.requireNonNull(
        table
            .home
            .engine()
            .call(
                Operations.DESCRIBE_GLOBAL_TABLE_SETTINGS,
                new DescribeGlobalTableSettingsInput(NAME))
            .replicaSettings());
  }

  @Test
  void settingsChangeInAllRegions() {
    for (String region : List.of(US, EU)) {
      table
          .home
          .regions()
          .add(region)
          .engine()
          .call(
              Operations.CREATE_TABLE,
              CreateTableInput.builder()
                  .tableName(NAME)
                  .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
                  .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
                  .provisionedThroughput(new ProvisionedThroughput(5L, 5L))
                  .streamSpecification(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"))
                  .build());
    }
    table.group(US, EU);
    table
        .home
        .engine()
        .call(
            Operations.UPDATE_GLOBAL_TABLE_SETTINGS,
            UpdateGlobalTableSettingsInput.builder()
                .globalTableName(NAME)
                .globalTableProvisionedWriteCapacityUnits(9L)
                .replicaSettingsUpdate(
                    List.of(
                        ReplicaSettingsUpdate.builder()
                            .regionName(EU)
                            .replicaProvisionedReadCapacityUnits(7L)
                            .build()))
                .build());
    assertThat(table.describe(US).provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(table.describe(US).provisionedThroughput().writeCapacityUnits()).isEqualTo(9);
    assertThat(table.describe(EU).provisionedThroughput().readCapacityUnits()).isEqualTo(7);
    assertThat(table.describe(EU).provisionedThroughput().writeCapacityUnits()).isEqualTo(9);
  }

  @Test
  void updateTableDoesNotReplicateATableOfVersion2017() {
    table.withLegacyReplicas(US, EU);
    assertThat(GlobalTables.errorOf(() -> table.replicate(ASIA)))
        .isEqualTo(
            "One or more parameter values were invalid: Table 'Music' is a replica of a global"
                + " table of version 2017.11.29");
  }

  @Test
  void theLimitIsForAllRegions() {
    table.close();
    table =
        new GlobalTables(
            Limits.builder().account(account -> account.withMaxLegacyGlobalTables(1)).build());
    table.withLegacyReplicas(EU);
    table
        .home
        .engine()
        .call(
            Operations.CREATE_TABLE,
            GlobalTables.table().toBuilder()
                .tableName("Songs")
                .streamSpecification(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"))
                .build());
    assertThat(
            GlobalTables.errorOf(
                () ->
                    table
                        .home
                        .engine()
                        .call(
                            Operations.CREATE_GLOBAL_TABLE,
                            new CreateGlobalTableInput("Songs", List.of(new Replica(US))))))
        .isEqualTo(
            "One or more parameter values were invalid: DynamoDB global tables version 2017.11.29"
                + " is not supported. We recommend using DynamoDB global tables version 2019.11.21,"
                + " instead of version 2017.11.29 (Legacy).");
  }

  @Test
  void createNeedsTheTables() {
    table.createLegacy(US);
    assertThat(GlobalTables.errorOf(() -> table.group(US, EU)))
        .isEqualTo("Table not found: Table: 'Music' not found in region: 'eu-west-1'.");
    table.createLegacy(EU);
    table.group(US, EU);
    assertThat(
            GlobalTables.errorOf(
                () ->
                    table
                        .in(EU)
                        .engine()
                        .call(
                            Operations.CREATE_GLOBAL_TABLE,
                            new CreateGlobalTableInput(NAME, List.of(new Replica(EU))))))
        .isEqualTo("Global table already exists: Global table with name: 'Music' already exists.");
  }
}

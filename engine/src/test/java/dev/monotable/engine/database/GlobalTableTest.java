package dev.monotable.engine.database;

import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.limits.Delays;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateGlobalSecondaryIndexAction;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputOverride;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateReplicationGroupMemberAction;
import dev.monotable.model.UpdateTableInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The replicas of a table: their states, their settings, and what AWS rejects. */
class GlobalTableTest {
  private static final String US = GlobalTables.HOME;
  private static final String EU = "eu-west-1";
  private static final String ASIA = "ap-east-1";

  private static final String WAS_SOURCE =
      "Replica cannot be deleted because it has acted as a source region for new replica(s) being"
          + " added to the table in the last 24 hours.";

  private GlobalTables table = new GlobalTables();

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void theFirstReplicaEnablesTheStream() {
    table.create();
    TableDescription answer = table.replicate(EU);
    assertThat(answer.replicas()).isEmpty();
    assertThat(answer.tableStatus()).isEqualTo("UPDATING");
    assertThat(answer.globalTableVersion()).isEqualTo("2019.11.21");
    assertThat(answer.streamSpecification())
        .isEqualTo(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"));
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "ACTIVE"));
    assertThat(table.replicas(EU)).isEqualTo(Map.of(US, "ACTIVE"));
    assertThat(table.describe(EU).tableArn())
        .isEqualTo("arn:aws:dynamodb:eu-west-1:000000000000:table/Music");
    assertThat(table.describe(EU).streamSpecification())
        .isEqualTo(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"));
  }

  @Test
  void eachReplicaDescribesAllOthers() {
    table.withReplicas(EU, ASIA);
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "ACTIVE", ASIA, "ACTIVE"));
    assertThat(table.replicas(EU)).isEqualTo(Map.of(US, "ACTIVE", ASIA, "ACTIVE"));
    assertThat(table.replicas(ASIA)).isEqualTo(Map.of(US, "ACTIVE", EU, "ACTIVE"));
  }

  @Test
  void replicasAreCreatedAndDeletedByTheClock() {
    table.close();
    Delays delays =
        Delays.builder()
            .createTable(Duration.ofSeconds(10))
            .deleteTable(Duration.ofSeconds(20))
            .build();
    table = new GlobalTables(delays);
    table.create();
    table.time.advance(Duration.ofSeconds(10));
    table.replicate(EU);
    assertThat(table.describe(US).replicas()).isEmpty();
    assertThat(table.describe(US).tableStatus()).isEqualTo("UPDATING");
    assertThat(GlobalTables.errorOf(() -> table.remove(EU)))
        .isEqualTo(
            "Update global table operation failed because one or more replicas were not part of"
                + " the global table. Please retry the request without these replicas:"
                + " [eu-west-1].");
    table.time.advance(Duration.ofMillis(2_500));
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "CREATING"));
    String missing = "Requested resource not found: Table: Music not found";
    assertThat(GlobalTables.errorOf(() -> table.describe(EU))).isEqualTo(missing);
    assertThat(tables(EU)).isEmpty();
    table.time.advance(Duration.ofMillis(2_500));
    assertThat(table.describe(EU).tableStatus()).isEqualTo("CREATING");
    String inUse = "The resource which you are attempting to change is in use.";
    assertThat(GlobalTables.errorOf(() -> table.replicate(ASIA))).isEqualTo(inUse);
    assertThat(GlobalTables.errorOf(() -> table.remove(EU))).isEqualTo(inUse);
    assertThat(GlobalTables.errorOf(this::deleteHome)).isEqualTo(WAS_SOURCE);
    assertThat(GlobalTables.errorOf(() -> expire(table.in(EU).engine()::call, "Music", "T")))
        .isEqualTo(missing);
    assertThat(GlobalTables.errorOf(() -> drop(table.in(EU).engine()::call, GlobalTables.NAME)))
        .isEqualTo(
            "Attempt to change a resource which is still in use: Table: Music is being used.");
    assertThat(GlobalTables.errorOf(() -> table.timeToLive(EU))).isEqualTo(missing);
    assertThat(
            GlobalTables.errorOf(
                () -> GlobalTables.update(table.in(EU).engine(), GlobalTables.creation(ASIA))))
        .isEqualTo(
            "Create/Update/Delete of replica is not allowed while the replica is being added to"
                + " table with name: ‘Music’ in region: ‘eu-west-1’.");
    expire(table.home.engine()::call, GlobalTables.NAME, "T");
    table.put(US, "a", 1);
    table.time.advance(Duration.ofSeconds(5));
    assertThat(table.timeToLive(EU)).isEqualTo("ENABLED");
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "ACTIVE"));
    assertThat(table.describe(EU).tableStatus()).isEqualTo("ACTIVE");
    assertThat(table.items(EU)).hasSize(1);
    assertThat(GlobalTables.replicas(table.remove(EU))).isEqualTo(Map.of(EU, "ACTIVE"));
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "ACTIVE"));
    assertThat(table.describe(EU).tableStatus()).isEqualTo("DELETING");
    table.time.advance(Duration.ofSeconds(5));
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "DELETING"));
    assertThat(table.describe(US).tableStatus()).isEqualTo("ACTIVE");
    table.time.advance(Duration.ofSeconds(15));
    assertThat(table.describe(US).globalTableVersion()).isNull();
    assertThat(table.replicas(US)).isEmpty();
    assertThat(tables(EU)).isEmpty();
  }

  private List<String> tables(String region) {
    return Objects.requireNonNull(tableNames(table.in(region).engine()::call));
  }

  @Test
  void aReplicaThatWasDeletedCanBeAddedAgain() {
    table.withReplicas(EU);
    table.put(US, "a", 1);
    assertThat(table.items(EU)).hasSize(1);
    table.remove(EU);
    table.put(US, "b", 2);
    table.replicate(EU);
    table.put(EU, "c", 3);
    assertThat(table.items(EU)).hasSize(3).isEqualTo(table.items(US));
  }

  @Test
  void aTableWithoutReplicasIsAnOrdinaryTable() {
    table.withReplicas(EU);
    table.remove(EU);
    table.update(
        US, UpdateTableInput.builder().streamSpecification(new StreamSpecification(false, null)));
    assertThat(table.describe(US).streamSpecification()).isNull();
  }

  @Test
  void theStreamOfAReplicaCannotBeDisabled() {
    table.withReplicas(EU);
    assertThat(
            GlobalTables.errorOf(
                () ->
                    table.update(
                        EU,
                        UpdateTableInput.builder()
                            .streamSpecification(new StreamSpecification(false, null)))))
        .isEqualTo(
            "One or more parameter values were invalid: Disabling Stream is not allowed for a"
                + " Global Table replica.");
  }

  @Test
  void aReplicaThatWasCopiedLatelyCannotBeDeleted() {
    table.withReplicas(EU);
    assertThat(GlobalTables.errorOf(this::deleteHome)).isEqualTo(WAS_SOURCE);
    table.time.advance(Duration.ofHours(24));
    deleteHome();
    assertThat(tables(US)).isEmpty();
    assertThat(table.replicas(EU)).isEmpty();
    table.put(EU, "a", 1);
    assertThat(table.items(EU)).hasSize(1);
  }

  @Test
  void aReplicaWhoseRegionWasAddedAgainByAnotherOneIsNoSourceAnyLonger() {
    table.withReplicas(EU, ASIA);
    table.remove(ASIA);
    assertThat(GlobalTables.errorOf(this::deleteHome)).isEqualTo(WAS_SOURCE);
    var unused = GlobalTables.update(table.in(EU).engine(), GlobalTables.creation(ASIA));
    assertThat(GlobalTables.errorOf(() -> table.remove(EU))).isEqualTo(WAS_SOURCE);
    table.time.advance(Duration.ofHours(1));
    table.remove(ASIA);
    table.remove(EU);
    deleteHome();
    assertThat(tables(US)).isEmpty();
  }

  private void deleteHome() {
    drop(table.home.engine()::call, GlobalTables.NAME);
  }

  @Test
  void aReplicaCanBeDeletedInItsOwnRegion() {
    table.withReplicas(EU, ASIA);
    drop(table.in(EU).engine()::call, GlobalTables.NAME);
    assertThat(table.replicas(US)).isEqualTo(Map.of(ASIA, "ACTIVE"));
    assertThat(table.replicas(ASIA)).isEqualTo(Map.of(US, "ACTIVE"));
  }

  @Test
  void aRegionCanHaveOneTableOfAName() {
    table.create();
    table.home.add(EU).engine().call(Operations.CREATE_TABLE, GlobalTables.table());
    assertThat(GlobalTables.errorOf(() -> table.replicate(EU)))
        .isEqualTo(
            "Failed to create a the new replica of table with name: ‘Music’ because one or more"
                + " replicas already existed as tables.");
    assertThat(table.describe(US).globalTableVersion()).isNull();
  }

  @Test
  void settingsOfTheTableAreThoseOfAllReplicas() {
    table.withReplicas(EU);
    table.update(
        EU,
        UpdateTableInput.builder()
            .attributeDefinitions(List.of(new AttributeDefinition("V", "N")))
            .globalSecondaryIndexUpdates(
                List.of(
                    GlobalSecondaryIndexUpdate.builder()
                        .create(
                            CreateGlobalSecondaryIndexAction.builder()
                                .indexName("ByV")
                                .keySchema(List.of(new KeySchemaElement("V", "HASH")))
                                .projection(
                                    Projection.builder().projectionType("KEYS_ONLY").build())
                                .build())
                        .build())));
    assertThat(table.describe(US).globalSecondaryIndexes()).hasSize(1);
    expire(table.home.engine()::call, GlobalTables.NAME, "T");
    assertThat(table.timeToLive(EU)).isEqualTo("ENABLED");
    table.update(US, UpdateTableInput.builder().deletionProtectionEnabled(true));
    assertThat(table.describe(EU).deletionProtectionEnabled()).isFalse();
  }

  @Test
  void aReplicaMayOverrideItsReadCapacity() {
    table.create();
    table.update(
        US,
        UpdateTableInput.builder()
            .billingMode("PROVISIONED")
            .provisionedThroughput(new ProvisionedThroughput(5L, 6L)));
    GlobalTables.update(
        table.home.engine(),
        ReplicationGroupUpdate.builder()
            .create(
                CreateReplicationGroupMemberAction.builder()
                    .regionName(EU)
                    .provisionedThroughputOverride(new ProvisionedThroughputOverride(7L))
                    .tableClassOverride("STANDARD_INFREQUENT_ACCESS")
                    .build())
            .build());
    assertThat(units(EU)).isEqualTo("7/6");
    assertThat(Objects.requireNonNull(table.describe(EU).tableClassSummary()).tableClass())
        .isEqualTo("STANDARD_INFREQUENT_ACCESS");
    table.update(
        US, UpdateTableInput.builder().provisionedThroughput(new ProvisionedThroughput(8L, 9L)));
    assertThat(units(US)).isEqualTo("8/9");
    assertThat(units(EU)).isEqualTo("7/9");
    GlobalTables.update(
        table.home.engine(),
        ReplicationGroupUpdate.builder()
            .update(
                UpdateReplicationGroupMemberAction.builder()
                    .regionName(EU)
                    .provisionedThroughputOverride(new ProvisionedThroughputOverride(10L))
                    .build())
            .build());
    assertThat(units(EU)).isEqualTo("10/9");
    assertThat(
            Objects.requireNonNull(table.describe(US).replicas())
                .get(0)
                .provisionedThroughputOverride())
        .isEqualTo(new ProvisionedThroughputOverride(10L));
  }

  private String units(String region) {
    var units = Objects.requireNonNull(table.describe(region).provisionedThroughput());
    return units.readCapacityUnits() + "/" + units.writeCapacityUnits();
  }
}

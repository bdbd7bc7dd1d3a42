package dev.monotable.engine.replica;

import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.expire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.database.GlobalTables;
import dev.monotable.engine.limits.Delays;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateGlobalTableWitnessGroupMemberAction;
import dev.monotable.model.DeleteGlobalTableWitnessGroupMemberAction;
import dev.monotable.model.GlobalTableWitnessDescription;
import dev.monotable.model.GlobalTableWitnessGroupUpdate;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.Put;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Global tables with multi-Region strong consistency: their Regions, and what they exclude. */
class StrongGlobalTableTest {
  private static final String EAST = GlobalTables.HOME;
  private static final String OHIO = "us-east-2";
  private static final String WEST = "us-west-2";
  private static final String THREE_REGIONS =
      "Unsupported replica count for global tables with MultiRegionConsistency set to STRONG.";
  private static final String DELETE_BOTH =
      "Deletion of only one table replica is not supported for global tables with"
          + " MultiRegionConsistency set to STRONG.";

  private GlobalTables table = new GlobalTables();

  @AfterEach
  void close() {
    table.close();
  }

  private @Nullable String errorOf(UpdateTableInput.Builder request) {
    return GlobalTables.errorOf(
        () ->
            GlobalTables.update(table.home.engine(), request.tableName(GlobalTables.NAME).build()));
  }

  private @Nullable String errorOf(List<String> regions, @Nullable String witness) {
    return GlobalTables.errorOf(() -> table.strengthen(regions, witness));
  }

  private static UpdateTableInput.Builder updates(ReplicationGroupUpdate... updates) {
    return UpdateTableInput.builder().replicaUpdates(List.of(updates));
  }

  private static List<GlobalTableWitnessGroupUpdate> witness(
      @Nullable String created, @Nullable String deleted) {
    return List.of(
        new GlobalTableWitnessGroupUpdate(
            created == null ? null : new CreateGlobalTableWitnessGroupMemberAction(created),
            deleted == null ? null : new DeleteGlobalTableWitnessGroupMemberAction(deleted)));
  }

  @Test
  void allReplicasDescribeTheConsistencyAndEachOther() {
    table.create();
    TableDescription answer = table.strengthen(List.of(OHIO, WEST), null);
    assertThat(answer.multiRegionConsistency()).isEqualTo("STRONG");
    assertThat(answer.tableStatus()).isEqualTo("UPDATING");
    assertThat(answer.replicas()).isEmpty();
    assertThat(table.replicas(WEST)).isEqualTo(Map.of(EAST, "ACTIVE", OHIO, "ACTIVE"));
    for (String region : List.of(EAST, OHIO, WEST)) {
      assertThat(table.describe(region).multiRegionConsistency()).isEqualTo("STRONG");
      assertThat(table.describe(region).globalTableVersion()).isEqualTo("2019.11.21");
      assertThat(table.describe(region).globalTableWitnesses()).isNull();
      assertThat(table.describe(region).streamSpecification()).isNull();
    }
  }

  @Test
  void aWitnessIsDescribedWithItsState() {
    table.close();
    table =
        new GlobalTables(
            Delays.builder()
                .createTable(Duration.ofSeconds(10))
                .deleteTable(Duration.ofSeconds(20))
                .build());
    table.create();
    table.time.advance(Duration.ofSeconds(10));
    assertThat(table.strengthen(List.of(OHIO), WEST).globalTableWitnesses()).isNull();
    assertThat(table.describe(EAST).globalTableWitnesses()).isNull();
    table.time.advance(Duration.ofMillis(2_500));
    assertThat(table.describe(EAST).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription(WEST, "CREATING"));
    table.put(EAST, "a", 1);
    table.time.advance(Duration.ofMillis(7_500));
    assertThat(table.describe(OHIO).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription(WEST, "ACTIVE"));
    assertThat(table.items(OHIO)).hasSize(1);
    GlobalTables.update(
        table.home.engine(),
        updates(GlobalTables.deletion(OHIO))
            .tableName(GlobalTables.NAME)
            .globalTableWitnessUpdates(witness(null, WEST))
            .build());
    assertThat(table.describe(EAST).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription(WEST, "ACTIVE"));
    table.time.advance(Duration.ofSeconds(5));
    assertThat(table.describe(EAST).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription(WEST, "DELETING"));
    assertThat(table.describe(EAST).tableStatus()).isEqualTo("UPDATING");
    table.time.advance(Duration.ofSeconds(15));
    TableDescription left = table.describe(EAST);
    assertThat(left.multiRegionConsistency()).isNull();
    assertThat(left.globalTableWitnesses()).isNull();
    assertThat(left.replicas()).isNull();
  }

  @Test
  void aTableWithoutItsOtherReplicasIsLikeAnyOther() {
    table.withStrongReplicas(OHIO, WEST);
    table.put(OHIO, "a", 1);
    GlobalTables.update(
        table.home.engine(), GlobalTables.deletion(OHIO), GlobalTables.deletion(WEST));
    assertThat(table.describe(EAST).multiRegionConsistency()).isNull();
    assertThat(transactionError()).isNull();
    assertThat(ttlError(EAST)).isNull();
    assertThat(table.items(EAST)).hasSize(1);
    table.replicate("eu-west-1");
    assertThat(table.items("eu-west-1")).hasSize(1);
    assertThat(table.describe(EAST).multiRegionConsistency()).isNull();
    assertThat(table.describe(EAST).latestStreamArn()).isNotNull();
    assertThat(transactionError()).isNull();
  }

  @Test
  void itCanBecomeAGlobalTableAgain() {
    table.withStrongReplicas(OHIO, WEST);
    GlobalTables.update(
        table.home.engine(), GlobalTables.deletion(OHIO), GlobalTables.deletion(WEST));
    table.strengthen(List.of(OHIO), WEST);
    table.put(OHIO, "a", 1);
    assertThat(table.items(EAST)).hasSize(1);
  }

  @Test
  void thereAreExactlyThreeRegions() {
    table.create();
    assertThat(errorOf(List.of(OHIO), null)).isEqualTo(THREE_REGIONS);
    assertThat(errorOf(List.of(OHIO, WEST), "us-west-1")).isEqualTo(THREE_REGIONS);
    assertThat(errorOf(List.of(OHIO, WEST, "eu-west-1"), null)).isEqualTo(THREE_REGIONS);
    assertThat(table.home.regions()).hasSize(1);
  }

  @Test
  void theRegionsMayBeOfSeveralSets() {
    table.create();
    assertThat(errorOf(List.of(OHIO), "us-west-1"))
        .isEqualTo(
            "Unsupported Region(s) specified for global tables with MultiRegionConsistency set to"
                + " STRONG: [us-west-1].");
    assertThat(errorOf(List.of(OHIO), OHIO))
        .isEqualTo("Cannot target multiple regions with the same action");
    assertThat(errorOf(List.of(OHIO), "mars"))
        .startsWith(
            "Region mars is not supported. The latest version of global tables are only supported"
                + " in the following regions: [ap-south-2, ap-south-1, eu-south-1, eu-south-2, me");
    assertThat(errorOf(List.of(OHIO), "eu-west-1")).isNull();
    assertThat(table.describe(OHIO).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription("eu-west-1", "ACTIVE"));
  }

  @Test
  void theTableIsEmptyAtFirst() {
    table.create();
    table.put(EAST, "a", 1);
    assertThat(errorOf(List.of(OHIO, WEST), null))
        .isEqualTo(
            "One or more parameter values were invalid: A table must be empty to become a global"
                + " table with multi-Region strong consistency");
  }

  @Test
  void timeToLiveIsExcluded() {
    table.create();
    assertThat(ttlError(EAST)).isNull();
    String error =
        "One or more parameter values were invalid: Time to Live is not supported with multi-Region"
            + " strong consistency";
    assertThat(errorOf(List.of(OHIO, WEST), null)).isEqualTo(error);
    table.close();
    table = new GlobalTables().withStrongReplicas(OHIO, WEST);
    assertThat(ttlError(WEST)).isEqualTo(error);
  }

  private @Nullable String ttlError(String region) {
    return GlobalTables.errorOf(
        () -> expire(table.in(region).engine()::call, GlobalTables.NAME, "V"));
  }

  @Test
  void localIndexesAreExcluded() {
    table
        .home
        .engine()
        .call(
            Operations.CREATE_TABLE,
            GlobalTables.table().toBuilder()
                .attributeDefinitions(
                    List.of(
                        new AttributeDefinition("PK", "S"),
                        new AttributeDefinition("SK", "S"),
                        new AttributeDefinition("L", "S")))
                .keySchema(
                    List.of(
                        new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
                .localSecondaryIndexes(
                    List.of(
                        new LocalSecondaryIndex(
                            "Local",
                            List.of(
                                new KeySchemaElement("PK", "HASH"),
                                new KeySchemaElement("L", "RANGE")),
                            new Projection("ALL", null))))
                .build());
    assertThat(errorOf(List.of(OHIO, WEST), null))
        .isEqualTo(
            "One or more parameter values were invalid: Local secondary indexes are not supported"
                + " with multi-Region strong consistency");
  }

  @Test
  void transactionsAreExcluded() {
    table.withStrongReplicas(OHIO, WEST);
    assertThat(transactionError())
        .isEqualTo(
            "Transactional operations are not supported on tables with multi-Region strong"
                + " consistency");
  }

  private @Nullable String transactionError() {
    return GlobalTables.errorOf(
        () ->
            table
                .home
                .engine()
                .call(
                    Operations.TRANSACT_WRITE_ITEMS,
                    TransactWriteItemsInput.builder()
                        .transactItems(
                            List.of(
                                TransactWriteItem.builder()
                                    .put(
                                        Put.builder()
                                            .tableName(GlobalTables.NAME)
                                            .item(Item.of("PK", "a"))
                                            .build())
                                    .build()))
                        .build()));
  }

  @Test
  void theConsistencyOfAGlobalTableDoesNotChange() {
    table.withReplicas(OHIO);
    assertThat(errorOf(List.of(WEST, "us-east-2"), null))
        .isEqualTo(
            "Unsupported replica count for global tables with MultiRegionConsistency set to"
                + " STRONG.");
  }

  @Test
  void eventualConsistencyIsTheDefault() {
    table.create();
    assertThat(errorOf(updates(GlobalTables.creation(OHIO)).multiRegionConsistency("EVENTUAL")))
        .isNull();
    assertThat(table.replicas(OHIO)).isEqualTo(Map.of(EAST, "ACTIVE"));
    assertThat(table.describe(OHIO).multiRegionConsistency()).isNull();
  }

  @Test
  void noReplicaIsAdded() {
    table.withStrongReplicas(OHIO, WEST);
    assertThat(errorOf(updates(GlobalTables.creation("eu-west-1"))))
        .isEqualTo("Cannot add replicas to a global table with strong MultiRegionConsistency");
    assertThat(
            errorOf(
                updates(GlobalTables.creation("eu-west-1"))
                    .multiRegionConsistency("STRONG")
                    .globalTableWitnessUpdates(witness("eu-west-2", null))))
        .isEqualTo("MultiRegionConsistency parameter is unsupported on existing global table");
  }

  @Test
  void noSingleReplicaIsDeleted() {
    table.withStrongReplicas(OHIO, WEST);
    assertThat(errorOf(updates(GlobalTables.deletion(OHIO)))).isEqualTo(DELETE_BOTH);
    assertThat(GlobalTables.errorOf(() -> drop(table.in(OHIO).engine()::call, GlobalTables.NAME)))
        .isEqualTo(DELETE_BOTH);
  }

  @Test
  void aWitnessIsDeletedWithTheReplicaOnly() {
    table.create();
    table.strengthen(List.of(OHIO), WEST);
    assertThat(errorOf(UpdateTableInput.builder().globalTableWitnessUpdates(witness(null, WEST))))
        .startsWith("At least one of ProvisionedThroughput, BillingMode, ");
    assertThat(errorOf(updates(GlobalTables.deletion(OHIO))))
        .isEqualTo("Update table delete operation does not include all witnesses.");
    assertThat(
            errorOf(
                updates(GlobalTables.deletion(OHIO))
                    .globalTableWitnessUpdates(witness(null, "us-west-1"))))
        .isEqualTo(
            "Update global table operation failed because one or more witnesses were not part of"
                + " the global table. Please retry the request without these witnesses:"
                + " [us-west-1].");
  }

  @Test
  void membersThatNeedOthersAreRejectedWithoutThem() {
    table.create();
    assertThat(errorOf(UpdateTableInput.builder().multiRegionConsistency("STRONG")))
        .startsWith("At least one of ProvisionedThroughput, BillingMode, ");
    assertThat(
            errorOf(
                updates(GlobalTables.creation(OHIO))
                    .globalTableWitnessUpdates(witness(WEST, null))))
        .isEqualTo(
            "MultiRegionConsistency must be set as STRONG when GlobalTableWitnessUpdates parameter"
                + " is present.");
    assertThat(
            errorOf(
                updates(GlobalTables.creation(OHIO))
                    .multiRegionConsistency("STRONG")
                    .globalTableWitnessUpdates(witness(WEST, WEST))))
        .isEqualTo(
            "One or more parameter values were invalid: GlobalTableWitnessUpdates must have exactly"
                + " one of the actions Create, Delete");
    assertThat(
            errorOf(
                UpdateTableInput.builder()
                    .deletionProtectionEnabled(true)
                    .multiRegionConsistency("STRONG")))
        .isEqualTo(
            "One or more parameter values were invalid: Requests that modify replicas or witnesses"
                + " must not also modify other fields");
  }
}

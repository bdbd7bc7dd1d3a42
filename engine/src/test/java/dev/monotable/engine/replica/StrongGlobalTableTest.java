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
      "One or more parameter values were invalid: A global table with multi-Region strong"
          + " consistency must be in exactly three Regions, with three replicas, or with two"
          + " replicas and a witness";
  private static final String DELETE_BOTH =
      "One or more parameter values were invalid: A single replica or witness of a global table"
          + " with multi-Region strong consistency cannot be deleted: delete both other replicas,"
          + " or the other replica and the witness, in one request";

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
    assertThat(GlobalTables.replicas(answer)).isEqualTo(Map.of(OHIO, "CREATING", WEST, "CREATING"));
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
    table.strengthen(List.of(OHIO), WEST);
    assertThat(table.describe(EAST).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription(WEST, "CREATING"));
    table.put(EAST, "a", 1);
    table.time.advance(Duration.ofSeconds(10));
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
        .containsExactly(new GlobalTableWitnessDescription(WEST, "DELETING"));
    table.time.advance(Duration.ofSeconds(20));
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
  void theRegionsAreOfOneSet() {
    table.create();
    assertThat(errorOf(List.of(OHIO), "eu-west-1"))
        .isEqualTo(
            "One or more parameter values were invalid: The Regions of a global table with"
                + " multi-Region strong consistency must be in one Region set: eu-west-1,"
                + " us-east-1, us-east-2");
    assertThat(errorOf(List.of(OHIO), OHIO))
        .isEqualTo(
            "One or more parameter values were invalid: ReplicaUpdates can have one action for a"
                + " Region only: us-east-2");
    assertThat(errorOf(List.of(OHIO), "mars"))
        .isEqualTo("One or more parameter values were invalid: Unknown Region: mars");
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
            "One or more parameter values were invalid: The consistency mode of a global table"
                + " cannot be changed");
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
    String error =
        "One or more parameter values were invalid: Replicas cannot be added to a global table with"
            + " multi-Region strong consistency";
    assertThat(errorOf(updates(GlobalTables.creation("eu-west-1")))).isEqualTo(error);
    assertThat(
            errorOf(
                updates(GlobalTables.creation("eu-west-1"))
                    .multiRegionConsistency("STRONG")
                    .globalTableWitnessUpdates(witness("eu-west-2", null))))
        .isEqualTo(error);
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
        .isEqualTo(DELETE_BOTH);
    assertThat(errorOf(updates(GlobalTables.deletion(OHIO)))).isEqualTo(DELETE_BOTH);
    assertThat(
            errorOf(
                updates(GlobalTables.deletion(OHIO))
                    .globalTableWitnessUpdates(witness(null, "us-west-1"))))
        .isEqualTo(
            "One or more parameter values were invalid: The global table has no witness in the"
                + " Region us-west-1");
  }

  @Test
  void membersThatNeedOthersAreRejectedWithoutThem() {
    table.create();
    String withoutReplicas =
        "One or more parameter values were invalid: MultiRegionConsistency can only be specified"
            + " with Create actions in ReplicaUpdates";
    assertThat(errorOf(UpdateTableInput.builder().multiRegionConsistency("STRONG")))
        .isEqualTo(withoutReplicas);
    assertThat(
            errorOf(
                UpdateTableInput.builder()
                    .multiRegionConsistency("STRONG")
                    .globalTableWitnessUpdates(witness(WEST, null))))
        .isEqualTo(withoutReplicas);
    assertThat(
            errorOf(
                updates(GlobalTables.creation(OHIO))
                    .globalTableWitnessUpdates(witness(WEST, null))))
        .isEqualTo(
            "One or more parameter values were invalid: A witness requires MultiRegionConsistency"
                + " STRONG");
    assertThat(
            errorOf(
                updates(GlobalTables.creation(OHIO))
                    .multiRegionConsistency("STRONG")
                    .globalTableWitnessUpdates(witness(WEST, WEST))))
        .isEqualTo(
            "One or more parameter values were invalid: GlobalTableWitnessUpdates must have exactly"
                + " one of the actions Create, Delete");
    assertThat(errorOf(UpdateTableInput.builder().globalTableWitnessUpdates(witness(null, WEST))))
        .isEqualTo(
            "One or more parameter values were invalid: The global table has no witness in the"
                + " Region us-west-2");
  }
}

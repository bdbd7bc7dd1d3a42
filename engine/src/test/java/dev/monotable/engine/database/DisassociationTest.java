package dev.monotable.engine.database;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.scan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.Audit;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.DisassociateReplicationGroupMemberAction;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replicas that leave their global table, and settings that are not replicated. */
class DisassociationTest {
  private static final String US = GlobalTables.HOME;
  private static final String EU = "eu-west-1";
  private static final String ASIA = "ap-east-1";

  private final GlobalTables table = new GlobalTables();

  @AfterEach
  void close() {
    table.close();
  }

  private Replication replication() {
    return table.home.replication();
  }

  private TableDescription leave(String region) {
    table.update(region, UpdateTableInput.builder().disassociationProtectionEnabled(false));
    return GlobalTables.update(
        table.in(region).engine(),
        ReplicationGroupUpdate.builder()
            .disassociate(
                new DisassociateReplicationGroupMemberAction(region, "WAIT_FOR_REPLICATION"))
            .build());
  }

  private void assertIsSingle(TableDescription described) {
    assertThat(described.tableStatus()).isEqualTo("ACTIVE");
    assertThat(described.globalTableVersion()).isNull();
    assertThat(described.replicas()).isNull();
    assertThat(described.globalTableSettingsReplicationMode()).isNull();
    assertThat(described.disassociationProtectionEnabled()).isNull();
  }

  private static String item(String key, int value) {
    return Item.of("PK", key, "V", value).toString();
  }

  @Test
  void bothTablesOfAPairStayWithTheirItems() {
    table.withReplicas(EU);
    table.put(US, "a", 1);
    table.put(EU, "b", 2);
    assertThat(leave(EU).tableStatus()).isEqualTo("UPDATING");
    assertIsSingle(table.describe(EU));
    assertIsSingle(table.describe(US));
    assertThat(table.describe(EU).tableArn())
        .isEqualTo("arn:aws:dynamodb:eu-west-1:000000000000:table/Music");
    assertThat(table.items(US)).isEqualTo(table.items(EU)).hasSize(2);
    table.put(US, "c", 3);
    table.put(EU, "d", 4);
    replication().deliver();
    assertThat(table.items(US)).containsExactly(item("a", 1), item("b", 2), item("c", 3));
    assertThat(table.items(EU)).containsExactly(item("a", 1), item("b", 2), item("d", 4));
  }

  @Test
  void theOthersOfThreeGoOn() {
    table.withReplicas(EU, ASIA);
    leave(US);
    assertIsSingle(table.describe(US));
    assertThat(table.replicas(EU)).isEqualTo(Map.of(ASIA, "ACTIVE"));
    assertThat(table.replicas(ASIA)).isEqualTo(Map.of(EU, "ACTIVE"));
    assertThat(table.describe(EU).disassociationProtectionEnabled()).isTrue();
    table.put(EU, "a", 1);
    table.put(US, "b", 2);
    assertThat(table.items(ASIA)).containsExactly(item("a", 1));
    assertThat(table.items(US)).containsExactly(item("b", 2));
  }

  @Test
  void aTableThatHasLeftCanHaveReplicasAgain() {
    table.withReplicas(EU);
    leave(US);
    assertIsSingle(table.describe(US));
    table.replicate(ASIA);
    table.put(US, "a", 1);
    assertThat(table.items(ASIA)).containsExactly(item("a", 1));
    assertThat(table.items(EU)).isEmpty();
    assertThat(table.describe(US).disassociationProtectionEnabled()).isTrue();
  }

  @Test
  void aReplicaWaitsForDelayedWrites() {
    table.withReplicas(EU);
    replication().delay(Duration.ofMinutes(1));
    table.put(US, "a", 1);
    leave(EU);
    assertThat(table.describe(EU).tableStatus()).isEqualTo("UPDATING");
    table.put(EU, "b", 2);
    table.time.advance(Duration.ofSeconds(59));
    assertThat(table.describe(EU).tableStatus()).isEqualTo("UPDATING");
    table.time.advance(Duration.ofSeconds(1));
    assertIsSingle(table.describe(EU));
    assertThat(table.items(US)).isEqualTo(table.items(EU)).hasSize(2);
  }

  @Test
  void aReplicaWaitsWhileReplicationIsPaused() {
    table.withReplicas(EU, ASIA);
    replication().pause(ASIA, EU);
    leave(EU);
    assertThat(table.describe(EU).tableStatus()).isEqualTo("UPDATING");
    table.put(ASIA, "a", 1);
    assertThat(table.describe(EU).tableStatus()).isEqualTo("UPDATING");
    replication().resume(ASIA, EU);
    assertIsSingle(table.describe(EU));
    assertThat(table.items(EU)).containsExactly(item("a", 1));
  }

  @Test
  void aReplicaWaitsWhileARegionIsCutOff() {
    table.withReplicas(EU);
    replication().cut(US);
    leave(EU);
    table.put(US, "a", 1);
    assertThat(table.describe(EU).tableStatus()).isEqualTo("UPDATING");
    assertThat(table.replicas(US)).isEqualTo(Map.of(EU, "ACTIVE"));
    replication().reconnect(US);
    assertIsSingle(table.describe(US));
    assertIsSingle(table.describe(EU));
    assertThat(table.items(EU)).containsExactly(item("a", 1));
  }

  @Test
  void theBackgroundWorkLetsItLeave() {
    table.withReplicas(EU);
    leave(EU);
    table.time.advance(Duration.ofMinutes(1));
    TableState left = table.in(EU).engine().snapshot().state().findTable(GlobalTables.NAME);
    assertThat(Objects.requireNonNull(left).changes()).isEmpty();
  }

  @Test
  void aCopyGoesOnToWait() {
    table.withReplicas(EU);
    replication().cut(US);
    table.put(US, "a", 1);
    leave(EU);
    try (Database copy = table.home.copy(table.home.snapshots(), 1)) {
      Region there = Objects.requireNonNull(copy.find(EU));
      TableDescription described =
          Objects.requireNonNull(describe(there.engine()::call, GlobalTables.NAME));
      assertIsSingle(described);
      assertThat(scan(there.engine()::call, GlobalTables.NAME))
          .containsExactly(Item.of("PK", "a", "V", 1));
      Audit.check(there.engine());
    }
    assertThat(table.describe(EU).tableStatus()).isEqualTo("UPDATING");
  }

  @Test
  void settingsAreKeptApartIfTheyAreNotReplicated() {
    table.withReplicas(EU);
    table.update(US, UpdateTableInput.builder().globalTableSettingsReplicationMode("DISABLED"));
    for (String region : new String[] {US, EU}) {
      assertThat(table.describe(region).globalTableSettingsReplicationMode()).isEqualTo("DISABLED");
    }
    table.update(EU, UpdateTableInput.builder().tableClass("STANDARD_INFREQUENT_ACCESS"));
    expire(table.home.engine()::call, GlobalTables.NAME, "T");
    assertThat(table.describe(US).tableClassSummary()).isNull();
    assertThat(table.timeToLive(EU)).isEqualTo("DISABLED");
    table.update(EU, UpdateTableInput.builder().globalTableSettingsReplicationMode("ENABLED"));
    table.update(EU, UpdateTableInput.builder().tableClass("STANDARD"));
    assertThat(Objects.requireNonNull(table.describe(US).replicas()).get(0))
        .extracting(replica -> replica.globalTableSettingsReplicationMode())
        .isEqualTo("ENABLED");
  }

  @Test
  void protectionIsThatOfEachReplica() {
    table.withReplicas(EU);
    table.update(EU, UpdateTableInput.builder().disassociationProtectionEnabled(false));
    assertThat(table.describe(EU).disassociationProtectionEnabled()).isFalse();
    assertThat(table.describe(US).disassociationProtectionEnabled()).isTrue();
    table.remove(EU);
    assertIsSingle(table.describe(US));
    table.replicate(EU);
    assertThat(table.describe(EU).disassociationProtectionEnabled()).isTrue();
  }

  @Test
  void theKeysOfReplicasAreDescribedByTheirArns() {
    table.withReplicas(EU);
    table.update(
        US, UpdateTableInput.builder().sseSpecification(new SSESpecification(true, "KMS", null)));
    String own = Objects.requireNonNull(table.describe(US).sseDescription()).kmsMasterKeyArn();
    String theirs = Objects.requireNonNull(table.describe(EU).sseDescription()).kmsMasterKeyArn();
    assertThat(Objects.requireNonNull(table.describe(US).replicas()).get(0).kmsMasterKeyId())
        .isEqualTo(theirs);
    assertThat(Objects.requireNonNull(table.describe(EU).replicas()).get(0).kmsMasterKeyId())
        .isEqualTo(own);
  }
}

package dev.monotable.engine.database;

import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.getConsistent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Replication.Link;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.log.CommitBatch;
import dev.monotable.engine.log.CommitLog;
import dev.monotable.engine.log.CommitQueue;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the fate of a write in the other Regions of a global table. */
class ReplicationTest {
  private static final String US = GlobalTables.HOME;
  private static final String EU = "eu-west-1";

  private GlobalTables table = new GlobalTables().withReplicas(EU);

  @AfterEach
  void close() {
    table.close();
  }

  private Replication replication() {
    return table.home.replication();
  }

  private static String item(String key, int value) {
    return Item.of("PK", key, "V", value).toString();
  }

  @Test
  void aWriteReachesTheOtherRegion() {
    table.put(US, "a", 1);
    assertThat(table.items(EU)).containsExactly(item("a", 1));
    table.put(EU, "a", 2);
    assertThat(table.items(US)).containsExactly(item("a", 2));
    table.delete(US, "a");
    assertThat(table.items(EU)).isEmpty();
  }

  @Test
  void aNewReplicaHasTheItemsThatTheTableHad() {
    table.put(US, "a", 1);
    table.replicate("ap-east-1");
    table.put(EU, "b", 2);
    assertThat(table.items("ap-east-1")).containsExactly(item("a", 1), item("b", 2));
  }

  @Test
  void aReadIsStaleWhileReplicationIsPaused() {
    replication().pause();
    table.put(US, "a", 1);
    assertThat(table.items(EU)).isEmpty();
    assertThat(replication().links())
        .containsExactly(
            new Link(EU, US, true, false, Duration.ZERO, 0),
            new Link(US, EU, true, false, Duration.ZERO, 1));
    replication().resume();
    assertThat(table.items(EU)).containsExactly(item("a", 1));
    assertThat(replication().links())
        .containsExactly(
            new Link(EU, US, false, false, Duration.ZERO, 0),
            new Link(US, EU, false, false, Duration.ZERO, 0));
  }

  @Test
  void aDelayedWriteArrivesWhenTheClockSaysSo() {
    replication().delay(Duration.ofSeconds(1));
    table.put(US, "a", 1);
    assertThat(table.items(EU)).isEmpty();
    table.time.advance(Duration.ofMillis(999));
    assertThat(table.items(EU)).isEmpty();
    table.time.advance(Duration.ofMillis(1));
    assertThat(table.items(EU)).containsExactly(item("a", 1));
  }

  @Test
  void deliverDoesNotWaitForADelay() {
    replication().delay(US, EU, Duration.ofHours(1));
    table.put(US, "a", 1);
    replication().deliver();
    assertThat(table.items(EU)).containsExactly(item("a", 1));
  }

  @Test
  void theLastWriterWins() {
    replication().cut(EU);
    table.put(EU, "a", 1);
    table.time.advance(Duration.ofSeconds(1));
    table.put(US, "a", 2);
    assertThat(table.items(EU)).containsExactly(item("a", 1));
    assertThat(table.items(US)).containsExactly(item("a", 2));
    replication().reconnect(EU);
    assertThat(table.items(EU)).containsExactly(item("a", 2));
    assertThat(table.items(US)).containsExactly(item("a", 2));
  }

  @Test
  void aDeletionWinsOverAnEarlierWrite() {
    table.put(US, "a", 1);
    assertThat(table.items(EU)).containsExactly(item("a", 1));
    replication().cut(EU);
    table.put(EU, "a", 2);
    table.time.advance(Duration.ofSeconds(1));
    table.delete(US, "a");
    replication().reconnect(EU);
    assertThat(table.items(EU)).isEmpty();
    assertThat(table.items(US)).isEmpty();
  }

  @Test
  void aWriteThatHasSeenAVersionIsLaterThanItRegardlessOfTheClocks() {
    table.in(EU).clock().set(EngineExtension.NOON.minusSeconds(60));
    table.put(US, "a", 1);
    assertThat(table.items(EU)).containsExactly(item("a", 1));
    table.put(EU, "a", 2);
    assertThat(table.items(US)).containsExactly(item("a", 2));
  }

  @Test
  void theStreamOfEachRegionHasTheWritesOfBothOnce() {
    table.put(US, "a", 1);
    table.put(EU, "b", 2);
    replication().deliver();
    assertThat(table.events(US)).containsExactly("INSERT null", "INSERT null");
    assertThat(table.events(EU)).containsExactly("INSERT null", "INSERT null");
  }

  @Test
  void onlyTheRegionWhereTtlDeletesAnItemNamesTheServiceInItsStream() {
    expire(table.home.engine()::call, GlobalTables.NAME, "V");
    replication().pause(EU, US);
    table.put(US, "a", (int) EngineExtension.NOON.getEpochSecond() - 60);
    assertThat(table.items(EU)).hasSize(1);
    assertThat(table.home.engine().sweepExpired()).isEqualTo(1);
    assertThat(table.items(EU)).isEmpty();
    assertThat(table.events(US)).containsExactly("INSERT null", "REMOVE dynamodb.amazonaws.com");
    assertThat(table.events(EU)).containsExactly("INSERT null", "REMOVE null");
  }

  @Test
  void aTransactionIsReplicatedItemByItem() {
    table
        .home
        .engine()
        .call(
            Operations.TRANSACT_WRITE_ITEMS,
            TransactWriteItemsInput.builder()
                .transactItems(List.of(transactPut("a"), transactPut("b")))
                .build());
    assertThat(table.items(EU)).containsExactly(item("a", 1), item("b", 1));
  }

  private static TransactWriteItem transactPut(String key) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(GlobalTables.NAME).item(Item.of("PK", key, "V", 1)).build())
        .build();
  }

  @Test
  void aRegionThatMissedWritesWhoseRecordsAreGoneIsComparedInstead() {
    replication().cut(EU);
    table.put(EU, "a", 1);
    table.put(EU, "x", 1);
    table.time.advance(Duration.ofSeconds(1));
    table.put(US, "a", 2);
    table.put(US, "b", 3);
    table.home.engine().trimStreams(0);
    table.put(US, "c", 4);
    replication().reconnect(EU);
    replication().deliver();
    assertThat(table.items(EU))
        .containsExactly(item("a", 2), item("b", 3), item("c", 4), item("x", 1));
    assertThat(table.items(US)).isEqualTo(table.items(EU));
  }

  @Test
  void theMemoryOfVersionsIsBounded() {
    table.close();
    long memory = 64 << 10;
    table =
        new GlobalTables(Limits.builder().memory(m -> m.withMaxStreamBytes(memory)).build())
            .withReplicas(EU);
    replication().cut(EU);
    for (int i = 0; i < 5_000; i++) {
      table.put(US, "K" + i, i);
    }
    assertThat(replication().knownVersions()).isLessThan(2_100);
    replication().reconnect(EU);
    replication().deliver();
    assertThat(table.items(EU)).hasSize(5_000).isEqualTo(table.items(US));
  }

  @Test
  void theNumberOfRegionsIsBounded() {
    for (int i = table.home.regions().size(); i < Database.MAX_REGIONS; i++) {
      table.home.add("test-region-" + i);
    }
    assertThatThrownBy(() -> table.home.add("test-region-0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a database has at most 40 Regions");
    assertThat(GlobalTables.errorOf(() -> table.replicate("ap-east-1")))
        .isEqualTo("Monotable has at most 40 Regions for a database");
  }

  @Test
  void aRegionThatIsSetBackGetsTheWritesOfTheOthersAgain() {
    table.put(US, "a", 1);
    Snapshot before = table.in(EU).engine().snapshot();
    assertThat(table.items(EU)).containsExactly(item("a", 1));
    table.in(EU).restore(before);
    assertThat(table.items(EU)).containsExactly(item("a", 1));
  }

  @Test
  void aForkHasTheRegionsAndTheirReplication() {
    table.put(US, "a", 1);
    Database fork = table.home.home().fork();
    table.put(US, "b", 2);
    Region european = Objects.requireNonNull(fork.find(EU));
    assertThat(
            european
                .engine()
                .call(
                    Operations.SCAN,
                    dev.monotable.model.ScanInput.builder().tableName(GlobalTables.NAME).build())
                .count())
        .isEqualTo(1);
    fork.close();
  }

  @Test
  void resetSetsAllRegionsBack() {
    table.put(US, "a", 1);
    table.home.home().reset();
    assertThat(table.home.engine().call(Operations.LIST_TABLES, listTables()).tableNames())
        .isEmpty();
    assertThat(table.in(EU).engine().call(Operations.LIST_TABLES, listTables()).tableNames())
        .isEmpty();
  }

  /** A log that keeps nothing, and fails when the test says so. */
  private static final class UnreliableLog implements CommitLog {
    private CommitQueue queue;
    private boolean fails;

    @Override
    public void start(CommitQueue commits) {
      queue = commits;
    }

    @Override
    public void commitWaiting() {
      CommitBatch batch = Objects.requireNonNull(queue.take());
      if (fails) {
        batch.fail("full");
      } else {
        batch.succeed();
      }
    }

    @Override
    public void close() {
      queue.close("the database is closed");
    }
  }

  @Test
  void strongConsistencySurvivesALogThatDropsCommits() {
    String ohio = "us-east-2";
    String west = "us-west-2";
    UnreliableLog log = new UnreliableLog();
    table.close();
    table =
        new GlobalTables(
            (identity, config) ->
                identity.region().equals(ohio)
                    ? MonotableEngine.create(config, MonotableEngine.create(config).snapshot(), log)
                    : MonotableEngine.create(config));
    table.withStrongReplicas(ohio, west);
    table.put(US, "a", 1);
    assertThat(strongRead(ohio)).isEqualTo(item("a", 1));
    log.fails = true;
    table.put(US, "a", 2);
    assertThat(strongRead(west)).isEqualTo(item("a", 2));
    assertThat(GlobalTables.errorOf(() -> strongRead(ohio))).isEqualTo("Internal server error");
    log.fails = false;
    assertThat(strongRead(ohio)).isEqualTo(item("a", 2));
    assertThat(table.in(ohio).engine().waitingOperations()).contains("PutItem");
    assertThat(table.home.engine().waitingOperations()).isEmpty();
  }

  private String strongRead(String region) {
    return String.valueOf(
        getConsistent(table.in(region).engine()::call, GlobalTables.NAME, Item.of("PK", "a")));
  }

  private static dev.monotable.model.ListTablesInput listTables() {
    return dev.monotable.model.ListTablesInput.builder().build();
  }
}

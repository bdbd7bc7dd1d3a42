package dev.monotable.engine.replica;

import static dev.monotable.testing.Calls.execute;
import static dev.monotable.testing.Calls.getConsistent;
import static dev.monotable.testing.Calls.putIf;
import static dev.monotable.testing.Calls.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.GlobalTables;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.database.Replication;
import dev.monotable.engine.database.Replication.Link;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.BatchExecuteStatementInput;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchStatementRequest;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.model.PutRequest;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests on a global table with multi-Region strong consistency. */
class StrongReplicationTest {
  private static final String EAST = GlobalTables.HOME;
  private static final String OHIO = "us-east-2";
  private static final String WEST = "us-west-2";
  private static final String NO_QUORUM = "Internal server error";
  private static final String CONFLICT =
      "One or more items in this request are being modified by a request in another Region.";

  private GlobalTables table = new GlobalTables().withStrongReplicas(OHIO, WEST);

  @AfterEach
  void close() {
    table.close();
  }

  private Replication replication() {
    return table.home.replication();
  }

  private MonotableEngine engine(String region) {
    return table.in(region).engine();
  }

  private @Nullable Item read(String region, String key, boolean consistent) {
    return engine(region)
        .call(
            Operations.GET_ITEM,
            GetItemInput.builder()
                .tableName(GlobalTables.NAME)
                .key(Item.of("PK", key))
                .consistentRead(consistent)
                .build())
        .item();
  }

  private @Nullable Item strongly(String region, String key) {
    return read(region, key, true);
  }

  private @Nullable Item eventually(String region, String key) {
    return read(region, key, false);
  }

  private static Item item(String key, int value) {
    return Item.of("PK", key, "V", value);
  }

  private @Nullable String errorOfPut(String region, String key, int value) {
    return GlobalTables.errorOf(() -> table.put(region, key, value));
  }

  private void add(String region, String key, int value) {
    update(engine(region)::call, GlobalTables.NAME, Item.of("PK", key), "ADD V {}", value);
  }

  @Test
  void aWriteIsInAllRegions() {
    table.put(EAST, "a", 1);
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
    assertThat(eventually(WEST, "a")).isEqualTo(item("a", 1));
    add(OHIO, "a", 1);
    add(WEST, "a", 1);
    assertThat(strongly(EAST, "a")).isEqualTo(item("a", 3));
    table.delete(OHIO, "a");
    assertThat(strongly(EAST, "a")).isNull();
    assertThat(strongly(WEST, "a")).isNull();
  }

  @Test
  void aWriteChangesTheLatestVersionAlthoughItsRegionHasAnOlderOne() {
    replication().delay(Duration.ofSeconds(10));
    table.put(EAST, "a", 1);
    assertThat(eventually(OHIO, "a")).isNull();
    add(OHIO, "a", 1);
    assertThat(strongly(WEST, "a")).isEqualTo(item("a", 2));
  }

  @Test
  void anEventuallyConsistentReadIsStaleDuringADelay() {
    replication().delay(Duration.ofSeconds(1));
    table.put(EAST, "a", 1);
    table.time.advance(Duration.ofMillis(500));
    table.put(EAST, "a", 2);
    assertThat(eventually(OHIO, "a")).isNull();
    assertThat(replication().links())
        .contains(new Link(EAST, OHIO, false, false, Duration.ofSeconds(1), 2));
    table.time.advance(Duration.ofMillis(500));
    assertThat(eventually(OHIO, "a")).isEqualTo(item("a", 1));
    table.time.advance(Duration.ofMillis(500));
    assertThat(eventually(OHIO, "a")).isEqualTo(item("a", 2));
  }

  @Test
  void eachStronglyConsistentReadSeesTheLastWrite() {
    replication().delay(Duration.ofSeconds(1));
    table.put(EAST, "a", 1);
    KeysAndAttributes keys =
        KeysAndAttributes.builder().keys(List.of(Item.of("PK", "a"))).consistentRead(true).build();
    assertThat(
            engine(OHIO)
                .call(
                    Operations.BATCH_GET_ITEM,
                    BatchGetItemInput.builder()
                        .requestItems(Map.of(GlobalTables.NAME, keys))
                        .build())
                .responses())
        .isEqualTo(Map.of(GlobalTables.NAME, List.of(item("a", 1))));
    table.put(EAST, "a", 2);
    assertThat(
            engine(OHIO)
                .call(
                    Operations.QUERY,
                    QueryInput.builder()
                        .tableName(GlobalTables.NAME)
                        .keyConditionExpression("PK = :k")
                        .expressionAttributeValues(Item.of(":k", "a"))
                        .consistentRead(true)
                        .build())
                .items())
        .containsExactly(item("a", 2));
    table.put(EAST, "a", 3);
    assertThat(
            engine(OHIO)
                .call(
                    Operations.SCAN,
                    ScanInput.builder().tableName(GlobalTables.NAME).consistentRead(true).build())
                .items())
        .containsExactly(item("a", 3));
    table.put(EAST, "a", 4);
    assertThat(
            engine(OHIO)
                .call(
                    Operations.EXECUTE_STATEMENT,
                    ExecuteStatementInput.builder()
                        .statement("SELECT * FROM \"Music\" WHERE PK = 'a'")
                        .consistentRead(true)
                        .build())
                .items())
        .containsExactly(item("a", 4));
  }

  @Test
  void aRegionThatIsCutOffServesEventuallyConsistentReadsOnly() {
    table.put(EAST, "a", 1);
    replication().cut(OHIO);
    assertThat(errorOfPut(OHIO, "a", 2)).isEqualTo(NO_QUORUM);
    assertThat(GlobalTables.errorOf(() -> strongly(OHIO, "a"))).isEqualTo(NO_QUORUM);
    assertThat(eventually(OHIO, "a")).isEqualTo(item("a", 1));
    add(EAST, "a", 1);
    add(WEST, "a", 1);
    assertThat(strongly(EAST, "a")).isEqualTo(item("a", 3));
    assertThat(eventually(OHIO, "a")).isEqualTo(item("a", 1));
    replication().reconnect(OHIO);
    assertThat(eventually(OHIO, "a")).isEqualTo(item("a", 3));
  }

  @Test
  void aRegionThatComesBackHasAllWritesAlthoughTheirRegionIsCutOffNow() {
    replication().cut(OHIO);
    table.put(EAST, "a", 1);
    replication().reconnect(OHIO);
    replication().cut(EAST);
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
    add(OHIO, "a", 1);
    assertThat(strongly(WEST, "a")).isEqualTo(item("a", 2));
    assertThat(errorOfPut(EAST, "a", 9)).isEqualTo(NO_QUORUM);
    replication().reconnect(EAST);
    assertThat(strongly(EAST, "a")).isEqualTo(item("a", 2));
  }

  @Test
  void nobodyHasAQuorumIfTwoRegionsAreCutOffOrReplicationIsPaused() {
    replication().cut(OHIO);
    replication().cut(WEST);
    assertThat(errorOfPut(EAST, "a", 1)).isEqualTo(NO_QUORUM);
    replication().resume();
    replication().pause();
    assertThat(errorOfPut(EAST, "a", 1)).isEqualTo(NO_QUORUM);
    assertThat(errorOfPut(WEST, "a", 1)).isEqualTo(NO_QUORUM);
    replication().resume();
    table.put(EAST, "a", 1);
    assertThat(strongly(WEST, "a")).isEqualTo(item("a", 1));
  }

  @Test
  void aPauseBetweenTwoRegionsLeavesBothTheThird() {
    replication().pause(EAST, OHIO);
    table.put(EAST, "a", 1);
    assertThat(eventually(OHIO, "a")).isNull();
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
    replication().pause(WEST, OHIO);
    assertThat(errorOfPut(OHIO, "a", 2)).isEqualTo(NO_QUORUM);
  }

  @Test
  void aWitnessIsPartOfTheQuorum() {
    table.close();
    table = new GlobalTables();
    table.create();
    table.strengthen(List.of(OHIO), WEST);
    assertThat(table.home.find(WEST)).isNull();
    replication().cut(OHIO);
    table.put(EAST, "a", 1);
    replication().cut(EAST);
    replication().reconnect(OHIO);
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
    replication().reconnect(EAST);
    replication().cut(WEST);
    assertThat(replication().links())
        .containsExactly(
            new Link(EAST, OHIO, false, false, Duration.ZERO, 0),
            new Link(EAST, WEST, false, true, Duration.ZERO, 0),
            new Link(OHIO, EAST, false, false, Duration.ZERO, 0),
            new Link(OHIO, WEST, false, true, Duration.ZERO, 0));
    add(OHIO, "a", 1);
    replication().cut(OHIO);
    assertThat(errorOfPut(EAST, "a", 9)).isEqualTo(NO_QUORUM);
    replication().reconnect(WEST);
    assertThat(strongly(EAST, "a")).isEqualTo(item("a", 2));
  }

  /** Runs an action while a request to a Region modifies an item. */
  private void during(String region, Runnable action) {
    Admission meanwhile =
        new Admission() {
          @Override
          public void admit(AdmissionRequest request) {
            action.run();
          }
        };
    Admission.Registration registration = engine(region).admit(meanwhile);
    table.put(region, "a", 1);
    registration.close();
  }

  @Test
  void aWriteOfAnItemThatIsBeingModifiedInAnotherRegionFails() {
    List<@Nullable String> errors = new ArrayList<>();
    during(
        EAST,
        () -> {
          errors.add(errorOfPut(OHIO, "a", 2));
          errors.add(errorOfPut(OHIO, "b", 3));
        });
    assertThat(errors).containsExactly(CONFLICT, null);
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
    assertThat(strongly(EAST, "b")).isEqualTo(item("b", 3));
    assertThat(errorOfPut(OHIO, "a", 2)).isNull();
  }

  @Test
  void aBatchLeavesItemsThatAreBeingModifiedInAnotherRegion() {
    List<WriteRequest> left = new ArrayList<>();
    during(
        EAST,
        () ->
            left.addAll(
                Objects.requireNonNull(
                        engine(OHIO)
                            .call(
                                Operations.BATCH_WRITE_ITEM,
                                BatchWriteItemInput.builder()
                                    .requestItems(
                                        Map.of(
                                            GlobalTables.NAME, List.of(put("a", 2), put("b", 2))))
                                    .build())
                            .unprocessedItems())
                    .get(GlobalTables.NAME)));
    assertThat(left).containsExactly(put("a", 2));
    assertThat(strongly(WEST, "a")).isEqualTo(item("a", 1));
    assertThat(strongly(WEST, "b")).isEqualTo(item("b", 2));
  }

  @Test
  void aBatchFailsIfAllItsItemsAreBeingModifiedInAnotherRegion() {
    List<@Nullable String> errors = new ArrayList<>();
    during(
        EAST,
        () ->
            errors.add(
                GlobalTables.errorOf(
                    () ->
                        engine(OHIO)
                            .call(
                                Operations.BATCH_WRITE_ITEM,
                                BatchWriteItemInput.builder()
                                    .requestItems(Map.of(GlobalTables.NAME, List.of(put("a", 2))))
                                    .build()))));
    assertThat(errors).containsExactly(CONFLICT);
  }

  private static WriteRequest put(String key, int value) {
    return WriteRequest.builder().putRequest(new PutRequest(item(key, value))).build();
  }

  @Test
  void statementsAreLikeTheOperations() {
    List<String> codes = new ArrayList<>();
    during(
        EAST,
        () ->
            Objects.requireNonNull(
                    engine(OHIO)
                        .call(
                            Operations.BATCH_EXECUTE_STATEMENT,
                            BatchExecuteStatementInput.builder()
                                .statements(List.of(insertion("a"), insertion("b")))
                                .build())
                        .responses())
                .forEach(
                    response ->
                        codes.add(
                            response.error() == null
                                ? "done"
                                : response.error().code() + ": " + response.error().message())));
    assertThat(codes).containsExactly("InternalServerError: " + CONFLICT, "done");
    assertThat(strongly(WEST, "b")).isEqualTo(Item.of("PK", "b"));
    replication().cut(WEST);
    assertThat(GlobalTables.errorOf(() -> execute(engine(WEST)::call, insertion("c").statement())))
        .isEqualTo(NO_QUORUM);
  }

  private static BatchStatementRequest insertion(String key) {
    return BatchStatementRequest.builder()
        .statement("INSERT INTO \"Music\" VALUE {'PK': '" + key + "'}")
        .build();
  }

  @Test
  void aSlowWriteConflictsWithThoseOfOtherRegions() throws InterruptedException {
    ActiveRule slow =
        engine(EAST)
            .faults()
            .add(
                FaultRule.on(Operations.PUT_ITEM)
                    .inject(
                        new InjectedFault.Latency(
                            Duration.ofHours(1), InjectedFault.LatencyClock.REAL)));
    Thread writer = new Thread(() -> table.put(EAST, "a", 1));
    writer.start();
    while (slow.injected() == 0) {
      Thread.onSpinWait();
    }
    assertThat(errorOfPut(OHIO, "a", 2)).isEqualTo(CONFLICT);
    table.put(OHIO, "b", 2);
    assertThat(strongly(OHIO, "a")).isNull();
    slow.close();
    writer.join();
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
  }

  @Test
  void theStreamOfAReplicaHasTheWritesOfAllRegionsOnce() {
    assertThat(table.describe(EAST).latestStreamArn()).isNull();
    GlobalTables.update(
        table.in(OHIO).engine(),
        UpdateTableInput.builder()
            .tableName(GlobalTables.NAME)
            .streamSpecification(new StreamSpecification(true, "NEW_IMAGE"))
            .build());
    assertThat(table.describe(EAST).latestStreamArn()).isNull();
    table.put(EAST, "a", 1);
    table.put(WEST, "a", 2);
    table.delete(OHIO, "a");
    replication().deliver();
    assertThat(table.events(OHIO)).containsExactly("INSERT null", "MODIFY null", "REMOVE null");
    GlobalTables.update(
        table.in(OHIO).engine(),
        UpdateTableInput.builder()
            .tableName(GlobalTables.NAME)
            .streamSpecification(new StreamSpecification(false, null))
            .build());
    table.put(EAST, "b", 1);
    assertThat(strongly(OHIO, "b")).isEqualTo(item("b", 1));
  }

  @Test
  void aRegionThatMissedMoreThanIsKeptIsCompared() {
    replication().cut(OHIO);
    for (int i = 0; i < 10_001; i++) {
      table.put(EAST, "K" + i % 20, i);
    }
    table.delete(WEST, "K0");
    assertThat(replication().links()).contains(new Link(EAST, OHIO, false, true, Duration.ZERO, 0));
    assertThat(replication().links())
        .contains(new Link(WEST, OHIO, false, true, Duration.ZERO, 19));
    replication().reconnect(OHIO);
    assertThat(table.items(OHIO)).hasSize(19).isEqualTo(table.items(EAST));
  }

  @Test
  void theMemoryOfWhatARegionMissesIsBounded() {
    table.close();
    table =
        new GlobalTables(
                Limits.builder().memory(memory -> memory.withMaxStreamBytes(10_000)).build())
            .withStrongReplicas(OHIO, WEST);
    replication().cut(OHIO);
    table.put(EAST, "a", 1);
    assertThat(replication().links()).contains(new Link(EAST, OHIO, false, true, Duration.ZERO, 1));
    for (int i = 0; i < 100; i++) {
      table.put(EAST, "a", i);
    }
    table.put(EAST, "b", 1);
    // It is compared now: two items differ.
    assertThat(replication().links()).contains(new Link(EAST, OHIO, false, true, Duration.ZERO, 2));
    replication().reconnect(OHIO);
    assertThat(table.items(OHIO)).hasSize(2).isEqualTo(table.items(EAST));
  }

  @Test
  void aRegionThatIsSetBackGetsTheWritesOfTheOthersAgain() {
    Snapshot before = engine(OHIO).snapshot();
    table.put(EAST, "a", 1);
    table.in(OHIO).restore(before);
    assertThat(strongly(OHIO, "a")).isEqualTo(item("a", 1));
  }

  @Test
  void aForkHasTheRegionsAndTheirConsistency() {
    table.put(OHIO, "a", 1);
    replication().cut(WEST);
    add(OHIO, "a", 1);
    try (Database fork = table.home.home().fork()) {
      Region west = Objects.requireNonNull(fork.find(WEST));
      assertThat(getConsistent(west.engine()::call, GlobalTables.NAME, Item.of("PK", "a")))
          .isEqualTo(item("a", 2));
    }
  }

  @Test
  void aFailedConditionSeesTheLatestVersion() {
    replication().delay(Duration.ofSeconds(1));
    table.put(EAST, "a", 1);
    assertThat(
            GlobalTables.errorOf(
                () ->
                    putIf(
                        engine(WEST)::call,
                        GlobalTables.NAME,
                        item("a", 2),
                        "attribute_not_exists(PK)")))
        .isEqualTo("The conditional request failed");
  }
}

package dev.monotable.engine;

import static dev.monotable.engine.EngineExtension.NOON;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Get;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutRequest;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items that are held, by a transaction that takes time or by the test itself. */
class TransactionConflictTest {
  private static final String TABLE = "Orders";
  private static final Duration HOLD = Duration.ofSeconds(2);
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final ManualTime time = new ManualTime(NOON);
  private final MonotableEngine engine =
      MonotableEngine.create(
          EngineConfig.builder()
              .clock(time)
              .scheduler(time)
              .seed(1)
              .delays(Delays.builder().transaction(HOLD).build())
              .build());

  @BeforeEach
  void createTable() {
    engine.call(Operations.CREATE_TABLE, table(TABLE, "pk").build());
  }

  @AfterEach
  void close() {
    Audit.check(engine);
    engine.close();
  }

  private static ErrorCode rejected(ThrowingCallable call) {
    DynamoException rejection = catchThrowableOfType(DynamoException.class, call);
    assertThat(rejection).isNotNull();
    return rejection.code();
  }

  private static void put(MonotableEngine engine, String pk) {
    Calls.put(engine::call, TABLE, Item.of("pk", pk));
  }

  private void transact(String token, String... pks) {
    engine.call(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder()
            .clientRequestToken(token)
            .transactItems(
                List.of(pks).stream()
                    .map(
                        pk ->
                            TransactWriteItem.builder()
                                .put(Put.builder().tableName(TABLE).item(Item.of("pk", pk)).build())
                                .build())
                    .toList())
            .build());
  }

  private void read(String pk) {
    engine.call(
        Operations.TRANSACT_GET_ITEMS,
        TransactGetItemsInput.builder()
            .transactItems(
                List.of(
                    TransactGetItem.builder()
                        .get(Get.builder().tableName(TABLE).key(Item.of("pk", pk)).build())
                        .build()))
            .build());
  }

  @Test
  void aTransactionHoldsItsItemsUntilItsDelayHasElapsed() {
    transact("t1", "a", "b");
    time.advance(HOLD.minus(MOMENT));
    assertThat(rejected(() -> put(engine, "a"))).isEqualTo(ErrorCode.TRANSACTION_CONFLICT);
    assertThat(rejected(() -> transact("t2", "b", "c"))).isEqualTo(ErrorCode.TRANSACTION_CANCELED);
    assertThat(rejected(() -> read("a"))).isEqualTo(ErrorCode.TRANSACTION_CANCELED);
    put(engine, "c");
    time.advance(MOMENT);
    put(engine, "a");
    read("a");
    transact("t2", "b", "c");
    assertThat(rejected(() -> put(engine, "c"))).isEqualTo(ErrorCode.TRANSACTION_CONFLICT);
  }

  @Test
  void aRejectedTransactionHoldsNoItems() {
    transact("t1", "a");
    assertThat(rejected(() -> transact("t2", "a", "b"))).isEqualTo(ErrorCode.TRANSACTION_CANCELED);
    put(engine, "b");
  }

  @Test
  void sameTokenIsInProgressAndThenAnsweredAlike() {
    transact("t1", "a");
    assertThat(rejected(() -> transact("t1", "a"))).isEqualTo(ErrorCode.TRANSACTION_IN_PROGRESS);
    assertThat(rejected(() -> transact("t1", "b")))
        .isEqualTo(ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH);
    time.advance(HOLD);
    transact("t1", "a");
    put(engine, "a");
  }

  @Test
  void expiredHoldsAreRemovedByLaterTransactions() {
    for (int i = 0; i < 50; i++) {
      transact("t" + i, "a" + i, "b" + i, "c" + i);
      time.advance(HOLD);
      Audit.check(engine);
    }
    put(engine, "a0");
    put(engine, "c49");
  }

  @Test
  void batchWriteReturnsHeldItemsAsUnprocessedUnderTheRequestedTableName() {
    WriteRequest held = request("a");
    try (MonotableEngine.HeldItems hold = engine.holdItems(TABLE, Item.of("pk", "a"))) {
      assertThat(hold).isNotNull();
      assertThat(batch(held, request("b"))).isEqualTo(Map.of(TABLE, List.of(held)));
      put(engine.fork(), "c");
    }
    assertThat(batch(held, request("b"))).isEmpty();
  }

  private static WriteRequest request(String pk) {
    return WriteRequest.builder()
        .putRequest(PutRequest.builder().item(Item.of("pk", pk)).build())
        .build();
  }

  private Map<String, List<WriteRequest>> batch(WriteRequest... requests) {
    return engine
        .call(
            Operations.BATCH_WRITE_ITEM,
            BatchWriteItemInput.builder().requestItems(Map.of(TABLE, List.of(requests))).build())
        .unprocessedItems();
  }

  @Test
  void itemsAreHeldUntilTheTestReleasesThem() {
    Snapshot before = engine.snapshot();
    MonotableEngine.HeldItems held =
        engine.holdItems(TABLE, Item.of("pk", "a"), Item.of("pk", "b"));
    time.advance(Duration.ofDays(400));
    assertThat(rejected(() -> put(engine, "a"))).isEqualTo(ErrorCode.TRANSACTION_CONFLICT);
    assertThat(rejected(() -> engine.holdItems(TABLE, Item.of("pk", "b"))))
        .isEqualTo(ErrorCode.TRANSACTION_CONFLICT);
    Snapshot during = engine.snapshot();
    engine.restore(before);
    put(engine, "a");
    engine.restore(during);
    assertThat(rejected(() -> put(engine, "a"))).isEqualTo(ErrorCode.TRANSACTION_CONFLICT);
    held.close();
    put(engine, "a");
    put(engine, "b");
    held.close();
  }

  @Test
  void holdItemsRejectsMissingTablesAndInvalidKeys() {
    assertThat(rejected(() -> engine.holdItems("None", Item.of("pk", "a"))))
        .isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
    assertThat(rejected(() -> engine.holdItems(TABLE, Item.of("id", "a"))))
        .isEqualTo(ErrorCode.VALIDATION);
  }

  @Test
  void tableOfTheSameNameDoesNotInheritHolds() {
    transact("t1", "a");
    drop(engine::call, TABLE);
    createTable();
    put(engine, "a");
  }
}

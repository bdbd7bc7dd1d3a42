package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Put;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.value.Item;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a ledger counts, and its bounds, with the table of the orders. */
class LedgerRecorderTest {
  private static final String TABLE = "MainTable";

  private MonotableEngine engine;
  private Requests requests;

  @BeforeEach
  void start() {
    engine = ExampleDesign.ORDERS.engine();
    requests = new Requests(engine);
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  private LedgerRecorder recorder(LedgerBounds bounds) {
    LedgerRecorder recorder = new LedgerRecorder(null, bounds);
    ObservedTables.of(engine).forEach(recorder::addTable);
    engine.observe(request -> recorder.accept(request, new RequestContext("ATest.one", null)));
    return recorder;
  }

  @Test
  void manyWordsInOneAttributeAreValues() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);

    for (int i = 0; i < 20; i++) {
      requests.get(TABLE, Item.of("PK", "name" + (char) ('a' + i), "SK", "PROFILE"));
    }

    Ledger ledger = recorder.ledger();
    assertThat(ledger.entries())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.shape()).hasToString("GetItem MainTable PK = {} and SK = PROFILE");
              assertThat(entry.requests().requests()).isEqualTo(20);
              assertThat(entry.reads().missing()).isEqualTo(20);
              assertThat(entry.readUnits()).isEqualTo(10);
            });
  }

  @Test
  void shapesWithoutRoomAreUncounted() {
    LedgerRecorder recorder = recorder(new LedgerBounds(1, 1, 1, 1, 1));

    requests.get(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
    requests.get(TABLE, Item.of("PK", "USER#2", "SK", "PROFILE"));
    requests.get(TABLE, Item.of("PK", "USER#1", "SK", "ORDER#1"));

    Ledger ledger = recorder.ledger();
    assertThat(ledger.entries()).hasSize(1);
    assertThat(ledger.entries().get(0).samples().first()).hasSize(1);
    assertThat(ledger.totals().requests()).isEqualTo(3);
    assertThat(ledger.totals().uncounted()).isEqualTo(1);
  }

  @Test
  void pagesAreFollowedOrNot() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);
    for (int i = 0; i < 4; i++) {
      requests.put(TABLE, Item.of("PK", "USER#1", "SK", "ORDER#" + i));
    }

    Item first =
        requests.query(TABLE, null, "PK = 'USER#1'", query -> query.limit(2)).lastEvaluatedKey();
    requests.query(TABLE, null, "PK = 'USER#1'", query -> query.limit(1).exclusiveStartKey(first));

    assertThat(recorder.ledger().entries())
        .filteredOn(entry -> entry.shape().operation().equals("Query"))
        .extracting(entry -> entry.shape().mode().limit(), LedgerEntry::paging)
        .isEqualTo(
            List.of(
                tuple(2, new PagingCounts(1, 1, 0, 0, 0, 0)),
                tuple(1, new PagingCounts(1, 0, 0, 0, 0, 0))));
  }

  @Test
  void unprocessedKeysAreRetriedOrNot() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);
    InjectedFault fault = new InjectedFault.Unprocessed(1, 1);

    inject(fault, 1);
    requests.getBatch(TABLE, List.of(user("1"), user("2"), user("3")));
    requests.getBatch(TABLE, List.of(user("3")));
    inject(fault, 1);
    requests.getBatch(TABLE, List.of(user("4"), user("5")));
    requests.getBatch(TABLE, List.of(user("6")));

    assertThat(paging(recorder)).isEqualTo(new PagingCounts(0, 0, 2, 1, 0, 0));
  }

  @Test
  void unprocessedItemsAreRetriedOrNot() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);
    InjectedFault fault = new InjectedFault.Unprocessed(1, 1);

    inject(fault, 1);
    requests.putBatch(TABLE, List.of(user("1"), user("2")));
    requests.putBatch(TABLE, List.of(user("2")));
    inject(fault, 1);
    requests.putBatch(TABLE, List.of(user("3"), user("4")));

    assertThat(paging(recorder)).isEqualTo(new PagingCounts(0, 0, 2, 1, 0, 0));
  }

  @Test
  void throttledRequestsAreRepeatedOrNot() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);
    inject(new InjectedFault.Throttle(null), 2);

    fail(() -> requests.get(TABLE, user("1")));
    fail(() -> requests.get(TABLE, user("1")));
    requests.get(TABLE, user("1"));
    inject(new InjectedFault.Throttle(null), 1);
    fail(() -> requests.get(TABLE, user("2")));

    assertThat(recorder.ledger().entries())
        .extracting(entry -> entry.shape().toString(), LedgerEntry::paging)
        .isEqualTo(
            List.of(
                tuple("GetItem MainTable", new PagingCounts(0, 0, 0, 0, 3, 2)),
                tuple("GetItem MainTable PK = USER#{} and SK = PROFILE", PagingCounts.NONE)));
  }

  @Test
  void conflictsOfTransactionsAreRepeatedOrNot() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);
    inject(new InjectedFault.TransactionConflict(), 1);

    fail(() -> requests.transact(Requests.putAction(TABLE, user("1"))));
    requests.transact(Requests.putAction(TABLE, user("1")));
    fail(
        () ->
            requests.transact(
                TransactWriteItem.builder()
                    .put(
                        Put.builder()
                            .tableName(TABLE)
                            .item(user("1"))
                            .conditionExpression("attribute_not_exists(PK)")
                            .build())
                    .build()));

    assertThat(recorder.ledger().entries())
        .extracting(LedgerEntry::paging)
        .filteredOn(paging -> !paging.equals(PagingCounts.NONE))
        .isEqualTo(List.of(new PagingCounts(0, 0, 0, 0, 1, 1)));
  }

  private static Item user(String id) {
    return Item.of("PK", "USER#" + id, "SK", "PROFILE");
  }

  private void inject(InjectedFault fault, int times) {
    engine.faults().add(FaultRule.on().times(times).inject(fault));
  }

  private static void fail(ThrowingCallable request) {
    assertThat(catchThrowableOfType(DynamoException.class, request)).isNotNull();
  }

  private static PagingCounts paging(LedgerRecorder recorder) {
    return recorder.ledger().entries().get(0).paging();
  }

  @Test
  void aPutOverAnItemReplacesIt() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);

    requests.put(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
    requests.put(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE", "name", "Anna"));

    assertThat(recorder.ledger().entries())
        .singleElement()
        .extracting(LedgerEntry::writes)
        .isEqualTo(new WriteCounts(2, 1, 1, 0, 42, java.util.Map.of()));
  }
}

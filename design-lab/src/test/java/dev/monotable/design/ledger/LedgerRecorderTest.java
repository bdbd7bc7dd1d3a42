package dev.monotable.design.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.util.List;
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
    assertThat(ledger.entries().get(0).samples()).hasSize(1);
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
        requests
            .query(TABLE, null, "PK = :pk", query -> query.limit(2), ":pk", "USER#1")
            .lastEvaluatedKey();
    requests.query(
        TABLE, null, "PK = :pk", query -> query.limit(1).exclusiveStartKey(first), ":pk", "USER#1");

    assertThat(recorder.ledger().entries())
        .filteredOn(entry -> entry.shape().operation().equals("Query"))
        .extracting(entry -> entry.shape().mode().limit(), LedgerEntry::paging)
        .isEqualTo(
            List.of(
                tuple(2, new PagingCounts(1, 1, 0, 0, 0, 0)),
                tuple(1, new PagingCounts(1, 0, 0, 0, 0, 0))));
  }

  @Test
  void aPutOverAnItemReplacesIt() {
    LedgerRecorder recorder = recorder(LedgerBounds.DEFAULT);

    requests.put(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));
    requests.put(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE", "name", "Anna"));

    assertThat(recorder.ledger().entries())
        .singleElement()
        .extracting(LedgerEntry::writes)
        .isEqualTo(new WriteCounts(2, 1, 1, 42, java.util.Map.of()));
  }
}

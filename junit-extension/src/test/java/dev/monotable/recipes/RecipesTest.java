package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Monotable;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.InjectedFault.Lag;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import dev.monotable.model.Operations;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The recipes of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Table(Order.class)
class RecipesTest {
  private final Monotable db;
  private final Orders orders;

  RecipesTest(DynamoDbClient dynamo, Monotable db) {
    this.db = db;
    this.orders = new Orders(dynamo);
  }

  // guide: throttling
  @Test
  void placesAnOrderAlthoughDynamoDbThrottles() {
    ActiveRule rule = db.faults().on(Operations.PUT_ITEM).table("Order").times(2).throttle();

    orders.place("ada", "1");

    assertThat(rule.injected()).isEqualTo(2);
    assertThat(db.requests()).hasSize(3); // two attempts of the SDK failed
    assertThat(orders.numbers("ada")).containsExactly("1");
  }

  @Test
  void reportsThrottlingThatDoesNotEnd() {
    db.faults().on(Operations.PUT_ITEM).table("Order").throttle();

    assertThatThrownBy(() -> orders.place("ada", "1"))
        .isInstanceOfSatisfying(
            DynamoDbException.class, e -> assertThat(e.isThrottlingException()).isTrue());
  }

  // end

  // guide: locking
  @Test
  void theSecondOfTwoUpdatesFails(DynamoDbTable<Order> table) {
    table.putItem(Order.of("ada", "1", "NEW", 500));
    Order mine = table.getItem(Order.of("ada", "1", null, 0));
    Order theirs = table.getItem(Order.of("ada", "1", null, 0));

    theirs.setStatus("SHIPPED");
    table.updateItem(theirs);

    mine.setStatus("CANCELED");
    assertThatThrownBy(() -> table.updateItem(mine))
        .isInstanceOf(ConditionalCheckFailedException.class);
  }

  // end

  // guide: pages
  @Test
  void returnsTheOrdersOfAllPages() {
    for (int i = 1; i <= 5; i++) {
      orders.place("ada", "order-" + i);
    }
    db.faults().on(Operations.QUERY).pagesOf(2);

    assertThat(orders.numbers("ada"))
        .containsExactly("order-1", "order-2", "order-3", "order-4", "order-5");
  }

  // end

  // guide: unprocessed
  @Test
  void repeatsUnprocessedItems() {
    db.faults().on(Operations.BATCH_WRITE_ITEM).times(2).unprocessed(3);

    orders.placeAll("ada", List.of("1", "2", "3", "4", "5"));

    assertThat(orders.numbers("ada")).containsExactly("1", "2", "3", "4", "5");
  }

  // end

  // guide: conflict
  @Test
  void triesAgainAfterAConflict() {
    orders.placeAll("ada", List.of("1", "2"));
    db.faults().on(Operations.TRANSACT_WRITE_ITEMS).times(2).transactionConflict();

    orders.shipTogether("ada", "1", "2");

    assertThat(orders.withStatus("SHIPPED")).containsExactly("1", "2");
  }

  @Test
  void doesNotTryAgainIfAnOrderIsMissing() {
    orders.place("ada", "1");

    assertThatThrownBy(() -> orders.shipTogether("ada", "1", "2"))
        .isInstanceOf(TransactionCanceledException.class);
    assertThat(orders.withStatus("SHIPPED")).isEmpty();
  }

  // end

  // guide: lag
  @Test
  void doesNotCancelAnOrderThatTheIndexStillShowsAsNew() {
    orders.placeAll("ada", List.of("1", "2", "3"));
    db.faults().on(Operations.QUERY).index("byStatus").laggingIndex(Lag.ofCommits(1));
    orders.shipTogether("ada", "1", "2");

    assertThat(orders.withStatus("NEW")).containsExactly("1", "2", "3"); // the index lags
    assertThat(orders.cancel("ada", "1")).isFalse();
    assertThat(orders.cancel("ada", "3")).isTrue();
  }
  // end
}

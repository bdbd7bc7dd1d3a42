package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import dev.monotable.model.Operations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The requests and the faults of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Table(Order.class)
class RequestsTest {
  private final Orders orders;
  private final Monotable db;

  RequestsTest(DynamoDbClient dynamo, Monotable db) {
    this.orders = new Orders(dynamo);
    this.db = db;
  }

  // guide: requests
  @Test
  void findsOrdersByStatusWithoutAScan() {
    orders.place("ada", "1");
    db.clearRequests();

    orders.withStatus("NEW");

    assertThat(db.requests())
        .extracting(ObservedRequest::operation)
        .containsExactly(Operations.QUERY);
    assertThat(db.requests().get(0)).asString().startsWith("Query Order.byStatus status = \"NEW\"");
  }

  // end

  // guide: faults
  @Test
  void survivesAnUnreliableDatabase() {
    db.faults().reset(4711); // the seed: the same requests fail again
    ActiveRule rule = db.faults().on(Operations.PUT_ITEM).probability(0.2).serverError();

    for (int i = 0; i < 50; i++) {
      orders.place("ada", "order-" + i);
    }

    assertThat(orders.numbers("ada")).hasSize(50);
    assertThat(rule.injected()).isPositive();
  }
  // end
}

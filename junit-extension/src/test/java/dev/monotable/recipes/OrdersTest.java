package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The first test of docs/testing.md. */
@Timeout(600)
// guide: first
@MonotableTest
@Table(Order.class)
class OrdersTest {
  @Test
  void returnsTheOrdersOfACustomer(DynamoDbClient dynamo) {
    Orders orders = new Orders(dynamo); // your code

    orders.place("ada", "1");
    orders.place("ada", "2");
    orders.place("ben", "3");

    assertThat(orders.numbers("ada")).containsExactly("1", "2");
  }
}
// end

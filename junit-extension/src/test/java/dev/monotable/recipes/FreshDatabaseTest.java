package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The isolation of docs/testing.md. */
@Timeout(600)
// guide: isolation
@MonotableTest
@Table(Order.class)
class FreshDatabaseTest {
  @BeforeAll
  static void placeTwoOrders(DynamoDbClient dynamo) {
    new Orders(dynamo).placeAll("ada", List.of("1", "2"));
  }

  @Test
  void startsWithTwoOrders(DynamoDbClient dynamo) {
    Orders orders = new Orders(dynamo);
    assertThat(orders.numbers("ada")).hasSize(2);
    orders.place("ada", "3");
  }

  @Test
  void startsWithTwoOrdersToo(DynamoDbClient dynamo) {
    Orders orders = new Orders(dynamo);
    assertThat(orders.numbers("ada")).hasSize(2);
    orders.place("ada", "4");
  }
}
// end

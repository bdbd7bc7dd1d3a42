package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import dev.monotable.junit.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The recipe for golden data of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Schema("template.yaml")
@Seed("orders.json")
class GoldenDataTest {
  // guide: golden
  @Test
  void shipsTwoOrders(DynamoDbClient dynamo, Monotable db) {
    new Orders(dynamo).shipTogether("ada", "1", "2");

    assertThat(db.dump("Order"))
        .isEqualTo(
            """
            Order (customer, number): 3 items
            "ada"  "1"  status: "SHIPPED"
                   "2"  status: "SHIPPED"
            "ben"  "3"  status: "SHIPPED"
            """);
  }
  // end
}

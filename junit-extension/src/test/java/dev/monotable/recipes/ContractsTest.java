package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Monotable;
import dev.monotable.junit.AccessPattern;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import dev.monotable.junit.Seed;
import dev.monotable.pattern.BrokenContractError;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The recipe for contracts of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Schema("template.yaml")
@Seed("orders.json")
class ContractsTest {
  // guide: annotation
  @Test
  @AccessPattern(value = "orders of a customer", maxRequests = 1, maxReadUnits = 0.5, noScan = true)
  void returnsTheOrdersOfACustomer(DynamoDbClient dynamo) {
    assertThat(new Orders(dynamo).numbers("ada")).containsExactly("1", "2");
  }

  // end

  // guide: block
  @Test
  void shipsTheNewOrders(DynamoDbClient dynamo, Monotable db) {
    Orders orders = new Orders(dynamo);

    List<String> open =
        db.pattern("new orders")
            .index("byStatus")
            .maxRequests(1)
            .call(() -> orders.withStatus("NEW"));
    db.pattern("ship two orders")
        .maxRequests(1)
        .run(() -> orders.shipTogether("ada", open.get(0), open.get(1)));

    assertThat(orders.withStatus("NEW")).isEmpty();
  }

  // end

  @Test
  void aBrokenContractSaysWhatWouldHaveBeenEnough(DynamoDbClient dynamo, Monotable db) {
    Orders orders = new Orders(dynamo);
    assertThatThrownBy(
            () ->
                db.pattern("place two orders")
                    .maxRequests(1)
                    .run(
                        () -> {
                          orders.place("ben", "7");
                          orders.place("ben", "8");
                        }))
        .isInstanceOf(BrokenContractError.class)
        .hasMessage(
            """
            The access pattern "place two orders" breaks its contract:
              2 requests, at most 1 allowed
                PutItem Order customer = "ben" and number = "7": 2 write units
                PutItem Order customer = "ben" and number = "8": 2 write units
                enough: one BatchWriteItem instead of 2 PutItem requests\
            """);
  }

  // guide: design
  @Nested
  @MonotableTest(design = "orders-design.yaml")
  class ByDesign {
    @Test
    @AccessPattern("orders of a customer") // with the budget of the design
    void returnsTheOrdersOfACustomer(DynamoDbClient dynamo) {
      assertThat(new Orders(dynamo).numbers("ada")).containsExactly("1", "2");
    }

    @Test // each request has to keep the budget of the access pattern that declares it
    void shipsTwoOrders(DynamoDbClient dynamo) {
      new Orders(dynamo).shipTogether("ada", "1", "2");
    }
  }
  // end
}

package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.NotInjected;
import dev.monotable.junit.Table;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Recipes of docs/testing.md for what is not obvious. */
@Timeout(600)
class MoreRecipesTest {
  @Nested
  @MonotableTest
  @Table(Order.class)
  class Batches {
    // guide: batch-get
    @Test
    void readsSeveralOrders(DynamoDbClient dynamo) {
      new Orders(dynamo).placeAll("ada", List.of("1", "2", "3"));

      List<Map<String, AttributeValue>> items =
          dynamo
              .batchGetItem(
                  r ->
                      r.requestItems(
                          Map.of(
                              "Order",
                              KeysAndAttributes.builder()
                                  .keys(List.of(Orders.key("ada", "3"), Orders.key("ada", "1")))
                                  .build())))
              .responses()
              .get("Order");

      assertThat(items)
          .extracting(item -> item.get("number").s())
          .containsExactlyInAnyOrder("1", "3"); // not containsExactly("3", "1")
    }
    // end
  }

  @Nested
  @MonotableTest
  @Table(Order.class)
  class Held {
    @Test
    void anItemThatIsHeldRejectsWrites(DynamoDbClient dynamo, Monotable db) {
      Orders orders = new Orders(dynamo);
      try (var held = db.engine().holdItems("Order", Item.of("customer", "ada", "number", "1"))) {
        assertThatThrownBy(() -> orders.place("ada", "1"))
            .as("while %s", held)
            .isInstanceOf(TransactionConflictException.class);
      }
      orders.place("ada", "1");
      assertThat(orders.numbers("ada")).containsExactly("1");
    }
  }

  @Nested
  @MonotableTest
  @Table(Order.class)
  class Asynchronous {
    // guide: before-all
    @BeforeAll
    static void placeTwoOrders(DynamoDbAsyncClient dynamo) {
      CompletableFuture<?> first =
          dynamo.putItem(r -> r.tableName("Order").item(Orders.key("ada", "1")));
      CompletableFuture<?> second =
          dynamo.putItem(r -> r.tableName("Order").item(Orders.key("ada", "2")));

      CompletableFuture.allOf(first, second).join(); // what is late goes to the database of a test
    }

    // end

    @RepeatedTest(2)
    void eachTestStartsWithTwoOrders(DynamoDbClient dynamo) {
      assertThat(new Orders(dynamo).numbers("ada")).containsExactly("1", "2");
      new Orders(dynamo).cancel("ada", "1");
    }
  }

  @Nested
  @MonotableTest
  @Table(Order.class)
  class Dynamic {
    // guide: dynamic
    @TestFactory
    Stream<DynamicTest> eachCustomerHasOneOrder(DynamoDbClient dynamo, Monotable db) {
      Orders orders = new Orders(dynamo);
      orders.place("ada", "1");
      db.setResetPoint();

      return Stream.of("2", "3")
          .map(
              number ->
                  DynamicTest.dynamicTest(
                      "order " + number,
                      () -> {
                        db.reset(); // all dynamic tests of a factory share its database
                        orders.place("ada", number);
                        assertThat(orders.numbers("ada")).containsExactly("1", number);
                      }));
    }
    // end
  }

  @Nested
  @MonotableTest
  @Table(Order.class)
  class Arguments {
    private static final Monotable ARCHIVE = Monotable.builder().table(Order.class).create();

    static Stream<DynamoDbClient> clients() {
      return Stream.of(ARCHIVE.client());
    }

    // guide: not-injected
    @ParameterizedTest
    @MethodSource("clients")
    void archivesOrders(@NotInjected DynamoDbClient archive, DynamoDbClient dynamo) {
      new Orders(dynamo).placeAll("ada", List.of("1", "2"));

      new Orders(archive).placeAll("ada", new Orders(dynamo).numbers("ada"));

      assertThat(new Orders(archive).numbers("ada")).containsExactly("1", "2");
    }

    // end

    @AfterAll
    static void closeTheArchive() {
      ARCHIVE.close();
    }
  }

  // guide: spring
  @Configuration
  static class OrdersConfiguration {
    @Bean
    Orders orders(DynamoDbClient dynamo) {
      return new Orders(dynamo);
    }
  }

  @Nested
  @MonotableTest
  @Table(Order.class)
  @SpringJUnitConfig(OrdersConfiguration.class)
  class WithSpring {
    @Autowired private Orders orders;

    @Test
    void aCustomerHasNoOrdersAtFirst() {
      assertThat(orders.numbers("ada")).isEmpty();
    }
  }
  // end
}

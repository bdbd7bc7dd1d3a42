package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.Customer;
import dev.monotable.Monotable;
import dev.monotable.Purchase;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests the tables that beans declare. */
@Timeout(600)
class TableTest {
  @Nested
  @MonotableTest
  @Table(
      name = "Shop",
      value = {Purchase.class, Customer.class})
  @Table(Counter.class)
  class OnAClass {
    @BeforeEach
    void addAPurchase(DynamoDbTable<Purchase> purchases) {
      purchases.putItem(Purchase.of("ada", "2026-01-01", "book", 1999));
    }

    @RepeatedTest(2)
    void theTablesExist(DynamoDbClient client, DynamoDbTable<Counter> counters) {
      assertThat(client.listTables().tableNames()).containsExactly("Counter", "Shop");
      assertThat(counters.scan().items()).isEmpty();
      counters.putItem(Counter.of(1, 1));
    }

    @Test
    void indexesAreQueried(DynamoDbTable<Purchase> purchases) {
      assertThat(
              purchases
                  .index("byProduct")
                  .query(q -> q.queryConditional(keyEqualTo("book")))
                  .stream()
                  .flatMap(page -> page.items().stream())
                  .map(Purchase::getCents))
          .containsExactly(1999L);
    }

    @Test
    void bothBeansShareATable(
        DynamoDbTable<Purchase> purchases, DynamoDbAsyncTable<Customer> customers)
        throws Exception {
      assertThat(customers.tableName()).isEqualTo(purchases.tableName()).isEqualTo("Shop");
      assertThat(
              customers.describeTable().get(240, TimeUnit.SECONDS).table().globalSecondaryIndexes())
          .hasSize(2);
    }

    @Test
    @Table(name = "OfTheMethod", value = Customer.class)
    void aMethodAddsATable(DynamoDbClient client) {
      assertThat(client.listTables().tableNames())
          .containsExactly("Counter", "OfTheMethod", "Shop");
    }

    @Test
    void aParameterNamesItsTable(
        @Table(name = "More") DynamoDbTable<Counter> more, DynamoDbClient client) {
      more.putItem(Counter.of(1, 5));

      assertThat(client.listTables().tableNames()).containsExactly("Counter", "More", "Shop");
      assertThat(more.getItem(Key.builder().partitionValue(1).build()).getCount()).isEqualTo(5);
    }

    @Nested
    @Table(name = "Inner", value = Customer.class)
    class Inner {
      @Test
      void aNestedClassAddsATable(DynamoDbClient client) {
        assertThat(client.listTables().tableNames()).containsExactly("Counter", "Inner", "Shop");
      }
    }
  }

  @Nested
  class OnABuilder {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder().table("Counters", Counter.class).build();

    @RepeatedTest(2)
    void theTableExists(DynamoDbTable<Counter> counters, Monotable handle) {
      counters.putItem(Counter.of(1, 1));

      assertThat(counters.scan().items()).hasSize(1);
      assertThat(counters.tableName()).isEqualTo("Counters");
      assertThat(handle.client().listTables().tableNames()).containsExactly("Counters");
    }
  }

  private static software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional keyEqualTo(
      String value) {
    return software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional.keyEqualTo(
        Key.builder().partitionValue(value).build());
  }
}

package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.Injected;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

// guide: injected
@MonotableTest
@Table(Order.class)
class InjectedOrdersTest {
  @Injected private DynamoDbClient dynamo;
  @Injected private DynamoDbTable<Order> table;

  @Test
  void aNewOrderHasTheStatusNew() {
    new Orders(dynamo).place("ada", "1");

    assertThat(table.getItem(Order.of("ada", "1", null, 0)).getStatus()).isEqualTo("NEW");
  }
}
// end

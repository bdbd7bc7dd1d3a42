package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import dev.monotable.junit.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tables and items from files, in docs/testing.md. */
@Timeout(600)
// guide: files
@MonotableTest
@Schema("template.yaml")
@Seed("orders.json")
class OrderFilesTest {
  @Test
  void findsNewOrders(DynamoDbClient dynamo) {
    assertThat(new Orders(dynamo).withStatus("NEW")).containsExactly("1", "2");
  }
}
// end

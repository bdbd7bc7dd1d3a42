package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The recipe for parallel tests of docs/testing.md. */
@Timeout(600)
// guide: parallel
@MonotableTest
@Table(Order.class)
@Execution(ExecutionMode.CONCURRENT)
class ParallelTest {
  @RepeatedTest(8)
  void eachTestHasItsOwnTable(DynamoDbClient dynamo) {
    Orders orders = new Orders(dynamo);

    orders.place("ada", "1");

    assertThat(orders.numbers("ada")).containsExactly("1");
  }
}
// end

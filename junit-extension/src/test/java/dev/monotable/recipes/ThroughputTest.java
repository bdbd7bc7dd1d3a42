package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The throughput of docs/testing.md. */
@Timeout(600)
@MonotableTest
class ThroughputTest {
  @BeforeEach
  @SuppressWarnings("unchecked") // the SDK has generic arrays as variable arguments
  void createATableWithTwoWriteUnits(Monotable db, DynamoDbClient dynamo) {
    db.clock().freeze();
    dynamo.createTable(
        r ->
            r.tableName("Visit")
                .attributeDefinitions(
                    a -> a.attributeName("page").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("page").keyType("HASH"))
                .provisionedThroughput(t -> t.readCapacityUnits(2L).writeCapacityUnits(2L)));
  }

  private static int visits(DynamoDbClient dynamo) {
    for (int count = 0; ; count++) {
      try {
        dynamo.putItem(
            r -> r.tableName("Visit").item(Map.of("page", AttributeValue.fromS("home"))));
      } catch (ProvisionedThroughputExceededException e) {
        return count;
      }
    }
  }

  // guide: throughput
  @Test
  void aBurstIsUsedUpAndRefilled(Monotable db, DynamoDbClient dynamo) {
    db.throttle();
    assertThat(visits(dynamo)).isEqualTo(602); // two write units a second, and 300 seconds of them

    db.clock().advance(Duration.ofSeconds(1));
    assertThat(visits(dynamo)).isEqualTo(2);

    db.clock().advance(Duration.ofMinutes(5));
    assertThat(visits(dynamo)).isEqualTo(600);
  }

  // end
}

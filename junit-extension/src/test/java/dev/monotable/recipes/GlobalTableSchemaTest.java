package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** The global table of a template, in each test anew. */
@MonotableTest
@Schema("global-table.yaml")
class GlobalTableSchemaTest {
  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("1"));

  @BeforeAll
  static void write(DynamoDbClient dynamo) {
    dynamo.putItem(r -> r.tableName("User").item(KEY));
  }

  private static boolean isFound(Monotable db) {
    return db.client().getItem(r -> r.tableName("User").key(KEY).consistentRead(true)).hasItem();
  }

  @RepeatedTest(2)
  void eachTestStartsWithTheReplicas(Monotable db) {
    Monotable ohio = db.region("us-east-2");
    assertThat(isFound(ohio)).isTrue();
    ohio.client().deleteItem(r -> r.tableName("User").key(KEY));
    assertThat(isFound(db)).isFalse();
    db.replication().cut("us-west-2");
    db.replication().cut("us-east-2");
    assertThatExceptionOfType(InternalServerErrorException.class).isThrownBy(() -> isFound(db));
  }
}

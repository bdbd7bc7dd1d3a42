package dev.monotable.junit;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables whose key is the string {@code id}. */
final class TestTables {
  private TestTables() {}

  static void create(DynamoDbClient client, String table) {
    client.createTable(
        r ->
            r.tableName(table)
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }

  static void put(DynamoDbClient client, String table, String id) {
    client.putItem(r -> r.tableName(table).item(task(id)));
  }

  static Map<String, AttributeValue> task(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  static List<String> ids(DynamoDbClient client, String table) {
    return client.scan(r -> r.tableName(table)).items().stream()
        .map(item -> item.get("id").s())
        .toList();
  }
}

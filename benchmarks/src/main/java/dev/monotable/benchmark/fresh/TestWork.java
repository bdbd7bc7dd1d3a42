package dev.monotable.benchmark.fresh;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The work of each test: four tables of two indexes, a put and a query. */
final class TestWork {
  private static final int TABLES = 4;

  private TestWork() {}

  static void createTables(DynamoDbClient client) {
    for (int i = 0; i < TABLES; i++) {
      client.createTable(table("Table" + i));
    }
  }

  static void putAndQuery(DynamoDbClient client, int test) {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS("USER#" + test),
            "SK", AttributeValue.fromS("ORDER#1"),
            "GSI1PK", AttributeValue.fromS("DAY#1"),
            "GSI2PK", AttributeValue.fromS("PRODUCT#1"),
            "price", AttributeValue.fromN("1999"));
    client.putItem(r -> r.tableName("Table0").item(item));
    List<Map<String, AttributeValue>> found =
        client
            .query(
                r ->
                    r.tableName("Table0")
                        .keyConditionExpression("PK = :user AND begins_with(SK, :orders)")
                        .expressionAttributeValues(
                            Map.of(
                                ":user", AttributeValue.fromS("USER#" + test),
                                ":orders", AttributeValue.fromS("ORDER#"))))
            .items();
    if (!found.equals(List.of(item))) {
      throw new AssertionError("unexpected items: " + found);
    }
  }

  private static CreateTableRequest table(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(text("PK"), text("SK"), text("GSI1PK"), text("GSI2PK"))
        .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE))
        .globalSecondaryIndexes(index("GSI1", "GSI1PK"), index("GSI2", "GSI2PK"))
        .build();
  }

  private static GlobalSecondaryIndex index(String name, String partitionKey) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(partitionKey, KeyType.HASH), key("SK", KeyType.RANGE))
        .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
        .build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}

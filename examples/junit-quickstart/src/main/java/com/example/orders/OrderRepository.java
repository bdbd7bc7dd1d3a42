package com.example.orders;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Stores the orders of users in one DynamoDB table. */
public final class OrderRepository {
  private static final String TABLE = "Orders";

  private final DynamoDbClient dynamo;

  public OrderRepository(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  /** Creates the table and waits until it is ACTIVE. */
  public void createTable() {
    dynamo.createTable(
        r ->
            r.tableName(TABLE)
                .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE))
                .attributeDefinitions(text("PK"), text("SK"))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    dynamo.waiter().waitUntilTableExists(r -> r.tableName(TABLE));
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  /**
   * Stores an order unless the user already has an order with this ID.
   *
   * @param cents the total of the order, in cents
   * @return false if the order exists already
   */
  public boolean place(String user, String order, int cents) {
    try {
      dynamo.putItem(
          r ->
              r.tableName(TABLE)
                  .item(
                      Map.of(
                          "PK", AttributeValue.fromS("USER#" + user),
                          "SK", AttributeValue.fromS("ORDER#" + order),
                          "cents", AttributeValue.fromN(Integer.toString(cents))))
                  .conditionExpression("attribute_not_exists(PK)"));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** Returns the IDs of a user's orders in descending order. */
  public List<String> orders(String user) {
    return dynamo
        .queryPaginator(
            r ->
                r.tableName(TABLE)
                    .keyConditionExpression("PK = :user AND begins_with(SK, :order)")
                    .expressionAttributeValues(
                        Map.of(
                            ":user", AttributeValue.fromS("USER#" + user),
                            ":order", AttributeValue.fromS("ORDER#")))
                    .scanIndexForward(false))
        .items()
        .stream()
        .map(item -> item.get("SK").s().substring("ORDER#".length()))
        .toList();
  }
}

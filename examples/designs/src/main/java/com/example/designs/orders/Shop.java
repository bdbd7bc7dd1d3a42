package com.example.designs.orders;

import static com.example.designs.Attributes.item;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A user's profile and orders in one item collection; an index finds the orders of a day. */
public final class Shop {
  private static final String TABLE = "MainTable";

  private final DynamoDbClient dynamo;

  public Shop(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  public void register(String user) {
    dynamo.putItem(r -> r.tableName(TABLE).item(item("PK", "USER#" + user, "SK", "PROFILE")));
  }

  public void order(String user, String date) {
    Map<String, AttributeValue> order =
        item(
            "PK", "USER#" + user,
            "SK", "ORDER#" + date,
            "GSI1PK", "ORDER_DATE#" + date,
            "GSI1SK", "ORDER#" + date);
    dynamo.putItem(r -> r.tableName(TABLE).item(order));
  }

  /** Returns the orders and the profile of a user, in the order of their sort keys. */
  public List<String> profileAndOrders(String user) {
    return dynamo
        .query(
            r ->
                r.tableName(TABLE)
                    .keyConditionExpression("PK = :pk")
                    .expressionAttributeValues(item(":pk", "USER#" + user)))
        .items()
        .stream()
        .map(each -> each.get("SK").s())
        .toList();
  }

  /** Returns the users who have ordered on a day. */
  public List<String> usersWhoOrderedOn(String date) {
    return dynamo
        .query(
            r ->
                r.tableName(TABLE)
                    .indexName("GSI1")
                    .keyConditionExpression("GSI1PK = :date")
                    .expressionAttributeValues(item(":date", "ORDER_DATE#" + date)))
        .items()
        .stream()
        .map(each -> each.get("PK").s())
        .sorted()
        .toList();
  }
}

package dev.monotable.recipes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The code under test of the recipes: orders in the table {@code Order}. */
final class Orders {
  private static final int ATTEMPTS = 5;

  private final DynamoDbClient dynamo;

  Orders(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  static Map<String, AttributeValue> key(String customer, String number) {
    return Map.of(
        "customer", AttributeValue.fromS(customer), "number", AttributeValue.fromS(number));
  }

  private static Map<String, AttributeValue> item(String customer, String number, String status) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(key(customer, number));
    item.put("status", AttributeValue.fromS(status));
    return item;
  }

  void place(String customer, String number) {
    dynamo.putItem(r -> r.tableName("Order").item(item(customer, number, "NEW")));
  }

  /** Returns the numbers of a customer's orders, in all pages. */
  List<String> numbers(String customer) {
    List<String> numbers = new ArrayList<>();
    QueryRequest request =
        QueryRequest.builder()
            .tableName("Order")
            .keyConditionExpression("customer = :customer")
            .expressionAttributeValues(Map.of(":customer", AttributeValue.fromS(customer)))
            .build();
    QueryResponse page;
    do {
      page = dynamo.query(request);
      page.items().forEach(item -> numbers.add(item.get("number").s()));
      request = request.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
    } while (page.hasLastEvaluatedKey());
    return numbers;
  }

  /** Places up to 25 orders, and repeats those that DynamoDB leaves unprocessed. */
  void placeAll(String customer, List<String> numbers) {
    Map<String, List<WriteRequest>> pending =
        Map.of(
            "Order",
            numbers.stream()
                .map(
                    number ->
                        WriteRequest.builder()
                            .putRequest(put -> put.item(item(customer, number, "NEW")))
                            .build())
                .toList());
    while (!pending.isEmpty()) {
      Map<String, List<WriteRequest>> next = pending;
      BatchWriteItemResponse response = dynamo.batchWriteItem(r -> r.requestItems(next));
      pending = response.unprocessedItems();
    }
  }

  /** Ships two orders together, and tries again if another transaction uses one of them. */
  void shipTogether(String customer, String one, String other) {
    for (int attempt = 1; ; attempt++) {
      try {
        dynamo.transactWriteItems(r -> r.transactItems(ship(customer, one), ship(customer, other)));
        return;
      } catch (TransactionCanceledException e) {
        boolean conflict =
            e.cancellationReasons().stream().anyMatch(r -> "TransactionConflict".equals(r.code()));
        if (!conflict || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static TransactWriteItem ship(String customer, String number) {
    return TransactWriteItem.builder()
        .update(
            u ->
                u.tableName("Order")
                    .key(key(customer, number))
                    .updateExpression("SET #status = :shipped")
                    .conditionExpression("#status = :new")
                    .expressionAttributeNames(Map.of("#status", "status"))
                    .expressionAttributeValues(
                        Map.of(
                            ":shipped", AttributeValue.fromS("SHIPPED"),
                            ":new", AttributeValue.fromS("NEW"))))
        .build();
  }

  /** Returns the numbers of all orders with a status, from the index. */
  List<String> withStatus(String status) {
    return dynamo
        .query(
            r ->
                r.tableName("Order")
                    .indexName("byStatus")
                    .keyConditionExpression("#status = :status")
                    .expressionAttributeNames(Map.of("#status", "status"))
                    .expressionAttributeValues(Map.of(":status", AttributeValue.fromS(status))))
        .items()
        .stream()
        .map(item -> item.get("number").s())
        .toList();
  }

  /** Cancels a new order. Does nothing if it has been shipped, which the index may not show yet. */
  boolean cancel(String customer, String number) {
    try {
      dynamo.deleteItem(
          r ->
              r.tableName("Order")
                  .key(key(customer, number))
                  .conditionExpression("#status = :new")
                  .expressionAttributeNames(Map.of("#status", "status"))
                  .expressionAttributeValues(Map.of(":new", AttributeValue.fromS("NEW"))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }
}

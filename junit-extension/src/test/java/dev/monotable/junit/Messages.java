package dev.monotable.junit;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Writes and reads the table {@code Chat} of {@code schemas/create-table.json}. */
record Messages(DynamoDbClient client) {
  void send(String room, int id) {
    client.putItem(
        r ->
            r.tableName("Chat")
                .item(
                    Map.of(
                        "PK", AttributeValue.fromS("ROOM#" + room),
                        "SK", AttributeValue.fromS("MSG#" + id),
                        "author", AttributeValue.fromS(id % 2 == 0 ? "ada" : "ben"),
                        "sentAt", AttributeValue.fromN(Integer.toString(id)))));
  }

  QueryResponse ofRoom(String room) {
    return client.query(
        r ->
            r.tableName("Chat")
                .keyConditionExpression("PK = :pk AND begins_with(SK, :sk)")
                .expressionAttributeValues(
                    Map.of(
                        ":pk", AttributeValue.fromS("ROOM#" + room),
                        ":sk", AttributeValue.fromS("MSG#"))));
  }

  /** Reads the messages of a room, and discards those of other authors. */
  QueryResponse ofAuthorByFilter(String room, String author) {
    return client.query(
        r ->
            r.tableName("Chat")
                .keyConditionExpression("PK = :pk")
                .filterExpression("author = :author")
                .expressionAttributeValues(
                    Map.of(
                        ":pk", AttributeValue.fromS("ROOM#" + room),
                        ":author", AttributeValue.fromS(author))));
  }

  QueryResponse ofAuthor(String author) {
    return client.query(
        r ->
            r.tableName("Chat")
                .indexName("ByAuthor")
                .keyConditionExpression("author = :author")
                .expressionAttributeValues(Map.of(":author", AttributeValue.fromS(author))));
  }

  List<Map<String, AttributeValue>> all() {
    return client.scan(r -> r.tableName("Chat")).items();
  }
}

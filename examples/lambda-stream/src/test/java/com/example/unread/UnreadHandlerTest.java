package com.example.unread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.model.Operations;
import dev.monotable.stream.EventSourceMapping;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** From a message in the first table, through the stream and the function, to the second table. */
@MonotableTest
class UnreadHandlerTest {
  private EventSourceMapping mapping;

  @BeforeAll
  static void createTables(DynamoDbClient dynamo) {
    createTable(dynamo, "Message", "id");
    createTable(dynamo, "Unread", "user");
    createTable(dynamo, "Counted", "event");
  }

  /** Connects the function with the stream, as the event source mapping of the template does. */
  @BeforeEach
  void connect(Monotable db, DynamoDbClient dynamo) {
    mapping =
        db.stream("Message")
            .enable(StreamViewType.NEW_IMAGE)
            .batchSize(10)
            .reportBatchItemFailures()
            .filter("{\"eventName\": [\"INSERT\"]}")
            .onEvent(new UnreadHandler(dynamo));
  }

  @Test
  void countsTheMessagesOfEachUser(DynamoDbClient dynamo) {
    send(dynamo, "1", "ada");
    send(dynamo, "2", "ben");
    send(dynamo, "3", "ada");

    mapping.awaitDrained();
    assertEquals("2", unread(dynamo, "ada"));
    assertEquals("1", unread(dynamo, "ben"));
  }

  @Test
  void doesNotCountAMessageAgainThatHasChanged(DynamoDbClient dynamo) {
    send(dynamo, "1", "ada");
    send(dynamo, "1", "ada"); // replaces the item: a MODIFY record, which the filter ignores

    mapping.awaitDrained();
    assertEquals("1", unread(dynamo, "ada"));
  }

  @Test
  void countsOnceIfLambdaDeliversARecordTwice(Monotable db, DynamoDbClient dynamo) {
    db.faults().on(Operations.GET_RECORDS).times(1).repeatedRecords();

    send(dynamo, "1", "ada");
    send(dynamo, "2", "ada");

    mapping.awaitDrained();
    assertEquals("2", unread(dynamo, "ada"));
  }

  @Test
  void countsTheMessagesOfAUserFromAllShards(DynamoDbClient dynamo) {
    // Their keys spread them over the shards of the stream, which are read one after another.
    for (int i = 0; i < 50; i++) {
      send(dynamo, "message-" + i, "ada");
    }

    mapping.awaitDrained();
    assertEquals("50", unread(dynamo, "ada"));
  }

  @Test
  void continuesWithTheRecordThatFailed(Monotable db, DynamoDbClient dynamo) {
    // The first record succeeds, the second fails in all attempts of the SDK.
    db.faults().on(Operations.TRANSACT_WRITE_ITEMS).table("Unread").after(1).times(9).serverError();

    for (String id : List.of("1", "2", "3")) {
      send(dynamo, id, "ada");
    }

    mapping.awaitDrained();
    assertEquals("3", unread(dynamo, "ada"));
  }

  private static void send(DynamoDbClient dynamo, String id, String to) {
    dynamo.putItem(
        r ->
            r.tableName("Message")
                .item(Map.of("id", AttributeValue.fromS(id), "to", AttributeValue.fromS(to))));
  }

  private static String unread(DynamoDbClient dynamo, String user) {
    return dynamo
        .getItem(r -> r.tableName("Unread").key(Map.of("user", AttributeValue.fromS(user))))
        .item()
        .get("messages")
        .n();
  }

  private static void createTable(DynamoDbClient dynamo, String name, String key) {
    dynamo.createTable(
        r ->
            r.tableName(name)
                .keySchema(
                    KeySchemaElement.builder().attributeName(key).keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName(key)
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
  }
}

package com.example.unread;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Counts the unread messages of each user. It reads the stream of the table {@code Message} and
 * writes to the table {@code Unread}. Lambda delivers a record at least once, so the table {@code
 * Counted} remembers the records that were counted. In production, its items would expire after the
 * 24 hours for which a stream keeps its records.
 */
public final class UnreadHandler implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
  private final DynamoDbClient dynamo;

  /** Called by Lambda. */
  public UnreadHandler() {
    this(DynamoDbClient.create());
  }

  UnreadHandler(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  @Override
  public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
    for (DynamodbStreamRecord record : event.getRecords()) {
      try {
        count(record.getDynamodb().getNewImage().get("to").getS(), record.getEventID());
      } catch (DynamoDbException e) {
        // Lambda delivers this record and those after it again.
        String number = record.getDynamodb().getSequenceNumber();
        return new StreamsEventResponse(List.of(new BatchItemFailure(number)));
      }
    }
    return new StreamsEventResponse(List.of());
  }

  private void count(String user, String event) {
    TransactWriteItem once =
        TransactWriteItem.builder()
            .put(
                p ->
                    p.tableName("Counted")
                        .item(Map.of("event", AttributeValue.fromS(event)))
                        .conditionExpression("attribute_not_exists(event)"))
            .build();
    TransactWriteItem add =
        TransactWriteItem.builder()
            .update(
                u ->
                    u.tableName("Unread")
                        .key(Map.of("user", AttributeValue.fromS(user)))
                        .updateExpression("ADD messages :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
            .build();
    try {
      dynamo.transactWriteItems(r -> r.transactItems(once, add));
    } catch (TransactionCanceledException e) {
      if (!e.cancellationReasons().get(0).code().equals("ConditionalCheckFailed")) {
        throw e;
      }
      // This record was counted before.
    }
  }
}

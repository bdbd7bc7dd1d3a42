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
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Counts the unread messages of each user. It reads the stream of the table {@code Message} and
 * writes to the table {@code Unread}. Lambda delivers a record at least once, so each counter
 * remembers the last record that it has counted.
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
      String number = record.getDynamodb().getSequenceNumber();
      try {
        count(record.getDynamodb().getNewImage().get("to").getS(), number);
      } catch (DynamoDbException e) {
        // Lambda delivers this record and those after it again.
        return new StreamsEventResponse(List.of(new BatchItemFailure(number)));
      }
    }
    return new StreamsEventResponse(List.of());
  }

  private void count(String user, String number) {
    // Sequence numbers have the same length, so that their order is that of strings.
    try {
      dynamo.updateItem(
          r ->
              r.tableName("Unread")
                  .key(Map.of("user", AttributeValue.fromS(user)))
                  .updateExpression("SET lastRecord = :number ADD messages :one")
                  .conditionExpression("attribute_not_exists(lastRecord) OR lastRecord < :number")
                  .expressionAttributeValues(
                      Map.of(
                          ":number", AttributeValue.fromS(number),
                          ":one", AttributeValue.fromN("1"))));
    } catch (ConditionalCheckFailedException e) {
      // This record was counted before.
    }
  }
}

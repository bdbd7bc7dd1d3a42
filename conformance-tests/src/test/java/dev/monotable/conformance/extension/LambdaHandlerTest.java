package dev.monotable.conformance.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import dev.monotable.Chat;
import dev.monotable.Monotable;
import dev.monotable.Transport;
import dev.monotable.stream.EventSourceMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A table, a function that its stream invokes, and the table that the function writes to. */
@Timeout(600)
class LambdaHandlerTest {
  /** Counts the messages of each room in a second table, each message once. */
  private static final class CountMessages
      implements RequestHandler<DynamodbEvent, StreamsEventResponse> {
    private final DynamoDbClient dynamo;

    CountMessages(DynamoDbClient dynamo) {
      this.dynamo = dynamo;
    }

    @Override
    public StreamsEventResponse handleRequest(DynamodbEvent event, Context context) {
      List<BatchItemFailure> failures = new ArrayList<>();
      for (DynamodbStreamRecord record : event.getRecords()) {
        try {
          count(record);
        } catch (ConditionalCheckFailedException e) {
          context.getLogger().log("the message was counted before");
        } catch (IllegalStateException e) {
          failures.add(new BatchItemFailure(record.getDynamodb().getSequenceNumber()));
          break;
        }
      }
      return new StreamsEventResponse(failures);
    }

    private void count(DynamodbStreamRecord record) {
      String room = record.getDynamodb().getNewImage().get("room").getS();
      String text = record.getDynamodb().getNewImage().get("text").getS();
      if (text.equals("rejected")) {
        throw new IllegalStateException("rejected for this test");
      }
      dynamo.updateItem(
          update ->
              update
                  .tableName("Counts")
                  .key(Map.of("room", AttributeValue.fromS(room)))
                  .updateExpression("ADD seen :one SET last_record = :record")
                  .conditionExpression("attribute_not_exists(last_record) OR last_record < :record")
                  .expressionAttributeValues(
                      Map.of(
                          ":one", AttributeValue.fromN("1"),
                          ":record",
                              AttributeValue.fromS(record.getDynamodb().getSequenceNumber()))));
    }
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void aFunctionCopiesFromOneTableToAnother(Transport transport) {
    try (Monotable db = Monotable.builder().transport(transport).create()) {
      Chat.create(db, Chat.TABLE, false);
      createCounts(db);
      db.stream("Chat").enable(StreamViewType.NEW_IMAGE);
      EventSourceMapping mapping =
          db.stream("Chat")
              .batchSize(3)
              .maximumRetryAttempts(2)
              .bisectBatchOnFunctionError()
              .reportBatchItemFailures()
              .filter("{\"eventName\":[\"INSERT\"]}")
              .onEvent(new CountMessages(db.client()));
      for (int id = 1; id <= 5; id++) {
        Chat.put(db, "a", id, "text");
      }
      Chat.put(db, "a", 5, "changed");
      Chat.put(db, "b", 1, "rejected");
      Chat.put(db, "c", 1, "text");
      Chat.put(db, "c", 2, "text");

      mapping.awaitDrained();

      assertThat(counts(db)).isEqualTo(Map.of("a", 5, "c", 2));
      assertThat(mapping.discarded())
          .singleElement()
          .satisfies(
              batch -> {
                assertThat(batch.batchInfo().batchSize()).isEqualTo(1);
                assertThat(batch.approximateInvokeCount()).isEqualTo(3);
              });
    }
  }

  private static void createCounts(Monotable db) {
    db.client()
        .createTable(
            table ->
                table
                    .tableName("Counts")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("room")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("room")
                            .keyType(KeyType.HASH)
                            .build()));
  }

  private static Map<String, Integer> counts(Monotable db) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Map<String, AttributeValue> item :
        db.client().scan(scan -> scan.tableName("Counts")).items()) {
      counts.put(item.get("room").s(), Integer.parseInt(item.get("seen").n()));
    }
    return counts;
  }
}

package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import dev.monotable.stream.EventSourceMapping;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The streams of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Table(Order.class)
class StreamTest {
  private final Orders orders;
  private final Monotable db;

  StreamTest(DynamoDbClient dynamo, Monotable db) {
    this.orders = new Orders(dynamo);
    this.db = db;
  }

  // guide: handler
  @Test
  void theHandlerReceivesEachCancellation() {
    List<String> canceled = new ArrayList<>();
    db.stream("Order")
        .enable(StreamViewType.NEW_AND_OLD_IMAGES) // not needed if your table has a stream
        .onRecord(
            record -> {
              if (record.eventName() == OperationType.REMOVE) {
                canceled.add(record.dynamodb().oldImage().get("number").s());
              }
            });

    orders.placeAll("ada", List.of("1", "2", "3"));
    orders.cancel("ada", "2");

    db.stream("Order").awaitDrained();
    assertThat(canceled).containsExactly("2");
  }

  // end

  @Test
  void aRecordThatFailsIsDiscarded() {
    List<String> handled = new ArrayList<>();
    // guide: settings
    EventSourceMapping mapping =
        db.stream("Order")
            .enable(StreamViewType.NEW_IMAGE)
            .batchSize(10)
            .maximumRetryAttempts(2)
            .bisectBatchOnFunctionError()
            .filter("{\"eventName\": [\"INSERT\"]}")
            .onBatch(
                records -> {
                  for (Record record : records) {
                    handled.add(requireNumber(record, "3")); // fails for order 3
                  }
                });

    orders.placeAll("ada", List.of("1", "2", "3", "4"));

    mapping.awaitDrained();
    assertThat(mapping.discarded()).hasSize(1);
    assertThat(handled).contains("1", "2", "4");
    // end
  }

  private static String requireNumber(Record record, String invalid) {
    String number = record.dynamodb().newImage().get("number").s();
    if (number.equals(invalid)) {
      throw new IllegalArgumentException("invalid order: " + number);
    }
    return number;
  }
}

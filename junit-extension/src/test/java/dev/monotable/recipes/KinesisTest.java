package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Kinesis destinations of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Table(Order.class)
class KinesisTest {
  private static final String CHANGES = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

  private final DynamoDbClient dynamo;
  private final Orders orders;
  private final Monotable db;

  KinesisTest(DynamoDbClient dynamo, Monotable db) {
    this.dynamo = dynamo;
    this.orders = new Orders(dynamo);
    this.db = db;
  }

  // guide: kinesis
  @Test
  void theStreamReceivesEachCancellation() {
    List<String> canceled = new ArrayList<>();
    db.kinesis()
        .onRecord(
            record -> {
              if (record.eventName().equals("REMOVE")) {
                canceled.add(record.json());
              }
            });
    dynamo.enableKinesisStreamingDestination(r -> r.tableName("Order").streamArn(CHANGES));

    orders.placeAll("ada", List.of("1", "2", "3"));
    orders.cancel("ada", "2");

    db.kinesis().awaitDelivered();
    assertThat(canceled).hasSize(1);
  }

  // end

  @Test
  void afterARestoreOnlyWhatFollowsIsReceived() {
    List<String> numbers = new ArrayList<>();
    dynamo.enableKinesisStreamingDestination(r -> r.tableName("Order").streamArn(CHANGES));
    orders.placeAll("ada", List.of("1"));
    db.kinesis().onRecord(record -> numbers.add(record.keys().find("number").string()));
    db.restore(db.snapshot());
    orders.placeAll("ada", List.of("2"));

    assertThat(db.kinesis().awaitDelivered()).isEqualTo(1);
    assertThat(numbers).containsExactly("2");
  }

  @Test
  void aResetRemovesTheHandler() {
    List<String> received = new ArrayList<>();
    db.kinesis().onRecord(record -> received.add(record.json()));
    db.reset();
    dynamo.enableKinesisStreamingDestination(r -> r.tableName("Order").streamArn(CHANGES));
    orders.placeAll("ada", List.of("1"));

    assertThat(db.kinesis().deliverDue()).isZero();
    assertThat(db.kinesis().destinations().get(0).waiting()).isEqualTo(1);
    assertThat(received).isEmpty();
  }
}

package dev.monotable.conformance.stream;

import static dev.monotable.conformance.Items.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SequenceNumberRange;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tests the four stream operations with the SDK client. */
class StreamOperationsTest {
  private static final Instant START = Instant.parse("2035-06-25T09:00:00.500Z");

  private final ManualTime time = new ManualTime(START);

  @RegisterExtension
  final MonotableExtension monotable =
      MonotableExtension.with(EngineConfig.builder().clock(time).scheduler(time).build());

  private DynamoDbClient client;
  private DynamoDbStreamsClient streams;
  private String arn;

  @BeforeEach
  void create(DynamoDbClient tables, DynamoDbStreamsClient given) {
    client = tables;
    streams = given;
    arn = client.createTable(Writers.TABLE).tableDescription().latestStreamArn();
  }

  private void put(String pk, int number) {
    client.putItem(
        r -> r.tableName(Writers.TABLE.tableName()).item(item("PK", pk, "SK", "1", "n", number)));
  }

  private Shard shard() {
    return ShardFollower.shards(streams, arn).get(0);
  }

  private String iterator(ShardIteratorType type) {
    return streams
        .getShardIterator(r -> r.streamArn(arn).shardId(shard().shardId()).shardIteratorType(type))
        .shardIterator();
  }

  @Nested
  class Behaviour {
    @Test
    void aStreamIsListedAndDescribed() {
      String label = "2035-06-25T09:00:00.500";
      assertThat(streams.listStreams().streams())
          .containsExactly(
              Stream.builder().streamArn(arn).streamLabel(label).tableName("Changes").build());
      assertThat(streams.describeStream(r -> r.streamArn(arn)).streamDescription())
          .isEqualTo(
              StreamDescription.builder()
                  .streamArn(arn)
                  .streamLabel(label)
                  .streamStatus(StreamStatus.ENABLED)
                  .streamViewType(StreamViewType.NEW_IMAGE)
                  .creationRequestDateTime(START)
                  .tableName("Changes")
                  .keySchema(
                      KeySchemaElement.builder().attributeName("PK").keyType(KeyType.HASH).build(),
                      KeySchemaElement.builder().attributeName("SK").keyType(KeyType.RANGE).build())
                  .shards(
                      Shard.builder()
                          .shardId(shard().shardId())
                          .sequenceNumberRange(
                              SequenceNumberRange.builder()
                                  .startingSequenceNumber("100000000000000000001")
                                  .build())
                          .build())
                  .build());
    }

    @Test
    void aRecordIsComplete() {
      put("a", 7);

      List<Record> records =
          streams
              .getRecords(r -> r.shardIterator(iterator(ShardIteratorType.TRIM_HORIZON)))
              .records();
      assertThat(records)
          .containsExactly(
              Record.builder()
                  .eventID(records.get(0).eventID())
                  .eventName(OperationType.INSERT)
                  .eventVersion("1.1")
                  .eventSource("aws:dynamodb")
                  .awsRegion("us-east-1")
                  .dynamodb(
                      StreamRecord.builder()
                          .approximateCreationDateTime(Instant.parse("2035-06-25T09:00:00Z"))
                          .keys(item("PK", "a", "SK", "1"))
                          .newImage(item("PK", "a", "SK", "1", "n", 7))
                          .sequenceNumber("100000000000000000001")
                          .sizeBytes(15L)
                          .streamViewType(StreamViewType.NEW_IMAGE)
                          .build())
                  .build());
    }

    @Test
    void theStreamOfADeletedTableIsReadToItsEnd() {
      put("a", 7);
      client.deleteTable(r -> r.tableName("Changes"));

      assertThat(streams.describeStream(r -> r.streamArn(arn)).streamDescription().streamStatus())
          .isEqualTo(StreamStatus.DISABLED);
      GetRecordsResponse page =
          streams.getRecords(r -> r.shardIterator(iterator(ShardIteratorType.TRIM_HORIZON)));
      assertThat(page.records()).hasSize(1);
      assertThat(page.nextShardIterator()).isNull();
    }
  }

  @Nested
  class Validation {
    @Test
    void anUnknownStreamIsNotFound() {
      String unknown = arn.replace("Changes", "Nothing");
      assertThat(
              catchThrowableOfType(
                      ResourceNotFoundException.class,
                      () -> streams.describeStream(r -> r.streamArn(unknown)))
                  .awsErrorDetails()
                  .errorMessage())
          .isEqualTo("Requested resource not found: Stream: " + unknown + " not found");
    }

    @Test
    void anInvalidArnIsRejected() {
      DynamoDbException rejected =
          catchThrowableOfType(
              DynamoDbException.class,
              () -> streams.describeStream(r -> r.streamArn("fake-stream")));
      assertThat(rejected.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
      assertThat(rejected.awsErrorDetails().errorMessage()).isEqualTo("Invalid StreamArn");
    }

    @Test
    void anIteratorExpires() {
      String iterator = iterator(ShardIteratorType.LATEST);
      time.advance(Duration.ofMinutes(16));

      assertThat(
              catchThrowableOfType(
                      ExpiredIteratorException.class,
                      () -> streams.getRecords(r -> r.shardIterator(iterator)))
                  .awsErrorDetails()
                  .errorMessage())
          .isEqualTo("The provided iterator exceeds the maximum age allowed.");
    }

    @Test
    void trimmedRecordsAreNotRead() {
      put("a", 1);
      time.advance(Duration.ofHours(3));
      put("a", 2);
      time.advance(Duration.ofHours(22));

      assertThat(
              catchThrowableOfType(
                  TrimmedDataAccessException.class,
                  () ->
                      streams.getShardIterator(
                          r ->
                              r.streamArn(arn)
                                  .shardId(shard().shardId())
                                  .shardIteratorType(ShardIteratorType.AT_SEQUENCE_NUMBER)
                                  .sequenceNumber("100000000000000000001"))))
          .isNotNull();
      assertThat(
              streams
                  .getRecords(r -> r.shardIterator(iterator(ShardIteratorType.TRIM_HORIZON)))
                  .records())
          .extracting(record -> record.dynamodb().newImage())
          .containsExactly(item("PK", "a", "SK", "1", "n", 2));
    }

    @Test
    void moreThanAThousandRecordsAreTooMany() {
      String iterator = iterator(ShardIteratorType.LATEST);

      assertThat(
              catchThrowableOfType(
                      DynamoDbException.class,
                      () -> streams.getRecords(r -> r.shardIterator(iterator).limit(1001)))
                  .awsErrorDetails()
                  .errorMessage())
          .isEqualTo(
              "1 validation error detected: Value '1001' at 'limit' failed to satisfy constraint: "
                  + "Member must have value less than or equal to 1000");
    }
  }
}

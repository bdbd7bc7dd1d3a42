package dev.monotable.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.ListStreamsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ShardFilter;
import dev.monotable.schema.OperationSchema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The errors of the operations on streams. */
@ExtendWith(EngineExtension.class)
class StreamRequestsTest {
  private static final String NOWHERE =
      "arn:aws:dynamodb:us-east-1:000000000000:table/Nowhere/stream/2026-10-15T12:00:00.000";
  private static final String NO_SHARD = "shardId-00000000000000000000-00000000";
  private static final String NUMBER = "100000000000000000001";

  private MonotableEngine engine;
  private StreamTables tables;
  private String arn;
  private String shard;

  @BeforeEach
  void open(MonotableEngine given) {
    engine = given;
    tables = new StreamTables(given);
    arn = tables.create("NEW_IMAGE");
    shard = tables.shards(arn).get(0).shardId();
  }

  /** Returns the code and message of the error. */
  private <I extends Record> String rejection(OperationSchema<I, ?> operation, I request) {
    DynamoException answer =
        catchThrowableOfType(DynamoException.class, () -> call(operation, request));
    return answer.code().shapeName() + ": " + answer.getMessage();
  }

  private <I extends Record, O extends Record> void call(
      OperationSchema<I, O> operation, I request) {
    engine.call(operation, request);
  }

  @Nested
  class ListStreams {
    @Test
    void anInvalidStartArnIsRejected() {
      assertThat(
              rejection(Operations.LIST_STREAMS, new ListStreamsInput(null, null, "x".repeat(50))))
          .isEqualTo("ValidationException: Invalid StreamArn");
    }

    @Test
    void limitsAreFromOneToAHundred() {
      assertThat(rejection(Operations.LIST_STREAMS, new ListStreamsInput(null, 0, null)))
          .isEqualTo(
              "ValidationException: 1 validation error detected: Value '0' at 'limit' failed to"
                  + " satisfy constraint: Member must have value greater than or equal to 1");
      assertThat(rejection(Operations.LIST_STREAMS, new ListStreamsInput(null, 101, null)))
          .isEqualTo(
              "ValidationException: 1 validation error detected: Value '101' at 'limit' failed to"
                  + " satisfy constraint: Member must have value less than or equal to 100");
    }
  }

  @Nested
  class DescribeStream {
    private String rejected(DescribeStreamInput.Builder request) {
      return rejection(Operations.DESCRIBE_STREAM, request.build());
    }

    @Test
    void anInvalidArnIsRejected() {
      assertThat(rejected(DescribeStreamInput.builder().streamArn("fake-stream")))
          .isEqualTo("ValidationException: Invalid StreamArn");
      assertThat(
              rejected(
                  DescribeStreamInput.builder()
                      .streamArn("arn:aws:dynamodb:us-east-1:000000000000:table/Changes")))
          .isEqualTo("ValidationException: Invalid StreamArn");
    }

    @Test
    void anUnknownStreamIsNotFound() {
      assertThat(rejected(DescribeStreamInput.builder().streamArn(NOWHERE)))
          .isEqualTo(
              "ResourceNotFoundException: Requested resource not found: Stream: "
                  + NOWHERE
                  + " not found");
    }

    @Test
    void anUnknownStartShardIsAccepted() {
      assertThat(
              engine
                  .call(
                      Operations.DESCRIBE_STREAM,
                      DescribeStreamInput.builder()
                          .streamArn(arn)
                          .exclusiveStartShardId("z".repeat(40))
                          .build())
                  .streamDescription()
                  .shards())
          .isEmpty();
    }

    @Test
    void aFilterIsComplete() {
      assertThat(
              rejected(
                  DescribeStreamInput.builder()
                      .streamArn(arn)
                      .shardFilter(new ShardFilter("CHILD_SHARDS", null))))
          .isEqualTo("ValidationException: ShardFilter must have both Type and ShardId");
      assertThat(
              rejected(
                  DescribeStreamInput.builder()
                      .streamArn(arn)
                      .shardFilter(new ShardFilter("OTHER", shard))))
          .isEqualTo(
              "ValidationException: 1 validation error detected: Value 'OTHER' at"
                  + " 'shardFilter.type' failed to satisfy constraint: Member must satisfy enum"
                  + " value set: [CHILD_SHARDS]");
    }
  }

  @Nested
  class GetShardIterator {
    private String rejected(String streamArn, String shardId, String type, String number) {
      return rejection(
          Operations.GET_SHARD_ITERATOR,
          new GetShardIteratorInput(streamArn, shardId, type, number, null));
    }

    @Test
    void anInvalidArnIsRejected() {
      assertThat(rejected("x".repeat(60), shard, "LATEST", null))
          .isEqualTo("ValidationException: Invalid StreamArn");
    }

    @Test
    void anUnknownStreamIsNotFound() {
      assertThat(rejected(NOWHERE, shard, "LATEST", null))
          .isEqualTo(
              "ResourceNotFoundException: Requested resource not found: Stream: "
                  + NOWHERE
                  + " not found");
    }

    @Test
    void anUnknownShardIsNotFound() {
      assertThat(rejected(arn, NO_SHARD, "LATEST", null))
          .isEqualTo(
              "ResourceNotFoundException: Requested resource not found: Shard does not exist");
    }

    @Test
    void anUnknownTypeIsRejected() {
      assertThat(rejected(arn, shard, "NEWEST", null))
          .startsWith(
              "ValidationException: 1 validation error detected: Value 'NEWEST' at"
                  + " 'shardIteratorType' failed to satisfy constraint: Member must satisfy enum"
                  + " value set: [");
    }

    @Test
    void aSequenceNumberIsAllowedOnlyForTypesThatRequireIt() {
      assertThat(rejected(arn, shard, "AT_SEQUENCE_NUMBER", null))
          .isEqualTo(
              "ValidationException: SequenceNumber is required for ShardIteratorType"
                  + " AT_SEQUENCE_NUMBER");
      assertThat(rejected(arn, shard, "AFTER_SEQUENCE_NUMBER", null))
          .isEqualTo(
              "ValidationException: SequenceNumber is required for ShardIteratorType"
                  + " AFTER_SEQUENCE_NUMBER");
      assertThat(rejected(arn, shard, "LATEST", NUMBER))
          .isEqualTo(
              "ValidationException: SequenceNumber must not be specified for ShardIteratorType"
                  + " LATEST");
      assertThat(rejected(arn, shard, "TRIM_HORIZON", NUMBER))
          .isEqualTo(
              "ValidationException: SequenceNumber must not be specified for ShardIteratorType"
                  + " TRIM_HORIZON");
    }

    @Test
    void aSequenceNumberIsOneThatWasGiven() {
      assertThat(rejected(arn, shard, "AT_SEQUENCE_NUMBER", "x".repeat(30)))
          .isEqualTo("ValidationException: Invalid SequenceNumber");
      assertThat(rejected(arn, shard, "AT_SEQUENCE_NUMBER", "100000000000000000002"))
          .isEqualTo("ValidationException: Invalid SequenceNumber");
      assertThat(rejected(arn, shard, "AT_SEQUENCE_NUMBER", "900000000000000000009"))
          .isEqualTo("ValidationException: Invalid SequenceNumber");
      assertThat(tables.iterator(arn, shard, "AT_SEQUENCE_NUMBER", NUMBER)).isNotNull();
    }
  }

  @Nested
  class GetRecords {
    private String rejected(String iterator, Integer limit) {
      return rejection(Operations.GET_RECORDS, new GetRecordsInput(iterator, limit));
    }

    @Test
    void anInvalidIteratorIsRejected() {
      String good = tables.first(arn);

      assertThat(rejected("x".repeat(50), 1000))
          .isEqualTo("ValidationException: Invalid ShardIterator");
      assertThat(rejected(arn + "|1|AAAA", null))
          .isEqualTo("ValidationException: Invalid ShardIterator");
      assertThat(rejected(good.replace("Changes", "Changed"), null))
          .isEqualTo("ValidationException: Invalid ShardIterator");
      assertThat(rejected(good.substring(0, good.length() - 8), null))
          .isEqualTo("ValidationException: Invalid ShardIterator");
    }

    @Test
    void moreThanAThousandRecordsAreTooMany() {
      assertThat(rejected(tables.first(arn), 1001))
          .isEqualTo(
              "ValidationException: 1 validation error detected: Value '1001' at 'limit' failed to"
                  + " satisfy constraint: Member must have value less than or equal to 1000");
      assertThat(rejected(tables.first(arn), 0))
          .isEqualTo(
              "ValidationException: 1 validation error detected: Value '0' at 'limit' failed to"
                  + " satisfy constraint: Member must have value greater than or equal to 1");
    }
  }
}

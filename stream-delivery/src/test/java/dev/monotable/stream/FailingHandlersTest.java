package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.stream.DiscardedBatch.BatchInfo;
import dev.monotable.stream.DiscardedBatch.Condition;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Tests of batches whose handlers fail.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html">Retaining
 *     discarded records for a DynamoDB event source in Lambda</a>
 */
class FailingHandlersTest extends ChatStream {
  private final List<Record> seen = new ArrayList<>();
  private final IOException error = new IOException("rejected for this test");

  @Override
  void receive(List<Record> records) {
    super.receive(records);
    seen.addAll(records);
  }

  /** Returns a handler that fails for batches that contain one of some messages. */
  private BatchHandler failingFor(Integer... ids) {
    Set<Integer> poison = Set.of(ids);
    return records -> {
      receive(records);
      if (ChatDatabase.ids(records).stream().anyMatch(poison::contains)) {
        throw error;
      }
    };
  }

  /** Returns a handler that fails a number of times. */
  private BatchHandler failing(int times) {
    return records -> {
      receive(records);
      if (batches.size() <= times) {
        throw error;
      }
    };
  }

  /** Returns a handler that reports some messages as failed. */
  private ReportingBatchHandler reporting(Integer... ids) {
    List<Integer> poison = List.of(ids);
    return records -> {
      receive(records);
      List<String> failures = new ArrayList<>();
      for (int id : poison) {
        for (Record record : records) {
          if (ChatDatabase.id(record) == id) {
            failures.add(record.dynamodb().sequenceNumber());
          }
        }
      }
      return new BatchResponse(failures);
    };
  }

  private String sequenceNumber(int id) {
    return seen.stream()
        .filter(record -> ChatDatabase.id(record) == id)
        .map(record -> record.dynamodb().sequenceNumber())
        .findFirst()
        .orElseThrow();
  }

  private static List<Integer> idsOf(int first, int last) {
    List<Integer> ids = new ArrayList<>();
    for (int id = first; id <= last; id++) {
      ids.add(id);
    }
    return ids;
  }

  @Nested
  class RetryAttempts {
    @Test
    void aBatchIsRetriedUntilItSucceeds() {
      EventSourceMapping mapping = db.stream().onBatch(2, failing(3));
      db.putAll("a", 3);

      mapping.awaitDrained();

      assertThat(batches)
          .containsExactly(List.of(1, 2), List.of(1, 2), List.of(1, 2), List.of(1, 2), List.of(3));
      assertThat(mapping.discarded()).isEmpty();
    }

    @Test
    void retriesAdvanceTheClockInsteadOfWaiting() {
      EventSourceMapping mapping = db.stream().onBatch(10, failing(4));
      db.put("a", 1);

      mapping.awaitDrained();

      assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(1 + 2 + 4 + 8));
    }

    @Test
    void aRetryIsDueAfterItsBackoff() {
      EventSourceMapping mapping = db.stream().onBatch(10, failing(2));
      db.put("a", 1);

      List<Long> invocations = new ArrayList<>();
      for (int second = 0; second < 5; second++) {
        invocations.add(mapping.deliverDue());
        db.clock().advance(Duration.ofSeconds(1));
      }

      assertThat(invocations).containsExactly(1L, 1L, 0L, 1L, 0L);
    }

    @Test
    void aHandlerThatAlwaysFailsIsReported() {
      EventSourceMapping mapping = db.stream().onBatch(10, failingFor(2));
      db.putAll("a", 3);

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(StreamNotDrainedException.class)
          .hasMessageMatching(
              "the stream of table Chat is not drained: the handler has failed 10 times for 3"
                  + " records of shard shardId-\\S+ \\(sequence numbers \\d+ to \\d+\\), and the"
                  + " mapping retries until the records expire; with maximumRetryAttempts or"
                  + " maximumRecordAge it would discard them")
          .hasCause(error);
      assertThat(batches).hasSize(10).containsOnly(List.of(1, 2, 3));
    }

    @Test
    void deliveryGoesOnAfterAReport() {
      EventSourceMapping mapping = db.stream().onBatch(10, failing(10));
      db.put("a", 1);
      assertThatThrownBy(mapping::awaitDrained).isInstanceOf(StreamNotDrainedException.class);

      mapping.awaitDrained();

      assertThat(batches).hasSize(11);
    }

    @Test
    void aBatchIsDiscardedAfterItsRetries() {
      List<DiscardedBatch> destination = new ArrayList<>();
      EventSourceMapping mapping =
          db.stream()
              .maximumRetryAttempts(2)
              .functionName("chat")
              .onFailure(destination::add)
              .onBatch(2, failingFor(2));
      db.putAll("a", 3);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2), List.of(1, 2), List.of(1, 2), List.of(3));
      String streamArn = db.streamArn();
      assertThat(destination)
          .containsExactly(
              new DiscardedBatch(
                  Condition.RETRY_ATTEMPTS_EXHAUSTED,
                  3,
                  "arn:aws:lambda:us-east-1:000000000000:function:chat",
                  START.plusSeconds(3),
                  new BatchInfo(
                      destination.get(0).batchInfo().shardId(),
                      sequenceNumber(1),
                      sequenceNumber(2),
                      START,
                      START,
                      2,
                      streamArn),
                  error));
      assertThat(mapping.discarded()).isEqualTo(destination);
    }

    @Test
    void discardedBatchesHaveTheJsonOfLambda() {
      DiscardedBatch batch =
          new DiscardedBatch(
              Condition.RETRY_ATTEMPTS_EXHAUSTED,
              1,
              "arn:aws:lambda:us-east-2:123456789012:function:myfunction",
              Instant.parse("2019-11-14T00:13:49.717Z"),
              new BatchInfo(
                  "shardId-00000001573689847184-864758bb",
                  "800000000003126276362",
                  "800000000003126276363",
                  Instant.parse("2019-11-14T00:13:19Z"),
                  Instant.parse("2019-11-14T00:13:20Z"),
                  2,
                  "arn:aws:dynamodb:us-east-2:123456789012:table/mytable/stream/2019-11-14T00:04:06.388"),
              error);

      assertThat(batch.toJson().replaceFirst("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID"))
          .isEqualTo(
              "{\"requestContext\":{\"requestId\":\"ID\",\"functionArn\":"
                  + "\"arn:aws:lambda:us-east-2:123456789012:function:myfunction\","
                  + "\"condition\":\"RetryAttemptsExhausted\",\"approximateInvokeCount\":1},"
                  + "\"responseContext\":{\"statusCode\":200,\"executedVersion\":\"$LATEST\","
                  + "\"functionError\":\"Unhandled\"},\"version\":\"1.0\","
                  + "\"timestamp\":\"2019-11-14T00:13:49.717Z\",\"DDBStreamBatchInfo\":{"
                  + "\"shardId\":\"shardId-00000001573689847184-864758bb\","
                  + "\"startSequenceNumber\":\"800000000003126276362\","
                  + "\"endSequenceNumber\":\"800000000003126276363\","
                  + "\"approximateArrivalOfFirstRecord\":\"2019-11-14T00:13:19Z\","
                  + "\"approximateArrivalOfLastRecord\":\"2019-11-14T00:13:20Z\","
                  + "\"batchSize\":2,\"streamArn\":"
                  + "\"arn:aws:dynamodb:us-east-2:123456789012:table/mytable/stream/2019-11-14T00:04:06.388\"}}");
    }

    @Test
    void zeroRetriesDiscardAtOnce() {
      EventSourceMapping mapping = db.stream().maximumRetryAttempts(0).onBatch(2, failingFor(1));
      db.putAll("a", 3);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2), List.of(3));
      assertThat(mapping.discarded())
          .extracting(DiscardedBatch::approximateInvokeCount)
          .containsExactly(1);
    }

    @Test
    void theLastThousandDiscardedBatchesAreKept() {
      EventSourceMapping mapping =
          db.stream()
              .maximumRetryAttempts(0)
              .onRecord(
                  record -> {
                    seen.add(record);
                    throw error;
                  });
      db.putAll("a", 1_003);

      mapping.awaitDrained();

      assertThat(mapping.discarded()).hasSize(1_000);
      assertThat(mapping.discarded().get(0).batchInfo().startSequenceNumber())
          .isEqualTo(sequenceNumber(4));
      assertThat(mapping.invocations()).isEqualTo(1_003);
    }

    @Test
    void anAssertionErrorReachesTheTest() {
      EventSourceMapping mapping =
          db.stream().onRecord(record -> assertThat(ChatDatabase.id(record)).isEqualTo(7));
      db.put("a", 1);

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected: 7");
      assertThat(mapping.invocations()).isEqualTo(1);
    }

    @Test
    void otherErrorsAreErrorsOfTheFunction() {
      EventSourceMapping mapping =
          db.stream()
              .maximumRetryAttempts(0)
              .onRecord(
                  record -> {
                    throw new StackOverflowError();
                  });
      db.put("a", 1);

      mapping.awaitDrained();

      assertThat(mapping.discarded())
          .singleElement()
          .satisfies(batch -> assertThat(batch.error()).isInstanceOf(StackOverflowError.class));
    }
  }

  @Nested
  class RecordAge {
    @Test
    void recordsAreDiscardedAtTheMaximumAge() {
      EventSourceMapping mapping =
          db.stream().maximumRecordAge(Duration.ofSeconds(60)).onBatch(10, failingFor(1));
      db.put("a", 1);
      db.clock().advance(Duration.ofSeconds(30));
      db.put("a", 2);

      mapping.awaitDrained();

      // The batch fails at seconds 30, 31, 33, 37 and 45; at second 61 the first record is too old.
      assertThat(batches)
          .containsExactly(
              List.of(1, 2),
              List.of(1, 2),
              List.of(1, 2),
              List.of(1, 2),
              List.of(1, 2),
              List.of(2));
      assertThat(mapping.discarded())
          .extracting(
              DiscardedBatch::condition,
              DiscardedBatch::approximateInvokeCount,
              batch -> batch.batchInfo().startSequenceNumber(),
              batch -> batch.batchInfo().batchSize(),
              DiscardedBatch::timestamp,
              DiscardedBatch::error)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(
                  Condition.RECORD_AGE_EXCEEDED,
                  5,
                  sequenceNumber(1),
                  1,
                  START.plusSeconds(61),
                  error));
    }

    @Test
    void recordsThatAreTooOldAreNotDelivered() {
      EventSourceMapping mapping =
          db.stream()
              .maximumRecordAge(Duration.ofMinutes(10))
              .onBatch(10, FailingHandlersTest.this::receive);
      db.put("a", 1);
      db.clock().advance(Duration.ofMinutes(11));
      db.put("a", 2);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(2));
      assertThat(mapping.discarded())
          .singleElement()
          .satisfies(
              batch -> {
                assertThat(batch.condition()).isEqualTo(Condition.RECORD_AGE_EXCEEDED);
                assertThat(batch.approximateInvokeCount()).isZero();
                assertThat(batch.toJson()).doesNotContain("responseContext");
              });
    }

    @Test
    void failedRecordsAreRetriedUntilTheyExpire() {
      EventSourceMapping mapping =
          db.stream().maximumRetryAttempts(10_000).onBatch(10, failingFor(1));
      db.put("a", 1);

      mapping.awaitDrained();

      assertThat(mapping.discarded())
          .extracting(DiscardedBatch::condition)
          .containsExactly(Condition.RECORD_AGE_EXCEEDED);
      assertThat(db.clock().instant())
          .isBetween(START.plus(Duration.ofHours(24)), START.plus(Duration.ofHours(25)));
    }
  }

  @Nested
  class Bisection {
    @Test
    void aFailedBatchIsSplit() {
      EventSourceMapping mapping =
          db.stream()
              .bisectBatchOnFunctionError()
              .maximumRetryAttempts(1)
              .onBatch(10, failingFor(4));
      db.putAll("a", 7);

      mapping.awaitDrained();

      assertThat(batches)
          .containsExactly(
              idsOf(1, 7),
              idsOf(1, 4),
              idsOf(1, 2),
              idsOf(3, 4),
              List.of(3),
              List.of(4),
              List.of(4),
              idsOf(5, 7));
      assertThat(mapping.discarded())
          .extracting(
              batch -> batch.batchInfo().startSequenceNumber(),
              batch -> batch.batchInfo().batchSize(),
              DiscardedBatch::approximateInvokeCount)
          .containsExactly(org.assertj.core.groups.Tuple.tuple(sequenceNumber(4), 1, 2));
    }

    @Test
    void splittingDoesNotCountAsARetry() {
      EventSourceMapping mapping =
          db.stream()
              .bisectBatchOnFunctionError()
              .maximumRetryAttempts(0)
              .onBatch(4, failingFor(1));
      db.putAll("a", 4);

      mapping.awaitDrained();

      assertThat(batches)
          .containsExactly(idsOf(1, 4), idsOf(1, 2), List.of(1), List.of(2), idsOf(3, 4));
      assertThat(mapping.discarded()).hasSize(1);
    }

    @Test
    void aSingleRecordThatAlwaysFailsIsReported() {
      EventSourceMapping mapping =
          db.stream().bisectBatchOnFunctionError().onBatch(100, failingFor(1));
      db.putAll("a", 100);

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(StreamNotDrainedException.class)
          .hasMessageContaining("the handler has failed 10 times for 1 record of shard ")
          .hasCause(error);
    }
  }

  @Nested
  class PartialResponses {
    @Test
    void theLowestSequenceNumberIsTheCheckpoint() {
      List<List<Integer>> failures = new ArrayList<>(List.of(List.of(4, 2), List.of(5), List.of()));
      EventSourceMapping mapping =
          db.stream()
              .onReportingBatch(
                  records -> reporting(failures.remove(0).toArray(Integer[]::new)).handle(records));
      db.putAll("a", 5);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(idsOf(1, 5), idsOf(2, 5), List.of(5));
    }

    @Test
    void nullAndEmptyResponsesAreASuccess() {
      List<BatchResponse> responses =
          new ArrayList<>(Arrays.asList(null, new BatchResponse(null), BatchResponse.success()));
      EventSourceMapping mapping =
          db.stream()
              .batchSize(1)
              .onReportingBatch(
                  records -> {
                    receive(records);
                    return responses.remove(0);
                  });
      db.putAll("a", 3);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1), List.of(2), List.of(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "300000000000000499659", "unknown"})
    void anInvalidIdentifierFailsTheWholeBatch(String identifier) {
      EventSourceMapping mapping =
          db.stream()
              .maximumRetryAttempts(1)
              .onReportingBatch(
                  records -> {
                    receive(records);
                    return BatchResponse.failed(
                        records.get(1).dynamodb().sequenceNumber(),
                        identifier.equals("null") ? null : identifier);
                  });
      db.putAll("a", 2);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2), List.of(1, 2));
      assertThat(mapping.discarded())
          .singleElement()
          .satisfies(
              batch -> {
                assertThat(batch.batchInfo().batchSize()).isEqualTo(2);
                assertThat(batch.error()).isNull();
                assertThat(batch.toJson()).doesNotContain("functionError");
              });
    }

    @Test
    void partialFailuresCountAsRetries() {
      EventSourceMapping mapping =
          db.stream().maximumRetryAttempts(2).onReportingBatch(reporting(2));
      db.putAll("a", 3);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(idsOf(1, 3), idsOf(2, 3), idsOf(2, 3));
      assertThat(mapping.discarded())
          .extracting(
              batch -> batch.batchInfo().startSequenceNumber(),
              batch -> batch.batchInfo().batchSize(),
              DiscardedBatch::approximateInvokeCount)
          .containsExactly(org.assertj.core.groups.Tuple.tuple(sequenceNumber(2), 2, 3));
    }

    @Test
    void withBisectionTheBatchIsSplitAtTheCheckpoint() {
      EventSourceMapping mapping =
          db.stream()
              .bisectBatchOnFunctionError()
              .maximumRetryAttempts(1)
              .onReportingBatch(reporting(3));
      db.putAll("a", 6);

      mapping.awaitDrained();

      assertThat(batches)
          .containsExactly(
              idsOf(1, 6),
              idsOf(3, 6),
              idsOf(3, 4),
              List.of(3),
              List.of(3),
              List.of(4),
              idsOf(5, 6));
      assertThat(mapping.discarded()).hasSize(1);
    }

    @Test
    void aReportForEverIsReported() {
      EventSourceMapping mapping = db.stream().onReportingBatch(reporting(1));
      db.put("a", 1);

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(StreamNotDrainedException.class)
          .hasMessageContaining("the handler has failed 10 times for 1 record of shard ")
          .hasNoCause();
    }
  }
}

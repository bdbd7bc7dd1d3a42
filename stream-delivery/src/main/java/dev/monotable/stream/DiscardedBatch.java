package dev.monotable.stream;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A batch that a mapping has discarded, as Lambda describes it to an on-failure destination. The
 * records themselves are not part of it: while the stream has them, they can be read with the
 * sequence numbers.
 *
 * @param condition why the batch was discarded
 * @param approximateInvokeCount how often the function was invoked with the batch
 * @param functionArn the ARN of the function
 * @param timestamp when the batch was discarded
 * @param batchInfo the records of the batch
 * @param error the last error of the function; null if it never failed, or if it reported failures
 *     by its response
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html">Retaining
 *     discarded records for a DynamoDB event source in Lambda</a>
 */
public record DiscardedBatch(
    Condition condition,
    int approximateInvokeCount,
    String functionArn,
    Instant timestamp,
    BatchInfo batchInfo,
    @Nullable Throwable error) {
  /** Why a batch was discarded. */
  public enum Condition {
    /** The function failed more often than {@code MaximumRetryAttempts} allows. */
    RETRY_ATTEMPTS_EXHAUSTED("RetryAttemptsExhausted"),
    /** The records are older than {@code MaximumRecordAgeInSeconds}, or have expired. */
    RECORD_AGE_EXCEEDED("RecordAgeExceeded");

    private final String wire;

    Condition(String wire) {
      this.wire = wire;
    }

    /** Returns the name in Lambda's JSON. */
    public String wire() {
      return wire;
    }
  }

  /**
   * The records of a batch, {@code DDBStreamBatchInfo} in Lambda's JSON.
   *
   * @param shardId the shard of the batch
   * @param startSequenceNumber the sequence number of the first record
   * @param endSequenceNumber the sequence number of the last record
   * @param approximateArrivalOfFirstRecord when the first record was written
   * @param approximateArrivalOfLastRecord when the last record was written
   * @param batchSize the number of records, at least 1
   * @param streamArn the ARN of the stream
   */
  public record BatchInfo(
      String shardId,
      String startSequenceNumber,
      String endSequenceNumber,
      Instant approximateArrivalOfFirstRecord,
      Instant approximateArrivalOfLastRecord,
      int batchSize,
      String streamArn) {
    /**
     * @throws IllegalArgumentException if the batch is empty
     */
    public BatchInfo {
      if (batchSize < 1) {
        throw new IllegalArgumentException("batchSize is less than 1: " + batchSize);
      }
    }
  }

  public DiscardedBatch {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(batchInfo, "batchInfo");
  }

  /**
   * Returns the JSON document that Lambda sends to an Amazon SQS queue or an Amazon SNS topic, for
   * code that reads such a queue.
   */
  public String toJson() {
    StringBuilder json = new StringBuilder(768);
    json.append("{\"requestContext\":{\"requestId\":\"").append(requestId());
    json.append("\",\"functionArn\":\"").append(functionArn);
    json.append("\",\"condition\":\"").append(condition.wire());
    json.append("\",\"approximateInvokeCount\":").append(approximateInvokeCount).append('}');
    if (approximateInvokeCount > 0) {
      json.append(",\"responseContext\":{\"statusCode\":200,\"executedVersion\":\"$LATEST\"");
      if (error != null) {
        json.append(",\"functionError\":\"Unhandled\"");
      }
      json.append('}');
    }
    json.append(",\"version\":\"1.0\",\"timestamp\":\"");
    json.append(timestamp.truncatedTo(ChronoUnit.MILLIS));
    json.append("\",\"DDBStreamBatchInfo\":{\"shardId\":\"").append(batchInfo.shardId());
    json.append("\",\"startSequenceNumber\":\"").append(batchInfo.startSequenceNumber());
    json.append("\",\"endSequenceNumber\":\"").append(batchInfo.endSequenceNumber());
    json.append("\",\"approximateArrivalOfFirstRecord\":\"");
    json.append(batchInfo.approximateArrivalOfFirstRecord());
    json.append("\",\"approximateArrivalOfLastRecord\":\"");
    json.append(batchInfo.approximateArrivalOfLastRecord());
    json.append("\",\"batchSize\":").append(batchInfo.batchSize());
    json.append(",\"streamArn\":\"").append(batchInfo.streamArn()).append("\"}}");
    return json.toString();
  }

  private String requestId() {
    return StreamBatch.requestId(
        batchInfo.streamArn(), batchInfo.startSequenceNumber(), approximateInvokeCount);
  }
}

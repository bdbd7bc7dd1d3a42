package dev.monotable.engine.error;

/**
 * Faults of requests to DynamoDB Streams.
 *
 * <p>Unless noted otherwise, the text is from the error's page in the API reference, as clients
 * show it.
 */
public sealed interface StreamFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements StreamFault, FaultText {
    // Source: aws/aws-sdk-js, features, run against the service.
    INVALID_ARN("Invalid StreamArn"),
    // From the code of aesirlabs/ex_kcl that handles it.
    SHARD_NOT_FOUND(
        ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found: Shard does not exist"),
    // API_streams_GetRecords.
    ITERATOR_EXPIRED(
        ErrorCode.EXPIRED_ITERATOR, "The provided iterator exceeds the maximum age allowed."),
    // API_streams_GetShardIterator; observed on the service in ironSource/node-dynamodb-stream,
    // issue 13.
    TRIMMED(ErrorCode.TRIMMED_DATA_ACCESS, "The data you are trying to access has been trimmed"),
    // Our own text. The error is a ValidationException: scylladb, test/alternator/test_streams.py.
    INVALID_ITERATOR("Invalid ShardIterator"),
    // Our own text, as for INVALID_ITERATOR.
    INVALID_SEQUENCE_NUMBER("Invalid SequenceNumber"),
    // Our own text, as for INVALID_ITERATOR.
    SHARD_FILTER_INCOMPLETE("ShardFilter must have both Type and ShardId"),
    /**
     * The iterator type requires a sequence number, and the request has none. Our own text, as for
     * INVALID_ITERATOR.
     */
    SEQUENCE_NUMBER_REQUIRED("SequenceNumber is required for ShardIteratorType %s"),
    /**
     * The request has a sequence number, and the iterator type does not accept one. Our own text,
     * as for INVALID_ITERATOR.
     */
    SEQUENCE_NUMBER_FORBIDDEN("SequenceNumber must not be specified for ShardIteratorType %s"),
    /** No stream has this ARN. Source: localstack/localstack, issue 2543. */
    STREAM_NOT_FOUND(
        ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found: Stream: %s not found");

    private final ErrorCode code;
    private final String text;

    Plain(String text) {
      this(ErrorCode.VALIDATION, text);
    }

    Plain(ErrorCode code, String text) {
      this.code = code;
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}

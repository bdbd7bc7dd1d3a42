package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.Echo;

/**
 * Faults of requests to DynamoDB Streams.
 *
 * <p>Unless noted otherwise, the text is from the error's page in the API reference, as clients
 * show it.
 */
public sealed interface StreamFault extends Fault {
  /** Faults without data. */
  enum Plain implements StreamFault {
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
    SHARD_FILTER_INCOMPLETE("ShardFilter must have both Type and ShardId");

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

  /** No stream has this ARN. Source: localstack/localstack, issue 2543. */
  record StreamNotFound(String arn) implements StreamFault {
    public StreamNotFound {
      arn = Echo.of(arn);
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_NOT_FOUND;
    }

    @Override
    public String text(Wording wording) {
      return phrase("Requested resource not found: Stream: %s not found", arn);
    }
  }

  /**
   * The iterator type requires a sequence number, and the request has none. Our own text, as for
   * INVALID_ITERATOR.
   */
  record SequenceNumberRequired(String iteratorType) implements StreamFault {
    @Override
    public String text(Wording wording) {
      return "SequenceNumber is required for ShardIteratorType " + iteratorType;
    }
  }

  /**
   * The request has a sequence number, and the iterator type does not accept one. Our own text, as
   * for INVALID_ITERATOR.
   */
  record SequenceNumberForbidden(String iteratorType) implements StreamFault {
    @Override
    public String text(Wording wording) {
      return "SequenceNumber must not be specified for ShardIteratorType " + iteratorType;
    }
  }
}

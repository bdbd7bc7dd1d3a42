package dev.monotable.engine.error;

import dev.monotable.value.Echo;

/** Faults of requests to DynamoDB Streams. */
public sealed interface StreamFault extends Fault {
  /** Faults without data. */
  enum Plain implements StreamFault {
    INVALID_ARN,
    SHARD_NOT_FOUND(ErrorCode.RESOURCE_NOT_FOUND),
    ITERATOR_EXPIRED(ErrorCode.EXPIRED_ITERATOR),
    TRIMMED(ErrorCode.TRIMMED_DATA_ACCESS),
    INVALID_ITERATOR,
    INVALID_SEQUENCE_NUMBER,
    SHARD_FILTER_INCOMPLETE;

    private final ErrorCode code;

    Plain() {
      this(ErrorCode.VALIDATION);
    }

    Plain(ErrorCode code) {
      this.code = code;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** No stream has this ARN. */
  record StreamNotFound(String arn) implements StreamFault {
    public StreamNotFound {
      arn = Echo.of(arn);
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.RESOURCE_NOT_FOUND;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The iterator type requires a sequence number, and the request has none. */
  record SequenceNumberRequired(String iteratorType) implements StreamFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The request has a sequence number, and the iterator type does not accept one. */
  record SequenceNumberForbidden(String iteratorType) implements StreamFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026. Unless noted otherwise, the text is from
   * the error's page in the API reference, as clients show it.
   */
  interface StreamWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        // aws/aws-sdk-js, features, run against the service.
        case INVALID_ARN -> "Invalid StreamArn";
        // From the code of aesirlabs/ex_kcl that handles it.
        case SHARD_NOT_FOUND -> "Requested resource not found: Shard does not exist";
        // API_streams_GetRecords.
        case ITERATOR_EXPIRED -> "The provided iterator exceeds the maximum age allowed.";
        // API_streams_GetShardIterator; observed on the service in ironSource/node-dynamodb-stream,
        // issue 13.
        case TRIMMED -> "The data you are trying to access has been trimmed";
        // Our own text. The error is a ValidationException: scylladb,
        // test/alternator/test_streams.py.
        case INVALID_ITERATOR -> "Invalid ShardIterator";
        // Our own text, as for INVALID_ITERATOR.
        case INVALID_SEQUENCE_NUMBER -> "Invalid SequenceNumber";
        // Our own text, as for INVALID_ITERATOR.
        case SHARD_FILTER_INCOMPLETE -> "ShardFilter must have both Type and ShardId";
      };
    }

    /** localstack/localstack, issue 2543. */
    default String text(StreamNotFound fault) {
      return "Requested resource not found: Stream: " + fault.arn() + " not found";
    }

    /** Our own text, as for INVALID_ITERATOR. */
    default String text(SequenceNumberRequired fault) {
      return "SequenceNumber is required for ShardIteratorType " + fault.iteratorType();
    }

    /** Our own text, as for INVALID_ITERATOR. */
    default String text(SequenceNumberForbidden fault) {
      return "SequenceNumber must not be specified for ShardIteratorType " + fault.iteratorType();
    }
  }
}

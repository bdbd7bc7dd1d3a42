package dev.monotable.engine.error;

/**
 * What AWS says of streams. Where nothing else is noted, the text of the error's own page in the
 * API reference, as its clients show it.
 */
public final class StreamMessages {
  /** Of aws/aws-sdk-js, features, run against the service. */
  public static final String INVALID_ARN = "Invalid StreamArn";

  /** As handled by aesirlabs/ex_kcl. */
  public static final String SHARD_NOT_FOUND = "Requested resource not found: Shard does not exist";

  /** API_streams_GetRecords. */
  public static final String ITERATOR_EXPIRED =
      "The provided iterator exceeds the maximum age allowed.";

  /**
   * API_streams_GetShardIterator; seen from the service in ironSource/node-dynamodb-stream, issue
   * 13.
   */
  public static final String TRIMMED = "The data you are trying to access has been trimmed";

  /** API_streams_GetRecords, for a limit of more than 1000. */
  public static final String LIMIT_EXCEEDED = "Too many operations for a given subscriber.";

  /**
   * Our own words; that this is a ValidationException: scylladb, test/alternator/test_streams.py.
   */
  public static final String INVALID_ITERATOR = "Invalid ShardIterator";

  /** Our own words, as of {@link #INVALID_ITERATOR}. */
  public static final String INVALID_SEQUENCE_NUMBER = "Invalid SequenceNumber";

  /** Our own words, as of {@link #INVALID_ITERATOR}. */
  public static final String SHARD_FILTER_INCOMPLETE =
      "ShardFilter must have both Type and ShardId";

  private StreamMessages() {}

  /** There is no such stream: localstack/localstack, issue 2543. */
  public static String streamNotFound(String arn) {
    return "Requested resource not found: Stream: " + arn + " not found";
  }

  /** Our own words, as of {@link #INVALID_ITERATOR}. */
  public static String sequenceNumberRequired(String iteratorType) {
    return "SequenceNumber is required for ShardIteratorType " + iteratorType;
  }

  /** Our own words, as of {@link #INVALID_ITERATOR}. */
  public static String sequenceNumberForbidden(String iteratorType) {
    return "SequenceNumber must not be specified for ShardIteratorType " + iteratorType;
  }
}

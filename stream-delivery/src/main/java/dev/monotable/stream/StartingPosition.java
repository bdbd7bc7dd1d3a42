package dev.monotable.stream;

/**
 * The place where an event source mapping begins to read a stream.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html">Lambda
 *     parameters for Amazon DynamoDB event source mappings</a>
 */
public enum StartingPosition {
  /** At the oldest record that the stream still has. */
  TRIM_HORIZON,
  /** After the records that exist when the mapping is created. */
  LATEST,

  /** At the first record of each shard that is not older than a time, as in GetShardIterator. */
  AT_TIMESTAMP
}

package dev.monotable.engine.observe;

/** A page of stream records. */
public non-sealed interface RecordsRead extends RequestPart {
  @Override
  default Kind kind() {
    return Kind.RECORDS_READ;
  }

  /** Returns the ARN of the stream. */
  String streamArn();

  /** Returns the id of the shard. */
  String shardId();

  /** Returns the number of records. */
  int returned();

  /** Returns the size of the records, in bytes. */
  long bytes();
}

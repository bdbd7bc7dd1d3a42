package dev.monotable.design.load;

/**
 * A reader of a table's stream.
 *
 * @param reader what reads it
 * @param getRecords how often it calls GetRecords, over all shards; unused for Kinesis
 */
public record StreamLoad(StreamReader reader, UsageRate getRecords) {

  /** The reader of a stream, which decides what its reads cost. */
  public enum StreamReader {
    /** A Lambda trigger. Its GetRecords calls are free. */
    LAMBDA,
    /** The replication of a global table. Its GetRecords calls are free. */
    GLOBAL_TABLE,
    /**
     * An application, such as one with the Kinesis Client Library. Each GetRecords call is charged.
     */
    APPLICATION,
    /** Kinesis Data Streams for DynamoDB. Each 1 KB of a change is charged. */
    KINESIS
  }
}

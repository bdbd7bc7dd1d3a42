package dev.monotable.engine;

import dev.monotable.api.Experimental;

/** Knows which Kinesis data streams exist. Safe for use by multiple threads. */
@Experimental
@FunctionalInterface
public interface KinesisStreams {
  /**
   * Returns whether a table can have a stream as its destination: whether it exists and is ACTIVE.
   * Called on the thread of an EnableKinesisStreamingDestination request.
   *
   * @param streamArn the ARN of a stream in the account and the Region of the table
   * @return also true if that cannot be found out now
   */
  boolean isActive(String streamArn);
}

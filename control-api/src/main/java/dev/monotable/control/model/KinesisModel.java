package dev.monotable.control.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kinesis destinations of tables. */
public final class KinesisModel {
  private KinesisModel() {}

  /** A destination. */
  @Doc("A Kinesis destination of a table.")
  public record KinesisDestinationDescription(
      @Doc("The name of the table.") String table,
      @Doc("The ARN of the Kinesis data stream.") String streamArn,
      @Doc("The status, as DescribeKinesisStreamingDestination returns it.") String status,
      @Doc("Why the destination could not be enabled; absent if it could.")
          @Nullable String statusDescription,
      @Doc("The number of changes that the destination has not received.") long waiting,
      @Doc("When the first of them was made; absent if there is none.") @Nullable Instant oldest,
      @Doc("Why the last attempt to write to it has failed; absent if it has succeeded.")
          @Nullable String failure) {}

  /** The destinations of a database. */
  @Doc("The Kinesis destinations of a database.")
  public record KinesisDestinationList(
      @Doc("The destinations by the names of their tables.")
          List<KinesisDestinationDescription> kinesisDestinations,
      @Doc("How many records were written since the server was started.") long written,
      @Doc("How many changes were skipped, because their records are larger than 1 MB.")
          long skipped) {}

  /** The result of writing all changes. */
  @Doc("The result of a drain: all changes were written.")
  public record KinesisDrainResult(@Doc("How many records were written meanwhile.") long written) {}
}

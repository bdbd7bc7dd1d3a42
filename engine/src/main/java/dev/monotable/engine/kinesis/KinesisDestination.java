package dev.monotable.engine.kinesis;

import dev.monotable.engine.storage.Fields;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.DestinationStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Kinesis data stream that receives the changes of a table, or did so once.
 *
 * @param streamArn the ARN of the Kinesis data stream
 * @param precision the precision of times in records; null for the default, which descriptions and
 *     records do not show
 * @param change the last change of the destination
 * @param dueAt when that change ends
 * @param failure why the destination cannot be enabled, which is known from the beginning and shown
 *     at the end; null if it can
 */
public record KinesisDestination(
    String streamArn,
    @Nullable ApproximateCreationDateTimePrecision precision,
    Change change,
    Instant dueAt,
    @Nullable String failure) {

  /** The last change of a destination. */
  public enum Change {
    ENABLE(0),
    UPDATE(1),
    DISABLE(2);

    /** The byte in written settings, which never changes. */
    private final int code;

    Change(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** Returns the status at a time. */
  public DestinationStatus status(Instant now) {
    boolean changing = dueAt.isAfter(now);
    return switch (change) {
      case ENABLE ->
          changing
              ? DestinationStatus.ENABLING
              : failure == null ? DestinationStatus.ACTIVE : DestinationStatus.ENABLE_FAILED;
      case UPDATE -> changing ? DestinationStatus.UPDATING : DestinationStatus.ACTIVE;
      case DISABLE -> changing ? DestinationStatus.DISABLING : DestinationStatus.DISABLED;
    };
  }

  /** Returns whether the destination receives the changes that are made at a time. */
  public boolean isCapturing(Instant now) {
    return switch (change) {
      case ENABLE -> failure == null && !dueAt.isAfter(now);
      case UPDATE -> true;
      case DISABLE -> false;
    };
  }

  /** Returns whether the destination was disabled, or could not be enabled. */
  public boolean isOver(Instant now) {
    DestinationStatus status = status(now);
    return status == DestinationStatus.DISABLED || status == DestinationStatus.ENABLE_FAILED;
  }

  /** Returns the precision of times in records. */
  public ApproximateCreationDateTimePrecision effectivePrecision() {
    return precision == null ? ApproximateCreationDateTimePrecision.MILLISECOND : precision;
  }

  static KinesisDestination form(Fields fields, @Nullable KinesisDestination of) {
    return new KinesisDestination(
        fields.string(of, KinesisDestination::streamArn),
        fields.optional(of, KinesisDestination::precision, KinesisDestination::precisionForm),
        fields.code(of, KinesisDestination::change, Change.values(), Change::code),
        fields.time(of, KinesisDestination::dueAt),
        fields.optionalString(of, KinesisDestination::failure));
  }

  private static ApproximateCreationDateTimePrecision precisionForm(
      Fields fields, @Nullable ApproximateCreationDateTimePrecision of) {
    return fields.named(of, its -> its, ApproximateCreationDateTimePrecision.values());
  }
}

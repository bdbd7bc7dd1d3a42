package dev.monotable.engine.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table that has been asked for and is not over. The statuses of a table and of its
 * indexes are nothing but the changes that are under way.
 *
 * @param subject the index that is changed, or the table class or key of encryption that is to be;
 *     null for others
 * @param dueAt when it is over; null while work is left that no one knows the time of, such as
 *     filling an index
 * @param outcome what it does when it is over
 */
public record TableChange(
    Kind kind, @Nullable String subject, @Nullable Instant dueAt, Outcome outcome) {

  /** What is changed. */
  public enum Kind {
    CREATE_TABLE,
    DELETE_TABLE,
    /** The provisioned throughput of the table. */
    THROUGHPUT,
    BILLING_MODE,
    STREAM,
    TABLE_CLASS,
    ENCRYPTION,
    WARM_THROUGHPUT,
    /** The first part of making an index, when resources are found for it. */
    ALLOCATE_INDEX,
    BACKFILL_INDEX,
    /** The throughput of an index. */
    UPDATE_INDEX,
    DELETE_INDEX,
    TIME_TO_LIVE
  }

  /** A table as a change leaves it. */
  @FunctionalInterface
  public interface Outcome {
    /**
     * The table when the change is over; null where it is gone then.
     *
     * @param table without the change itself
     * @param at when the change was over
     */
    @Nullable TableState apply(TableState table, Instant at);
  }

  /** The outcome of a change that has had all its effects at its beginning. */
  public static final Outcome NO_MORE = (table, at) -> table;

  /** Whether the time has come. */
  public boolean isDue(Instant now) {
    return dueAt != null && !dueAt.isAfter(now);
  }

  /** The same change, now that its end is known. */
  public TableChange due(Instant at) {
    return new TableChange(kind, subject, at, outcome);
  }
}

package dev.monotable.engine.table;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pending change of a table. The status of a table, and of each of its indexes, follows from the
 * pending changes alone.
 *
 * @param subject the index that changes, the new table class or encryption key, or the Region of
 *     the replica; null for others
 * @param dueAt when it ends; null while that is unknown, as during a backfill
 * @param outcome its effect when it ends
 */
public record TableChange(
    Kind kind, @Nullable String subject, @Nullable Instant dueAt, ChangeOutcome outcome) {

  /** The change. */
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
    /** The first part of creating an index, the allocation of resources. */
    ALLOCATE_INDEX,
    BACKFILL_INDEX,
    /** The throughput of an index. */
    UPDATE_INDEX,
    DELETE_INDEX,
    TIME_TO_LIVE,
    /** A replica of a global table, in another Region. */
    REPLICA
  }

  /** Returns whether the change ends at a time or before. */
  public boolean isDue(Instant now) {
    return dueAt != null && !dueAt.isAfter(now);
  }

  /** Returns this change with an end. */
  public TableChange due(Instant at) {
    return new TableChange(kind, subject, at, outcome);
  }

  // Written out: the first CreateTable compares changes, and generating these methods takes several
  // milliseconds of it.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TableChange change
        && kind == change.kind
        && Objects.equals(subject, change.subject)
        && Objects.equals(dueAt, change.dueAt)
        && outcome.equals(change.outcome);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, subject, dueAt, outcome);
  }
}

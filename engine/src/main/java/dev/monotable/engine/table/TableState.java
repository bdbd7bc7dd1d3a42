package dev.monotable.engine.table;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table at one moment: its definition, its items and all that belongs to them, and the pending
 * changes of the table itself. Immutable; a write makes another state that shares all that did not
 * change.
 *
 * @param layout the access paths and limits that follow from the definition
 * @param items the items by primary key
 * @param bytes the size of all items, in DynamoDB's bytes
 * @param indexes the states of the indexes, in the order of the definition
 * @param expiry the items that expire, by expiry time and primary key; empty if TTL is disabled
 * @param collections the sizes of the item collections, by the prefix of their keys; empty if the
 *     table has no local index
 * @param stream the stream; null if the table never had one
 * @param capture the changes that Kinesis destinations have not received, in the form of a stream
 *     that the API does not show: a shard for each destination, whose ID is the ARN of the Kinesis
 *     data stream. Null if the table never had a destination
 * @param history the earlier states of the table; null if it does not have point-in-time recovery
 * @param changes the pending changes, oldest first; usually none
 */
public record TableState(
    TableLayout layout,
    PersistentTree<Item> items,
    long bytes,
    List<IndexState> indexes,
    PersistentTree<Item> expiry,
    PersistentTree<CollectionSize> collections,
    @Nullable StreamState stream,
    @Nullable StreamState capture,
    @Nullable TableHistory history,
    List<TableChange> changes) {
  /** The stages of the life of a table, and of an index. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  public TableState {
    indexes = List.copyOf(indexes);
    changes = List.copyOf(changes);
  }

  /** Returns a table without items. */
  public static TableState create(TableDefinition definition, Limits limits) {
    TableLayout layout = new TableLayout(definition, limits);
    return new TableState(
        layout,
        PersistentTree.empty(),
        0,
        Builder.statesOf(layout, layout, List.of()),
        PersistentTree.empty(),
        PersistentTree.empty(),
        null,
        null,
        null,
        List.of());
  }

  /** Returns a builder that starts from this state. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds the next state of a table. */
  public static final class Builder extends TableStateBuilder {
    private Builder(TableState from) {
      super(from);
    }

    /**
     * Sets the definition, which must have the same primary key. An index with the name of an
     * existing one keeps its state; any other index has no entries.
     */
    public Builder definition(TableDefinition definition) {
      TableLayout next = layout.of(definition);
      indexes = statesOf(next, layout, indexes);
      layout = next;
      return this;
    }

    private static List<IndexState> statesOf(
        TableLayout next, TableLayout old, List<IndexState> states) {
      IndexState[] kept = new IndexState[next.indexes().size()];
      for (int i = 0; i < kept.length; i++) {
        IndexDefinition index = next.definition().indexes().get(i);
        AccessPath path = states.isEmpty() ? null : old.findIndex(index.name());
        kept[i] = path == null ? index.type().empty() : stateOf(path, states);
      }
      return List.of(kept);
    }

    /** Sets the state of an index. */
    public Builder index(AccessPath path, IndexState state) {
      if (stateOf(path, indexes) != state) {
        IndexState[] next = indexes.toArray(new IndexState[0]);
        next[path.ordinal() - 1] = state;
        indexes = List.of(next);
      }
      return this;
    }
  }

  private static IndexState stateOf(AccessPath path, List<IndexState> states) {
    if (path.isTable()) {
      throw new IllegalArgumentException("the table is not an index");
    }
    return states.get(path.ordinal() - 1);
  }

  /** Returns the definition of the table. */
  public TableDefinition definition() {
    return layout.definition();
  }

  /** Returns an earlier state of this table; null if it is one of another table. */
  public @Nullable TableState sameIn(@Nullable TableState earlier) {
    return earlier != null && earlier.definition().id().equals(definition().id()) ? earlier : null;
  }

  /** Returns the state of an index. */
  public IndexState index(AccessPath path) {
    return stateOf(path, indexes);
  }

  /**
   * Returns the tree of the table or of an index.
   *
   * @param path {@linkplain AccessPath#isQueried is queried}
   */
  public PersistentTree<Item> entries(AccessPath path) {
    return path.isTable() ? items : stateOf(path, indexes).entries();
  }

  /** Returns this table with another definition; see {@link Builder#definition}. */
  public TableState withDefinition(TableDefinition definition) {
    return toBuilder().definition(definition).build();
  }

  /** Returns this table with another stream; see {@link Builder#stream}. */
  public TableState withStream(@Nullable StreamState state) {
    return toBuilder().stream(state).build();
  }

  /**
   * Returns this table with other changes for Kinesis destinations; see {@link Builder#capture}.
   */
  public TableState withCapture(@Nullable StreamState state) {
    return toBuilder().capture(state).build();
  }

  /** Returns the first pending change of a kind, of any subject, or null. */
  public @Nullable TableChange findChange(TableChange.Kind kind) {
    for (TableChange change : changes) {
      if (change.kind() == kind) {
        return change;
      }
    }
    return null;
  }

  /** Returns the pending change of a kind and a subject, or null. */
  public @Nullable TableChange findChange(TableChange.Kind kind, @Nullable String subject) {
    for (TableChange change : changes) {
      if (change.kind() == kind && Objects.equals(change.subject(), subject)) {
        return change;
      }
    }
    return null;
  }

  /** Returns what the table is being restored from; null if it is not being restored. */
  public ChangeOutcome.@Nullable TableRestored restore() {
    for (TableChange change : changes) {
      if (change.outcome() instanceof ChangeOutcome.TableRestored restore) {
        return restore;
      }
    }
    return null;
  }

  /** Returns the time at which the next pending change ends; null if no such time is known. */
  public @Nullable Instant nextChange() {
    Instant next = null;
    for (TableChange change : changes) {
      Instant due = change.dueAt();
      if (due != null && (next == null || due.isBefore(next))) {
        next = due;
      }
    }
    return next;
  }

  /** Returns the status of the table. */
  public Status status() {
    Status status = Status.ACTIVE;
    for (TableChange change : changes) {
      switch (change.kind()) {
        case CREATE_TABLE -> {
          return Status.CREATING;
        }
        case DELETE_TABLE -> {
          return Status.DELETING;
        }
        case THROUGHPUT, BILLING_MODE, STREAM, TABLE_CLASS, ALLOCATE_INDEX, DELETE_INDEX, REPLICA ->
            status = Status.UPDATING;
        case ENCRYPTION, WARM_THROUGHPUT, BACKFILL_INDEX, UPDATE_INDEX, TIME_TO_LIVE -> {}
      }
    }
    return status;
  }

  /** Returns the status of a global index. */
  public Status indexStatus(String index) {
    Status status = Status.ACTIVE;
    for (TableChange change : changes) {
      boolean ofIndex = index.equals(change.subject());
      switch (change.kind()) {
        case CREATE_TABLE -> {
          return Status.CREATING;
        }
        case ALLOCATE_INDEX, BACKFILL_INDEX -> {
          if (ofIndex) {
            return Status.CREATING;
          }
        }
        case DELETE_INDEX -> {
          if (ofIndex) {
            return Status.DELETING;
          }
        }
        case UPDATE_INDEX -> status = ofIndex ? Status.UPDATING : status;
        case DELETE_TABLE,
            THROUGHPUT,
            BILLING_MODE,
            STREAM,
            TABLE_CLASS,
            ENCRYPTION,
            WARM_THROUGHPUT,
            TIME_TO_LIVE,
            REPLICA -> {}
      }
    }
    return status;
  }

  /**
   * Returns whether items can be read and written: not while the table is being created or deleted.
   */
  public boolean isUsable() {
    if (changes.isEmpty()) {
      return true;
    }
    Status status = status();
    return status == Status.ACTIVE || status == Status.UPDATING;
  }

  /** Returns this table with one more pending change. */
  public TableState withChange(TableChange change) {
    List<TableChange> next = new ArrayList<>(changes);
    next.add(change);
    return toBuilder().changes(next).build();
  }

  /** Returns this table without a pending change. */
  public TableState withoutChange(TableChange change) {
    List<TableChange> next = new ArrayList<>(changes);
    next.remove(change);
    return toBuilder().changes(next).build();
  }
}

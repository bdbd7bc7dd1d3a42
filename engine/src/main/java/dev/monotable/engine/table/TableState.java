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
 * A table at one moment: its definition, its items in one tree by primary key, the state of each
 * index, the times of expiry, the sizes of item collections, the stream, the changes for Kinesis
 * destinations, the history, and the pending changes of the table itself. Immutable; a write makes
 * another state that shares all that did not change.
 *
 * <p>To add a piece of state: a field here, its method in {@link Builder}, and the line that copies
 * it in each of the two constructors. No other class lists the pieces.
 */
public final class TableState {
  /** The stages of the life of a table, and of an index. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE
  }

  private final TableLayout layout;
  private final PersistentTree<Item> items;
  private final long bytes;
  private final List<IndexState> indexes;
  private final PersistentTree<Item> expiry;
  private final PersistentTree<CollectionSize> collections;
  private final @Nullable StreamState stream;
  private final @Nullable StreamState capture;
  private final @Nullable TableHistory history;
  private final List<TableChange> changes;

  private TableState(Builder builder) {
    this.layout = builder.layout;
    this.items = builder.items;
    this.bytes = builder.bytes;
    this.indexes = builder.indexes();
    this.expiry = builder.expiry;
    this.collections = builder.collections;
    this.stream = builder.stream;
    this.capture = builder.capture;
    this.history = builder.history;
    this.changes = builder.changes;
  }

  /** Returns a table without items. */
  public static TableState create(TableDefinition definition, Limits limits) {
    return new Builder(new TableLayout(definition, limits), List.of()).build();
  }

  /** Returns a builder that starts from this state. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds the next state of a table. */
  public static final class Builder {
    private TableLayout layout;
    private PersistentTree<Item> items = PersistentTree.empty();
    private long bytes;
    private List<IndexState> indexes;

    /** A copy of the states with those that were replaced; null if none was. */
    private IndexState @Nullable [] replaced;

    private PersistentTree<Item> expiry = PersistentTree.empty();
    private PersistentTree<CollectionSize> collections = PersistentTree.empty();
    private @Nullable StreamState stream;
    private @Nullable StreamState capture;
    private @Nullable TableHistory history;
    private List<TableChange> changes = List.of();

    private Builder(TableLayout layout, List<IndexState> indexes) {
      this.layout = layout;
      this.indexes = statesOf(layout, layout, indexes);
    }

    private Builder(TableState table) {
      this.layout = table.layout;
      this.items = table.items;
      this.bytes = table.bytes;
      this.indexes = table.indexes;
      this.expiry = table.expiry;
      this.collections = table.collections;
      this.stream = table.stream;
      this.capture = table.capture;
      this.history = table.history;
      this.changes = table.changes;
    }

    /**
     * Sets the definition, which must have the same primary key. An index with the name of an
     * existing one keeps its state; any other index has no entries.
     */
    public Builder definition(TableDefinition definition) {
      TableLayout next = layout.of(definition);
      indexes = statesOf(next, layout, indexes());
      replaced = null;
      layout = next;
      return this;
    }

    private List<IndexState> indexes() {
      return replaced == null ? indexes : List.of(replaced);
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

    /**
     * Sets the items.
     *
     * @param tree by primary key
     * @param size of all items, in DynamoDB's bytes
     */
    public Builder items(PersistentTree<Item> tree, long size) {
      items = tree;
      bytes = size;
      return this;
    }

    /** Sets the state of an index. */
    public Builder index(AccessPath path, IndexState state) {
      if (stateOf(path, indexes) != state) {
        IndexState[] next = replaced;
        if (next == null) {
          next = indexes.toArray(new IndexState[0]);
          replaced = next;
        }
        next[path.ordinal() - 1] = state;
      }
      return this;
    }

    /**
     * Sets the times of expiry.
     *
     * @param tree of the items that have one, by that time and their primary key; empty if TTL is
     *     off
     */
    public Builder expiry(PersistentTree<Item> tree) {
      expiry = tree;
      return this;
    }

    /**
     * Sets the sizes of item collections.
     *
     * @param tree by the prefix of their keys; empty if the table has no local index
     */
    public Builder collections(PersistentTree<CollectionSize> tree) {
      collections = tree;
      return this;
    }

    /**
     * Sets the stream.
     *
     * @param state null if the table never had a stream
     */
    public Builder stream(@Nullable StreamState state) {
      stream = state;
      return this;
    }

    /**
     * Sets the changes that Kinesis destinations have not received.
     *
     * @param state null if the table never had a destination
     */
    public Builder capture(@Nullable StreamState state) {
      capture = state;
      return this;
    }

    /**
     * Sets what the table was before.
     *
     * @param past null if the table does not have point-in-time recovery
     */
    public Builder history(@Nullable TableHistory past) {
      history = past;
      return this;
    }

    /** Sets the pending changes, oldest first. */
    public Builder changes(List<TableChange> pending) {
      changes = List.copyOf(pending);
      return this;
    }

    /** Returns the state. */
    public TableState build() {
      return new TableState(this);
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

  /** Returns the access paths and limits that follow from the definition. */
  public TableLayout layout() {
    return layout;
  }

  /** Returns the items by primary key. */
  public PersistentTree<Item> items() {
    return items;
  }

  /** Returns the size of all items, in DynamoDB's bytes. */
  public long bytes() {
    return bytes;
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

  /** Returns the items that expire, by expiry time and primary key; empty if TTL is disabled. */
  public PersistentTree<Item> expiry() {
    return expiry;
  }

  /** Returns the sizes of the item collections; empty if the table has no local index. */
  public PersistentTree<CollectionSize> collections() {
    return collections;
  }

  /** Returns the stream; null if the table never had one. */
  public @Nullable StreamState stream() {
    return stream;
  }

  /**
   * Returns the changes that Kinesis destinations have not received, in the form of a stream that
   * nobody reads by the API: a shard for each destination, whose ID is the ARN of the Kinesis data
   * stream. Null if the table never had a destination.
   */
  public @Nullable StreamState capture() {
    return capture;
  }

  /** Returns what the table was before; null if it does not have point-in-time recovery. */
  public @Nullable TableHistory history() {
    return history;
  }

  /** Returns this table with another definition; see {@link Builder#definition}. */
  public TableState withDefinition(TableDefinition definition) {
    return toBuilder().definition(definition).build();
  }

  /** Returns this table with another state of an index. */
  public TableState withIndex(AccessPath path, IndexState state) {
    return toBuilder().index(path, state).build();
  }

  /** Returns this table with other expiry times; see {@link Builder#expiry}. */
  public TableState withExpiry(PersistentTree<Item> tree) {
    return toBuilder().expiry(tree).build();
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

  /** Returns the pending changes, oldest first; usually none. */
  public List<TableChange> changes() {
    return changes;
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

package dev.monotable.engine.table;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table at one moment: its definition, its items in one tree by {@linkplain TableLayout primary
 * key}, a tree for each index, for the times of expiry and for the sizes of item collections, and
 * its stream, and the changes that are under way. Immutable; a write makes another that shares all
 * that did not change.
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
  private final List<TableChange> changes;

  /**
   * @param bytes of all items, by DynamoDB's rule
   * @param indexes in the order of the definition's
   * @param expiry items that have a time of expiry, by that time and their key; empty where TTL is
   *     off
   * @param collections sizes of the item collections, by partition; empty where the table has no
   *     local index
   * @param stream null where the table never had one
   * @param changes that are under way, in the order of their beginning
   */
  public TableState(
      TableLayout layout,
      PersistentTree<Item> items,
      long bytes,
      List<IndexState> indexes,
      PersistentTree<Item> expiry,
      PersistentTree<CollectionSize> collections,
      @Nullable StreamState stream,
      List<TableChange> changes) {
    this.layout = layout;
    this.items = items;
    this.bytes = bytes;
    this.indexes = indexes;
    this.expiry = expiry;
    this.collections = collections;
    this.stream = stream;
    this.changes = changes;
  }

  /** A table without items. */
  public static TableState create(TableDefinition definition, Limits limits) {
    return new TableState(
        new TableLayout(definition, limits),
        PersistentTree.empty(),
        0,
        Collections.nCopies(definition.indexes().size(), IndexState.EMPTY),
        PersistentTree.empty(),
        PersistentTree.empty(),
        null,
        List.of());
  }

  public TableDefinition definition() {
    return layout.definition();
  }

  public TableLayout layout() {
    return layout;
  }

  public PersistentTree<Item> items() {
    return items;
  }

  /** Bytes of all items, by DynamoDB's rule. */
  public long bytes() {
    return bytes;
  }

  /** In the order of the definition's indexes; not to be modified. */
  public List<IndexState> indexes() {
    return indexes;
  }

  public PersistentTree<Item> expiry() {
    return expiry;
  }

  public PersistentTree<CollectionSize> collections() {
    return collections;
  }

  public @Nullable StreamState stream() {
    return stream;
  }

  /**
   * The same table under a definition that keeps the keys and the indexes and may change all else.
   */
  public TableState withDefinition(TableDefinition definition) {
    if (definition.indexes().size() != indexes.size()) {
      throw new IllegalArgumentException("indexes are added and removed by their own methods");
    }
    return new TableState(
        layout.of(definition), items, bytes, indexes, expiry, collections, stream, changes);
  }

  /** Appends an index without entries, already in the definition at its place. */
  public TableState withIndexAdded(TableDefinition definition, int position) {
    List<IndexState> states = new ArrayList<>(indexes);
    states.add(position, IndexState.EMPTY);
    return new TableState(
        layout.of(definition), items, bytes, states, expiry, collections, stream, changes);
  }

  /** Drops an index, already gone from the definition. */
  public TableState withIndexRemoved(TableDefinition definition, int position) {
    List<IndexState> states = new ArrayList<>(indexes);
    states.remove(position);
    return new TableState(
        layout.of(definition), items, bytes, states, expiry, collections, stream, changes);
  }

  public TableState withIndexes(List<IndexState> states) {
    return new TableState(layout, items, bytes, states, expiry, collections, stream, changes);
  }

  public TableState withExpiry(PersistentTree<Item> tree) {
    return new TableState(layout, items, bytes, indexes, tree, collections, stream, changes);
  }

  public TableState withStream(@Nullable StreamState state) {
    return new TableState(layout, items, bytes, indexes, expiry, collections, state, changes);
  }

  /** The changes that are under way, in the order of their beginning; empty for most of a life. */
  public List<TableChange> changes() {
    return changes;
  }

  /** The first change of a kind that is under way, whatever its subject, or null. */
  public @Nullable TableChange findChange(TableChange.Kind kind) {
    for (TableChange change : changes) {
      if (change.kind() == kind) {
        return change;
      }
    }
    return null;
  }

  /** The change of a kind and a subject that is under way, or null. */
  public @Nullable TableChange findChange(TableChange.Kind kind, @Nullable String subject) {
    for (TableChange change : changes) {
      if (change.kind() == kind && Objects.equals(change.subject(), subject)) {
        return change;
      }
    }
    return null;
  }

  /** When the next change is over whose time is known, or null. */
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

  /** The stage of the table's life. */
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
        case THROUGHPUT, BILLING_MODE, STREAM, TABLE_CLASS, ALLOCATE_INDEX, DELETE_INDEX ->
            status = Status.UPDATING;
        case ENCRYPTION, WARM_THROUGHPUT, BACKFILL_INDEX, UPDATE_INDEX, TIME_TO_LIVE -> {}
      }
    }
    return status;
  }

  /** The stage of the life of one of its global indexes. */
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
            TIME_TO_LIVE -> {}
      }
    }
    return status;
  }

  /** Whether items can be read and written: whether the table is made, and is not to go. */
  public boolean isUsable() {
    if (changes.isEmpty()) {
      return true;
    }
    Status status = status();
    return status == Status.ACTIVE || status == Status.UPDATING;
  }

  /** The same table with one more change under way. */
  public TableState withChange(TableChange change) {
    List<TableChange> next = new ArrayList<>(changes);
    next.add(change);
    return withChanges(next);
  }

  /** The same table without a change. */
  public TableState withoutChange(TableChange change) {
    List<TableChange> next = new ArrayList<>(changes);
    next.remove(change);
    return withChanges(next);
  }

  private TableState withChanges(List<TableChange> next) {
    return new TableState(
        layout, items, bytes, indexes, expiry, collections, stream, List.copyOf(next));
  }
}

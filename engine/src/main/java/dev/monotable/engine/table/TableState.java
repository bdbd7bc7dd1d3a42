package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table at one moment: its definition, its items in one tree by {@linkplain TableLayout primary
 * key}, a tree for each index, for the times of expiry and for the sizes of item collections, and
 * its stream. Immutable; a write makes another that shares all that did not change.
 */
public final class TableState {
  private final TableLayout layout;
  private final PersistentTree<Item> items;
  private final long bytes;
  private final List<IndexState> indexes;
  private final PersistentTree<Item> expiry;
  private final PersistentTree<CollectionSize> collections;
  private final @Nullable StreamState stream;

  /**
   * @param bytes of all items, by DynamoDB's rule
   * @param indexes in the order of the definition's
   * @param expiry items that have a time of expiry, by that time and their key; empty where TTL is
   *     off
   * @param collections sizes of the item collections, by partition; empty where the table has no
   *     local index
   * @param stream null where the table never had one
   */
  public TableState(
      TableLayout layout,
      PersistentTree<Item> items,
      long bytes,
      List<IndexState> indexes,
      PersistentTree<Item> expiry,
      PersistentTree<CollectionSize> collections,
      @Nullable StreamState stream) {
    this.layout = layout;
    this.items = items;
    this.bytes = bytes;
    this.indexes = indexes;
    this.expiry = expiry;
    this.collections = collections;
    this.stream = stream;
  }

  /** A table without items. */
  public static TableState create(TableDefinition definition) {
    return new TableState(
        new TableLayout(definition),
        PersistentTree.empty(),
        0,
        Collections.nCopies(definition.indexes().size(), IndexState.EMPTY),
        PersistentTree.empty(),
        PersistentTree.empty(),
        null);
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
        new TableLayout(definition), items, bytes, indexes, expiry, collections, stream);
  }

  /** Appends an index without entries, already in the definition at its place. */
  public TableState withIndexAdded(TableDefinition definition, int position) {
    List<IndexState> states = new ArrayList<>(indexes);
    states.add(position, IndexState.EMPTY);
    return new TableState(
        new TableLayout(definition), items, bytes, states, expiry, collections, stream);
  }

  /** Drops an index, already gone from the definition. */
  public TableState withIndexRemoved(TableDefinition definition, int position) {
    List<IndexState> states = new ArrayList<>(indexes);
    states.remove(position);
    return new TableState(
        new TableLayout(definition), items, bytes, states, expiry, collections, stream);
  }

  public TableState withIndexes(List<IndexState> states) {
    return new TableState(layout, items, bytes, states, expiry, collections, stream);
  }

  public TableState withExpiry(PersistentTree<Item> tree) {
    return new TableState(layout, items, bytes, indexes, tree, collections, stream);
  }

  public TableState withStream(@Nullable StreamState state) {
    return new TableState(layout, items, bytes, indexes, expiry, collections, state);
  }
}

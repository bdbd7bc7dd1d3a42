package dev.monotable.engine.table;

import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.value.Item;

/**
 * The entries of an index at one moment. Immutable: an {@link IndexEditor} makes the next state
 * from the changes of a commit. Each {@link IndexType} has a class of its own for its states.
 */
public interface IndexState {
  /** Returns the number of entries. */
  long itemCount();

  /** Returns the size of the projected entries, in DynamoDB's bytes. */
  long bytes();

  /**
   * Returns the items that have an entry, by the key of the index.
   *
   * @throws UnsupportedOperationException if the type of the index is not {@linkplain
   *     IndexType#isQueried queried}
   */
  default PersistentTree<Item> entries() {
    throw new UnsupportedOperationException("the index has no tree of items");
  }

  /**
   * Returns a new editor that starts from this state.
   *
   * @param path of the index
   * @param builder for keys; the editor replaces its key
   */
  IndexEditor edit(AccessPath path, KeyBuilder builder);

  /**
   * Checks every invariant of the structure.
   *
   * @throws IllegalStateException if one is broken
   */
  void audit();

  /**
   * Builds the state of an index from all items of its table, faster than an {@link IndexEditor}
   * does. For one thread and one use.
   */
  interface Builder {
    /**
     * Adds an item that has an entry in the index.
     *
     * @param keys its key is replaced
     */
    void add(KeyedItem item, KeyBuilder keys);

    /** Returns the state of the index. */
    IndexState build();
  }
}

package dev.monotable.engine.table;

import dev.monotable.engine.storage.KeyBuilder;

/**
 * The entries of a secondary index at one moment. Immutable: an {@link IndexEditor} makes the next
 * state from the changes of a commit.
 *
 * <p>Each index type has one class for its state, and its editor beside it. The rest of the engine
 * handles all types alike, except the reader of a type and its description in the API.
 */
public sealed interface IndexState permits KeyIndex {
  /** Returns the state of an index without entries. */
  static IndexState empty(IndexDefinition index) {
    return switch (index.kind()) {
      case GLOBAL, LOCAL -> KeyIndex.EMPTY;
    };
  }

  /** Returns the number of entries. */
  long itemCount();

  /** Returns the size of the projected entries, in DynamoDB's bytes. */
  long bytes();

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
}

package dev.monotable.engine.table;

/** Makes the next state of one index from the changes of a commit. For one thread. */
public interface IndexEditor extends ChangeConsumer {
  /** Returns the index. */
  AccessPath path();

  /**
   * Adds an item that is older than the index, unless the index has it already.
   *
   * @param change an insert of the item
   */
  void backfill(ItemChange change);

  /** Returns the size of the projected entries after the changes so far, in DynamoDB's bytes. */
  long bytes();

  /** Returns the state of the index after the changes so far. */
  IndexState state();

  @Override
  default void finish(TableState.Builder next) {
    next.index(path(), state());
  }
}

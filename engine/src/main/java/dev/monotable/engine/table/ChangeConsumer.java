package dev.monotable.engine.table;

/**
 * Keeps one thing up to date with the items of a table while a commit changes them: an index, the
 * times of expiry, the sizes of item collections, the stream. A commit calls the consumers of a
 * table in a fixed order, for each change and then once at its end. A consumer that a table does
 * not need does not exist. For one thread.
 */
public interface ChangeConsumer {
  /** Updates for a change of one item, which the table already contains. */
  void update(ItemChange change);

  /** Sets what has changed in the table's next state. */
  void finish(TableState.Builder next);
}

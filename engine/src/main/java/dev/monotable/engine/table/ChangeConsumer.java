package dev.monotable.engine.table;

/**
 * Keeps one thing up to date with the items of a table while a commit changes them: an index, the
 * times of expiry, the sizes of item collections, the stream. A commit calls the consumers of a
 * table in a fixed order, for each change and then once at its end. A consumer that a table does
 * not need does not exist. For one thread.
 */
public interface ChangeConsumer {
  /** Follows a change of one item, which the table has already made. */
  void update(ItemChange change);

  /** Puts what has changed into the table's next state. */
  void finish(TableState.Builder next);
}

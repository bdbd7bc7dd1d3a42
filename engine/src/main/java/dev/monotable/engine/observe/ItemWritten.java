package dev.monotable.engine.observe;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One item that was written, or a condition that was checked. */
public non-sealed interface ItemWritten extends RequestPart {
  @Override
  default Kind kind() {
    return Kind.ITEM_WRITTEN;
  }

  /** The kinds of writes. */
  enum WriteKind {
    PUT,
    /** An INSERT statement, which fails if the item exists. */
    INSERT,
    UPDATE,
    DELETE,
    /** A condition check of a transaction, which changes nothing. */
    CONDITION_CHECK
  }

  /** Returns the kind of write. */
  WriteKind writeKind();

  /** Returns the primary key. */
  Item key();

  /** Returns the update; null for other kinds, and for an update without changes. */
  @Nullable ExpressionText update();

  /** Returns the condition; null if the write is unconditional. */
  @Nullable ExpressionText condition();

  /**
   * Returns whether the write took effect. False if its condition failed, or if the transaction was
   * canceled.
   */
  boolean applied();

  /** Returns the item before the write; null if it did not exist, or was not read. */
  @Nullable Item before();

  /** Returns the item after the write; null if it was deleted or the write was not applied. */
  @Nullable Item after();

  /** Returns the entries of indexes that changed, without those that stayed as they were. */
  List<IndexChange> indexChanges();

  /** Returns the write units on the table. */
  double units();
}

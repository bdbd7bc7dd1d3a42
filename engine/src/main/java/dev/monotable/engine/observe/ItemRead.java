package dev.monotable.engine.observe;

import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/** One item that was read by its primary key. */
public non-sealed interface ItemRead extends RequestPart {
  @Override
  default Kind kind() {
    return Kind.ITEM_READ;
  }

  /** Returns the primary key, the partition key first. */
  Item key();

  /** Returns the whole item before its projection; null if it does not exist. */
  @Nullable Item item();

  /** Returns the attributes to return; null for all. */
  @Nullable ExpressionText projection();

  /** Returns whether the read is strongly consistent. */
  boolean consistent();

  /** Returns the read units. */
  double units();
}

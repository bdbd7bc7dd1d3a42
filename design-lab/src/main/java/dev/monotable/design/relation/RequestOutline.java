package dev.monotable.design.relation;

import dev.monotable.engine.observe.ObservedRequest;

/**
 * A request that may have been kept without its items, because there was no room for them. Then
 * each item has only the attributes of its primary key; what was consumed, and how many items there
 * were, is as it was.
 */
public interface RequestOutline extends ObservedRequest {
  /** Returns whether its items are missing. */
  boolean withoutItems();

  /** Returns the approximate size of what is left, in bytes. */
  long bytes();

  /** Returns whether the items of a request are missing. */
  static boolean is(ObservedRequest request) {
    return request instanceof RequestOutline outline && outline.withoutItems();
  }
}

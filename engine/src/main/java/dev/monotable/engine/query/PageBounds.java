package dev.monotable.engine.query;

import org.jspecify.annotations.Nullable;

/**
 * The start of a page of a plan, and its bounds.
 *
 * @param range the position of the range in which the page begins
 * @param after the key after which it begins, in the direction of reading; null for the beginning
 *     of the range
 * @param maxItems the number of items that are evaluated at most
 * @param maxBytes the size that ends the page, in bytes
 */
public record PageBounds(int range, byte @Nullable [] after, int maxItems, long maxBytes) {
  /** Returns these bounds with another number of items. */
  public PageBounds atMost(int items) {
    return items == maxItems ? this : new PageBounds(range, after, items, maxBytes);
  }
}

package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * The way in which a read is performed.
 *
 * @param consistent whether it is strongly consistent
 * @param forward whether keys are read in ascending order
 * @param limit the number of items that a page evaluates at most; null without Limit
 * @param countOnly whether items are counted only
 */
public record ReadMode(
    boolean consistent, boolean forward, @Nullable Integer limit, boolean countOnly) {
  /** Eventually consistent, in ascending order, without a limit. */
  public static final ReadMode DEFAULT = new ReadMode(false, true, null, false);

  void appendTo(StringBuilder line) {
    line.append(consistent ? " consistent" : "");
    line.append(forward ? "" : " descending");
    line.append(countOnly ? " count" : "");
    if (limit != null) {
      line.append(" limit ").append(limit);
    }
  }
}

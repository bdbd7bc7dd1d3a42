package dev.monotable.engine.index;

import dev.monotable.engine.storage.TieBreaker;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * A change of one item, as all indexes of its table are told of it: no item before is an insert,
 * none after a delete. For one thread.
 */
public final class ItemChange {
  private final TableLayout layout;
  private final @Nullable KeyedItem before;
  private final @Nullable KeyedItem after;
  private @Nullable TieBreaker tieBreaker;

  public ItemChange(TableLayout layout, @Nullable KeyedItem before, @Nullable KeyedItem after) {
    this.layout = layout;
    this.before = before;
    this.after = after;
  }

  @Nullable KeyedItem before() {
    return before;
  }

  @Nullable KeyedItem after() {
    return after;
  }

  /** The tie of the item, which both have; made at most once, and only where it is needed. */
  TieBreaker tieBreaker(KeyedItem item) {
    TieBreaker known = tieBreaker;
    if (known == null) {
      known = layout.tieBreakerOf(item);
      tieBreaker = known;
    }
    return known;
  }
}

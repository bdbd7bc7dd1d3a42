package dev.monotable.engine.index;

import dev.monotable.engine.storage.Tie;
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
  private @Nullable Tie tie;

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
  Tie tie(KeyedItem item) {
    Tie known = tie;
    if (known == null) {
      known = layout.tieOf(item);
      tie = known;
    }
    return known;
  }
}

package dev.monotable.engine.query;

import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import org.jspecify.annotations.Nullable;

/**
 * The part that a read returns of the items that pass its filter.
 *
 * @param countOnly whether items are counted and not answered
 * @param fetch whether whole items are read from the table because the index does not hold enough
 * @param selection the attributes that are answered; null for all that were read
 */
public record ReadOutput(boolean countOnly, boolean fetch, @Nullable Selection selection) {

  /** Selects attributes of an item. */
  @FunctionalInterface
  public interface Selection {
    /**
     * Returns the selected part of an item.
     *
     * @param writer writes it; not in use by the caller
     */
    Item select(Item item, ItemWriter writer);
  }
}

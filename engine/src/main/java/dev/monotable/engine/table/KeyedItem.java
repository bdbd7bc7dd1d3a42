package dev.monotable.engine.table;

import dev.monotable.value.Item;

/**
 * An item, and where the attributes stand in it of which keys are made: those of the table and of
 * all its indexes, found in one walk, since a write asks for each of them several times. Made by
 * {@link TableLayout#keyed}, and of use with that layout only.
 */
public final class KeyedItem {
  private final Item item;
  private final int[] places;

  KeyedItem(Item item, int[] places) {
    this.item = item;
    this.places = places;
  }

  public Item item() {
    return item;
  }

  /** Offset of a key attribute's value in the item's JSON, or -1 if the item does not have it. */
  public int at(TableLayout.KeyPart part) {
    return places[part.place()];
  }
}

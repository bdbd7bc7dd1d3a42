package dev.monotable.engine.table;

import dev.monotable.value.Item;

/**
 * An item with the offsets of the attributes that its table's access paths and TTL need. They are
 * found in one pass, since a write uses each of them several times. Made by {@link
 * TableLayout#keyed}, and valid for that layout only.
 */
public final class KeyedItem {
  private final Item item;
  private final int[] places;

  KeyedItem(Item item, int[] places) {
    this.item = item;
    this.places = places;
  }

  /** Returns the item. */
  public Item item() {
    return item;
  }

  /**
   * Returns the offset of a key attribute's value in the item's JSON, or -1 if the item does not
   * have it.
   */
  public int at(KeyLayout.KeyPart part) {
    return places[part.place()];
  }

  /** Returns the offset of the value at a place, or -1 if the item does not have it. */
  int at(int place) {
    return places[place];
  }
}

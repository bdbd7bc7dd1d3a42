package dev.monotable.engine.expression;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An update with its names and values. Immutable. */
public final class BoundUpdate {
  BoundUpdate() {}

  /**
   * Computes the item after the update; every action sees the item as it was before.
   *
   * @param old the item, or null if there is none
   * @param key the key attributes, which a new item begins with
   * @throws dev.monotable.engine.error.DynamoException where the update does not fit the item
   */
  public Item apply(@Nullable Item old, Item key) {
    throw new UnsupportedOperationException();
  }

  /**
   * The part of an item that the update touches: UPDATED_OLD of the old item (of {@link Item#EMPTY}
   * where there was none), UPDATED_NEW of the new one.
   */
  public Item touched(Item item) {
    throw new UnsupportedOperationException();
  }

  /** The top-level attributes that the update writes to or into, in order, each once. */
  public List<String> writtenAttributes() {
    throw new UnsupportedOperationException();
  }
}

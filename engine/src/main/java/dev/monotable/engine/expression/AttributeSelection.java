package dev.monotable.engine.expression;

import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;

/** The attributes of an item that a read returns. */
public interface AttributeSelection {
  /**
   * Returns the selected part of an item.
   *
   * @param writer writes the result; its previous content is discarded
   */
  Item project(Item item, ItemWriter writer);

  /** Returns the names of the top-level attributes that this reads. */
  List<String> topLevelNames();
}

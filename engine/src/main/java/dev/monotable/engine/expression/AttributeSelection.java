package dev.monotable.engine.expression;

import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;

/** Which attributes of an item a read answers. */
public interface AttributeSelection {
  /**
   * The selected part of an item.
   *
   * @param writer writes it; free to use
   */
  Item project(Item item, ItemWriter writer);

  /** The names of the top-level attributes that are needed. */
  List<String> topLevelNames();
}

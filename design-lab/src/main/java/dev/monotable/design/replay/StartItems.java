package dev.monotable.design.replay;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the items that tables have when requests begin: all of a table or none, because a
 * part of them answers no Query as all do. Bounded by their size, over all tables.
 */
public final class StartItems {
  private long left;

  /** Creates a reader of items of at most a size in all. */
  public StartItems(long maxBytes) {
    this.left = maxBytes;
  }

  /** Returns the items of a table; null if there is no room for them. */
  public @Nullable List<Item> find(MonotableEngine copy, String table) {
    List<Item> items = new ArrayList<>();
    long room = left;
    Item next = null;
    do {
      ScanOutput page =
          copy.call(
              Operations.SCAN,
              ScanInput.builder().tableName(table).exclusiveStartKey(next).build());
      for (Item each : page.items() == null ? List.<Item>of() : page.items()) {
        room -= each.jsonLength();
        if (room < 0) {
          return null;
        }
        items.add(each);
      }
      next = page.lastEvaluatedKey();
    } while (next != null);
    left = room;
    return items;
  }
}

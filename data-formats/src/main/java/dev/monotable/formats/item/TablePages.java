package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Iterates over the items of a table or an index in the order of Scan, page by page. */
final class TablePages implements Iterator<Item> {
  private final MonotableEngine database;
  private final String table;
  private final @Nullable String index;
  private final Queue<Item> page = new ArrayDeque<>();
  private @Nullable Item startKey;
  private boolean more = true;

  /** Creates an iterator over a table, or over an index if its name is not null. */
  TablePages(MonotableEngine database, String table, @Nullable String index) {
    this.database = database;
    this.table = table;
    this.index = index;
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && more) {
      ScanOutput output =
          database.call(
              Operations.SCAN,
              ScanInput.builder()
                  .tableName(table)
                  .indexName(index)
                  .consistentRead(index == null)
                  .exclusiveStartKey(startKey)
                  .build());
      if (output.items() != null) {
        page.addAll(output.items());
      }
      startKey = output.lastEvaluatedKey();
      more = startKey != null;
    }
    return !page.isEmpty();
  }

  @Override
  public Item next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.remove();
  }
}

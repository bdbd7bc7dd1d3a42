package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * Writes items as lines of DynamoDB JSON, {@code {"Item":{"PK":{"S":"a"}}}}: the form of exports to
 * S3 and of imports from it, which seed files have too.
 */
public final class ItemLines {
  private static final byte[] BEFORE = "{\"Item\":".getBytes(StandardCharsets.UTF_8);
  private static final byte[] AFTER = "}\n".getBytes(StandardCharsets.UTF_8);

  private ItemLines() {}

  /** Writes one item as a line. */
  public static void write(Item item, OutputStream out) throws IOException {
    out.write(BEFORE);
    out.write(item.json());
    out.write(AFTER);
  }

  /**
   * Writes all items of a table as lines, in the order of Scan.
   *
   * @return the number of items
   * @throws dev.monotable.engine.error.DynamoException if the table does not exist
   */
  public static long write(MonotableEngine database, String table, OutputStream out)
      throws IOException {
    long items = 0;
    Iterator<Item> pages = new TablePages(database, table);
    while (pages.hasNext()) {
      write(pages.next(), out);
      items++;
    }
    return items;
  }
}

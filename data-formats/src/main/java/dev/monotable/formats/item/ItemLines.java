package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

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
   * Writes a changed item as a line of an incremental export, {@code
   * {"Metadata":{…},"Keys":{…},"OldImage":{…},"NewImage":{…}}}.
   */
  public static void write(ExportSource.Change change, OutputStream out) throws IOException {
    out.write(
        ("{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\""
                + change.writtenMicros()
                + "\"}},\"Keys\":")
            .getBytes(StandardCharsets.UTF_8));
    out.write(change.keys().json());
    if (change.oldImage() != null) {
      out.write(",\"OldImage\":".getBytes(StandardCharsets.UTF_8));
      out.write(change.oldImage().json());
    }
    if (change.newImage() != null) {
      out.write(",\"NewImage\":".getBytes(StandardCharsets.UTF_8));
      out.write(change.newImage().json());
    }
    out.write(AFTER);
  }

  /**
   * Writes all items of a table as lines, sorted by their keys.
   *
   * @return the number of items
   * @throws dev.monotable.engine.error.DynamoException if the table does not exist
   */
  public static long write(MonotableEngine database, String table, OutputStream out)
      throws IOException {
    List<Item> items = SortedItems.of(database, table, null).items();
    for (Item item : items) {
      write(item, out);
    }
    return items.size();
  }

  /**
   * Writes all items of a table as lines that also have its name, {@code
   * {"TableName":"Chat","Item":{"PK":{"S":"a"}}}}, so that a file can have the items of several
   * tables.
   *
   * @return the number of items
   * @throws dev.monotable.engine.error.DynamoException if the table does not exist
   */
  public static long writeNamed(MonotableEngine database, String table, OutputStream out)
      throws IOException {
    List<Item> items = SortedItems.of(database, table, null).items();
    // The name of a table has only characters that JSON does not escape.
    byte[] before = ("{\"TableName\":\"" + table + "\",\"Item\":").getBytes(StandardCharsets.UTF_8);
    for (Item item : items) {
      out.write(before);
      out.write(item.json());
      out.write(AFTER);
    }
    return items.size();
  }
}

package dev.monotable.formats;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.formats.item.ItemLines;
import dev.monotable.formats.item.TableList;
import dev.monotable.formats.item.TableText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a database as it is at one moment: as text for people, or as lines of DynamoDB JSON that
 * {@link DatabaseLoader} reads. Observers of the database do not see it, and faults do not hit it.
 */
public final class DatabaseDump implements AutoCloseable {
  private final MonotableEngine copy;

  private DatabaseDump(MonotableEngine copy) {
    this.copy = copy;
  }

  /** Starts to write a database as it is now. */
  public static DatabaseDump of(MonotableEngine database) {
    return of(database, database.snapshot());
  }

  /** Starts to write a state of a database. */
  public static DatabaseDump of(MonotableEngine database, Snapshot state) {
    return new DatabaseDump(database.copy(state, 1));
  }

  /** Returns the names of all tables, in alphabetical order. */
  public List<String> tables() {
    return TableList.of(copy);
  }

  /**
   * Returns a table as text for people.
   *
   * @throws dev.monotable.engine.error.DynamoException if the table does not exist
   */
  public String text(TableText form, String table) {
    return form.of(copy, table);
  }

  /**
   * Returns the entries of an index as text for people.
   *
   * @throws dev.monotable.engine.error.DynamoException if the table or the index does not exist
   */
  public String text(TableText form, String table, String index) {
    return form.of(copy, table, index);
  }

  /**
   * Writes the items of a table as {@linkplain ItemLines lines} of DynamoDB JSON.
   *
   * @return the number of items
   * @throws dev.monotable.engine.error.DynamoException if the table does not exist
   */
  public long lines(String table, OutputStream out) throws IOException {
    return ItemLines.write(copy, table, out);
  }

  /**
   * Writes the items of tables as lines of DynamoDB JSON, each with the name of its table.
   *
   * @return the number of items
   * @throws dev.monotable.engine.error.DynamoException if a table does not exist
   */
  public long namedLines(List<String> tables, OutputStream out) throws IOException {
    long items = 0;
    for (String table : tables) {
      items += ItemLines.writeNamed(copy, table, out);
    }
    return items;
  }

  /**
   * Writes the items of tables into a file, which is created or replaced, as lines of DynamoDB JSON
   * with the names of their tables.
   *
   * @return the number of items
   * @throws IOException if the file cannot be written
   * @throws dev.monotable.engine.error.DynamoException if a table does not exist
   */
  public long namedLines(List<String> tables, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      return namedLines(tables, out);
    }
  }

  @Override
  public void close() {
    copy.close();
  }
}

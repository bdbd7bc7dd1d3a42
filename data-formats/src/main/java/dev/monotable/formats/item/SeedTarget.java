package dev.monotable.formats.item;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.formats.schema.LoadTarget;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.DescribeTableOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database that gets items from files, by PutItem and DeleteItem. Not thread safe. */
final class SeedTarget {
  private final LoadTarget database;
  private final Map<String, TableKeys> tables = new HashMap<>();
  private final List<Notice> notices = new ArrayList<>();
  private int tablesCreated;
  private long itemsPut;
  private long itemsDeleted;
  private boolean inDataFile;

  SeedTarget(LoadTarget database) {
    this.database = database;
  }

  LoadTarget database() {
    return database;
  }

  // ---- tables

  /** Returns a table, or null if it does not exist. */
  @Nullable TableKeys findTable(String name) {
    TableKeys known = tables.get(name);
    if (known != null) {
      return known;
    }
    DescribeTableOutput output;
    try {
      output =
          database.call(
              Operations.DESCRIBE_TABLE, DescribeTableInput.builder().tableName(name).build());
    } catch (DynamoException e) {
      // An invalid name is no table either.
      if (e.code() == ErrorCode.RESOURCE_NOT_FOUND || e.code() == ErrorCode.VALIDATION) {
        return null;
      }
      throw e;
    }
    if (output.table() == null) {
      return null;
    }
    TableKeys table = TableKeys.of(output.table());
    // By the name that was asked for: an ARN is another name of the same table.
    tables.put(name, table);
    return table;
  }

  /** Returns a table that a file names. */
  TableKeys requireTable(String name, FilePosition at) {
    TableKeys table = findTable(name);
    if (table == null) {
      throw new InvalidContentException(at, "there is no table '" + name + "'; " + existing());
    }
    return table;
  }

  /**
   * Returns the table of the items of a file that does not name it in its content: the table that
   * was given, else the one with the name of the file, else the only table.
   *
   * @param what the content, for an error; null if its form says nothing
   */
  TableKeys tableOf(SeedFile file, @Nullable String what) {
    FilePosition at = FilePosition.of(file.path());
    String given = file.table();
    if (given != null) {
      return requireTable(given, at);
    }
    String name = file.baseName();
    List<String> names = tableNames();
    List<String> similar = names.stream().filter(name::equalsIgnoreCase).toList();
    if (names.contains(name)) {
      return requireTable(name, at);
    }
    if (similar.size() == 1 || names.size() == 1) {
      return requireTable(similar.size() == 1 ? similar.get(0) : names.get(0), at);
    }
    throw new InvalidContentException(
        at,
        (what == null
                ? "the table of its items is unknown: give TABLE=FILE; "
                : what + " does not name the table of its items: give TABLE=FILE; ")
            + existing());
  }

  private String existing() {
    List<String> names = tableNames();
    return names.isEmpty()
        ? "the database has no tables"
        : "the tables are " + String.join(", ", names);
  }

  private List<String> tableNames() {
    return TableList.of(database);
  }

  /** Reads a data file of an export. */
  void readDataFile(Runnable reading) {
    inDataFile = true;
    try {
      reading.run();
    } finally {
      inDataFile = false;
    }
  }

  /** Returns whether a data file of an export is being read. */
  boolean isInDataFile() {
    return inDataFile;
  }

  void tableCreated() {
    tablesCreated++;
  }

  // ---- items

  /** Puts an item; an error of the operation is an error at its position. */
  void put(TableKeys table, Item item, FilePosition at) {
    try {
      database.call(
          Operations.PUT_ITEM, PutItemInput.builder().tableName(table.name()).item(item).build());
    } catch (DynamoException e) {
      throw new InvalidContentException(at, String.valueOf(e.getMessage()));
    }
    itemsPut++;
  }

  /** Deletes an item; an error of the operation is an error at its position. */
  void delete(TableKeys table, Item key, FilePosition at) {
    try {
      database.call(
          Operations.DELETE_ITEM,
          DeleteItemInput.builder().tableName(table.name()).key(key).build());
    } catch (DynamoException e) {
      throw new InvalidContentException(at, String.valueOf(e.getMessage()));
    }
    itemsDeleted++;
  }

  void addNotice(FilePosition at, String text) {
    notices.add(new Notice(at, text));
  }

  void addNotices(List<Notice> others) {
    notices.addAll(others);
  }

  /** Returns the number of items that were put or deleted so far. */
  long itemCount() {
    return itemsPut + itemsDeleted;
  }

  LoadSummary summary() {
    return new LoadSummary(tablesCreated, itemsPut, itemsDeleted, notices);
  }
}

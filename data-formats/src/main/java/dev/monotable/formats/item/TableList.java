package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.List;

/** Lists the tables of a database. */
public final class TableList {
  private TableList() {}

  /** Returns the names of all tables, in alphabetical order. */
  public static List<String> of(MonotableEngine database) {
    List<String> names = new ArrayList<>();
    String start = null;
    do {
      ListTablesOutput page =
          database.call(
              Operations.LIST_TABLES,
              ListTablesInput.builder().exclusiveStartTableName(start).build());
      names.addAll(page.tableNames() == null ? List.of() : page.tableNames());
      start = page.lastEvaluatedTableName();
    } while (start != null);
    return names;
  }
}

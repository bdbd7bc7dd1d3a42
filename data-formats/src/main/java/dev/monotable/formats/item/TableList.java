package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.schema.LoadTarget;
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
    return of((LoadTarget) database::call);
  }

  /** Returns the names of all tables, in the order in which they are listed. */
  static List<String> of(LoadTarget database) {
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

package dev.monotable.design.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The access patterns by table and index.
 *
 * @param columns the tables, each followed by its indexes
 * @param rows the access patterns in the order of the design, then the observed shapes that belong
 *     to none
 */
public record PatternMatrix(List<AccessColumn> columns, List<PatternRow> rows) {
  public PatternMatrix {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** Returns the row with a name, or null. */
  public @Nullable PatternRow findRow(String name) {
    for (PatternRow row : rows) {
      if (row.name().equals(name)) {
        return row;
      }
    }
    return null;
  }
}

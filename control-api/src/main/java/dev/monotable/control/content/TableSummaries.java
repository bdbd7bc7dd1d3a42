package dev.monotable.control.content;

import dev.monotable.control.model.TableSummary;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.item.TableList;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The tables of a database in short. */
public final class TableSummaries {
  private TableSummaries() {}

  /** Returns the tables by name. No observer sees the reads, and no fault hits them. */
  public static List<TableSummary> of(MonotableEngine engine) {
    List<TableSummary> tables = new ArrayList<>();
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      for (String name : TableList.of(copy)) {
        TableDescription table =
            Objects.requireNonNull(
                copy.call(
                        Operations.DESCRIBE_TABLE,
                        DescribeTableInput.builder().tableName(name).build())
                    .table(),
                "table");
        tables.add(
            new TableSummary(
                name,
                Objects.requireNonNullElse(table.itemCount(), 0L),
                Objects.requireNonNullElse(table.tableSizeBytes(), 0L)));
      }
    }
    return tables;
  }
}

package dev.monotable.design.report;

import dev.monotable.design.load.Rounded;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access pattern, or an observed shape that belongs to none.
 *
 * @param name the name of the pattern, or the shape
 * @param description what the design says about it; null without a description
 * @param frequency how often it is used, such as {@code 100/s}; null if unknown
 * @param monthlyCost what its reads and writes cost in a month on demand; null if unknown
 * @param cells what one use consumes of each table and index that it uses
 * @param requests its requests
 */
public record PatternRow(
    String name,
    @Nullable String description,
    Coverage coverage,
    @Nullable String frequency,
    @Nullable BigDecimal monthlyCost,
    List<PatternCell> cells,
    List<RequestRow> requests) {
  public PatternRow {
    cells = List.copyOf(cells);
    requests = List.copyOf(requests);
  }

  /** Returns what one use consumes of a table or index, or null if it does not use it. */
  public @Nullable PatternCell findCell(AccessColumn column) {
    for (PatternCell cell : cells) {
      if (cell.target().equals(column.target())) {
        return cell;
      }
    }
    return null;
  }

  /** Returns the read units of one use, on all tables and indexes. */
  public double readUnits() {
    return Rounded.of(cells.stream().mapToDouble(PatternCell::readUnits).sum());
  }

  /** Returns the write units of one use, on all tables and indexes. */
  public double writeUnits() {
    return Rounded.of(cells.stream().mapToDouble(PatternCell::writeUnits).sum());
  }
}

package dev.monotable.design.ledger;

import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ConsumedUnits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one shape.
 *
 * @param units the capacity that was consumed, by table and index
 * @param samples some of its requests
 */
public record LedgerEntry(
    Shape shape,
    RequestCounts requests,
    ReadCounts reads,
    PagingCounts paging,
    WriteCounts writes,
    List<ConsumedUnits> units,
    RequestSamples samples) {
  public LedgerEntry {
    units = List.copyOf(units);
  }

  /** Returns the read units on the table and its indexes. */
  public double readUnits() {
    return units.stream().mapToDouble(ConsumedUnits::readUnits).sum();
  }

  /** Returns the write units on the table and its indexes. */
  public double writeUnits() {
    return units.stream().mapToDouble(ConsumedUnits::writeUnits).sum();
  }

  /**
   * Returns the units on the table or an index; zero units if nothing was consumed there.
   *
   * @param index null for the table
   */
  public ConsumedUnits unitsOf(@Nullable String index) {
    for (ConsumedUnits each : units) {
      if (java.util.Objects.equals(each.index(), index)) {
        return each;
      }
    }
    return new ConsumedUnits(shape.table(), index, 0, 0);
  }

  /** Returns the number of requests or actions that did not fail. */
  public long answered() {
    return Math.max(0, requests.requests() - requests.failed());
  }
}

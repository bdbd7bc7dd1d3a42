package dev.monotable.design.ledger;

import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ConsumedUnits;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was counted for one shape.
 *
 * @param units the capacity that was consumed, by table and index
 * @param samples the first requests, and the first of each test, as far as there was room
 * @param byTrait the first requests with each trait
 */
public record LedgerEntry(
    Shape shape,
    RequestCounts requests,
    ReadCounts reads,
    PagingCounts paging,
    WriteCounts writes,
    List<ConsumedUnits> units,
    List<RequestSample> samples,
    Map<RequestTrait, List<RequestSample>> byTrait) {
  public LedgerEntry {
    units = List.copyOf(units);
    samples = List.copyOf(samples);
    Map<RequestTrait, List<RequestSample>> copy = new EnumMap<>(RequestTrait.class);
    byTrait.forEach((trait, each) -> copy.put(trait, List.copyOf(each)));
    byTrait = Collections.unmodifiableMap(copy);
  }

  /** Returns the first requests with a trait, or the first ones if none was kept. */
  public List<RequestSample> samples(RequestTrait trait) {
    return byTrait.getOrDefault(trait, samples);
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
}

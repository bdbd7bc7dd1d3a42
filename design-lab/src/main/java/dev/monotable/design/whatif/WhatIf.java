package dev.monotable.design.whatif;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a month as a function of how often each access pattern runs and of the projections of
 * indexes. These are the numbers of the bill, taken apart: a page adds them up again, and knows no
 * price and no rule of its own.
 *
 * <p>On demand, a month costs {@link #fixed} and, for each pool, its units by {@link
 * Pool#unitPrice}. Provisioned, it costs {@link #fixed} and, for each pool, the provisioned units
 * of each hour by {@link Pool#hourPrice}: the consumed units of a second by the number in {@link
 * #hours}, rounded to a whole number, at least 1.
 *
 * @param seconds the length of the month, in seconds
 * @param hours for each of 24 hours, how many units are provisioned for a unit that is consumed in
 *     an average second
 * @param days how often each of the 24 hours is in the month
 * @param fixed what no pattern changes, such as storage
 * @param patterns the access patterns
 * @param pools the capacities that are charged by themselves
 * @param projections other projections of indexes
 */
public record WhatIf(
    double seconds,
    List<Double> hours,
    double days,
    double fixed,
    List<Usage> patterns,
    List<Pool> pools,
    List<OtherProjection> projections) {
  public WhatIf {
    hours = List.copyOf(hours);
    patterns = List.copyOf(patterns);
    pools = List.copyOf(pools);
    projections = List.copyOf(projections);
  }

  /**
   * The frequency of an access pattern.
   *
   * @param times the number of times in a period; 0 if it is not declared
   * @param period the length of the period, in seconds
   */
  public record Usage(String pattern, double times, double period) {}

  /**
   * A capacity: the reads or the writes of a table or a global index.
   *
   * @param target the table, or the table and the index
   * @param writes whether it is of writes
   * @param unitPrice the price of a unit on demand
   * @param hourPrice the price of a provisioned unit for an hour
   * @param capacity the provisioned units if they are fixed; null if they follow the traffic
   * @param units what one use of each pattern consumes, in the order of the patterns
   */
  public record Pool(
      String target,
      boolean writes,
      double unitPrice,
      double hourPrice,
      @Nullable Long capacity,
      List<Double> units) {
    public Pool {
      units = List.copyOf(units);
    }
  }

  /**
   * Another projection of an index.
   *
   * @param index the table and the index
   * @param projection the other projection, {@code ALL} or {@code KEYS_ONLY}
   * @param fixed how much {@link WhatIf#fixed} changes
   * @param changes how the units of pools change
   */
  public record OtherProjection(
      String index, String projection, double fixed, List<Change> changes) {
    public OtherProjection {
      changes = List.copyOf(changes);
    }
  }

  /**
   * The change of the units of one use of a pattern.
   *
   * @param pool the place of the pool
   * @param pattern the place of the pattern
   */
  public record Change(int pool, int pattern, double units) {}
}

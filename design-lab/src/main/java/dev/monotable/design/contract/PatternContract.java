package dev.monotable.design.contract;

import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredPattern;
import org.jspecify.annotations.Nullable;

/**
 * The permitted cost of one use of an access pattern, and the reads that it needs.
 *
 * @param pattern the name of the access pattern
 * @param budget the limits of all its requests together
 * @param index the index that a Query or Scan of the use has to read; null for any
 * @param declared the access pattern of the design: each Query and Scan has to be one of its
 *     requests; null without a design
 */
public record PatternContract(
    String pattern, Budget budget, @Nullable String index, @Nullable DeclaredPattern declared) {

  /** Returns the contract that a design declares. */
  public static PatternContract of(DeclaredPattern pattern) {
    return new PatternContract(pattern.name(), pattern.budget(), null, pattern);
  }

  /**
   * Returns this contract with the limits of a test, which replace those of the design.
   *
   * @param limits null for the limits that stay as they are
   * @param newIndex null if it stays as it is
   */
  public PatternContract with(Budget limits, @Nullable String newIndex) {
    return new PatternContract(
        pattern,
        new Budget(
            limits.maxReadUnits() == null ? budget.maxReadUnits() : limits.maxReadUnits(),
            limits.maxWriteUnits() == null ? budget.maxWriteUnits() : limits.maxWriteUnits(),
            limits.maxRequests() == null ? budget.maxRequests() : limits.maxRequests(),
            limits.maxDiscarded() == null ? budget.maxDiscarded() : limits.maxDiscarded(),
            limits.noScan() || budget.noScan()),
        newIndex == null ? index : newIndex,
        declared);
  }
}

package dev.monotable.engine.observe;

/**
 * The capacity that a request consumed on all tables and indexes.
 *
 * @param readUnits read units, in steps of one half
 * @param writeUnits write units
 */
public record TotalUnits(double readUnits, double writeUnits) {
  /** Returns the sum of {@link ObservedRequest#capacity}. */
  public static TotalUnits of(ObservedRequest request) {
    double readUnits = 0;
    double writeUnits = 0;
    for (ConsumedUnits units : request.capacity()) {
      readUnits += units.readUnits();
      writeUnits += units.writeUnits();
    }
    return new TotalUnits(readUnits, writeUnits);
  }
}

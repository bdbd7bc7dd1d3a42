package dev.monotable.design.heat;

/**
 * The traffic of one access pattern on one table or index.
 *
 * @param pattern the name of the pattern
 * @param keys the kind of its partition key values, such as <code>ROOM#{}</code>. Patterns with the
 *     same kind use the same key values, and the same rank is the same value
 * @param distribution how its requests are distributed over them
 * @param access where in an item collection its requests go
 * @param itemsPerKey the number of items of an item collection, at least 1
 * @param readUnits the average read units a second, of all key values
 * @param writeUnits the average write units a second, of all key values
 */
public record KeyTraffic(
    String pattern,
    String keys,
    KeyDistribution distribution,
    SortKeyAccess access,
    double itemsPerKey,
    double readUnits,
    double writeUnits) {
  public KeyTraffic {
    if (!(itemsPerKey >= 1) || !(readUnits >= 0) || !(writeUnits >= 0)) {
      throw new IllegalArgumentException(
          "the traffic of '"
              + pattern
              + "' must have at least one item for each key, and units of at least 0");
    }
  }

  /** Returns this traffic with fewer key values, see {@link KeyDistribution#atMost}. */
  KeyTraffic withKeys(int most) {
    return new KeyTraffic(
        pattern, keys, distribution.atMost(most), access, itemsPerKey, readUnits, writeUnits);
  }

  /** Returns this traffic on item collections of another size. */
  KeyTraffic withItemsPerKey(double items) {
    return new KeyTraffic(pattern, keys, distribution, access, items, readUnits, writeUnits);
  }
}

package dev.monotable.engine.partition;

/** The throughput of a whole table or global index. */
public sealed interface TableCapacity {
  /** Returns the read units per second. */
  double readUnits();

  /** Returns the write units per second. */
  double writeUnits();

  /**
   * On-demand capacity.
   *
   * @param readUnits the read units a second that it serves at the start (its warm throughput)
   * @param writeUnits the write units a second that it serves at the start
   */
  record OnDemand(double readUnits, double writeUnits) implements TableCapacity {
    /** A new table: 12,000 read units and 4,000 write units. */
    public static final OnDemand NEW = new OnDemand(12_000, 4_000);

    public OnDemand {
      requirePositive(readUnits, writeUnits);
    }
  }

  /**
   * Provisioned capacity.
   *
   * @param readUnits read capacity units
   * @param writeUnits write capacity units
   */
  record Provisioned(double readUnits, double writeUnits) implements TableCapacity {
    public Provisioned {
      requirePositive(readUnits, writeUnits);
    }
  }

  private static void requirePositive(double readUnits, double writeUnits) {
    if (!(readUnits >= 1) || !(writeUnits >= 1)) {
      throw new IllegalArgumentException("a capacity must be at least 1");
    }
  }
}

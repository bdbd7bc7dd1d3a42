package dev.monotable.design.heat;

/**
 * The sums of a simulation.
 *
 * @param seconds its duration
 * @param readUnits the read units that were requested
 * @param writeUnits the write units that were requested
 * @param throttledReads the read units that were throttled
 * @param throttledWrites the write units that were throttled
 * @param partitionsAtStart the number of partitions at the start
 * @param partitionsAtEnd the number of partitions at the end
 */
public record HeatTotals(
    int seconds,
    double readUnits,
    double writeUnits,
    double throttledReads,
    double throttledWrites,
    int partitionsAtStart,
    int partitionsAtEnd) {

  /** Returns the throttled share of all units, from 0 to 1. */
  public double throttledShare() {
    double all = readUnits + writeUnits;
    return all == 0 ? 0 : (throttledReads + throttledWrites) / all;
  }
}

package dev.monotable.design.heat;

/**
 * The first throttled requests of a simulation.
 *
 * @param second the time since the start
 * @param readUnits the read units a second of the whole table at that time
 * @param writeUnits the write units a second of the whole table at that time
 * @param key the partition key value with the most traffic where it throttled
 * @param cause the limit
 */
public record FirstThrottle(
    int second, double readUnits, double writeUnits, String key, ThrottleCause cause) {}

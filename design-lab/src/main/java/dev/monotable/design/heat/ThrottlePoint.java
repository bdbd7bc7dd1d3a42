package dev.monotable.design.heat;

/**
 * The rate from which on requests are throttled.
 *
 * @param factor the rate, relative to the average of the scenario
 * @param readUnits the read units a second of the whole table at this rate
 * @param writeUnits the write units a second of the whole table at this rate
 * @param key the partition key value with the most traffic where it throttles
 * @param share the share of that key in the units that are throttled, from 0 to 1
 * @param cause the limit
 */
public record ThrottlePoint(
    double factor,
    double readUnits,
    double writeUnits,
    String key,
    double share,
    ThrottleCause cause) {}

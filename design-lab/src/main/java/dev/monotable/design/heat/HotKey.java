package dev.monotable.design.heat;

/**
 * A partition key value with much traffic.
 *
 * @param key its value if it was observed, otherwise its kind and its rank
 * @param readUnits its read units a second, on average
 * @param writeUnits its write units a second, on average
 * @param readShare its share in all read units, from 0 to 1
 * @param writeShare its share in all write units, from 0 to 1
 * @param limit the rate, relative to the average, at which it is throttled after all splits that
 *     help
 */
public record HotKey(
    String key,
    double readUnits,
    double writeUnits,
    double readShare,
    double writeShare,
    double limit) {}

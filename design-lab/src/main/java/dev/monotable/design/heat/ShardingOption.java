package dev.monotable.design.heat;

/**
 * The effect of adding suffixes to the hottest kind of partition key values.
 *
 * @param suffixes the number of suffixes; 1 for none. Reading all of a key takes as many requests
 * @param factor the rate, relative to the average, up to which nothing is throttled after all
 *     splits that help
 * @param readUnits the read units a second of the whole table at this rate
 * @param writeUnits the write units a second of the whole table at this rate
 */
public record ShardingOption(int suffixes, double factor, double readUnits, double writeUnits) {}

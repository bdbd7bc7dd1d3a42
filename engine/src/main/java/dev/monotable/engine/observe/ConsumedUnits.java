package dev.monotable.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * The capacity that a request consumed on a table or index.
 *
 * @param table the name of the table
 * @param index the name of the index; null for the table
 * @param readUnits read units, in steps of one half
 * @param writeUnits write units
 */
public record ConsumedUnits(
    String table, @Nullable String index, double readUnits, double writeUnits) {}

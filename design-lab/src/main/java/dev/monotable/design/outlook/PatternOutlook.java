package dev.monotable.design.outlook;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The expected units, cost and limits of an access pattern.
 *
 * @param name its name
 * @param readUnits the read units of one use
 * @param writeUnits the write units of one use, with those of indexes
 * @param monthlyCost the cost of its requests in a month on demand; null if it has no frequency
 * @param atStart the lowest limit of the tables and indexes that it uses, with the partitions of
 *     the start; null if they have no traffic
 * @param settled the lowest limit of its partition keys after all splits that help
 * @param largest the largest item collection that its requests use; null if none is known
 */
public record PatternOutlook(
    String name,
    double readUnits,
    double writeUnits,
    @Nullable BigDecimal monthlyCost,
    @Nullable ThrottleLimit atStart,
    @Nullable ThrottleLimit settled,
    @Nullable LargestCollection largest) {}

package dev.monotable.design.outlook;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The expected cost and limits of a design.
 *
 * @param onDemand the cost of a month on demand
 * @param provisioned the cost of a month with provisioned capacity
 * @param storedBytes the size of all items and index entries
 * @param largest the largest item collection; null if none is known
 * @param atStart the lowest limit with the partitions of the start; null without traffic
 * @param settled the lowest limit after all splits that help; null without traffic
 * @param patterns the access patterns
 */
public record DesignOutlook(
    BigDecimal onDemand,
    BigDecimal provisioned,
    double storedBytes,
    @Nullable LargestCollection largest,
    @Nullable ThrottleLimit atStart,
    @Nullable ThrottleLimit settled,
    List<PatternOutlook> patterns) {
  public DesignOutlook {
    patterns = List.copyOf(patterns);
  }
}

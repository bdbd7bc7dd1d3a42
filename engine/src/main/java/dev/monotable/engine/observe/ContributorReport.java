package dev.monotable.engine.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The most accessed and the most throttled keys of a table or index since Contributor Insights was
 * enabled, the first ones most.
 *
 * @param table the name of the table
 * @param index the name of the index; null for the table
 * @param accessedPartitionKeys by the capacity units that they consumed
 * @param accessedKeys by the same, with the sort key; empty without one
 * @param throttledPartitionKeys by the number of throttled parts of requests
 * @param throttledKeys by the same, with the sort key; empty without one
 */
public record ContributorReport(
    String table,
    @Nullable String index,
    List<Contributor> accessedPartitionKeys,
    List<Contributor> accessedKeys,
    List<Contributor> throttledPartitionKeys,
    List<Contributor> throttledKeys) {
  public ContributorReport {
    accessedPartitionKeys = List.copyOf(accessedPartitionKeys);
    accessedKeys = List.copyOf(accessedKeys);
    throttledPartitionKeys = List.copyOf(throttledPartitionKeys);
    throttledKeys = List.copyOf(throttledKeys);
  }

  /** Returns the report of a table or index of which nothing was counted. */
  public static ContributorReport none(String table, @Nullable String index) {
    return new ContributorReport(table, index, List.of(), List.of(), List.of(), List.of());
  }
}

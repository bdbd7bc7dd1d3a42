package dev.monotable.engine.query;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of items.
 *
 * @param items to return; empty if items are only counted
 * @param count items that passed the filter
 * @param scannedCount items evaluated
 * @param bytes of the items evaluated, as the table or index holds them
 * @param fetchedUnits read units of the items fetched from the table besides
 * @param stop why the page ended
 * @param last the last item evaluated, whole, or null
 */
public record Page(
    List<Item> items,
    int count,
    int scannedCount,
    long bytes,
    long fetchedUnits,
    StopReason stop,
    @Nullable Item last) {

  /**
   * The size of the page. If items are fetched from the table, it is what they and the index
   * entries are charged for, in whole units.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ThroughputConsiderations.Reads">Read
   *     capacity units of local indexes</a>
   */
  public long size() {
    return size(bytes, fetchedUnits);
  }

  static long size(long bytes, long fetchedUnits) {
    return fetchedUnits == 0
        ? bytes
        : CapacityUnits.readBytes(CapacityUnits.read(bytes) + fetchedUnits);
  }
}

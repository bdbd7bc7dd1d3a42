package dev.monotable.engine.query;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of items.
 *
 * @param items what is answered; empty where only counting was asked for
 * @param count items that passed the filter
 * @param scannedCount items evaluated
 * @param bytes of the items evaluated, as the table or index holds them
 * @param fetchedUnits whole read units of the items that were fetched from the table besides
 * @param stop why the page ended
 * @param last the last item evaluated, whole; null if none was
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
   * What counts towards the size of a page: the bytes, or, where items are fetched, what they and
   * the entries of the index are charged for, whole units.
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

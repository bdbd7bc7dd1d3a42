package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The states of an item in the window of its table's point-in-time recovery. A version is what the
 * item was at the end of a second, as a restored table has it: of several changes within a second,
 * the last one counts.
 *
 * @param earliest the begin of the window
 * @param versions the present one first, then older ones; an item that exists since before the
 *     window has a version that begins with it
 * @param isComplete whether these are all versions in the window; false if a bound was reached
 */
@Experimental
public record ItemHistory(Instant earliest, List<Version> versions, boolean isComplete) {
  /** The largest number of seconds with changes that are read. */
  private static final int MAX_SECONDS = 100_000;

  public ItemHistory {
    versions = List.copyOf(versions);
  }

  /**
   * A version of an item.
   *
   * @param since the second at whose end the item was like this
   * @param item null if the item did not exist
   */
  public record Version(Instant since, @Nullable Item item) {}

  /**
   * Returns the history of an item; null if point-in-time recovery is disabled for its table.
   *
   * @param key the primary key, as the tree of the table has it
   * @param most the maximum number of versions
   */
  static @Nullable ItemHistory find(TableState table, byte[] key, Instant now, int most) {
    PointInTimeRecovery recovery = PointInTimeRecovery.find(table.definition());
    TableHistory history = table.history();
    if (recovery == null || history == null) {
      return null;
    }
    long earliest = Math.max(history.earliest(), recovery.start(now));
    List<Version> versions = new ArrayList<>();
    Item item = table.items().find(key);
    long since = history.since();
    TreeCursor<TableHistory.Version> older = history.versions().cursor();
    boolean more = older.last();
    for (int seconds = 0; more && since > earliest; seconds++) {
      if (seconds == MAX_SECONDS || versions.size() == most) {
        return new ItemHistory(Instant.ofEpochSecond(earliest), versions, false);
      }
      Item before = older.value().items().find(key);
      if (!Objects.equals(before, item)) {
        versions.add(new Version(Instant.ofEpochSecond(since), item));
        item = before;
      }
      since = TableHistory.second(older.key());
      more = older.previous();
    }
    boolean complete = item == null || versions.size() < most;
    if (item != null && complete) {
      versions.add(new Version(Instant.ofEpochSecond(Math.max(since, earliest)), item));
    }
    return new ItemHistory(Instant.ofEpochSecond(earliest), versions, complete);
  }
}

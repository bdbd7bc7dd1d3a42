package dev.monotable.engine.journal;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableHistory.Version;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The history of a table while it is read. */
final class HistoryReplay {
  private final TreeMap<Long, TableReplay> open = new TreeMap<>();
  private final TreeMap<Long, Version> versions = new TreeMap<>();
  private @Nullable TableReplay latest;
  private boolean exists;
  private long since;
  private long earliest;
  private long count;

  /**
   * Begins a version.
   *
   * @param base the table, if the version is a difference from it; null if it is one from the
   *     version that was read before
   * @return what receives its items
   */
  TableReplay begin(long second, @Nullable TableReplay base) {
    TableReplay from = base == null ? latest : base;
    TableReplay version = from == null ? new TableReplay() : TableReplay.startingFrom(from);
    latest = version;
    open.put(second, version);
    return version;
  }

  /** Returns a version that has begun. */
  TableReplay use(long second) {
    return open.computeIfAbsent(second, unknown -> new TableReplay());
  }

  /** Ends a version, unless some of its changes are missing. */
  void end(long second, long changes) {
    TableReplay version = open.remove(second);
    if (version != null && version.changes() == changes) {
      versions.put(second, version.version());
    }
  }

  /** Reads how far the history reaches. */
  void read(ByteReader in) {
    exists = in.nextBoolean();
    if (exists) {
      since = in.nextNumber();
      earliest = in.nextNumber();
      count = in.nextCount();
      while (versions.size() > 1 && versions.higherKey(versions.firstKey()) <= earliest) {
        versions.pollFirstEntry();
      }
      if (versions.size() == 1 && since <= earliest) {
        versions.clear();
      }
    } else {
      versions.clear();
    }
    open.clear();
    latest = null;
  }

  /**
   * Returns the history; null if the table has none.
   *
   * @param isComplete whether all items of the table were read; otherwise, and if a version is
   *     missing, the history begins now
   */
  @Nullable TableHistory finish(boolean isComplete) {
    if (!exists) {
      return null;
    }
    return isComplete && versions.size() == count
        ? TableHistory.of(versions, since, earliest)
        : TableHistory.startingAt(since);
  }
}

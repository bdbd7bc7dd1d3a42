package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;

/**
 * The past of a table with point-in-time recovery: its items at each second since a time.
 * Immutable.
 *
 * <p>A {@link Version} is what the table was at the end of a second in which it changed. It shares
 * with the next one what has not changed, so it takes memory only for the items that were replaced
 * or deleted afterwards, and for the nodes of trees above them. The latest version is the table
 * itself. So a write costs one comparison, and the first write of a second one entry of a tree.
 *
 * <p>A commit belongs to the first whole second that is not before it. So the state at a second has
 * exactly the commits up to then.
 */
public final class TableHistory {
  /** The approximate bytes of heap of a version without changes, and of its entry. */
  private static final int VERSION_BYTES = 192;

  /** The approximate bytes of heap for the nodes of trees that a changed entry needs anew. */
  private static final int CHANGE_BYTES = 600;

  /** The bytes of an item's objects, besides its JSON. */
  private static final int ITEM_BYTES = 56;

  /** By the second in which each began. */
  private final PersistentTree<Version> versions;

  private final long since;
  private final long earliest;
  private final long heapBytes;

  private TableHistory(
      PersistentTree<Version> versions, long since, long earliest, long heapBytes) {
    this.versions = versions;
    this.since = since;
    this.earliest = earliest;
    this.heapBytes = heapBytes;
  }

  /**
   * The items of a table from one second on.
   *
   * @param items by primary key
   * @param size of all items, in DynamoDB's bytes
   * @param heapBytes the approximate bytes of heap that only this version and earlier ones need
   */
  public record Version(PersistentTree<Item> items, long size, long heapBytes) {}

  /** Returns the history of a table without older versions, which begins in a second. */
  public static TableHistory startingAt(long second) {
    return new TableHistory(PersistentTree.empty(), second, second, 0);
  }

  /** Returns the second to which a commit belongs: the first one that is not before it. */
  public static long secondOf(Instant commit) {
    return commit.getNano() == 0 ? commit.getEpochSecond() : commit.getEpochSecond() + 1;
  }

  /** Returns the key of a version in {@link #versions()}. */
  public static byte[] key(long second) {
    return ByteBuffer.allocate(Long.BYTES).putLong(second ^ Long.MIN_VALUE).array();
  }

  /** Returns the second of a key in {@link #versions()}. */
  public static long second(byte[] key) {
    return ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE;
  }

  /** Returns the second since which the table is what it is now. */
  public long since() {
    return since;
  }

  /** Returns the first second whose state is known. */
  public long earliest() {
    return earliest;
  }

  /** Returns the approximate bytes of heap that the older versions need. */
  public long heapBytes() {
    return heapBytes;
  }

  /** Returns the older versions. */
  public PersistentTree<Version> versions() {
    return versions;
  }

  /**
   * Returns what a table was in a second.
   *
   * @param table with this history
   * @param second not before {@link #earliest}; later ones than now stand for now
   */
  public Version at(TableState table, long second) {
    if (second < since) {
      TreeCursor<Version> cursor = versions.cursor();
      if (!cursor.seekFloor(key(second), Long.BYTES)) {
        throw new IllegalArgumentException("the history begins after " + second);
      }
      return cursor.value();
    }
    return new Version(table.items(), table.bytes(), 0);
  }

  /**
   * Returns the history after a change of the table.
   *
   * @param second of the change
   * @param before the table before it
   */
  public TableHistory changed(long second, TableState before) {
    return second <= since ? this : with(since, before.items(), before.bytes()).since(second);
  }

  private TableHistory since(long second) {
    return new TableHistory(versions, second, earliest, heapBytes);
  }

  /** Returns this history with a version after all others. */
  private TableHistory with(long second, PersistentTree<Item> items, long size) {
    PersistentTree<Version> next = versions;
    long bytes = VERSION_BYTES;
    TreeCursor<Version> last = versions.cursor();
    if (last.last()) {
      Version earlier = last.value();
      long changes = heapBytes(earlier.items(), items);
      bytes += changes;
      next =
          next.with(
              last.key(), new Version(earlier.items(), earlier.size(), VERSION_BYTES + changes));
    }
    return new TableHistory(
        next.with(key(second), new Version(items, size, VERSION_BYTES)),
        since,
        earliest,
        heapBytes + bytes);
  }

  /**
   * Returns the approximate bytes of heap that an older tree of items needs besides a newer one.
   */
  private static long heapBytes(PersistentTree<Item> older, PersistentTree<Item> newer) {
    long[] bytes = {0};
    TreeDifference.compare(
        older,
        newer,
        (key, length, before, after) ->
            bytes[0] += CHANGE_BYTES + (before == null ? 0 : ITEM_BYTES + before.json().length));
    return bytes[0];
  }

  /** Returns the second in which the oldest version ended; that of now if there is none. */
  public long oldestEnd() {
    TreeCursor<Version> cursor = versions.cursor();
    return cursor.first() && cursor.next() ? second(cursor.key()) : since;
  }

  /** Returns the history from a second on. */
  public TableHistory from(long second) {
    if (second <= earliest) {
      return this;
    }
    PersistentTree<Version> next = versions;
    long bytes = heapBytes;
    TreeCursor<Version> cursor = versions.cursor();
    boolean more = cursor.first();
    while (more) {
      Version version = cursor.value();
      byte[] key = cursor.key();
      more = cursor.next();
      long end = more ? second(cursor.key()) : since;
      if (end > second) {
        break;
      }
      next = next.without(key);
      bytes -= version.heapBytes();
    }
    return new TableHistory(next, since, second, bytes);
  }

  /**
   * Returns a history that was written and read again.
   *
   * @param versions the items of each, and their size, by the second in which it began
   */
  public static TableHistory of(SortedMap<Long, Version> versions, long since, long earliest) {
    TableHistory history = new TableHistory(PersistentTree.empty(), since, earliest, 0);
    for (Map.Entry<Long, Version> version : versions.entrySet()) {
      history =
          history.with(version.getKey(), version.getValue().items(), version.getValue().size());
    }
    return history;
  }
}

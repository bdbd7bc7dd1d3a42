package dev.monotable.engine.storage;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map whose entries expire, and which finds expired entries without a search.
 * Immutable; a change makes another map.
 */
public final class TimedMap<V extends TimedMap.Timed> {
  /** A value that expires. */
  public interface Timed {
    /** The time from which it is expired. */
    Instant until();
  }

  private final PersistentTree<V> values;

  /** The keys by the time of their end and themselves, soonest first. */
  private final PersistentTree<byte[]> ends;

  private TimedMap(PersistentTree<V> values, PersistentTree<byte[]> ends) {
    this.values = values;
    this.ends = ends;
  }

  /** A map without entries. */
  public static <V extends Timed> TimedMap<V> empty() {
    return new TimedMap<>(PersistentTree.empty(), PersistentTree.empty());
  }

  /** Whether there are no entries, not even expired ones. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The value of a key; null if it is missing or expired. */
  public @Nullable V find(byte[] key, Instant now) {
    V value = values.find(key);
    return value == null || !value.until().isAfter(now) ? null : value;
  }

  /** This map with an entry, in place of another of the same key. */
  public TimedMap<V> with(byte[] key, V value) {
    TimedMap<V> rest = without(key);
    return new TimedMap<>(
        rest.values.with(key, value), rest.ends.with(endKey(value.until(), key), key));
  }

  /** This map without an entry. */
  public TimedMap<V> without(byte[] key) {
    V value = values.find(key);
    return value == null
        ? this
        : new TimedMap<>(values.without(key), ends.without(endKey(value.until(), key)));
  }

  /**
   * This map without some of its expired entries, the oldest first.
   *
   * @param most entries to remove at most
   */
  public TimedMap<V> forget(Instant now, int most) {
    TimedMap<V> rest = this;
    TreeCursor<byte[]> soonest = ends.cursor();
    boolean more = soonest.first();
    for (int i = 0; i < most && more; i++) {
      byte[] key = soonest.value();
      if (rest.find(key, now) != null) {
        return rest;
      }
      rest = rest.without(key);
      more = soonest.next();
    }
    return rest;
  }

  /** Checks that every entry is found by its end, for audits. */
  public void audit() {
    values.audit();
    ends.audit();
    if (values.size() != ends.size()) {
      throw new IllegalStateException(values.size() + " values, " + ends.size() + " ends");
    }
    TreeCursor<V> cursor = values.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      byte[] key = ends.find(endKey(cursor.value().until(), cursor.key()));
      if (!Arrays.equals(key, cursor.key())) {
        throw new IllegalStateException("no end of " + Arrays.toString(cursor.key()));
      }
    }
  }

  private static byte[] endKey(Instant end, byte[] key) {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + key.length)
        .putLong(end.getEpochSecond() ^ Long.MIN_VALUE) // seconds before 1970 come first
        .putInt(end.getNano())
        .put(key)
        .array();
  }
}

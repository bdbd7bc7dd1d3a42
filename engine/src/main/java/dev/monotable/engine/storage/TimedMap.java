package dev.monotable.engine.storage;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map whose entries expire, and which finds expired entries without a search.
 * Immutable: a change returns a new map.
 */
public final class TimedMap<V extends TimedMap.Timed> {
  /** A value that expires. */
  public interface Timed {
    /** Returns the time from which the value is expired. */
    Instant until();
  }

  private static final TimedMap<Timed> EMPTY =
      new TimedMap<>(PersistentTree.empty(), PersistentTree.empty());

  private final PersistentTree<V> values;

  /** The keys, by expiry time and key, soonest first. */
  private final PersistentTree<byte[]> ends;

  private TimedMap(PersistentTree<V> values, PersistentTree<byte[]> ends) {
    this.values = values;
    this.ends = ends;
  }

  /** Returns the empty map. */
  @SuppressWarnings("unchecked") // it holds no values
  public static <V extends Timed> TimedMap<V> empty() {
    return (TimedMap<V>) EMPTY;
  }

  /** Returns whether there are no entries, including expired ones. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Returns the number of entries, including expired ones. */
  public long size() {
    return values.size();
  }

  /** Returns all entries, including expired ones, by their keys. */
  public PersistentTree<V> values() {
    return values;
  }

  /** Returns whether an entry has expired. */
  public boolean hasExpired(Instant now) {
    TreeCursor<byte[]> soonest = ends.cursor();
    return soonest.first() && find(soonest.value(), now) == null;
  }

  /** Returns the value of a key, or null if it is missing or expired. */
  public @Nullable V find(byte[] key, Instant now) {
    V value = values.find(key);
    return value == null || !value.until().isAfter(now) ? null : value;
  }

  /** Returns a map with the entry added, or replaced if the key exists. */
  public TimedMap<V> with(byte[] key, V value) {
    TimedMap<V> rest = without(key);
    return new TimedMap<>(
        rest.values.with(key, value), rest.ends.with(endKey(value.until(), key), key));
  }

  /** Returns a map without the entry. */
  public TimedMap<V> without(byte[] key) {
    V value = values.find(key);
    return value == null
        ? this
        : new TimedMap<>(values.without(key), ends.without(endKey(value.until(), key)));
  }

  /**
   * Returns a map without the expired entries, the oldest first, up to a maximum.
   *
   * @param most the maximum number of entries to remove
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

  /**
   * Returns a map with at most this many entries: those that expire last.
   *
   * @param maxSize the maximum number of entries
   */
  public TimedMap<V> limited(long maxSize) {
    TimedMap<V> rest = this;
    TreeCursor<byte[]> soonest = ends.cursor();
    for (boolean more = soonest.first(); more && rest.size() > maxSize; more = soonest.next()) {
      rest = rest.without(soonest.value());
    }
    return rest;
  }

  /** Checks that every entry is found by its expiry time, for audits. */
  public void audit() {
    values.audit();
    ends.audit();
    if (values.size() != ends.size()) {
      throw new IllegalStateException(values.size() + " values, " + ends.size() + " expiry times");
    }
    TreeCursor<V> cursor = values.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      byte[] key = ends.find(endKey(cursor.value().until(), cursor.key()));
      if (!Arrays.equals(key, cursor.key())) {
        throw new IllegalStateException("no expiry time for key " + Arrays.toString(cursor.key()));
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

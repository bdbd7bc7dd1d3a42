package dev.monotable.engine.query;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys of a tree. Two ranges are equal if their bounds have the same bytes.
 *
 * @param from lowest key, included
 * @param to first key beyond the range; null for no upper bound
 */
public record KeyRange(byte[] from, byte @Nullable [] to) {
  /** All keys. */
  public static final KeyRange ALL = new KeyRange(new byte[0], null);

  /** No keys. */
  public static final KeyRange EMPTY = new KeyRange(new byte[0], new byte[0]);

  /** Returns the range of one key. */
  public static KeyRange ofKey(byte[] key) {
    return new KeyRange(key, Arrays.copyOf(key, key.length + 1));
  }

  /** Returns the range of all keys that begin with a prefix. */
  public static KeyRange ofPrefix(byte[] prefix) {
    return new KeyRange(prefix, successorOfPrefix(prefix));
  }

  /** Returns the least key that is greater than every key with that prefix, or null. */
  public static byte @Nullable [] successorOfPrefix(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] successor = Arrays.copyOf(prefix, length);
    successor[length - 1]++;
    return successor;
  }

  /** Returns whether a key lies in the range. */
  public boolean contains(byte[] key) {
    return contains(key, key.length);
  }

  /** Returns whether a key, the first bytes of an array, lies in the range. */
  public boolean contains(byte[] key, int length) {
    return Arrays.compareUnsigned(key, 0, length, from, 0, from.length) >= 0
        && (to == null || Arrays.compareUnsigned(key, 0, length, to, 0, to.length) < 0);
  }

  /** Returns whether a key lies in this range and in another one. */
  public boolean overlaps(KeyRange other) {
    return isBefore(from, other.to) && isBefore(other.from, to) && !isEmpty() && !other.isEmpty();
  }

  private boolean isEmpty() {
    return !isBefore(from, to);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyRange range
        && Arrays.equals(from, range.from)
        && Arrays.equals(to, range.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
  }

  private static boolean isBefore(byte[] key, byte @Nullable [] end) {
    return end == null || Arrays.compareUnsigned(key, end) < 0;
  }
}

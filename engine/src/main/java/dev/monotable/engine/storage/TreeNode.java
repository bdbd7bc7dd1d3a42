package dev.monotable.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link PersistentTree}: sorted keys, packed into one array, and one slot per key (the
 * values of a leaf) or one more than keys (the children of an inner node).
 *
 * <p>The block of n keys is
 *
 * <pre>
 *   head[0] .. head[n-1] the first two bytes of each suffix, filled with zeros; 2 bytes each
 *   end[0] .. end[n-1]   where each suffix ends, counted from the first suffix; 2 bytes each,
 *                        or 4 if the suffixes need more than 65,535 bytes together ("wide")
 *   prefix               the longest common prefix of all keys, once
 *   suffix[0] .. suffix[n-1]
 * </pre>
 *
 * Keys are sorted, so the common prefix of all keys is that of the first and the last. It is always
 * the longest one, so a block is determined by its keys. The heads take one or two cache lines and
 * usually decide a search alone, without data-dependent branches and without reading a suffix. A
 * block is never modified, and nodes with the same keys share it: replacing a value or a child
 * copies only the slots.
 */
abstract class TreeNode {

  static final byte[] NO_KEYS = {};

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  final byte[] block;

  /** The length of the common prefix times two, plus one if the ends are wide. */
  final int shape;

  final Object[] slots;

  TreeNode(byte[] block, int shape, Object[] slots) {
    this.block = block;
    this.shape = shape;
    this.slots = slots;
  }

  abstract int keyCount();

  final int prefixLength() {
    return shape >>> 1;
  }

  final boolean wide() {
    return (shape & 1) != 0;
  }

  /** Returns the size of the tables of heads and ends, which is the offset of the prefix. */
  static int tables(int count, boolean wide) {
    return wide ? 6 * count : 4 * count;
  }

  private int prefixStart(int count) {
    return tables(count, wide());
  }

  private static int head(byte[] block, int index) {
    return (char) SHORT.get(block, index << 1);
  }

  /** Returns the head of the key whose bytes from {@code from} to {@code to} follow the prefix. */
  private static int head(byte[] key, int from, int to) {
    int length = to - from;
    return length >= 2 ? (char) SHORT.get(key, from) : length == 1 ? (key[from] & 0xff) << 8 : 0;
  }

  private int end(int count, int index) {
    int ends = count << 1;
    return wide()
        ? (int) INT.get(block, ends + (index << 2))
        : (char) SHORT.get(block, ends + (index << 1));
  }

  private int start(int count, int index) {
    return index == 0 ? 0 : end(count, index - 1);
  }

  /** Writes the head and the end of a suffix that is already in the block. */
  static void putTables(
      byte[] block, int count, boolean wide, int index, int from, int to, int end) {
    SHORT.set(block, index << 1, (char) head(block, from, to));
    if (wide) {
      INT.set(block, (count << 1) + (index << 2), end);
    } else {
      SHORT.set(block, (count << 1) + (index << 1), (char) end);
    }
  }

  final int keyLength(int index) {
    int count = keyCount();
    return prefixLength() + end(count, index) - start(count, index);
  }

  /** Copies a key and returns its length. */
  final int copyKey(int index, byte[] target, int at) {
    int count = keyCount();
    int prefixStart = prefixStart(count);
    int prefix = prefixLength();
    int start = start(count, index);
    int length = end(count, index) - start;
    System.arraycopy(block, prefixStart, target, at, prefix);
    System.arraycopy(block, prefixStart + prefix + start, target, at + prefix, length);
    return prefix + length;
  }

  final byte[] key(int index) {
    byte[] key = new byte[keyLength(index)];
    copyKey(index, key, 0);
    return key;
  }

  /** Compares the key at the index with another: negative, zero or positive. */
  final int compareKey(int index, byte[] key, int length) {
    int count = keyCount();
    int prefixStart = prefixStart(count);
    int prefix = prefixLength();
    int common = Math.min(prefix, length);
    int order = Arrays.compareUnsigned(block, prefixStart, prefixStart + common, key, 0, common);
    if (order != 0) {
      return order;
    }
    if (length < prefix) {
      return 1;
    }
    int suffixes = prefixStart + prefix;
    int start = suffixes + start(count, index);
    int end = suffixes + end(count, index);
    return Arrays.compareUnsigned(block, start, end, key, prefix, length);
  }

  /** Returns whether the key at the index begins with the first bytes of an array. */
  final boolean keyStartsWith(int index, byte[] bytes, int length) {
    if (keyLength(index) < length) {
      return false;
    }
    int count = keyCount();
    int prefixStart = prefixStart(count);
    int prefix = prefixLength();
    int common = Math.min(prefix, length);
    if (!Arrays.equals(block, prefixStart, prefixStart + common, bytes, 0, common)) {
      return false;
    }
    int start = prefixStart + prefix + start(count, index);
    return length <= prefix
        || Arrays.equals(block, start, start + length - prefix, bytes, prefix, length);
  }

  /** Returns the index of the key, or {@code -1 - n} if it is missing and n keys are less. */
  final int search(byte[] key, int length) {
    int count = keyCount();
    byte[] keys = block;
    int prefixStart = prefixStart(count);
    int prefix = prefixLength();
    if (prefix > 0) {
      int common = Math.min(prefix, length);
      int at = mismatch(keys, prefixStart, key, 0, 0, common);
      if (at < common) {
        return (key[at] & 0xff) < (keys[prefixStart + at] & 0xff) ? -1 : -1 - count;
      }
      if (length < prefix) {
        return -1;
      }
    }
    int head = head(key, prefix, length);
    int low = 0;
    for (int left = count; left > 1; ) {
      int half = left >>> 1;
      low = head(keys, low + half - 1) < head ? low + half : low;
      left -= half;
    }
    if (count > 0 && head(keys, low) < head) {
      low++;
    }
    // All keys before are less; those with the same head are compared in full.
    int high = low;
    while (high < count && head(keys, high) == head) {
      high++;
    }
    return low == high ? -1 - low : search(key, length, low, high - 1);
  }

  /** Searches as {@link #search(byte[], int)} does, but only the keys between two indexes. */
  private int search(byte[] key, int length, int first, int last) {
    byte[] keys = block;
    int count = keyCount();
    int prefix = prefixLength();
    int suffixes = prefixStart(count) + prefix;
    int rest = length - prefix;
    int low = first;
    int high = last;
    // The number of bytes that the key shares with its known neighbours, and so with all keys in
    // between.
    int sharedBelow = 0;
    int sharedAbove = 0;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int from = start(count, middle);
      int suffix = end(count, middle) - from;
      int start = suffixes + from;
      int common = Math.min(suffix, rest);
      int at = Math.min(sharedBelow, sharedAbove);
      at = mismatch(keys, start, key, prefix, at, common);
      boolean less;
      if (at < common) {
        less = (keys[start + at] & 0xff) < (key[prefix + at] & 0xff);
      } else if (suffix == rest) {
        return middle;
      } else {
        less = suffix < rest;
      }
      if (less) {
        low = middle + 1;
        sharedBelow = at;
      } else {
        high = middle - 1;
        sharedAbove = at;
      }
    }
    return -1 - low;
  }

  /**
   * Returns the first index, starting at an offset, at which two runs of bytes differ, or their
   * length if they are equal. The runs are short and mostly differ early: comparing eight bytes at
   * once, without a call, is faster than the library.
   */
  private static int mismatch(byte[] a, int aStart, byte[] b, int bStart, int from, int length) {
    int at = from;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      long difference = (long) LONG.get(a, aStart + at) ^ (long) LONG.get(b, bStart + at);
      if (difference != 0) {
        return at + (Long.numberOfLeadingZeros(difference) >>> 3);
      }
    }
    while (at < length && a[aStart + at] == b[bStart + at]) {
      at++;
    }
    return at;
  }

  /**
   * Returns a block with one more key, or null unless all keys keep their prefix and narrow ends.
   */
  final byte @Nullable [] blockWith(int index, byte[] key, int length) {
    int count = keyCount();
    int prefix = prefixLength();
    int prefixStart = prefixStart(count);
    if (count == 0
        || wide()
        || length < prefix
        || !Arrays.equals(key, 0, prefix, block, prefixStart, prefixStart + prefix)) {
      return null;
    }
    int added = length - prefix;
    int total = end(count, count - 1) + added;
    if (total > Character.MAX_VALUE) {
      return null;
    }
    int start = start(count, index);
    int ends = count << 1;
    byte[] target = new byte[prefixStart + 4 + prefix + total];
    int at = index << 1;
    System.arraycopy(block, 0, target, 0, at);
    SHORT.set(target, at, (char) head(key, prefix, length));
    // Copies the later heads and the earlier ends at once: they are adjacent in both blocks.
    System.arraycopy(block, at, target, at + 2, ends);
    at += ends + 2;
    SHORT.set(target, at, (char) (start + added));
    for (int i = index; i < count; i++) {
      at += 2;
      SHORT.set(target, at, (char) (end(count, i) + added));
    }
    int before = prefix + start;
    int to = prefixStart + 4;
    System.arraycopy(block, prefixStart, target, to, before);
    System.arraycopy(key, prefix, target, to + before, added);
    System.arraycopy(
        block, prefixStart + before, target, to + before + added, prefix + total - before - added);
    return target;
  }

  /**
   * Returns a block with one key less, or null unless the remaining keys certainly keep their
   * prefix.
   */
  final byte @Nullable [] blockWithout(int index) {
    int count = keyCount();
    if (index == 0 || index == count - 1 || wide()) {
      return null;
    }
    int prefixStart = prefixStart(count);
    int start = start(count, index);
    int removed = end(count, index) - start;
    int ends = count << 1;
    byte[] target = new byte[block.length - 4 - removed];
    int at = index << 1;
    System.arraycopy(block, 0, target, 0, at);
    System.arraycopy(block, at + 2, target, at, ends - 2);
    at += ends - 2;
    for (int i = index + 1; i < count; i++, at += 2) {
      SHORT.set(target, at, (char) (end(count, i) - removed));
    }
    int before = prefixLength() + start;
    int to = prefixStart - 4;
    System.arraycopy(block, prefixStart, target, to, before);
    int from = prefixStart + before + removed;
    System.arraycopy(block, from, target, to + before, block.length - from);
    return target;
  }

  /** The values of a leaf, in the order of their keys. */
  static final class Leaf extends TreeNode {

    static final Leaf EMPTY = new Leaf(NO_KEYS, 0, new Object[0]);

    Leaf(byte[] block, int shape, Object[] values) {
      super(block, shape, values);
    }

    @Override
    int keyCount() {
      return slots.length;
    }
  }

  /**
   * The children of an inner node. Child i contains the keys from separator i - 1, inclusive, to
   * separator i, exclusive. A separator is the shortest key that separates its two sides when it is
   * created.
   */
  static final class Inner extends TreeNode {

    /** The token of the batch that may still modify the slots, or null if none may. */
    final @Nullable Object owner;

    Inner(byte[] block, int shape, Object[] children, @Nullable Object owner) {
      super(block, shape, children);
      this.owner = owner;
    }

    @Override
    int keyCount() {
      return slots.length - 1;
    }

    TreeNode child(int index) {
      return (TreeNode) slots[index];
    }

    int childFor(byte[] key, int length) {
      int at = search(key, length);
      return at >= 0 ? at + 1 : -1 - at;
    }
  }
}

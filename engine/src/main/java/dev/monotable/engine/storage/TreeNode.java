package dev.monotable.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link PersistentTree}: sorted keys, packed into one array, and one slot per key (a
 * leaf's values) or one more than keys (an inner node's children).
 *
 * <p>The block of n keys is
 *
 * <pre>
 *   end[0] .. end[n-1]   where each suffix ends, counted from the first suffix; 2 bytes each,
 *                        or 4 where the suffixes need more than 65,535 bytes together ("wide")
 *   prefix               the longest common prefix of all keys, once
 *   suffix[0] .. suffix[n-1]
 * </pre>
 *
 * Keys are sorted, so the common prefix of all is that of the first and the last; it is always the
 * longest one, so that a block is determined by its keys. A block is never modified, and nodes that
 * have the same keys share it: replacing a value, or a child, copies the slots only.
 */
abstract class TreeNode {

  static final byte[] NO_KEYS = {};

  private static final VarHandle END =
      MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle WIDE_END =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  final byte[] block;

  /** Length of the common prefix, times two, plus one if the ends are wide. */
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

  /** Offset of the prefix in the block: the size of the table of ends. */
  private int prefixStart(int count) {
    return count << 1 << (shape & 1);
  }

  private int end(int index) {
    return wide() ? (int) WIDE_END.get(block, index << 2) : (char) END.get(block, index << 1);
  }

  static void putEnd(byte[] block, boolean wide, int index, int end) {
    if (wide) {
      WIDE_END.set(block, index << 2, end);
    } else {
      END.set(block, index << 1, (char) end);
    }
  }

  final int keyLength(int index) {
    return prefixLength() + end(index) - (index == 0 ? 0 : end(index - 1));
  }

  /** Copies a key and returns its length. */
  final int copyKey(int index, byte[] target, int at) {
    int prefixStart = prefixStart(keyCount());
    int prefix = prefixLength();
    int start = index == 0 ? 0 : end(index - 1);
    int length = end(index) - start;
    System.arraycopy(block, prefixStart, target, at, prefix);
    System.arraycopy(block, prefixStart + prefix + start, target, at + prefix, length);
    return prefix + length;
  }

  final byte[] key(int index) {
    byte[] key = new byte[keyLength(index)];
    copyKey(index, key, 0);
    return key;
  }

  /** Order of the key at the index against another: negative, zero or positive. */
  final int compareKey(int index, byte[] key, int length) {
    int prefixStart = prefixStart(keyCount());
    int prefix = prefixLength();
    int common = Math.min(prefix, length);
    int order =
        Arrays.compareUnsigned(block, prefixStart, prefixStart + common, key, 0, common);
    if (order != 0) {
      return order;
    }
    if (length < prefix) {
      return 1;
    }
    int suffixes = prefixStart + prefix;
    int start = suffixes + (index == 0 ? 0 : end(index - 1));
    return Arrays.compareUnsigned(block, start, suffixes + end(index), key, prefix, length);
  }

  /** Whether the key at the index begins with the first bytes of an array. */
  final boolean keyStartsWith(int index, byte[] bytes, int length) {
    if (keyLength(index) < length) {
      return false;
    }
    int prefixStart = prefixStart(keyCount());
    int prefix = prefixLength();
    int common = Math.min(prefix, length);
    if (!Arrays.equals(block, prefixStart, prefixStart + common, bytes, 0, common)) {
      return false;
    }
    int start = prefixStart + prefix + (index == 0 ? 0 : end(index - 1));
    return length <= prefix
        || Arrays.equals(block, start, start + length - prefix, bytes, prefix, length);
  }

  /** Index of the key, or -1 - (how many keys are less). */
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
    int suffixes = prefixStart + prefix;
    int rest = length - prefix;
    int low = 0;
    int high = count - 1;
    // How many bytes the key shares with its known neighbours: with all keys in between, too.
    int sharedBelow = 0;
    int sharedAbove = 0;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int start = suffixes + (middle == 0 ? 0 : end(middle - 1));
      int suffix = suffixes + end(middle) - start;
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
   * The first index, from one index on, where two runs of bytes differ; their length if nowhere. The
   * runs are short and mostly differ soon: eight bytes at once, without a call, beats the library.
   */
  private static int mismatch(byte[] a, int aStart, byte[] b, int bStart, int from, int length) {
    int at = from;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      long difference =
          (long) EIGHT_BYTES.get(a, aStart + at) ^ (long) EIGHT_BYTES.get(b, bStart + at);
      if (difference != 0) {
        return at + (Long.numberOfLeadingZeros(difference) >>> 3);
      }
    }
    while (at < length && a[aStart + at] == b[bStart + at]) {
      at++;
    }
    return at;
  }

  /** A block with one key more, or null unless all keys keep their prefix and narrow ends. */
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
    int total = end(count - 1) + added;
    if (total > Character.MAX_VALUE) {
      return null;
    }
    int start = index == 0 ? 0 : end(index - 1);
    byte[] target = new byte[prefixStart + 2 + prefix + total];
    System.arraycopy(block, 0, target, 0, index << 1);
    END.set(target, index << 1, (char) (start + added));
    for (int i = index; i < count; i++) {
      END.set(target, (i + 1) << 1, (char) (end(i) + added));
    }
    int before = prefix + start;
    int to = prefixStart + 2;
    System.arraycopy(block, prefixStart, target, to, before);
    System.arraycopy(key, prefix, target, to + before, added);
    System.arraycopy(
        block, prefixStart + before, target, to + before + added, prefix + total - before - added);
    return target;
  }

  /** A block with one key less, or null unless the remaining keys surely keep their prefix. */
  final byte @Nullable [] blockWithout(int index) {
    int count = keyCount();
    if (index == 0 || index == count - 1 || wide()) {
      return null;
    }
    int prefixStart = prefixStart(count);
    int start = end(index - 1);
    int removed = end(index) - start;
    int before = prefixLength() + start;
    byte[] target = new byte[block.length - 2 - removed];
    System.arraycopy(block, 0, target, 0, index << 1);
    for (int i = index + 1; i < count; i++) {
      END.set(target, (i - 1) << 1, (char) (end(i) - removed));
    }
    int to = prefixStart - 2;
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
   * The children of an inner node. Child i holds the keys from separator i - 1 on, up to and without
   * separator i; a separator is the shortest key that keeps its two sides apart when it is made.
   */
  static final class Inner extends TreeNode {

    /** The editing session that may still modify the slots, or null: nobody. */
    final @Nullable Object owner;

    Inner(
        byte[] block,
        int shape,
        Object[] children,
        @Nullable Object owner) {
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

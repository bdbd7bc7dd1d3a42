package dev.monotable.engine.storage;

import java.util.Arrays;

/** A list of sorted keys from which the blocks of nodes are packed. Reusable; not thread-safe. */
final class KeyPacker {

  private byte[] bytes = new byte[4096];
  private int[] ends = new int[80];
  private int count;

  /** The {@link TreeNode#shape} of the block packed last. */
  private int shape;

  int count() {
    return count;
  }

  int shape() {
    return shape;
  }

  void clear() {
    count = 0;
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  private int reserve(int length) {
    int start = start(count);
    if (bytes.length - start < length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, start + length));
    }
    if (ends.length == count) {
      ends = Arrays.copyOf(ends, count * 2);
    }
    ends[count++] = start + length;
    return start;
  }

  void add(byte[] key, int length) {
    int start = reserve(length);
    System.arraycopy(key, 0, bytes, start, length);
  }

  /** Adds the keys of a node from one index up to another, exclusive. */
  void add(TreeNode node, int from, int to) {
    for (int i = from; i < to; i++) {
      int start = reserve(node.keyLength(i));
      node.copyKey(i, bytes, start);
    }
  }

  /** Removes the first keys. */
  void dropFirst(int dropped) {
    int from = start(dropped);
    System.arraycopy(bytes, from, bytes, 0, start(count) - from);
    for (int i = dropped; i < count; i++) {
      ends[i - dropped] = ends[i] - from;
    }
    count -= dropped;
  }

  byte[] key(int index) {
    return Arrays.copyOfRange(bytes, start(index), ends[index]);
  }

  /** Compares the last key with another: negative, zero or positive. */
  int compareLast(byte[] key, int length) {
    return Arrays.compareUnsigned(bytes, start(count - 1), ends[count - 1], key, 0, length);
  }

  private int commonPrefix(int first, int second) {
    int at = Arrays.mismatch(bytes, start(first), ends[first], bytes, start(second), ends[second]);
    return at < 0 ? ends[first] - start(first) : at;
  }

  /**
   * Returns the shortest key that is greater than the key before the index and not greater than the
   * key at it.
   */
  byte[] separator(int index) {
    int start = start(index);
    return Arrays.copyOfRange(bytes, start, start + commonPrefix(index - 1, index) + 1);
  }

  /** Packs the keys from one index up to another, exclusive; sets {@link #shape}. */
  byte[] pack(int from, int to) {
    int keys = to - from;
    if (keys == 0) {
      shape = 0;
      return TreeNode.NO_KEYS;
    }
    int prefix = commonPrefix(from, to - 1);
    int total = ends[to - 1] - start(from) - keys * prefix;
    boolean wide = total > Character.MAX_VALUE;
    int at = TreeNode.tables(keys, wide);
    byte[] block = new byte[at + prefix + total];
    System.arraycopy(bytes, start(from), block, at, prefix);
    at += prefix;
    int end = 0;
    for (int i = from; i < to; i++) {
      int start = start(i) + prefix;
      int length = ends[i] - start;
      System.arraycopy(bytes, start, block, at + end, length);
      TreeNode.putTables(block, keys, wide, i - from, at + end, at + end + length, end + length);
      end += length;
    }
    shape = prefix << 1 | (wide ? 1 : 0);
    return block;
  }
}

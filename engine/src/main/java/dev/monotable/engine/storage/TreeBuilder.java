package dev.monotable.engine.storage;

import dev.monotable.engine.storage.TreeNode.Inner;
import dev.monotable.engine.storage.TreeNode.Leaf;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a tree from entries in ascending order, from the leaves up. Not reusable. Nodes are filled
 * to seven eighths, so that subsequent writes do not split every node.
 *
 * @param <V> the type of the values
 */
public final class TreeBuilder<V> {

  private final PersistentTree<V> empty;
  private final int fill;
  private final KeyPacker keys = new KeyPacker();
  private final Object[] values;
  private final List<TreeNode> leaves = new ArrayList<>();
  private final List<byte[]> separators = new ArrayList<>();
  private long size;

  /** Creates a builder without entries. */
  public TreeBuilder() {
    this(PersistentTree.empty());
  }

  /** Builds a tree with the limits of an empty one. */
  TreeBuilder(PersistentTree<V> empty) {
    this.empty = empty;
    this.fill = empty.leafLimit - (empty.leafLimit >> 3);
    this.values = new Object[2 * fill];
  }

  /**
   * Adds an entry.
   *
   * @throws IllegalArgumentException if the key is not greater than the previous one
   */
  public void add(byte[] key, int length, V value) {
    int count = keys.count();
    if (count > 0 && keys.compareLast(key, length) >= 0) {
      throw new IllegalArgumentException("keys must be in ascending order");
    }
    if (count == 2 * fill) {
      addLeaf(fill);
      count -= fill;
    }
    keys.add(key, length);
    values[count] = value;
    size++;
  }

  /** Creates a leaf of the first pending entries, and stores the separator to the next one. */
  private void addLeaf(int count) {
    Object[] leafValues = new Object[count];
    System.arraycopy(values, 0, leafValues, 0, count);
    leaves.add(new Leaf(keys.pack(0, count), keys.shape(), leafValues));
    int rest = keys.count() - count;
    if (rest > 0) {
      separators.add(keys.separator(count));
      System.arraycopy(values, count, values, 0, rest);
    }
    keys.dropFirst(count);
  }

  /** Returns the tree of the added entries. */
  public PersistentTree<V> build() {
    int waiting = keys.count();
    if (size == 0) {
      return empty;
    }
    if (waiting > empty.leafLimit) {
      addLeaf(waiting >> 1);
    }
    addLeaf(keys.count());
    List<TreeNode> level = leaves;
    List<byte[]> between = separators;
    int height = 0;
    while (level.size() > 1) {
      List<TreeNode> parents = new ArrayList<>();
      List<byte[]> parentSeparators = new ArrayList<>();
      int nodes = level.size();
      int innerFill = empty.innerLimit - (empty.innerLimit >> 3);
      int groups = (nodes + innerFill - 1) / innerFill;
      for (int group = 0; group < groups; group++) {
        int from = (int) ((long) nodes * group / groups);
        int to = (int) ((long) nodes * (group + 1) / groups);
        keys.clear();
        for (int i = from; i < to - 1; i++) {
          keys.add(between.get(i), between.get(i).length);
        }
        byte[] block = keys.pack(0, keys.count());
        Object[] children = level.subList(from, to).toArray();
        parents.add(new Inner(block, keys.shape(), children, null));
        if (to < nodes) {
          parentSeparators.add(between.get(to - 1));
        }
      }
      level = parents;
      between = parentSeparators;
      height++;
    }
    return new PersistentTree<>(level.get(0), height, size, empty.leafLimit, empty.innerLimit);
  }
}

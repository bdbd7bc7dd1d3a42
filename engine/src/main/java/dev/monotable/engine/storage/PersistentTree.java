package dev.monotable.engine.storage;

import dev.monotable.engine.storage.TreeNode.Inner;
import dev.monotable.engine.storage.TreeNode.Leaf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map from {@code byte[]} keys, compared as unsigned bytes, to values: a B+tree
 * whose nodes are copied along the path of a change. Tables and all indexes use this one structure
 * with this one order.
 *
 * <h2>Why this shape</h2>
 *
 * A database is a value: a reader keeps a version and needs no lock, a snapshot is a reference. So
 * a write must not modify what a reader sees; it copies the leaf and its ancestors and shares the
 * rest. Compared with a binary tree, few wide nodes mean few cache misses for a read and few
 * objects to copy for a write.
 *
 * <p>Keys are packed ({@link TreeNode}): the keys of a leaf are in one array, with their common
 * prefix stored once. Adjacent items of a table have the same partition key and usually similar
 * sort keys, so an entry costs a few bytes beyond its value, instead of an array with a header and
 * a reference. A lookup is a binary search within one array. The price is that an insert copies the
 * key bytes of the leaf; replacing a value copies only the slots.
 *
 * <p>A node splits at the insertion point if that is at an edge, otherwise in the middle. So
 * ascending or descending keys, the usual case of time-ordered items, leave nodes seven eighths
 * full. A node other than the root holds at least an eighth of its limit. A node that falls below a
 * quarter after a removal is merged with a neighbour if both fit well into one.
 *
 * <p>The fan-outs were measured, see {@code benchmarks/RESULTS.md}.
 *
 * @param <V> the type of the values
 */
public final class PersistentTree<V> {

  static final int LEAF_LIMIT = 32;
  static final int INNER_LIMIT = 32;

  private static final PersistentTree<Object> EMPTY =
      new PersistentTree<>(Leaf.EMPTY, 0, 0, LEAF_LIMIT, INNER_LIMIT);

  final TreeNode root;

  /** Levels of inner nodes above the leaves. */
  final int height;

  final int leafLimit;
  final int innerLimit;
  private final long size;

  PersistentTree(TreeNode root, int height, long size, int leafLimit, int innerLimit) {
    this.root = root;
    this.height = height;
    this.size = size;
    this.leafLimit = leafLimit;
    this.innerLimit = innerLimit;
  }

  /** Returns the empty tree. */
  @SuppressWarnings("unchecked") // it holds no values
  public static <V> PersistentTree<V> empty() {
    return (PersistentTree<V>) EMPTY;
  }

  /**
   * Returns an empty tree with other limits than the measured ones: for tests, which need deep
   * trees of few entries, and for measurements.
   *
   * @param leafLimit maximum entries of a leaf, at least 4
   * @param innerLimit maximum children of an inner node, at least 4
   */
  public static <V> PersistentTree<V> emptyWithLimits(int leafLimit, int innerLimit) {
    if (leafLimit < 4 || innerLimit < 4) {
      throw new IllegalArgumentException(
          "a node must have room for at least 4 entries or children");
    }
    return new PersistentTree<>(Leaf.EMPTY, 0, 0, leafLimit, innerLimit);
  }

  /** Returns the number of entries. */
  public long size() {
    return size;
  }

  /** Returns whether the tree has no entries. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Returns the value of the key, or null. */
  public @Nullable V find(byte[] key) {
    return find(key, key.length);
  }

  /** Returns the value of the key that is the first {@code length} bytes of an array, or null. */
  @SuppressWarnings("unchecked") // only values of V are added
  public @Nullable V find(byte[] key, int length) {
    TreeNode node = root;
    for (int level = height; level > 0; level--) {
      Inner inner = (Inner) node;
      node = inner.child(inner.childFor(key, length));
    }
    int at = node.search(key, length);
    return at < 0 ? null : (V) node.slots[at];
  }

  /** Returns a tree with the entry added, or replaced if the key exists. */
  public PersistentTree<V> with(byte[] key, V value) {
    return with(key, key.length, value);
  }

  /** Returns this tree with an entry, whose key is the first {@code length} bytes of an array. */
  public PersistentTree<V> with(byte[] key, int length, V value) {
    TreeEditor<V> editor = new TreeEditor<>(this);
    editor.put(key, length, value);
    return editor.tree();
  }

  /** Returns a tree without the key, or this one if the key does not exist. */
  public PersistentTree<V> without(byte[] key) {
    return without(key, key.length);
  }

  /** Returns this tree without a key, which is the first {@code length} bytes of an array. */
  public PersistentTree<V> without(byte[] key, int length) {
    TreeEditor<V> editor = new TreeEditor<>(this);
    editor.remove(key, length);
    return editor.tree();
  }

  /** Returns a new cursor, positioned before the first entry of the tree. */
  public TreeCursor<V> cursor() {
    return ascend(null, 0, null, 0);
  }

  /**
   * Returns a new cursor, positioned before the first entry of a range, see {@link
   * TreeCursor#ascend}.
   */
  public TreeCursor<V> ascend(
      byte @Nullable [] from, int fromLength, byte @Nullable [] to, int toLength) {
    return new TreeCursor<>(this).ascend(from, fromLength, to, toLength);
  }

  /**
   * Returns a new cursor, positioned after the last entry of a range, see {@link
   * TreeCursor#descend}.
   */
  public TreeCursor<V> descend(
      byte @Nullable [] from, int fromLength, byte @Nullable [] to, int toLength) {
    return new TreeCursor<>(this).descend(from, fromLength, to, toLength);
  }

  /** Returns a new editor that starts from this tree. */
  public TreeEditor<V> edit() {
    return new TreeEditor<>(this);
  }

  /**
   * Checks every invariant of the structure: the order and bounds of keys, longest prefixes,
   * occupancy, depth and size.
   *
   * @throws IllegalStateException if an invariant is violated
   */
  public void audit() {
    long entries = audit(root, height, null, null);
    check(entries == size, "size is " + size + ", but there are " + entries + " entries");
  }

  private long audit(TreeNode node, int level, byte @Nullable [] from, byte @Nullable [] to) {
    int keys = node.keyCount();
    int slots = node.slots.length;
    int limit = level == 0 ? leafLimit : innerLimit;
    check((level == 0) == (node instanceof Leaf), "leaves have different depths");
    check(slots <= limit, "a node exceeds its limit");
    if (level == height) {
      check(level == 0 || slots >= 2, "a root above leaves has fewer than two children");
    } else {
      check(slots >= TreeEditor.minimum(limit), "a node is below its minimum");
    }
    KeyPacker packer = new KeyPacker();
    packer.add(node, 0, keys);
    check(
        Arrays.equals(packer.pack(0, keys), node.block),
        "a block is not packed as its keys require");
    check(packer.shape() == node.shape, "a block's shape is wrong");
    for (int i = 0; i < keys; i++) {
      byte[] key = node.key(i);
      byte @Nullable [] before = i == 0 ? from : node.key(i - 1);
      int order = before == null ? -1 : Arrays.compareUnsigned(before, key);
      check(order < 0 || (order == 0 && i == 0), "keys are not in order");
      check(to == null || Arrays.compareUnsigned(key, to) < 0, "a key is beyond its separator");
      check(node.search(key, key.length) == i, "a search does not find a key at its index");
    }
    for (Object slot : node.slots) {
      check(slot != null, "a slot is empty");
    }
    if (level == 0) {
      return slots;
    }
    long entries = 0;
    for (int i = 0; i < slots; i++) {
      entries +=
          audit(
              ((Inner) node).child(i),
              level - 1,
              i == 0 ? from : node.key(i - 1),
              i == keys ? to : node.key(i));
    }
    return entries;
  }

  private static void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }
}

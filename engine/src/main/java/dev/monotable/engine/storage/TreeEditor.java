package dev.monotable.engine.storage;

import dev.monotable.engine.storage.TreeNode.Inner;
import dev.monotable.engine.storage.TreeNode.Leaf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Creates new versions of a {@link PersistentTree}. Reusable; not thread-safe.
 *
 * <p>A write descends once: {@link #seek} finds the old value and remembers the path, {@link #set}
 * or {@link #unset} then changes the tree there. Between the two, the caller can decide based on
 * the old value, for example test a condition.
 *
 * <h2>Ownership of nodes</h2>
 *
 * <p><b>Who may modify a node.</b> A node is immutable as soon as a tree refers to it. The one
 * exception is an inner node that the current batch has created: the slot of a child may be
 * replaced in place. A batch is all writes between two calls of {@link #tree}. An editor marks the
 * inner nodes that it creates with the token of the batch, an object that no other batch has, and
 * modifies a node only if it carries the current token. Keys are never modified in place, nor are
 * leaves.
 *
 * <p><b>When a node is copied.</b> A write copies the leaf and every inner node on the path to the
 * root, except that it stops at the first inner node of its own batch, whose slot it replaces. An
 * insert or a removal that splits or merges nodes replaces them and their parent. Everything beside
 * the path is shared with the tree that the editor started from.
 *
 * <p><b>When ownership ends.</b> {@link #tree} drops the token. No editor has it any more, so from
 * then on nothing can modify the nodes of the batch, and the tree may be published to other
 * threads. The next write begins a new batch and copies again. {@link #reset} drops the token too.
 *
 * <p><b>The first write of a batch has no token,</b> because most batches are one write, and one
 * write never returns to a node. From the second write on there is a token, so a batch of n writes
 * copies an inner node at most twice. Callers that expect more writes call {@link #expectMore}.
 *
 * <p><b>How long an editor may live.</b> For one commit, on the thread of that commit. It continues
 * from the tree that it started from, so it would undo the commits of others. The key array given
 * to {@link #seek} must not change until the {@link #set} or {@link #unset} that follows, so a
 * shared {@link KeyBuilder} must not be used in between.
 *
 * <p>{@code PersistentTreeTest} compares trees of random batches with a sorted map, and checks that
 * earlier versions have not changed.
 *
 * @param <V> the type of the values
 */
public final class TreeEditor<V> {

  /** The nodes on the path to the key, by level, and the slot of the path in each. */
  private TreeNode[] path;

  private int[] slot;
  private @Nullable KeyPacker packer;

  private PersistentTree<V> tree;
  private TreeNode root;
  private int height;
  private long size;

  private byte[] key = TreeNode.NO_KEYS;
  private int keyLength = -1;
  private boolean changed;
  private @Nullable Object token;

  /** Creates an editor that starts from a tree. */
  public TreeEditor(PersistentTree<V> tree) {
    this.tree = tree;
    this.root = tree.root;
    this.height = tree.height;
    this.size = tree.size();
    // No larger than needed: most editors perform one write, and clearing memory costs time.
    this.path = new TreeNode[height + 1];
    this.slot = new int[height + 1];
  }

  /** Starts again from a tree; earlier edits are discarded. */
  public TreeEditor<V> reset(PersistentTree<V> start) {
    tree = start;
    root = start.root;
    height = start.height;
    size = start.size();
    changed = false;
    token = null;
    keyLength = -1;
    return this;
  }

  /** Returns the tree as edited so far; later edits do not change it. */
  public PersistentTree<V> tree() {
    token = null;
    if (changed) {
      tree = new PersistentTree<>(root, height, size, tree.leafLimit, tree.innerLimit);
      changed = false;
    }
    return tree;
  }

  /** Returns the current number of entries. */
  public long size() {
    return size;
  }

  /**
   * Moves to the key that is the first {@code length} bytes of an array, which must not change
   * until {@link #set} or {@link #unset}.
   *
   * @return the value of the key, or null
   */
  @SuppressWarnings("unchecked") // only values of V are added
  public @Nullable V seek(byte[] key, int length) {
    this.key = key;
    this.keyLength = length;
    if (path.length <= height) {
      path = new TreeNode[height + 2];
      slot = new int[height + 2];
    }
    TreeNode node = root;
    for (int level = height; level > 0; level--) {
      Inner inner = (Inner) node;
      int child = inner.childFor(key, length);
      path[level] = inner;
      slot[level] = child;
      node = inner.child(child);
    }
    path[0] = node;
    int at = node.search(key, length);
    slot[0] = at;
    return at < 0 ? null : (V) node.slots[at];
  }

  /**
   * Moves to the first key that is not less than the first {@code length} bytes of an array, if it
   * is in the same leaf.
   *
   * @return the value of that key, or null if there is no such key or it is in another leaf; the
   *     editor is then at no key
   */
  @SuppressWarnings("unchecked") // only values of V are added
  public @Nullable V seekCeiling(byte[] key, int length) {
    V value = seek(key, length);
    if (value != null) {
      return value;
    }
    int at = -1 - slot[0];
    Object[] values = path[0].slots;
    if (at == values.length) {
      keyLength = -1;
      return null;
    }
    slot[0] = at;
    return (V) values[at];
  }

  /**
   * Returns whether the last seek was for this array object and its change has not been made yet.
   */
  public boolean isAt(byte[] sought) {
    return keyLength == sought.length && key == sought;
  }

  /** Inserts or replaces the value of the key last sought; each seek allows one change. */
  public void set(V value) {
    requireSought();
    Leaf leaf = (Leaf) path[0];
    int at = slot[0];
    if (at >= 0) {
      if (leaf.slots[at] == value) {
        return;
      }
      beginChange();
      Object[] values = leaf.slots.clone();
      values[at] = value;
      replace(0, new Leaf(leaf.block, leaf.shape, values));
      return;
    }
    beginChange();
    size++;
    insert(leaf, -1 - at, value);
  }

  /** Removes the key last sought; each seek allows one change. Returns whether the key existed. */
  public boolean unset() {
    requireSought();
    Leaf leaf = (Leaf) path[0];
    int at = slot[0];
    if (at < 0) {
      return false;
    }
    beginChange();
    size--;
    int count = leaf.slots.length;
    if (count == 1) {
      // Only the root can have a single entry.
      shrink(0, Leaf.EMPTY);
      return true;
    }
    byte[] block = leaf.blockWithout(at);
    int shape = leaf.shape;
    if (block == null) {
      KeyPacker keys = packer();
      keys.add(leaf, 0, at);
      keys.add(leaf, at + 1, count);
      block = keys.pack(0, count - 1);
      shape = keys.shape();
    }
    shrink(0, new Leaf(block, shape, without(leaf.slots, at)));
    return true;
  }

  /** Inserts or replaces an entry; returns the previous value of the key, or null. */
  public @Nullable V put(byte[] key, int length, V value) {
    V old = seek(key, length);
    set(value);
    return old;
  }

  /** Removes an entry; returns the previous value of the key, or null. */
  public @Nullable V remove(byte[] key, int length) {
    V old = seek(key, length);
    unset();
    return old;
  }

  /** Returns the minimum number of entries or children of a node other than the root. */
  static int minimum(int limit) {
    return Math.max(limit >> 3, 2);
  }

  /**
   * Announces that more than one change will precede the next {@link #tree}, which saves copies.
   */
  public void expectMore() {
    if (token == null) {
      token = new Object();
    }
  }

  private void requireSought() {
    if (keyLength < 0) {
      throw new IllegalStateException("each change requires a seek before it");
    }
  }

  private void beginChange() {
    keyLength = -1 - keyLength;
    if (!changed) {
      changed = true;
    } else if (token == null) {
      token = new Object();
    }
  }

  private int soughtLength() {
    return -1 - keyLength;
  }

  private KeyPacker packer() {
    KeyPacker keys = packer;
    if (keys == null) {
      keys = new KeyPacker();
      packer = keys;
    }
    keys.clear();
    return keys;
  }

  /** Replaces the node of the path at the level; the separators stay the same. */
  private void replace(int level, TreeNode node) {
    TreeNode child = node;
    for (int above = level + 1; above <= height; above++) {
      Inner inner = (Inner) path[above];
      if (inner.owner != null && inner.owner == token) {
        inner.slots[slot[above]] = child;
        return;
      }
      Object[] children = inner.slots.clone();
      children[slot[above]] = child;
      child = new Inner(inner.block, inner.shape, children, token);
    }
    root = child;
  }

  private void insert(Leaf leaf, int at, V value) {
    int count = leaf.slots.length;
    int length = soughtLength();
    Object[] values = with(leaf.slots, at, value);
    if (count < tree.leafLimit) {
      byte[] block = leaf.blockWith(at, key, length);
      int shape = leaf.shape;
      if (block == null) {
        KeyPacker keys = packer();
        keys.add(leaf, 0, at);
        keys.add(key, length);
        keys.add(leaf, at, count);
        block = keys.pack(0, count + 1);
        shape = keys.shape();
      }
      replace(0, new Leaf(block, shape, values));
      return;
    }
    KeyPacker keys = packer();
    keys.add(leaf, 0, at);
    keys.add(key, length);
    keys.add(leaf, at, count);
    int cut = cut(count + 1, at, at == count);
    Leaf left = new Leaf(keys.pack(0, cut), keys.shape(), Arrays.copyOfRange(values, 0, cut));
    Leaf right =
        new Leaf(
            keys.pack(cut, count + 1), keys.shape(), Arrays.copyOfRange(values, cut, count + 1));
    split(1, left, keys.separator(cut), right);
  }

  /**
   * Returns where to split an overfull node: near the edge at which it grows, otherwise in the
   * middle.
   */
  private static int cut(int total, int at, boolean last) {
    int edge = minimum(total);
    return last ? total - edge : at == 0 ? edge : total >> 1;
  }

  /** Replaces one node, below the node of the path at the level, with two. */
  private void split(int level, TreeNode left, byte[] separator, TreeNode right) {
    if (level > height) {
      KeyPacker keys = packer();
      keys.add(separator, separator.length);
      byte[] block = keys.pack(0, 1);
      root = new Inner(block, keys.shape(), new Object[] {left, right}, token);
      height++;
      return;
    }
    Inner inner = (Inner) path[level];
    int at = slot[level];
    int count = inner.slots.length;
    Object[] children = with(inner.slots, at + 1, right);
    children[at] = left;
    if (count < tree.innerLimit) {
      byte[] block = inner.blockWith(at, separator, separator.length);
      int shape = inner.shape;
      if (block == null) {
        KeyPacker keys = separators(inner, at, at, separator);
        block = keys.pack(0, count);
        shape = keys.shape();
      }
      replace(level, new Inner(block, shape, children, token));
      return;
    }
    KeyPacker keys = separators(inner, at, at, separator);
    int cut = cut(count + 1, at, at == count - 1);
    Inner leftHalf =
        new Inner(keys.pack(0, cut - 1), keys.shape(), Arrays.copyOfRange(children, 0, cut), token);
    Inner rightHalf =
        new Inner(
            keys.pack(cut, count),
            keys.shape(),
            Arrays.copyOfRange(children, cut, count + 1),
            token);
    split(level + 1, leftHalf, keys.key(cut - 1), rightHalf);
  }

  /**
   * Returns the separators of a node, with those from one position to another replaced by a new
   * one.
   */
  private KeyPacker separators(Inner inner, int from, int to, byte[] added) {
    KeyPacker keys = packer();
    keys.add(inner, 0, from);
    keys.add(added, added.length);
    keys.add(inner, to, inner.keyCount());
    return keys;
  }

  /**
   * Replaces a node by the same one with a slot less, merged with a neighbour if it has become
   * small.
   */
  private void shrink(int level, TreeNode node) {
    int slots = node.slots.length;
    if (level == height) {
      if (level > 0 && slots == 1) {
        root = ((Inner) node).child(0);
        height--;
      } else {
        root = node;
      }
      return;
    }
    int limit = level == 0 ? tree.leafLimit : tree.innerLimit;
    if (slots >= Math.max(limit >> 2, minimum(limit))) {
      replace(level, node);
      return;
    }
    Inner parent = (Inner) path[level + 1];
    int at = slot[level + 1];
    boolean withLeft =
        at == parent.slots.length - 1
            || (at > 0 && parent.child(at - 1).slots.length < parent.child(at + 1).slots.length);
    int leftAt = withLeft ? at - 1 : at;
    TreeNode left = withLeft ? parent.child(leftAt) : node;
    TreeNode right = withLeft ? node : parent.child(at + 1);
    int leftSlots = left.slots.length;
    int total = leftSlots + right.slots.length;
    if (total > limit - (limit >> 2) && slots >= minimum(limit)) {
      replace(level, node);
      return;
    }
    KeyPacker keys = packer();
    keys.add(left, 0, left.keyCount());
    if (level > 0) {
      byte[] between = parent.key(leftAt);
      keys.add(between, between.length);
    }
    keys.add(right, 0, right.keyCount());
    Object[] all = Arrays.copyOf(left.slots, total);
    System.arraycopy(right.slots, 0, all, leftSlots, right.slots.length);
    if (total <= limit - (limit >> 2)) {
      merge(level, leftAt, keys, all);
    } else {
      balance(level, leftAt, keys, all);
    }
  }

  /** Replaces two neighbours with one node. */
  private void merge(int level, int leftAt, KeyPacker keys, Object[] all) {
    Inner parent = (Inner) path[level + 1];
    TreeNode merged = node(level, keys, 0, all, 0, all.length);
    Object[] children = without(parent.slots, leftAt + 1);
    children[leftAt] = merged;
    byte[] block = parent.blockWithout(leftAt);
    int shape = parent.shape;
    if (block == null) {
      KeyPacker separators = packer();
      separators.add(parent, 0, leftAt);
      separators.add(parent, leftAt + 1, parent.keyCount());
      block = separators.pack(0, separators.count());
      shape = separators.shape();
    }
    shrink(level + 1, new Inner(block, shape, children, token));
  }

  /** Replaces two neighbours with two nodes of half the slots each. */
  private void balance(int level, int leftAt, KeyPacker keys, Object[] all) {
    Inner parent = (Inner) path[level + 1];
    int cut = all.length >> 1;
    byte[] separator = level == 0 ? keys.separator(cut) : keys.key(cut - 1);
    TreeNode left = node(level, keys, 0, all, 0, cut);
    TreeNode right = node(level, keys, cut, all, cut, all.length);
    KeyPacker separators = separators(parent, leftAt, leftAt + 1, separator);
    Object[] children = parent.slots.clone();
    children[leftAt] = left;
    children[leftAt + 1] = right;
    byte[] block = separators.pack(0, separators.count());
    replace(level + 1, new Inner(block, separators.shape(), children, token));
  }

  private TreeNode node(int level, KeyPacker keys, int firstKey, Object[] all, int from, int to) {
    Object[] slots = Arrays.copyOfRange(all, from, to);
    int lastKey = firstKey + (level == 0 ? to - from : to - from - 1);
    byte[] block = keys.pack(firstKey, lastKey);
    return level == 0
        ? new Leaf(block, keys.shape(), slots)
        : new Inner(block, keys.shape(), slots, token);
  }

  private static Object[] with(Object[] slots, int at, Object added) {
    Object[] result = new Object[slots.length + 1];
    System.arraycopy(slots, 0, result, 0, at);
    result[at] = added;
    System.arraycopy(slots, at, result, at + 1, slots.length - at);
    return result;
  }

  private static Object[] without(Object[] slots, int at) {
    Object[] result = new Object[slots.length - 1];
    System.arraycopy(slots, 0, result, 0, at);
    System.arraycopy(slots, at + 1, result, at, result.length - at);
    return result;
  }
}

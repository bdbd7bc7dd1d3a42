package dev.monotable.engine.storage;

import dev.monotable.engine.storage.TreeNode.Inner;
import org.jspecify.annotations.Nullable;

/**
 * A position in one version of a {@link PersistentTree}. Reusable; not thread-safe.
 *
 * <p>To read a range, call {@link #ascend} or {@link #descend}, then {@link #advance} until it
 * returns null. The bound is compared with one key of each leaf and searched for only in the last
 * one; within a leaf, each entry costs the increment of an index.
 *
 * <pre>{@code
 * cursor.descend(from, from.length, to, to.length);
 * for (V value = cursor.advance(); value != null; value = cursor.advance()) { ... }
 * }</pre>
 *
 * @param <V> the type of the values
 */
public final class TreeCursor<V> {

  private TreeNode[] path;
  private int[] slot;
  private TreeNode root;
  private int height;

  /** The current leaf and entry; the position is outside the leaf if there is no current entry. */
  private TreeNode leaf;

  private int position;

  private boolean forward;

  /**
   * In this leaf, the first index beyond the range (forward) or the first index of the range
   * (backward).
   */
  private int stop;

  /** Whether the range ends in this leaf. */
  private boolean lastLeaf;

  private byte[] bound = TreeNode.NO_KEYS;
  private int boundLength = -1;

  /** Creates a cursor without a position: {@link #ascend} or {@link #descend} must follow. */
  TreeCursor(PersistentTree<V> tree) {
    this.root = tree.root;
    this.height = tree.height;
    this.leaf = root;
    this.path = new TreeNode[height + 1];
    this.slot = new int[height + 1];
  }

  /** Moves to another tree, before its first entry. */
  public TreeCursor<V> reset(PersistentTree<V> tree) {
    root = tree.root;
    height = tree.height;
    if (path.length <= height) {
      path = new TreeNode[height + 1];
      slot = new int[height + 1];
    }
    ascend(null, 0, null, 0);
    return this;
  }

  /**
   * Sets the range to the keys that are not less than one bound and less than the other, and moves
   * before its first entry. A bound is the first bytes of an array, or null for none.
   */
  public TreeCursor<V> ascend(
      byte @Nullable [] from, int fromLength, byte @Nullable [] to, int toLength) {
    keepBound(to, toLength);
    forward = true;
    if (from == null) {
      descendToFirst(height, root);
      position = -1;
    } else {
      int at = descendTo(from, fromLength);
      position = (at >= 0 ? at : -1 - at) - 1;
    }
    limitForward();
    return this;
  }

  /**
   * Sets the range to the keys that are not less than one bound and less than the other, and moves
   * after its last entry, so that {@link #advance} walks it backward. A bound is the first bytes of
   * an array, or null for none.
   */
  public TreeCursor<V> descend(
      byte @Nullable [] from, int fromLength, byte @Nullable [] to, int toLength) {
    keepBound(from, fromLength);
    forward = false;
    if (to == null) {
      descendToLast(height, root);
      position = leaf.slots.length;
    } else {
      int at = descendTo(to, toLength);
      position = at >= 0 ? at : -1 - at;
    }
    limitBackward();
    return this;
  }

  /**
   * Moves to the next entry of the range in its direction; returns its value, or null at the end.
   */
  @SuppressWarnings("unchecked") // only values of V are added
  public @Nullable V advance() {
    if (forward) {
      if (++position < stop) {
        return (V) leaf.slots[position];
      }
    } else if (--position >= stop) {
      return (V) leaf.slots[position];
    }
    return advanceLeaf();
  }

  @SuppressWarnings("unchecked") // only values of V are added
  private @Nullable V advanceLeaf() {
    if (lastLeaf) {
      invalidate();
      return null;
    }
    if (forward) {
      if (!nextLeaf()) {
        invalidate();
        return null;
      }
      position = 0;
      limitForward();
      if (stop > 0) {
        return (V) leaf.slots[0];
      }
    } else {
      if (!previousLeaf()) {
        invalidate();
        return null;
      }
      position = leaf.slots.length - 1;
      limitBackward();
      if (position >= stop) {
        return (V) leaf.slots[position];
      }
    }
    invalidate();
    return null;
  }

  private void invalidate() {
    lastLeaf = true;
    stop = forward ? 0 : leaf.slots.length;
    position = forward ? leaf.slots.length : -1;
  }

  private void keepBound(byte @Nullable [] key, int length) {
    if (key == null) {
      boundLength = -1;
      return;
    }
    if (bound.length < length) {
      bound = new byte[Math.max(length, 64)];
    }
    System.arraycopy(key, 0, bound, 0, length);
    boundLength = length;
  }

  private void limitForward() {
    int count = leaf.slots.length;
    stop = count;
    lastLeaf = false;
    if (boundLength >= 0 && count > 0 && leaf.compareKey(count - 1, bound, boundLength) >= 0) {
      int at = leaf.search(bound, boundLength);
      stop = at >= 0 ? at : -1 - at;
      lastLeaf = true;
    }
  }

  private void limitBackward() {
    stop = 0;
    lastLeaf = false;
    if (boundLength >= 0 && leaf.slots.length > 0 && leaf.compareKey(0, bound, boundLength) < 0) {
      int at = leaf.search(bound, boundLength);
      stop = at >= 0 ? at : -1 - at;
      lastLeaf = true;
    }
  }

  /**
   * Moves to the first entry of the tree, which becomes the range; returns whether there is one.
   */
  public boolean first() {
    ascend(null, 0, null, 0);
    return next();
  }

  /** Moves to the last entry of the tree, which becomes the range; returns whether there is one. */
  public boolean last() {
    descend(null, 0, null, 0);
    return previous();
  }

  /** Moves to the first entry whose key is not less than this; returns whether there is one. */
  public boolean seekCeiling(byte[] key, int length) {
    ascend(key, length, null, 0);
    return next();
  }

  /** Moves to the first entry whose key is greater; returns whether there is one. */
  public boolean seekHigher(byte[] key, int length) {
    boolean found = seekCeiling(key, length);
    return found && compareKeyTo(key, length) == 0 ? next() : found;
  }

  /** Moves to the last entry whose key is less than this; returns whether there is one. */
  public boolean seekLower(byte[] key, int length) {
    descend(null, 0, key, length);
    return previous();
  }

  /** Moves to the last entry whose key is not greater than this; returns whether there is one. */
  public boolean seekFloor(byte[] key, int length) {
    descend(null, 0, key, length);
    int at = leaf.search(key, length);
    if (at >= 0) {
      position = at;
      return true;
    }
    return previous();
  }

  /** Moves to the next greater key, regardless of the range; returns whether there is one. */
  public boolean next() {
    if (position < leaf.slots.length && ++position < leaf.slots.length) {
      return true;
    }
    if (nextLeaf()) {
      position = 0;
      return true;
    }
    position = leaf.slots.length;
    return false;
  }

  /** Moves to the next smaller key, regardless of the range; returns whether there is one. */
  public boolean previous() {
    if (position >= 0 && --position >= 0) {
      return true;
    }
    if (previousLeaf()) {
      position = leaf.slots.length - 1;
      return true;
    }
    position = -1;
    return false;
  }

  /** Returns whether the cursor is at an entry. */
  public boolean valid() {
    return position >= 0 && position < leaf.slots.length;
  }

  /** Returns the value of the current entry. */
  @SuppressWarnings("unchecked") // only values of V are added
  public V value() {
    return (V) leaf.slots[requireEntry()];
  }

  /** Returns a copy of the current entry's key. */
  public byte[] key() {
    return leaf.key(requireEntry());
  }

  /** Returns the length of the current entry's key in bytes. */
  public int keyLength() {
    return leaf.keyLength(requireEntry());
  }

  /** Copies the current entry's key to an array, from an offset on; returns its length. */
  public int copyKey(byte[] target, int at) {
    return leaf.copyKey(requireEntry(), target, at);
  }

  /**
   * Compares the current entry's key with the first bytes of an array: negative, zero or positive.
   */
  public int compareKeyTo(byte[] key, int length) {
    return leaf.compareKey(requireEntry(), key, length);
  }

  /** Returns whether the current entry's key begins with the first bytes of an array. */
  public boolean keyStartsWith(byte[] prefix, int length) {
    return leaf.keyStartsWith(requireEntry(), prefix, length);
  }

  private int requireEntry() {
    if (!valid()) {
      throw new IllegalStateException("the cursor is not at an entry");
    }
    return position;
  }

  private int descendTo(byte[] key, int length) {
    TreeNode node = root;
    for (int level = height; level > 0; level--) {
      Inner inner = (Inner) node;
      int child = inner.childFor(key, length);
      path[level] = inner;
      slot[level] = child;
      node = inner.child(child);
    }
    leaf = node;
    return node.search(key, length);
  }

  private void descendToFirst(int fromLevel, TreeNode from) {
    TreeNode node = from;
    for (int level = fromLevel; level > 0; level--) {
      path[level] = node;
      slot[level] = 0;
      node = ((Inner) node).child(0);
    }
    leaf = node;
  }

  private void descendToLast(int fromLevel, TreeNode from) {
    TreeNode node = from;
    for (int level = fromLevel; level > 0; level--) {
      int child = node.slots.length - 1;
      path[level] = node;
      slot[level] = child;
      node = ((Inner) node).child(child);
    }
    leaf = node;
  }

  private boolean nextLeaf() {
    for (int level = 1; level <= height; level++) {
      Inner inner = (Inner) path[level];
      int child = slot[level] + 1;
      if (child < inner.slots.length) {
        slot[level] = child;
        descendToFirst(level - 1, inner.child(child));
        return true;
      }
    }
    return false;
  }

  private boolean previousLeaf() {
    for (int level = 1; level <= height; level++) {
      int child = slot[level] - 1;
      if (child >= 0) {
        slot[level] = child;
        descendToLast(level - 1, ((Inner) path[level]).child(child));
        return true;
      }
    }
    return false;
  }
}

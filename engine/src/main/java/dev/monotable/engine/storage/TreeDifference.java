package dev.monotable.engine.storage;

import dev.monotable.engine.storage.TreeNode.Inner;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Compares two versions of a {@link PersistentTree}. Versions share the nodes that did not change,
 * and a shared node is skipped with everything below it. So the cost depends on the number of
 * changes, not on the size of the trees.
 *
 * @param <V> the type of the values
 */
public final class TreeDifference<V> {

  /** Receives the entries that differ, in the order of their keys. */
  @FunctionalInterface
  public interface Visitor<V> {
    /**
     * Visits an entry whose value is not the same object in both trees.
     *
     * @param key valid during the call, up to {@code length}
     * @param before null if the key is new
     * @param after null if the key was removed
     */
    void visit(byte[] key, int length, @Nullable V before, @Nullable V after) throws IOException;
  }

  private final Visitor<V> visitor;
  private byte[] key = new byte[64];

  private TreeDifference(Visitor<V> visitor) {
    this.visitor = visitor;
  }

  /** Visits each entry that differs between two trees. */
  public static <V> void visit(
      PersistentTree<V> before, PersistentTree<V> after, Visitor<V> visitor) throws IOException {
    if (before.root != after.root) {
      new TreeDifference<>(visitor).walk(new Position(before), new Position(after));
    }
  }

  /** Visits each entry that differs between two trees, with a visitor that writes nothing. */
  public static <V> void compare(
      PersistentTree<V> before, PersistentTree<V> after, Visitor<V> visitor) {
    try {
      visit(before, after, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void walk(Position before, Position after) throws IOException {
    while (!before.ended && !after.ended) {
      if (skipShared(before, after)) {
        continue;
      }
      if (before.at == 0 && after.at == 0 && before.leaf.block == after.leaf.block) {
        compareSlots(before, after);
        before.skip(0);
        after.skip(0);
        continue;
      }
      int length = copyKey(after);
      int order = before.leaf.compareKey(before.at, key, length);
      if (order == 0) {
        Object old = before.leaf.slots[before.at];
        Object now = after.leaf.slots[after.at];
        if (old != now) {
          visitor.visit(key, length, value(old), value(now));
        }
        before.next();
        after.next();
      } else if (order < 0) {
        remove(before);
      } else {
        visitor.visit(key, length, null, value(after.leaf.slots[after.at]));
        after.next();
      }
    }
    while (!before.ended) {
      remove(before);
    }
    while (!after.ended) {
      visit(after, null, value(after.leaf.slots[after.at]));
      after.next();
    }
  }

  /** Skips the highest node that both positions are at the beginning of, if they share one. */
  private static boolean skipShared(Position before, Position after) {
    for (int level = Math.min(before.begins(), after.begins()); level >= 0; level--) {
      if (before.node(level) == after.node(level)) {
        before.skip(level);
        after.skip(level);
        return true;
      }
    }
    return false;
  }

  /** Compares two leaves with the same keys. */
  private void compareSlots(Position before, Position after) throws IOException {
    Object[] old = before.leaf.slots;
    Object[] now = after.leaf.slots;
    for (int i = 0; i < now.length; i++) {
      if (old[i] != now[i]) {
        after.at = i;
        visit(after, value(old[i]), value(now[i]));
      }
    }
  }

  private void remove(Position before) throws IOException {
    visit(before, value(before.leaf.slots[before.at]), null);
    before.next();
  }

  private void visit(Position position, @Nullable V before, @Nullable V after) throws IOException {
    int length = copyKey(position); // which replaces the array if the key is longer
    visitor.visit(key, length, before, after);
  }

  private int copyKey(Position position) {
    int length = position.leaf.keyLength(position.at);
    if (key.length < length) {
      key = new byte[Math.max(length, 2 * key.length)];
    }
    return position.leaf.copyKey(position.at, key, 0);
  }

  @SuppressWarnings("unchecked") // only values of V are added
  private V value(Object slot) {
    return (V) slot;
  }

  /** A position in one of the trees: the path from the root to an entry. */
  private static final class Position {
    private final int height;

    /** The nodes above the leaf, by level, and the slot of the path in each; index 0 is unused. */
    private final TreeNode[] path;

    private final int[] slot;
    private TreeNode leaf;
    private int at;
    private boolean ended;

    Position(PersistentTree<?> tree) {
      height = tree.height;
      path = new TreeNode[height + 1];
      slot = new int[height + 1];
      leaf = tree.root;
      descend(height, tree.root);
      ended = tree.isEmpty();
    }

    private void descend(int from, TreeNode node) {
      TreeNode below = node;
      for (int level = from; level > 0; level--) {
        path[level] = below;
        slot[level] = 0;
        below = ((Inner) below).child(0);
      }
      leaf = below;
      at = 0;
    }

    /** Returns the highest level whose node begins here; -1 if not even the leaf does. */
    int begins() {
      if (at != 0) {
        return -1;
      }
      int level = 0;
      while (level < height && slot[level + 1] == 0) {
        level++;
      }
      return level;
    }

    TreeNode node(int level) {
      return level == 0 ? leaf : path[level];
    }

    void next() {
      if (++at == leaf.slots.length) {
        skip(0);
      }
    }

    /** Moves after the node of a level. */
    void skip(int level) {
      for (int above = level + 1; above <= height; above++) {
        if (++slot[above] < path[above].slots.length) {
          descend(above - 1, ((Inner) path[above]).child(slot[above]));
          return;
        }
      }
      ended = true;
    }
  }
}

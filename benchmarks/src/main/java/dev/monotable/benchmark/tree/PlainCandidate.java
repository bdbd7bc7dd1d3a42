package dev.monotable.benchmark.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A path-copying B+tree with an array for each key. A prototype: it supports no removal. */
final class PlainCandidate implements Candidate {

  private record Node(byte[][] keys, Object[] slots, boolean leaf) {}

  private record Split(Node left, byte[] separator, Node right) {}

  private final int limit;
  private Node root = new Node(new byte[0][], new Object[0], true);

  PlainCandidate(int limit) {
    this.limit = limit;
  }

  private static int search(byte[][] keys, byte[] key) {
    int low = 0;
    int high = keys.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(keys[middle], key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1 - low;
  }

  private static int childFor(Node node, byte[] key) {
    int at = search(node.keys, key);
    return at >= 0 ? at + 1 : -1 - at;
  }

  @Override
  public @Nullable Object get(byte[] key) {
    Node node = root;
    while (!node.leaf) {
      node = (Node) node.slots[childFor(node, key)];
    }
    int at = search(node.keys, key);
    return at < 0 ? null : node.slots[at];
  }

  @Override
  public void put(byte[] key, Object value) {
    Object result = put(root, key, value);
    if (result instanceof Split split) {
      result =
          new Node(new byte[][] {split.separator}, new Object[] {split.left, split.right}, false);
    }
    root = (Node) result;
  }

  /** Returns the new node, or the result of a split. */
  private Object put(Node node, byte[] key, Object value) {
    if (node.leaf) {
      int at = search(node.keys, key);
      if (at >= 0) {
        Object[] values = node.slots.clone();
        values[at] = value;
        return new Node(node.keys, values, true);
      }
      at = -1 - at;
      byte[][] keys = with(node.keys, new byte[node.keys.length + 1][], at, key);
      Object[] values = with(node.slots, new Object[node.slots.length + 1], at, value);
      int count = keys.length;
      if (count <= limit) {
        return new Node(keys, values, true);
      }
      int cut = at == count - 1 ? count - count / 8 : at == 0 ? count / 8 : count / 2;
      return new Split(
          new Node(Arrays.copyOf(keys, cut), Arrays.copyOf(values, cut), true),
          keys[cut],
          new Node(
              Arrays.copyOfRange(keys, cut, count), Arrays.copyOfRange(values, cut, count), true));
    }
    int at = childFor(node, key);
    Object result = put((Node) node.slots[at], key, value);
    if (!(result instanceof Split split)) {
      Object[] children = node.slots.clone();
      children[at] = result;
      return new Node(node.keys, children, false);
    }
    byte[][] keys = with(node.keys, new byte[node.keys.length + 1][], at, split.separator);
    Object[] children = with(node.slots, new Object[node.slots.length + 1], at + 1, split.right);
    children[at] = split.left;
    int count = children.length;
    if (count <= limit) {
      return new Node(keys, children, false);
    }
    int cut = count / 2;
    return new Split(
        new Node(Arrays.copyOf(keys, cut - 1), Arrays.copyOf(children, cut), false),
        keys[cut - 1],
        new Node(
            Arrays.copyOfRange(keys, cut, count - 1),
            Arrays.copyOfRange(children, cut, count),
            false));
  }

  private static <T> T[] with(T[] source, T[] target, int at, T added) {
    System.arraycopy(source, 0, target, 0, at);
    target[at] = added;
    System.arraycopy(source, at, target, at + 1, source.length - at);
    return target;
  }

  @Override
  public int lastOfCollection(byte[] key, int limit) {
    int partition = Keys.partitionLength(key);
    byte[] from = Arrays.copyOf(key, partition);
    byte[] to = from.clone();
    to[partition - 1]++;
    Node[] path = new Node[16];
    int[] slot = new int[16];
    int depth = 0;
    Node node = root;
    while (!node.leaf) {
      path[depth] = node;
      slot[depth] = childFor(node, to);
      node = (Node) node.slots[slot[depth++]];
    }
    int found = search(node.keys, to);
    int at = found >= 0 ? found : -1 - found;
    int sum = 0;
    int left = limit;
    while (true) {
      // As in packed leaves, the bound is compared once per leaf.
      int stop = 0;
      if (node.keys.length > 0 && Arrays.compareUnsigned(node.keys[0], from) < 0) {
        found = search(node.keys, from);
        stop = found >= 0 ? found : -1 - found;
      }
      while (--at >= stop) {
        sum += node.slots[at].hashCode();
        if (--left == 0) {
          return sum;
        }
      }
      int level = depth - 1;
      while (level >= 0 && slot[level] == 0) {
        level--;
      }
      if (stop > 0 || level < 0) {
        return sum;
      }
      slot[level]--;
      node = (Node) path[level].slots[slot[level]];
      for (level++; level < depth; level++) {
        path[level] = node;
        slot[level] = node.slots.length - 1;
        node = (Node) node.slots[slot[level]];
      }
      at = node.slots.length;
    }
  }

  @Override
  public Object version() {
    return root;
  }

  @Override
  public void restore(Object version) {
    root = (Node) version;
  }
}

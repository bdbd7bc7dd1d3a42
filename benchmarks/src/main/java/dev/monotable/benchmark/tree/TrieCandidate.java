package dev.monotable.benchmark.tree;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A path-copying radix trie on the hash, with five bits per level and a tree of sort keys per item
 * collection. An item collection with a single item has no tree. A prototype: it supports neither
 * removal nor different keys with equal hashes.
 */
final class TrieCandidate implements Candidate {

  /** A node has a slot for each bit that is set. A slot holds a node or an item collection. */
  private record Node(int bits, Object[] slots) {}

  private static final class Collection {
    final byte[] partition;
    final byte @Nullable [] onlySortKey;
    final Object content;

    Collection(byte[] partition, byte @Nullable [] onlySortKey, Object content) {
      this.partition = partition;
      this.onlySortKey = onlySortKey;
      this.content = content;
    }

    boolean has(byte[] key, int length) {
      return Arrays.equals(partition, 0, partition.length, key, 0, length);
    }

    @SuppressWarnings("unchecked") // it is a tree unless there is a single sort key
    PersistentTree<Object> tree() {
      return (PersistentTree<Object>) content;
    }
  }

  private Node root = new Node(0, new Object[0]);
  private final TreeEditor<Object> editor = new TreeEditor<>(PersistentTree.empty());
  private final TreeCursor<Object> cursor = PersistentTree.<Object>empty().cursor();

  private static int bit(byte[] key, int level) {
    int at = level * 5;
    int index = at >>> 3;
    int two = (key[index] & 0xff) << 8 | (index < 7 ? key[index + 1] & 0xff : 0);
    return 1 << (two >>> (11 - (at & 7)) & 31);
  }

  private @Nullable Collection find(byte[] key, int partition) {
    Node node = root;
    for (int level = 0; ; level++) {
      int bit = bit(key, level);
      if ((node.bits & bit) == 0) {
        return null;
      }
      // The slots are in the unsigned order of the bits.
      Object slot = node.slots[Integer.bitCount(node.bits & (bit - 1))];
      if (slot instanceof Collection collection) {
        return collection.has(key, partition) ? collection : null;
      }
      node = (Node) slot;
    }
  }

  @Override
  public @Nullable Object get(byte[] key) {
    int partition = Keys.partitionLength(key);
    Collection collection = find(key, partition);
    if (collection == null) {
      return null;
    }
    byte[] only = collection.onlySortKey;
    if (only != null) {
      return Arrays.equals(only, 0, only.length, key, partition, key.length)
          ? collection.content
          : null;
    }
    return collection.tree().find(Arrays.copyOfRange(key, partition, key.length));
  }

  @Override
  public void put(byte[] key, Object value) {
    root = put(root, 0, key, Keys.partitionLength(key), value);
  }

  private Node put(Node node, int level, byte[] key, int partition, Object value) {
    int bit = bit(key, level);
    int at = Integer.bitCount(node.bits & (bit - 1));
    if ((node.bits & bit) == 0) {
      Object[] slots = new Object[node.slots.length + 1];
      System.arraycopy(node.slots, 0, slots, 0, at);
      slots[at] =
          new Collection(
              Arrays.copyOf(key, partition), Arrays.copyOfRange(key, partition, key.length), value);
      System.arraycopy(node.slots, at, slots, at + 1, node.slots.length - at);
      return new Node(node.bits | bit, slots);
    }
    Object[] slots = node.slots.clone();
    Object slot = slots[at];
    if (slot instanceof Node child) {
      slots[at] = put(child, level + 1, key, partition, value);
    } else {
      Collection collection = (Collection) slot;
      if (collection.has(key, partition)) {
        slots[at] = put(collection, Arrays.copyOfRange(key, partition, key.length), value);
      } else {
        Node below = new Node(bit(collection.partition, level + 1), new Object[] {collection});
        slots[at] = put(below, level + 1, key, partition, value);
      }
    }
    return new Node(node.bits, slots);
  }

  private Collection put(Collection collection, byte[] sortKey, Object value) {
    byte[] only = collection.onlySortKey;
    if (only != null) {
      if (Arrays.equals(only, sortKey)) {
        return new Collection(collection.partition, only, value);
      }
      editor.reset(PersistentTree.empty());
      editor.put(only, only.length, collection.content);
    } else {
      editor.reset(collection.tree());
    }
    editor.put(sortKey, sortKey.length, value);
    return new Collection(collection.partition, null, editor.tree());
  }

  @Override
  public int lastOfCollection(byte[] key, int limit) {
    Collection collection = find(key, Keys.partitionLength(key));
    if (collection == null) {
      return 0;
    }
    if (collection.onlySortKey != null) {
      return collection.content.hashCode();
    }
    cursor.reset(collection.tree()).descend(null, 0, null, 0);
    int sum = 0;
    for (int i = 0; i < limit; i++) {
      Object value = cursor.advance();
      if (value == null) {
        break;
      }
      sum += value.hashCode();
    }
    return sum;
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

package dev.monotable.engine.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds a tree from entries in any order. Not reusable.
 *
 * @param <V> the type of the values
 */
public final class SortingTreeBuilder<V> {
  private final List<Entry<V>> unsorted = new ArrayList<>();

  /** An entry with the first bytes of its key, by which most entries are compared. */
  private record Entry<V>(long prefix, byte[] key, V value) implements Comparable<Entry<V>> {
    static <V> Entry<V> of(byte[] key, V value) {
      long prefix = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        prefix = prefix << 8 | (i < key.length ? key[i] & 0xff : 0);
      }
      return new Entry<>(prefix, key, value);
    }

    @Override
    public int compareTo(Entry<V> other) {
      int order = Long.compareUnsigned(prefix, other.prefix);
      return order != 0 ? order : Arrays.compareUnsigned(key, other.key);
    }
  }

  /** Adds an entry, whose key must differ from all others. */
  public void add(byte[] key, V value) {
    unsorted.add(Entry.of(key, value));
  }

  /** Returns the tree of all entries. */
  public PersistentTree<V> build() {
    @SuppressWarnings("unchecked") // the array has only entries of this builder
    Entry<V>[] sorted = (Entry<V>[]) unsorted.toArray(new Entry<?>[0]);
    unsorted.clear();
    Arrays.parallelSort(sorted);
    TreeBuilder<V> tree = new TreeBuilder<>();
    for (Entry<V> entry : sorted) {
      tree.add(entry.key, entry.key.length, entry.value);
    }
    return tree.build();
  }
}

package dev.monotable.benchmark.tree;

import org.jspecify.annotations.Nullable;

/** A persistent ordered map that holds its current version, as the benchmarks use it. */
interface Candidate {

  @Nullable Object get(byte[] key);

  /** Adds or replaces a value in a new version, as a commit does. */
  void put(byte[] key, Object value);

  /** Adds a value, without a new version for each call if the candidate supports that. */
  default void load(byte[] key, Object value) {
    put(key, value);
  }

  /**
   * Reads the last values of the item collection of this key, from its end backward, and returns
   * the sum of their hashes.
   */
  int lastOfCollection(byte[] key, int limit);

  /** Returns the current version, for {@link #restore}. */
  Object version();

  void restore(Object version);

  static Candidate of(String name) {
    String[] parts = name.split("-");
    int leaf = parts.length > 1 ? Integer.parseInt(parts[1]) : 32;
    int inner = parts.length > 2 ? Integer.parseInt(parts[2]) : 32;
    switch (parts[0]) {
      case "packed":
        return new PackedCandidate(leaf, inner);
      case "plain":
        return new PlainCandidate(leaf);
      case "trie":
        return new TrieCandidate();
      default:
        throw new IllegalArgumentException(name);
    }
  }
}

package dev.monotable.benchmark.tree;

import org.jspecify.annotations.Nullable;

/** A persistent ordered map, current version inside, as the measurements use it. */
interface Candidate {

  @Nullable Object get(byte[] key);

  /** Makes a new version, as one commit does. */
  void put(byte[] key, Object value);

  /** Many puts without versions in between, where the candidate can do that. */
  default void load(byte[] key, Object value) {
    put(key, value);
  }

  /** Sums the hashes of the last values of the collection of this key, backward from its end. */
  int lastOfCollection(byte[] key, int limit);

  /** The current version, which {@link #restore} brings back. */
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

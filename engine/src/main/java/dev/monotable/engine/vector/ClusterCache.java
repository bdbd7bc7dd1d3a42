package dev.monotable.engine.vector;

import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.model.VectorDistanceFunction;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clusters that searches in a state of an index have needed, by partition. A later state starts
 * with those of the earlier one, and adds what has changed when it is searched; a write does not
 * know clusters. Thread-safe.
 *
 * <p>Clusters refer to the version of the tree that they are of. So they are dropped when half of
 * the entries have changed since: what was deleted does not stay in memory.
 */
final class ClusterCache {
  private final long changes;
  private volatile Map<ByteBuffer, Lazy> partitions;

  ClusterCache() {
    this(Map.of(), 0);
  }

  private ClusterCache(Map<ByteBuffer, Lazy> partitions, long changes) {
    this.partitions = partitions;
    this.changes = changes;
  }

  /**
   * Returns the cache of the next state.
   *
   * @param added the number of entries that have changed since this state
   * @param size the number of entries of the next state
   */
  ClusterCache next(long added, long size) {
    Map<ByteBuffer, Lazy> known = partitions;
    return known.isEmpty() || changes + added > size / 2
        ? new ClusterCache()
        : new ClusterCache(known, changes + added);
  }

  /** Returns whether there are clusters of a partition. */
  boolean knows(KeyRange range) {
    return partitions.containsKey(ByteBuffer.wrap(range.from()));
  }

  /** Returns the clusters of a partition in the state that has this cache. */
  VectorClusters find(
      VectorDistanceFunction function, PersistentTree<VectorEntry> tree, KeyRange range) {
    ByteBuffer key = ByteBuffer.wrap(range.from());
    Lazy lazy;
    synchronized (this) {
      Lazy former = partitions.get(key);
      lazy = former != null && former.tree == tree ? former : new Lazy(tree, former);
      if (lazy != former) {
        Map<ByteBuffer, Lazy> next = new HashMap<>(partitions);
        next.put(key, lazy);
        partitions = next;
      }
    }
    return lazy.get(function, range);
  }

  /**
   * The clusters of a version, computed by the first search. Searches of later states wait for it
   * and add what has changed, instead of computing all again.
   */
  private static final class Lazy {
    private final PersistentTree<VectorEntry> tree;
    private @Nullable Lazy former;
    private @Nullable VectorClusters clusters;

    Lazy(PersistentTree<VectorEntry> tree, @Nullable Lazy former) {
      this.tree = tree;
      this.former = former;
    }

    synchronized VectorClusters get(VectorDistanceFunction function, KeyRange range) {
      VectorClusters known = clusters;
      if (known == null) {
        VectorClusters earlier = former == null ? null : former.get(function, range).of(tree);
        known = earlier == null ? VectorClusters.of(function, tree, range) : earlier;
        clusters = known;
        former = null;
      }
      return known;
    }
  }
}

package dev.monotable.engine.vector;

import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.model.VectorDistanceFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a partition of an index, in clusters of near ones, for one version of its tree. A
 * search compares only the entries of the nearest clusters, so it can miss some. Immutable;
 * versions share the clusters that did not change.
 *
 * <p>What is in which cluster follows from the version that the centers were found in, and from the
 * present one. So the same requests in the same order find the same entries.
 */
final class VectorClusters {
  /** The fewest entries for which clusters are worth their search. */
  static final int MIN_ENTRIES = 4_000;

  /** The greatest number of clusters, which bounds the memory of their centers. */
  private static final int MAX_CLUSTERS = 1_024;

  /** The entries of a sample for each center. */
  private static final int SAMPLE = 32;

  /** The share of the entries that a search compares, and how many at least. */
  private static final int SHARE = 16;

  private static final int LEAST = 2_000;

  private final PersistentTree<VectorEntry> tree;
  private final KeyRange range;
  private final ClusterCenters centers;
  private final VectorEntry[][] clusters;
  private final int size;

  /** The number of entries that the centers were found from, and of those changed since. */
  private final int startSize;

  private final int changes;

  private VectorClusters(
      PersistentTree<VectorEntry> tree, KeyRange range, ClusterCenters centers, Members members) {
    this.tree = tree;
    this.range = range;
    this.centers = centers;
    this.clusters = members.clusters;
    this.size = members.size;
    this.startSize = members.startSize;
    this.changes = members.changes;
  }

  /** Returns the clusters of the entries in a range, which has some. */
  static VectorClusters of(
      VectorDistanceFunction function, PersistentTree<VectorEntry> tree, KeyRange range) {
    List<VectorEntry> entries = new ArrayList<>();
    byte[] to = range.to();
    TreeCursor<VectorEntry> cursor =
        tree.ascend(range.from(), range.from().length, to, to == null ? 0 : to.length);
    for (VectorEntry entry = cursor.advance(); entry != null; entry = cursor.advance()) {
      entries.add(entry);
    }
    // A multiple of the width of vector instructions.
    int count = Math.min(MAX_CLUSTERS, ((int) Math.sqrt(entries.size()) + 15) / 16 * 16);
    int samples = Math.min(entries.size(), SAMPLE * count);
    List<VectorEntry> sample = new ArrayList<>(samples);
    for (int i = 0; i < samples; i++) {
      sample.add(entries.get((int) ((long) i * entries.size() / samples)));
    }
    ClusterCenters centers = ClusterCenters.of(function, sample, count);
    Members members = new Members(centers);
    members.addAll(entries);
    return new VectorClusters(tree, range, centers, members);
  }

  /** Returns the clusters of another version; null if too much is different to keep the centers. */
  @Nullable VectorClusters of(PersistentTree<VectorEntry> version) {
    Members members = new Members(this);
    try {
      TreeDifference.visit(
          tree,
          version,
          (key, length, before, after) -> {
            if (members.isWorthwhile() && range.contains(Arrays.copyOf(key, length))) {
              members.change(before, after);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return members.isWorthwhile() ? new VectorClusters(version, range, centers, members) : null;
  }

  /** Finds entries that are probably the nearest ones. */
  VectorSearch.Result search(VectorSearch search) {
    NearestEntries nearest = new NearestEntries(search.query(), search.most());
    int enough = Math.max(size / SHARE, LEAST);
    int evaluated = 0;
    for (int cluster : centers.byDistance(search.query().vector())) {
      if (evaluated >= enough) {
        break;
      }
      for (VectorEntry entry : clusters[cluster]) {
        if (search.admits(entry)) {
          nearest.add(entry);
          evaluated++;
        }
      }
    }
    nearest.finish();
    return new VectorSearch.Result(nearest, evaluated);
  }

  /** The clusters while they are filled. */
  private static final class Members {
    private static final VectorEntry[] NONE = {};

    private final ClusterCenters centers;
    private final VectorEntry[][] clusters;
    private final float[] products;
    private int size;
    private int startSize;
    private int changes;

    Members(ClusterCenters centers) {
      this.centers = centers;
      this.clusters = new VectorEntry[centers.count()][];
      this.products = new float[centers.count()];
    }

    Members(VectorClusters former) {
      this.centers = former.centers;
      this.clusters = former.clusters.clone();
      this.products = new float[centers.count()];
      this.size = former.size;
      this.startSize = former.startSize;
      this.changes = former.changes;
    }

    void addAll(List<VectorEntry> entries) {
      List<List<VectorEntry>> lists = new ArrayList<>();
      for (int c = 0; c < clusters.length; c++) {
        lists.add(new ArrayList<>());
      }
      entries.forEach(entry -> lists.get(centers.nearest(entry, products)).add(entry));
      for (int c = 0; c < clusters.length; c++) {
        clusters[c] = lists.get(c).toArray(NONE);
      }
      size = entries.size();
      startSize = size;
    }

    boolean isWorthwhile() {
      return changes <= startSize / 2;
    }

    void change(@Nullable VectorEntry before, @Nullable VectorEntry after) {
      changes++;
      if (before != null) {
        remove(before);
      }
      if (after != null) {
        int cluster = centers.nearest(after, products);
        VectorEntry[] old = clusters[cluster];
        VectorEntry[] longer = Arrays.copyOf(old, old.length + 1);
        longer[old.length] = after;
        clusters[cluster] = longer;
        size++;
      }
    }

    private void remove(VectorEntry entry) {
      int cluster = centers.nearest(entry, products);
      VectorEntry[] old = clusters[cluster];
      for (int i = 0; i < old.length; i++) {
        if (old[i] == entry) {
          VectorEntry[] shorter = Arrays.copyOf(old, old.length - 1);
          System.arraycopy(old, i + 1, shorter, i, shorter.length - i);
          clusters[cluster] = shorter;
          size--;
          return;
        }
      }
      throw new IllegalStateException("an entry is not in its cluster");
    }
  }
}

package dev.monotable.engine.vector;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.TreeCursor;
import org.jspecify.annotations.Nullable;

/**
 * A search for the nearest vectors of an index.
 *
 * @param range of the keys of the entries: a partition of the index, or all
 * @param filter which entries are compared; null for all
 * @param most the number of entries to find
 */
public record VectorSearch(
    VectorQuery query, KeyRange range, @Nullable BoundCondition filter, int most) {
  /**
   * The entries that were found.
   *
   * @param evaluated the number of entries that were compared with the vector of the search
   */
  public record Result(NearestEntries nearest, int evaluated) {}

  /** Returns whether the filter is true for an entry. */
  boolean admits(VectorEntry entry) {
    return filter == null || filter.test(entry.item());
  }

  /**
   * Returns the nearest entries: of all, or of the nearest clusters if there are too many.
   *
   * @param mostExact the greatest number of entries that are all compared
   */
  public Result find(VectorState state, int mostExact) {
    return isApproximate(state, Math.max(mostExact, VectorClusters.MIN_ENTRIES))
        ? state.clusters().find(query.function(), state.vectors(), range).search(this)
        : exact(state);
  }

  /** Returns whether the range has more entries than a number. */
  private boolean isApproximate(VectorState state, int most) {
    if (state.vectors().size() <= most) {
      return false;
    }
    if (state.clusters().knows(range)) {
      return true;
    }
    TreeCursor<VectorEntry> cursor = cursor(state);
    int count = 0;
    while (count <= most && cursor.advance() != null) {
      count++;
    }
    return count > most;
  }

  private TreeCursor<VectorEntry> cursor(VectorState state) {
    byte[] to = range.to();
    return state
        .vectors()
        .ascend(range.from(), range.from().length, to, to == null ? 0 : to.length);
  }

  /**
   * Returns the nearest entries of all. Of entries with equal scores, those with the least keys are
   * found.
   */
  private Result exact(VectorState state) {
    NearestEntries nearest = new NearestEntries(query, most);
    TreeCursor<VectorEntry> cursor = cursor(state);
    int evaluated = 0;
    for (VectorEntry entry = cursor.advance(); entry != null; entry = cursor.advance()) {
      if (admits(entry)) {
        nearest.add(entry);
        evaluated++;
      }
    }
    nearest.finish();
    return new Result(nearest, evaluated);
  }
}

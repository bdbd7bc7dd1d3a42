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

  /**
   * Returns the nearest entries of all. Of entries with equal scores, those with the least keys are
   * found.
   */
  public Result find(VectorState state) {
    NearestEntries nearest = new NearestEntries(query, most);
    byte[] to = range.to();
    TreeCursor<VectorEntry> cursor =
        state.vectors().ascend(range.from(), range.from().length, to, to == null ? 0 : to.length);
    int evaluated = 0;
    for (VectorEntry entry = cursor.advance(); entry != null; entry = cursor.advance()) {
      if (filter == null || filter.test(entry.item())) {
        nearest.add(entry);
        evaluated++;
      }
    }
    nearest.finish();
    return new Result(nearest, evaluated);
  }
}

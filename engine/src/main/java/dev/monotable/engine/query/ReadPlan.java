package dev.monotable.engine.query;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Query, a Scan or a SELECT, parsed and checked against its table. {@link PageReader} runs it
 * page by page.
 *
 * @param table the table in the state that is read
 * @param path the table or the index that is read
 * @param ranges the ranges of keys that are read, one after the other
 * @param forward whether keys are read in ascending order
 * @param consistent whether the read is strongly consistent, which doubles its cost
 * @param filter which of the evaluated items are answered; null for all
 */
public record ReadPlan(
    TableState table,
    AccessPath path,
    List<ReadRange> ranges,
    boolean forward,
    boolean consistent,
    @Nullable BoundCondition filter,
    ReadOutput output) {
  public ReadPlan {
    ranges = List.copyOf(ranges);
  }

  /** Returns the same read of another state of the table, which has the same layout. */
  public ReadPlan of(TableState other) {
    return new ReadPlan(other, path, ranges, forward, consistent, filter, output);
  }
}

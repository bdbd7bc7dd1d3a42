package dev.monotable.explore;

import dev.monotable.engine.footprint.ExpiredItems;
import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.footprint.Span;
import dev.monotable.engine.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The removal of expired items in an execution. It is due when an item has expired, and stays due
 * until it has come: a write that keeps the item after all could have been later.
 */
final class Expiry {
  /** What has been due since the last removal. */
  private final List<Span> due = new ArrayList<>();

  private @Nullable Snapshot seen;
  private Instant seenAt = Instant.MIN;
  private int since;

  /**
   * Looks for items that have expired.
   *
   * @param step the number of steps before
   */
  void look(Snapshot data, Instant now, int step) {
    if (data.equals(seen) && now.equals(seenAt)) {
      return;
    }
    seen = data;
    seenAt = now;
    for (Span span : ExpiredItems.at(data, now)) {
      since = due.isEmpty() ? step : since;
      if (due.stream().noneMatch(known -> known.conflictsWith(span))) {
        due.add(span);
      }
    }
  }

  boolean isDue() {
    return !due.isEmpty();
  }

  /** Returns the number of steps before the removal became due. */
  int since() {
    return since;
  }

  /** Ends a removal, and returns what it has touched. */
  Footprint end(Snapshot before, Snapshot after) {
    List<Span> touched = new ArrayList<>(due);
    touched.addAll(Footprint.ofChange(before, after).spans());
    due.clear();
    seen = null;
    return new Footprint(touched);
  }
}

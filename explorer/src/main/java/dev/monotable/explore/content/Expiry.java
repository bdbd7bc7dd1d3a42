package dev.monotable.explore.content;

import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.footprint.ItemExpiry;
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
public final class Expiry {
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
  public void look(Snapshot data, Instant now, int step) {
    if (data.equals(seen) && now.equals(seenAt)) {
      return;
    }
    seen = data;
    seenAt = now;
    for (Span span : ItemExpiry.at(data, now)) {
      since = due.isEmpty() ? step : since;
      if (due.stream().noneMatch(known -> known.conflictsWith(span))) {
        due.add(span);
      }
    }
  }

  /** Returns whether items have expired that are still to be removed. */
  public boolean isDue() {
    return !due.isEmpty();
  }

  /** Returns the number of steps before the removal became due. */
  public int since() {
    return since;
  }

  /** Ends a removal, and returns what it has touched. */
  public Footprint end(Snapshot before, Snapshot after) {
    List<Span> touched = new ArrayList<>(due);
    touched.addAll(Footprint.ofChange(before, after).spans());
    due.clear();
    seen = null;
    return new Footprint(touched);
  }
}

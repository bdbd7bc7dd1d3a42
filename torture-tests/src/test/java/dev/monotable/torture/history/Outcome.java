package dev.monotable.torture.history;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the server.
 *
 * @param applied whether all conditions held
 * @param seen what the answer says of the item of each step: for a read, the item; for an action on
 *     one item, the new item after ADD and the previous one after PUT and DELETE, or the present
 *     one if the condition failed; for a transaction whose conditions failed, 1 for each step whose
 *     did and 0 for the others. Null if the answer says nothing
 */
record Outcome(boolean applied, @Nullable List<@Nullable Long> seen) {

  Outcome {
    seen = seen == null ? null : Collections.unmodifiableList(seen);
  }

  /** The steps have taken effect; the answer says nothing of the items. */
  static Outcome done() {
    return new Outcome(true, null);
  }

  static Outcome done(@Nullable Long... seen) {
    return new Outcome(true, Arrays.asList(seen));
  }

  static Outcome failed(@Nullable Long... seen) {
    return new Outcome(false, Arrays.asList(seen));
  }

  /** Returns whether this could be the answer if the model answers another. */
  boolean fits(Outcome model) {
    return applied == model.applied && (seen == null || seen.equals(model.seen));
  }
}

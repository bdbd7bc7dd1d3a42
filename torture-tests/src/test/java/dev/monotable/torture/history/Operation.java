package dev.monotable.torture.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An action in a history.
 *
 * @param client the connection that sent it
 * @param invoked when the first byte was sent, in nanoseconds
 * @param returned when the answer had been received; {@link Long#MAX_VALUE} if it never was
 * @param outcome the answer, or null if it is unknown: the action may have taken effect, now or
 *     later, or not
 */
record Operation(
    int client, Action action, long invoked, long returned, @Nullable Outcome outcome) {
  private static final long NEVER = Long.MAX_VALUE;

  Operation {
    if (returned < invoked) {
      throw new IllegalArgumentException("returned before it was invoked");
    }
    if (outcome != null && returned == NEVER) {
      throw new IllegalArgumentException("an answer that was never received");
    }
  }

  /** Returns an action whose answer was not received. */
  static Operation unknown(int client, Action action, long invoked) {
    return new Operation(client, action, invoked, NEVER, null);
  }

  /** Returns this operation as if its answer had not been received. */
  Operation forget() {
    return unknown(client, action, invoked);
  }

  /**
   * Returns what this operation did to some items, or null if it is not known to have done
   * anything. Whether it took effect may depend on others, so a failure says nothing of these.
   */
  @Nullable Operation only(Set<Integer> keys) {
    List<Step> steps = new ArrayList<>();
    List<@Nullable Long> seen = new ArrayList<>();
    for (int i = 0; i < action.steps().size(); i++) {
      Step step = action.steps().get(i);
      if (keys.contains(step.key())) {
        steps.add(step);
        seen.add(outcome == null || outcome.seen() == null ? null : outcome.seen().get(i));
      }
    }
    if (steps.size() == action.steps().size()) {
      return this;
    }
    if (steps.isEmpty() || outcome != null && !outcome.applied()) {
      return null;
    }
    return new Operation(
        client,
        new Action(action.form(), steps, action.token()),
        invoked,
        returned,
        outcome == null ? null : new Outcome(true, outcome.seen() == null ? null : seen));
  }

  /** Returns whether the answer was received. */
  boolean isComplete() {
    return outcome != null;
  }

  /**
   * Returns whether the operation changes nothing in any order: it reads, or its conditions failed.
   */
  boolean isWithoutEffect() {
    return action.isWithoutEffect() || outcome != null && !outcome.applied();
  }
}

package dev.monotable.explore;

import dev.monotable.engine.footprint.Footprint;
import dev.monotable.schema.OperationSchema;
import java.util.List;

/**
 * A step of an execution: a request that took effect.
 *
 * @param choice the choice that was made
 * @param enabled what could be chosen, in ascending order
 * @param operation of the request
 * @param input of the request
 * @param footprint what the request has touched
 * @param sentAt the number of steps before the request was sent
 */
record ExploredStep(
    Choice choice,
    List<Choice> enabled,
    OperationSchema<?, ?> operation,
    Record input,
    Footprint footprint,
    int sentAt) {
  ExploredStep {
    enabled = List.copyOf(enabled);
  }

  int piece() {
    return choice.piece();
  }

  /** Returns whether a piece has a request held. */
  static boolean isEnabled(List<Choice> enabled, int piece) {
    for (Choice each : enabled) {
      if (each.piece() == piece) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a choice is a preemption: another piece while the last one could go on.
   *
   * @param last the piece of the step before; -1 if there is none
   */
  static boolean isPreemption(List<Choice> enabled, int last, Choice choice) {
    return choice.piece() != last && isEnabled(enabled, last);
  }
}

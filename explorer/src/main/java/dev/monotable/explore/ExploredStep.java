package dev.monotable.explore;

import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.footprint.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of an execution: a request that took effect, or something that happened beside it.
 *
 * @param choice the choice that was made
 * @param enabled the requests that could be chosen, in ascending order
 * @param request the request of the choice; null for a step of the database itself
 * @param footprint what the step has touched
 * @param sentAt the number of steps before the request was sent
 * @param parts the number of parts of the request
 */
record ExploredStep(
    Choice choice,
    List<Choice> enabled,
    @Nullable PieceRequest request,
    Footprint footprint,
    int sentAt,
    int parts) {
  ExploredStep {
    enabled = List.copyOf(enabled);
  }

  int piece() {
    return choice.piece();
  }

  /** Returns whether something could happen to the request, instead of what has. */
  boolean canBecome(ChoiceKind kind) {
    return request != null && kind.canHappenTo(request.operation().traits(), parts);
  }

  /** Returns the content of the request, or what happens without one. */
  String content() {
    return request == null ? choice.kind().words() : request.content();
  }

  /** Returns whether a step has the same request as one of another execution. */
  boolean repeats(ExploredStep other) {
    return piece() == other.piece()
        && (request == null || other.request == null
            ? request == other.request
            : request.isLike(other.request));
  }

  /** Returns whether the step has changed something. */
  boolean writes() {
    for (Span span : footprint.spans()) {
      if (span.isWritten()) {
        return true;
      }
    }
    return false;
  }

  /** Returns this step when it has ended. */
  ExploredStep ending(ChoiceKind kind, Footprint touched) {
    return new ExploredStep(
        choice.with(kind, choice.variant()), enabled, request, touched, sentAt, parts);
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
   * Returns whether a choice is a preemption: another piece while the last one could go on. A step
   * of the database is none.
   *
   * @param last the piece of the last step that was not one of the database; -1 if there is none
   */
  static boolean isPreemption(List<Choice> enabled, int last, Choice choice) {
    return choice.piece() != last && !choice.isOfDatabase() && isEnabled(enabled, last);
  }
}

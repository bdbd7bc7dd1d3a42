package dev.monotable.explore;

import java.util.List;

/**
 * The choices of an execution in which one thing happens to one request. Before, it repeats the
 * choices of an order, or lets whole pieces run one after the other.
 */
final class FaultTrial implements Execution.Chooser {
  private final Plan plan;
  private final int[] sent;
  private int at;
  private boolean hasStruck;

  /**
   * What happens to a request.
   *
   * @param piece that sends it
   * @param request the number of requests of the piece before it
   */
  record Strike(int piece, int request, ChoiceKind kind, int variant) {}

  /**
   * A plan of an execution.
   *
   * @param guide choices to repeat as far as they can be made; then come whole pieces
   * @param before the order of whole pieces until the strike
   * @param after the order of whole pieces after it
   * @param expiresAtOnce whether what expires by a pause is removed at once, not at the end
   */
  record Plan(
      List<Choice> guide,
      List<Integer> before,
      List<Integer> after,
      Strike strike,
      boolean expiresAtOnce) {}

  FaultTrial(Plan plan) {
    this.plan = plan;
    this.sent = new int[plan.before().size()];
  }

  @Override
  public boolean startsAtOnce(int piece) {
    return plan.strike().kind() != ChoiceKind.PAUSE
        || !plan.guide().isEmpty()
        || plan.before().indexOf(piece) <= plan.before().indexOf(plan.strike().piece());
  }

  @Override
  public Choice choose(int step, List<Choice> enabled, int last) {
    Choice latest = enabled.get(enabled.size() - 1);
    if (hasStruck && plan.expiresAtOnce() && latest.isOfDatabase()) {
      return latest;
    }
    Choice choice = next(enabled);
    if (choice.isOfDatabase()) {
      return choice;
    }
    Strike strike = plan.strike();
    if (!hasStruck
        && choice.piece() == strike.piece()
        && sent[choice.piece()] == strike.request()) {
      hasStruck = true;
      return choice.with(strike.kind(), strike.variant());
    }
    sent[choice.piece()]++;
    return choice;
  }

  /** Returns whether the request was sent to which something was to happen. */
  boolean hasStruck() {
    return hasStruck;
  }

  private Choice next(List<Choice> enabled) {
    while (at < plan.guide().size()) {
      Choice guide = plan.guide().get(at++);
      if (enabled.contains(guide)) {
        return guide;
      }
      if (!guide.isOfDatabase() && ExploredStep.isEnabled(enabled, guide.piece())) {
        return first(enabled, guide.piece());
      }
    }
    for (int piece : hasStruck ? plan.after() : plan.before()) {
      if (ExploredStep.isEnabled(enabled, piece)) {
        return first(enabled, piece);
      }
    }
    return enabled.get(0);
  }

  /** Returns the first choice of a piece. */
  static Choice first(List<Choice> enabled, int piece) {
    for (Choice each : enabled) {
      if (each.piece() == piece) {
        return each;
      }
    }
    throw new IllegalArgumentException("the piece has no request held");
  }
}

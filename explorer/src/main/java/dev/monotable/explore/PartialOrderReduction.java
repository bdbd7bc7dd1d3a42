package dev.monotable.explore;

import dev.monotable.engine.footprint.Footprint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Bounded partial-order reduction: of executions that differ only in the order of requests without
 * a conflict, one is enough, as all of them have the same answers and the same end.
 *
 * <p>A step happens before another one of its piece if the piece had its answer before it sent the
 * other, before another step if they conflict, and transitively. Executions with the same
 * happens-before are exchanges of neighbours without a conflict, see {@link Footprint}. A step
 * <em>races</em> with an earlier step of another piece if they conflict and nothing before the
 * later request was sent orders them: then the later one could have come first. For each race, its
 * piece is chosen at the place of the earlier step, from where the exploration goes on by
 * induction.
 *
 * <p>Under a bound on preemptions this alone loses executions: the choice at the earlier step can
 * be one preemption too many, where the same order was possible with fewer, by choosing the piece
 * before the run of steps of one piece to which the earlier step belongs. So it is chosen there,
 * too; the place has cost its preemption already, or has cost none (K. Coons, M. Musuvathi, K.
 * McKinley, <em>Bounded Partial-Order Reduction</em>, OOPSLA 2013). For the same reason all races
 * are reversed, not only the last one with each piece.
 *
 * <p>An eventually consistent read can see the state before the last write that it conflicts with.
 * So the order of two such writes matters to it, even if they do not conflict themselves.
 *
 * <p>Several requests that a piece has sent at once are answered in each order.
 */
final class PartialOrderReduction implements Search.Rule {
  private final BiPredicate<Footprint, Footprint> conflict;
  private final boolean isBounded;

  PartialOrderReduction(BiPredicate<Footprint, Footprint> conflict, boolean isBounded) {
    this.conflict = conflict;
    this.isBounded = isBounded;
  }

  @Override
  public void extend(Search.Path path, List<ExploredStep> steps) {
    List<Integer> stale = staleReads(steps);
    List<BitSet> before = new ArrayList<>(steps.size());
    for (int later = 0; later < steps.size(); later++) {
      ExploredStep step = steps.get(later);
      path.add(later, of(step.piece(), step.enabled()));
      BitSet sent = new BitSet(later); // what happens before the request is sent
      for (int i = 0; i < step.sentAt(); i++) {
        if (steps.get(i).piece() == step.piece()) {
          sent.set(i);
          sent.or(before.get(i));
        }
      }
      BitSet all = (BitSet) sent.clone();
      for (int i = later - 1; i >= 0; i--) {
        ExploredStep earlier = steps.get(i);
        if (earlier.piece() == step.piece()) {
          all.set(i);
          all.or(before.get(i));
        } else if (areDependent(steps, i, later, stale)) {
          if (!sent.get(i)) {
            reverse(path, steps, i, step.piece());
          }
          all.set(i);
          all.or(before.get(i));
        }
      }
      before.add(all);
    }
  }

  /** Returns the steps that could have read an earlier state. */
  private static List<Integer> staleReads(List<ExploredStep> steps) {
    List<Integer> stale = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      ExploredStep step = steps.get(i);
      if (step.enabled().contains(step.choice().with(ChoiceKind.STALE, 0))) {
        stale.add(i);
      }
    }
    return stale;
  }

  /**
   * Returns whether two steps conflict, or a later read can see the first one without the second.
   */
  private boolean areDependent(
      List<ExploredStep> steps, int first, int second, List<Integer> stale) {
    Footprint one = steps.get(first).footprint();
    Footprint other = steps.get(second).footprint();
    if (conflict.test(one, other)) {
      return true;
    }
    for (int read : stale) {
      Footprint touched = steps.get(read).footprint();
      if (read > second && conflict.test(one, touched) && conflict.test(other, touched)) {
        return true;
      }
    }
    return false;
  }

  private void reverse(Search.Path path, List<ExploredStep> steps, int at, int piece) {
    choose(path, steps, at, piece);
    if (isBounded) {
      choose(path, steps, firstOfRun(steps, at), piece);
    }
  }

  /** Returns the first step of the run of one piece; steps of the database do not end a run. */
  private static int firstOfRun(List<ExploredStep> steps, int at) {
    int first = at;
    while (first > 0 && steps.get(first).choice().isOfDatabase()) {
      first--;
    }
    int piece = steps.get(first).piece();
    while (first > 0
        && (steps.get(first - 1).piece() == piece
            || steps.get(first - 1).choice().isOfDatabase())) {
      first--;
    }
    return first;
  }

  private static void choose(Search.Path path, List<ExploredStep> steps, int at, int piece) {
    List<Choice> enabled = steps.get(at).enabled();
    List<Choice> own = of(piece, enabled);
    path.add(at, own.isEmpty() ? enabled : own);
  }

  private static List<Choice> of(int piece, List<Choice> enabled) {
    List<Choice> own = new ArrayList<>(1);
    for (Choice each : enabled) {
      if (each.piece() == piece) {
        own.add(each);
      }
    }
    return own;
  }
}

package dev.monotable.explore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes an execution that fails smaller: without a piece, a fault, a death, a pause or a
 * preemption, one after the other, as long as what is left fails. Each is tried by a run.
 */
final class Minimiser {
  /** Runs that are tried at most. */
  private static final int MAX_RUNS = 200;

  /** More pieces have too many orders to know that all is well without one of them. */
  private static final int MAX_PIECES = 5;

  private final Execution.Start start;
  private final Execution.Settings settings;
  private final Checks checks;
  private int runs;

  /**
   * An execution that fails.
   *
   * @param pieces those that it has, in the order in which they were added
   */
  record Failing(
      List<Piece> pieces, Checks.Running checking, List<ExploredStep> steps, Checks.Failed failed) {
    private boolean isSmallerThan(Failing other) {
      int compared = Integer.compare(pieces.size(), other.pieces.size());
      compared = compared == 0 ? Integer.compare(strikes(), other.strikes()) : compared;
      compared = compared == 0 ? Integer.compare(preemptions(), other.preemptions()) : compared;
      return compared < 0;
    }

    private int strikes() {
      int count = 0;
      for (ExploredStep step : steps) {
        count += isStrike(step.choice()) ? 1 : 0;
      }
      return count;
    }

    private int preemptions() {
      int count = 0;
      for (int i = 0; i < steps.size(); i++) {
        count += isPreemption(i) ? 1 : 0;
      }
      return count;
    }

    boolean isPreemption(int at) {
      return ExploredStep.isPreemption(
          steps.get(at).enabled(), lastPiece(at), steps.get(at).choice());
    }

    private int lastPiece(int at) {
      for (int i = at - 1; i >= 0; i--) {
        if (!steps.get(i).choice().isOfDatabase()) {
          return steps.get(i).piece();
        }
      }
      return -1;
    }
  }

  Minimiser(Execution.Start start, Execution.Settings settings, Checks checks) {
    this.start = start;
    this.settings = settings;
    this.checks = checks;
  }

  private static boolean isStrike(Choice choice) {
    return choice.kind() != ChoiceKind.RUNS && !choice.isOfDatabase();
  }

  /** Returns the smallest execution that is found. */
  Failing minimise(Failing first) {
    if (first.failed().isStuck()) {
      return first; // each try would take seconds
    }
    Failing smallest = first;
    Failing smaller = first;
    while (smaller != null) {
      smallest = smaller;
      smaller = findSmaller(smallest);
    }
    return smallest;
  }

  private @Nullable Failing findSmaller(Failing failing) {
    Failing smaller = findWithoutPiece(failing);
    smaller = smaller == null ? findWithoutStrike(failing) : smaller;
    return smaller == null ? findWithoutPreemption(failing) : smaller;
  }

  private @Nullable Failing findWithoutStrike(Failing failing) {
    List<Choice> choices = ReplayText.Script.choices(failing.steps());
    for (int i = 0; i < choices.size(); i++) {
      if (isStrike(choices.get(i))) {
        List<Choice> without = new ArrayList<>(choices);
        if (choices.get(i).kind() == ChoiceKind.PAUSE) {
          without.remove(i);
        } else {
          without.set(i, choices.get(i).with(ChoiceKind.RUNS, 0));
        }
        Failing smaller = findSmaller(failing, without);
        if (smaller != null) {
          return smaller;
        }
      }
    }
    return null;
  }

  /** Lets a piece that was interrupted go on at once, so that the others come later. */
  private @Nullable Failing findWithoutPreemption(Failing failing) {
    List<Choice> choices = ReplayText.Script.choices(failing.steps());
    for (int i = 1; i < choices.size(); i++) {
      if (failing.isPreemption(i)) {
        int piece = failing.lastPiece(i);
        int from = i;
        while (from < choices.size() && choices.get(from).piece() != piece) {
          from++;
        }
        int to = from;
        while (to < choices.size() && choices.get(to).piece() == piece) {
          to++;
        }
        List<Choice> moved = new ArrayList<>(choices);
        Collections.rotate(moved.subList(i, to), to - from);
        Failing smaller = findSmaller(failing, moved);
        if (smaller != null) {
          return smaller;
        }
      }
    }
    return null;
  }

  private @Nullable Failing findSmaller(Failing failing, List<Choice> choices) {
    Failing found = run(failing.pieces(), failing.checking(), choices);
    return found != null && found.isSmallerThan(failing) ? found : null;
  }

  /**
   * Leaves out a piece, if the checks hold for the others in each order of whole pieces; else they
   * would fail because it is missing.
   */
  private @Nullable Failing findWithoutPiece(Failing failing) {
    List<Piece> pieces = failing.pieces();
    if (pieces.size() < 2 || pieces.size() > MAX_PIECES) {
      return null;
    }
    for (int out = 0; out < pieces.size(); out++) {
      List<Piece> rest = new ArrayList<>(pieces);
      rest.remove(out);
      Checks.Running checking = checks.begin(start, rest, settings);
      if (isSoundAlone(rest, checking)) {
        List<Choice> choices = new ArrayList<>();
        for (Choice choice : ReplayText.Script.choices(failing.steps())) {
          if (choice.piece() != out) {
            int piece = choice.piece() > out ? choice.piece() - 1 : choice.piece();
            choices.add(new Choice(piece, choice.request(), choice.kind(), choice.variant()));
          }
        }
        Failing smaller = run(rest, checking, choices);
        if (smaller != null) {
          return smaller;
        }
      }
    }
    return null;
  }

  private boolean isSoundAlone(List<Piece> pieces, Checks.Running checking) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      all.add(i);
    }
    for (List<Integer> order : SerialOrders.permutations(all)) {
      if (runs == MAX_RUNS || run(pieces, checking, new WholePieces(order)) != null) {
        return false;
      }
    }
    return true;
  }

  /** Lets whole pieces run one after another. */
  private record WholePieces(List<Integer> order) implements Execution.Chooser {
    @Override
    public Choice choose(int step, List<Choice> enabled, int last) {
      for (int piece : order) {
        if (ExploredStep.isEnabled(enabled, piece)) {
          return FaultTrial.first(enabled, piece);
        }
      }
      return enabled.get(0);
    }
  }

  private @Nullable Failing run(List<Piece> pieces, Checks.Running checking, List<Choice> choices) {
    return run(pieces, checking, new ReplayText.Script(choices));
  }

  /** Runs an execution; returns null if it does not fail. */
  private @Nullable Failing run(
      List<Piece> pieces, Checks.Running checking, Execution.Chooser chooser) {
    if (runs == MAX_RUNS) {
      return null;
    }
    runs++;
    try (Execution execution = new Execution(start, pieces, settings)) {
      Checks.Watch watch = checking.watch(execution);
      execution.watchTime();
      execution.run(watch.watching(chooser));
      Checks.Failed failed = watch.findFailed();
      return failed == null || failed.isStuck()
          ? null
          : new Failing(pieces, checking, execution.steps(), failed);
    }
  }
}

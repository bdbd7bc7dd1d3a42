package dev.monotable.explore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A depth-first search through the choices of executions. It keeps the path of the last execution;
 * each place of it knows what was chosen there and what is still to be chosen. An execution repeats
 * the path up to the deepest place where something is to be chosen, chooses it, and from there on
 * goes on with one piece as long as it has a request held. So beyond the path it makes no
 * preemption, and never exceeds the bound.
 *
 * <p>A {@link Rule} says what is to be chosen; by {@link #ALL} it is everything.
 */
final class Search implements Execution.Chooser {
  /** The value of the bound on preemptions if there is none. */
  static final int UNBOUNDED = Integer.MAX_VALUE;

  /** Chooses everything, everywhere. */
  static final Rule ALL =
      (path, steps) -> {
        for (int i = 0; i < steps.size(); i++) {
          path.add(i, steps.get(i).enabled());
        }
      };

  /** Adds what is to be chosen on the path of an execution. */
  @FunctionalInterface
  interface Rule {
    /**
     * Adds choices.
     *
     * @param path where they are added
     * @param steps those of the execution
     */
    void extend(Path path, List<ExploredStep> steps);
  }

  /** The path of an execution, of one place for each step. */
  @FunctionalInterface
  interface Path {
    /** Adds what is to be chosen at a place. What was chosen there before is not chosen again. */
    void add(int place, List<Choice> choices);
  }

  /** A place where something was chosen. */
  private static final class Place {
    private final List<Choice> enabled;
    private final int last;
    private final int preemptions;
    private final Set<Choice> tried = new TreeSet<>();
    private final Set<Choice> wanted = new TreeSet<>();
    private Choice chosen;

    /** The step by which the choice was made; null before. */
    private @Nullable ExploredStep made;

    /**
     * @param last the piece of the step before; -1 if there is none
     * @param preemptions those of the steps before
     */
    Place(List<Choice> enabled, int last, int preemptions, Choice chosen) {
      this.enabled = enabled;
      this.last = last;
      this.preemptions = preemptions;
      this.chosen = chosen;
      tried.add(chosen);
    }

    int preemptionsWith(Choice choice) {
      return preemptions + (ExploredStep.isPreemption(enabled, last, choice) ? 1 : 0);
    }
  }

  private final Rule rule;
  private final int bound;
  private final List<Place> path = new ArrayList<>();
  private boolean isCut;

  private @Nullable Divergence divergence;

  /**
   * A place at which a piece has sent other requests after the same choices. Its executions cannot
   * be repeated, so the search ends.
   *
   * @param sent the contents of both requests; that of a request that was not sent is empty
   */
  record Divergence(int piece, List<String> sent) {}

  /**
   * @param bound the largest number of preemptions of an execution
   */
  Search(Rule rule, int bound) {
    this.rule = rule;
    this.bound = bound;
  }

  @Override
  public Choice choose(int step, List<Choice> enabled, int last) {
    if (step < path.size()) {
      Place place = path.get(step);
      if (place.enabled.equals(enabled)) {
        return place.chosen;
      }
      divergence =
          new Divergence(differing(place.enabled, enabled), List.of(content(place.made), ""));
      path.subList(step, path.size()).clear();
    }
    Choice choice = proceed(enabled, last);
    Place before = step == 0 ? null : path.get(step - 1);
    path.add(new Place(enabled, last, preemptionsAfter(before), choice));
    return choice;
  }

  /** Returns the choice that is no preemption: of the last piece, otherwise of the first one. */
  static Choice proceed(List<Choice> enabled, int last) {
    for (Choice each : enabled) {
      if (each.piece() == last) {
        return each;
      }
    }
    return enabled.get(0);
  }

  private static int preemptionsAfter(@Nullable Place place) {
    return place == null ? 0 : place.preemptionsWith(place.chosen);
  }

  /**
   * Takes the steps of the execution, and returns whether another one is needed. The next one
   * follows from it.
   */
  boolean next(List<ExploredStep> steps) {
    if (hasDiverged(steps)) {
      return false;
    }
    path.subList(steps.size(), path.size()).clear(); // it has ended earlier than before
    rule.extend(this::add, steps);
    while (!path.isEmpty()) {
      Place place = path.get(path.size() - 1);
      Choice next = pollWanted(place);
      if (next != null) {
        place.chosen = next;
        place.made = null;
        place.tried.add(next);
        return true;
      }
      path.remove(path.size() - 1);
    }
    return false;
  }

  /** Returns the first piece that has another number of requests held. */
  private static int differing(List<Choice> before, List<Choice> now) {
    List<Choice> different = new ArrayList<>(before);
    different.removeAll(now);
    List<Choice> other = new ArrayList<>(now);
    other.removeAll(before);
    different.addAll(other);
    return Collections.min(different).piece();
  }

  private static String content(@Nullable ExploredStep step) {
    return step == null ? "" : step.content();
  }

  private boolean hasDiverged(List<ExploredStep> steps) {
    for (int i = 0; i < path.size() && divergence == null; i++) {
      ExploredStep before = path.get(i).made;
      ExploredStep now = i < steps.size() ? steps.get(i) : null;
      if (before != null && (now == null || !now.repeats(before))) {
        divergence = new Divergence(before.piece(), List.of(content(before), content(now)));
      }
      path.get(i).made = now;
    }
    return divergence != null;
  }

  private void add(int at, List<Choice> choices) {
    Place place = path.get(at);
    for (Choice choice : choices) {
      if (!place.tried.contains(choice)) {
        place.wanted.add(choice);
      }
    }
  }

  private @Nullable Choice pollWanted(Place place) {
    while (true) {
      Choice next = ((TreeSet<Choice>) place.wanted).pollFirst();
      if (next == null || place.preemptionsWith(next) <= bound) {
        return next;
      }
      isCut = true;
      place.tried.add(next);
    }
  }

  /** Returns whether the bound has left something out. */
  boolean isCut() {
    return isCut;
  }

  /** Returns where an execution could not repeat an earlier one; null if each could. */
  @Nullable Divergence divergence() {
    return divergence;
  }

  /** The choices of an execution in a random order, within the bound on preemptions. */
  static final class RandomOrder implements Execution.Chooser {
    private final SplittableRandom random;
    private final int bound;
    private int preemptions;

    RandomOrder(SplittableRandom random, int bound) {
      this.random = random;
      this.bound = bound;
    }

    @Override
    public Choice choose(int step, List<Choice> enabled, int last) {
      List<Choice> possible = new ArrayList<>(enabled);
      if (preemptions == bound) {
        possible.removeIf(choice -> ExploredStep.isPreemption(enabled, last, choice));
      }
      Choice choice = possible.get(random.nextInt(possible.size()));
      preemptions += ExploredStep.isPreemption(enabled, last, choice) ? 1 : 0;
      return choice;
    }
  }
}

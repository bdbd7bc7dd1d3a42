package dev.monotable.torture.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sequential specification: items, and the tokens of transactions that took effect. Immutable.
 */
record Items(Map<Integer, Long> items, Set<String> tokens) {
  static final Items NONE = new Items(Map.of(), Set.of());

  /** The effect of an action on items. */
  record Result(Items after, Outcome outcome) {}

  /** Runs an action. */
  Result run(Action action) {
    List<Step> steps = action.steps();
    String token = action.token();
    if (token != null && tokens.contains(token)) {
      return new Result(
          this, new Outcome(true, new ArrayList<>(Collections.nCopies(steps.size(), null))));
    }
    boolean alone = isAlone(action);
    boolean holds = true;
    List<@Nullable Long> seen = new ArrayList<>();
    for (Step step : steps) {
      boolean thisHolds = step.holds(items.get(step.key()));
      holds &= thisHolds;
      seen.add(thisHolds ? 0L : 1L);
    }
    if (!holds) {
      return new Result(
          this,
          new Outcome(
              false, alone ? Collections.singletonList(items.get(steps.get(0).key())) : seen));
    }
    seen.clear();
    Map<Integer, Long> after = new HashMap<>(items);
    for (Step step : steps) {
      Long old = items.get(step.key());
      Long next = step.after(old);
      if (next == null) {
        after.remove(step.key());
      } else {
        after.put(step.key(), next);
      }
      seen.add(step.kind() == Step.Kind.ADD ? next : old);
    }
    return new Result(
        action.isWithoutEffect() ? this : new Items(Map.copyOf(after), with(token)),
        new Outcome(true, seen));
  }

  /** Returns whether a failed condition is answered with the item, not with the failed steps. */
  private static boolean isAlone(Action action) {
    return switch (action.form()) {
      case ITEM, STATEMENT, SCAN, INDEX -> true;
      case TRANSACTION, STATEMENTS -> false;
    };
  }

  private Set<String> with(@Nullable String token) {
    if (token == null) {
      return tokens;
    }
    Set<String> more = new HashSet<>(tokens);
    more.add(token);
    return Set.copyOf(more);
  }
}

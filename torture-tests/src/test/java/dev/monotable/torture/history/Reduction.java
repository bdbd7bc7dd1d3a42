package dev.monotable.torture.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Reduces a history that is not linearizable to a smaller one that is not either. Each step would
 * leave a linearizable history linearizable, so what remains is a violation of the server, not of
 * the reduction:
 *
 * <ul>
 *   <li>the end is cut off: operations that had not returned lose their answers, later ones are
 *       removed;
 *   <li>all but one or two items are left out, from operations on several items too. What such an
 *       operation did to the others is not asked; if its conditions failed, it is removed;
 *   <li>an operation that changed nothing is removed;
 *   <li>an answer is forgotten.
 * </ul>
 */
final class Reduction {
  private final Checker checker;

  Reduction(Checker checker) {
    this.checker = checker;
  }

  List<Operation> reduce(List<Operation> history) {
    List<Operation> smaller = fewestItems(shortestPrefix(history));
    for (int i = smaller.size() - 1; i >= 0; i--) {
      Operation operation = smaller.get(i);
      if (operation.isWithoutEffect()) {
        List<Operation> without = new ArrayList<>(smaller);
        without.remove(i);
        if (isViolated(without)) {
          smaller = without;
        }
      }
    }
    for (int i = smaller.size() - 1; i >= 0; i--) {
      if (smaller.get(i).isComplete()) {
        List<Operation> forgotten = new ArrayList<>(smaller);
        forgotten.set(i, smaller.get(i).forget());
        if (isViolated(forgotten)) {
          smaller = forgotten;
        }
      }
    }
    return smaller;
  }

  /** Returns the history up to the first return that makes it a violation. */
  private List<Operation> shortestPrefix(List<Operation> history) {
    List<Long> returns =
        history.stream().filter(Operation::isComplete).map(Operation::returned).sorted().toList();
    int from = 0;
    int to = returns.size() - 1;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (isViolated(prefix(history, returns.get(middle)))) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return prefix(history, returns.get(to));
  }

  private List<Operation> fewestItems(List<Operation> history) {
    List<Integer> keys =
        history.stream()
            .flatMap(operation -> operation.action().steps().stream())
            .map(Step::key)
            .distinct()
            .toList();
    for (int one : keys) {
      List<Operation> only = only(Set.of(one), history);
      if (isViolated(only)) {
        return shortestPrefix(only);
      }
    }
    for (int one : keys) {
      for (int two : keys) {
        List<Operation> only = one < two ? only(Set.of(one, two), history) : List.of();
        if (isViolated(only)) {
          return shortestPrefix(only);
        }
      }
    }
    return history;
  }

  private static List<Operation> only(Set<Integer> keys, List<Operation> history) {
    return history.stream()
        .map(operation -> operation.only(keys))
        .filter(Objects::nonNull)
        .toList();
  }

  private static List<Operation> prefix(List<Operation> history, long end) {
    return history.stream()
        .filter(operation -> operation.invoked() <= end)
        .map(operation -> operation.returned() <= end ? operation : operation.forget())
        .sorted(Comparator.comparingLong(Operation::invoked))
        .toList();
  }

  private boolean isViolated(List<Operation> history) {
    return checker.check(history) == Checker.Verdict.VIOLATED;
  }
}

package dev.monotable.torture.history;

import dev.monotable.torture.history.Checker.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;

/** Checks histories and counts them. */
final class HistoryCheck {
  private static final Checker CHECKER = new Checker(3_000_000);

  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong histories = new AtomicLong();
  private final AtomicLong undecided = new AtomicLong();

  /**
   * Checks a history.
   *
   * @throws AssertionError if it is not linearizable, with the smallest part that is not
   */
  void check(List<Operation> history) {
    operations.addAndGet(history.size());
    for (List<Operation> partition : Partitions.of(history)) {
      histories.incrementAndGet();
      Verdict verdict = CHECKER.check(partition);
      if (verdict == Verdict.UNDECIDED) {
        undecided.incrementAndGet();
      } else if (verdict == Verdict.VIOLATED) {
        throw new AssertionError(
            "this history is not linearizable:" + print(new Reduction(CHECKER).reduce(partition)));
      }
    }
  }

  private static String print(List<Operation> history) {
    long start = history.stream().mapToLong(Operation::invoked).min().orElse(0);
    StringJoiner lines = new StringJoiner("\n  ", "\n  ", "");
    history.stream()
        .sorted(Comparator.comparingLong(Operation::invoked))
        .forEach(
            operation ->
                lines.add(
                    "%8d - %8s us  client %d  %s -> %s"
                        .formatted(
                            (operation.invoked() - start) / 1_000,
                            operation.isComplete() ? (operation.returned() - start) / 1_000 : "?",
                            operation.client(),
                            operation.action(),
                            operation.isComplete() ? operation.outcome() : "unknown")));
    return lines.toString();
  }

  @Override
  public String toString() {
    return operations + " operations in " + histories + " histories, " + undecided + " undecided";
  }
}

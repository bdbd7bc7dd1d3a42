package dev.monotable.torture.history;

import static dev.monotable.torture.history.Action.Form.INDEX;
import static dev.monotable.torture.history.Action.Form.ITEM;
import static dev.monotable.torture.history.Action.Form.TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.torture.history.Checker.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Histories of which it is known whether they are linearizable. */
class CheckerTest {
  private static final Checker CHECKER = new Checker(1_000_000);

  private static Operation operation(long from, long to, Outcome outcome, Step... steps) {
    Action.Form form = steps.length == 1 ? ITEM : TRANSACTION;
    return new Operation(0, new Action(form, List.of(steps)), from, to, outcome);
  }

  private static Operation put(long from, long to, int key, long value) {
    return operation(from, to, Outcome.done(), Step.put(key, value));
  }

  private static Operation read(long from, long to, int key, @Nullable Long value) {
    return operation(from, to, Outcome.done(value), Step.read(key));
  }

  private static Operation lost(long from, Step... steps) {
    return operation(from, from, Outcome.done(), steps).forget();
  }

  /** Checks the history and its reversed list, whose order must not matter. */
  private static Verdict check(Operation... operations) {
    List<Operation> reversed = new ArrayList<>(Arrays.asList(operations));
    Collections.reverse(reversed);
    Verdict verdict = CHECKER.check(List.of(operations));
    assertThat(CHECKER.check(reversed)).isEqualTo(verdict);
    return verdict;
  }

  @Test
  void anEmptyHistoryIsLinearizable() {
    assertThat(check()).isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void aReadAfterAPutReturnsItsValue() {
    assertThat(check(put(1, 2, 0, 5), read(3, 4, 0, 5L))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(put(1, 2, 0, 5), read(3, 4, 0, null))).isEqualTo(Verdict.VIOLATED);
    assertThat(check(put(1, 2, 0, 5), read(3, 4, 0, 6L))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aReadDuringAPutReturnsEither() {
    assertThat(check(put(1, 4, 0, 5), read(2, 3, 0, 5L))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(put(1, 4, 0, 5), read(2, 3, 0, null))).isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void operationsThatTouchInTimeOverlap() {
    assertThat(check(put(1, 2, 0, 5), read(2, 3, 0, null))).isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void aValueThatWasReadDoesNotDisappear() {
    assertThat(check(put(1, 9, 0, 5), read(2, 3, 0, 5L), read(4, 5, 0, null)))
        .isEqualTo(Verdict.VIOLATED);
    assertThat(check(put(1, 9, 0, 5), read(2, 3, 0, null), read(4, 5, 0, 5L)))
        .isEqualTo(Verdict.LINEARIZABLE);
  }

  @Test
  void twoReadersAgreeOnTheOrderOfTwoPuts() {
    Operation one = put(1, 20, 0, 1);
    Operation two = put(1, 20, 0, 2);
    assertThat(check(one, two, read(2, 3, 0, 1L), read(4, 5, 0, 2L), read(6, 7, 0, 2L)))
        .isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(one, two, read(2, 3, 0, 1L), read(4, 5, 0, 2L), read(6, 7, 0, 1L)))
        .isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void anUpdateIsNotLost() {
    Operation one = operation(1, 5, Outcome.done(1L), Step.add(0, 1));
    Operation two = operation(2, 6, Outcome.done(2L), Step.add(0, 1));
    Operation same = operation(2, 6, Outcome.done(1L), Step.add(0, 1));
    assertThat(check(one, two, read(7, 8, 0, 2L))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(one, same)).isEqualTo(Verdict.VIOLATED);
    assertThat(check(one, two, read(7, 8, 0, 1L))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void onlyOneOfTwoConditionalPutsSucceeds() {
    Step step = Step.put(0, 1).ifAbsent();
    Operation first = operation(1, 5, Outcome.done(), step);
    assertThat(check(first, operation(1, 5, Outcome.failed(1L), step)))
        .isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(first, operation(1, 5, Outcome.done(), step))).isEqualTo(Verdict.VIOLATED);
    assertThat(check(first, operation(1, 5, Outcome.failed((Long) null), step)))
        .isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aDeletedItemIsMissing() {
    Operation delete = operation(3, 4, Outcome.done(5L), Step.delete(0));
    assertThat(check(put(1, 2, 0, 5), delete, read(5, 6, 0, null))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(put(1, 2, 0, 5), delete, read(5, 6, 0, 5L))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aTransactionTakesEffectAtOnce() {
    Operation write = operation(1, 9, Outcome.done(), Step.put(0, 1), Step.put(1, 1));
    assertThat(check(write, operation(2, 3, Outcome.done(1L, 1L), Step.read(0), Step.read(1))))
        .isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(write, operation(2, 3, Outcome.done(1L, null), Step.read(0), Step.read(1))))
        .isEqualTo(Verdict.VIOLATED);
    assertThat(check(write, read(2, 3, 0, 1L), read(4, 5, 1, null))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aTransactionReportsWhichConditionsFailed() {
    Step absent = Step.put(1, 2).ifAbsent();
    Step present = Step.put(0, 2).ifPresent();
    assertThat(check(operation(1, 2, Outcome.failed(1L, 0L), present, absent)))
        .isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(operation(1, 2, Outcome.failed(0L, 1L), present, absent)))
        .isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void anOperationWithoutAnAnswerTakesEffectNowOrLaterOrNever() {
    Operation lost = lost(1, Step.put(0, 5));
    assertThat(check(lost, read(2, 3, 0, 5L))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(lost, read(2, 3, 0, null))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(lost, read(2, 3, 0, null), read(4, 5, 0, 5L))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(lost, read(2, 3, 0, 5L), read(4, 5, 0, null))).isEqualTo(Verdict.VIOLATED);
    assertThat(check(read(2, 3, 0, 5L), lost(4, Step.put(0, 5)))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void anOperationWithoutAnAnswerTakesEffectOnce() {
    Operation lost = lost(1, Step.add(0, 1));
    assertThat(check(lost, read(2, 3, 0, 1L), read(4, 5, 0, 2L))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aTransactionSentTwiceWithItsTokenTakesEffectOnce() {
    Action action = new Action(TRANSACTION, List.of(Step.add(0, 1)), "token");
    Operation lost = Operation.unknown(0, action, 1);
    Operation again = new Operation(0, action, 2, 3, Outcome.done());
    assertThat(check(lost, again, read(4, 5, 0, 1L))).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(lost, again, read(4, 5, 0, 2L))).isEqualTo(Verdict.VIOLATED);
    assertThat(check(lost, again, read(4, 5, 0, null))).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aTransactionOfChecksSentTwiceWithItsTokenChecksOnce() {
    Action action = new Action(TRANSACTION, List.of(Step.check(0).ifEqual(5)), "token");
    Operation first = put(1, 2, 0, 5);
    Operation lost = Operation.unknown(0, action, 3);
    Operation second = put(4, 5, 0, 6);
    Operation again = new Operation(0, action, 6, 7, Outcome.done());
    assertThat(check(first, lost, second, again)).isEqualTo(Verdict.LINEARIZABLE);
    assertThat(check(first, second, again)).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aSearchThatTakesTooLongIsUndecided() {
    assertThat(new Checker(1).check(List.of(put(1, 2, 0, 5), read(3, 4, 0, 5L))))
        .isEqualTo(Verdict.UNDECIDED);
  }

  /**
   * Histories of a simulated server that is linearizable: each operation takes effect at a random
   * instant of its interval. With one answer changed, most are violations.
   */
  @Test
  void historiesOfALinearizableServerAreLinearizable() {
    long seed = new Random().nextInt(1_000_000_000);
    Random random = new Random(seed);
    int violations = 0;
    for (int i = 0; i < 200; i++) {
      List<Operation> history = simulated(random, 40);
      assertThat(CHECKER.check(history)).as("seed %d", seed).isEqualTo(Verdict.LINEARIZABLE);
      List<Operation> changed = new ArrayList<>(history);
      int at = random.nextInt(changed.size());
      Operation operation = changed.get(at);
      if (operation.isComplete()) {
        changed.set(
            at,
            new Operation(
                0,
                operation.action(),
                operation.invoked(),
                operation.returned(),
                Outcome.done(-1L)));
        violations += CHECKER.check(changed) == Verdict.VIOLATED ? 1 : 0;
      }
    }
    assertThat(violations).as("seed %d", seed).isGreaterThan(150);
  }

  private static List<Operation> simulated(Random random, int count) {
    List<Operation> history = new ArrayList<>();
    Items items = Items.NONE;
    for (int i = 0; i < count; i++) {
      int key = random.nextInt(2);
      Step step =
          switch (random.nextInt(4)) {
            case 0 -> Step.put(key, i);
            case 1 -> Step.add(key, 1);
            case 2 -> Step.delete(key);
            default -> Step.read(key);
          };
      Action action = new Action(ITEM, List.of(step));
      Items.Result result = items.run(action);
      items = result.after();
      long at = i * 10L;
      Operation operation =
          new Operation(
              0, action, at - random.nextInt(40), at + random.nextInt(40), result.outcome());
      history.add(random.nextInt(20) == 0 ? operation.forget() : operation);
    }
    return history;
  }

  @Test
  void partitionsAreTheItemsThatOperationsConnect() {
    Operation one = put(1, 2, 1, 0);
    Operation two = put(1, 2, 2, 0);
    Operation three = put(1, 2, 3, 0);
    Operation both =
        new Operation(
            0, new Action(INDEX, List.of(Step.read(1), Step.read(3))), 1, 2, Outcome.done());
    assertThat(Partitions.of(List.of(one, two, three)))
        .containsExactlyInAnyOrder(List.of(one), List.of(two), List.of(three));
    assertThat(Partitions.of(List.of(one, two, three, both)))
        .containsExactlyInAnyOrder(List.of(one, three, both), List.of(two));
  }

  @Test
  void aViolationIsReducedToWhatItNeeds() {
    Operation before = put(1, 2, 0, 4);
    Operation put = put(3, 4, 0, 5);
    Operation stale = read(7, 8, 0, 4L);
    List<Operation> history =
        List.of(before, read(2, 3, 0, 4L), put, read(5, 6, 0, 5L), stale, put(9, 10, 0, 6));
    assertThat(new Reduction(CHECKER).reduce(history)).containsExactly(before, put, stale);
  }

  @Test
  void aViolationOfOneItemIsReducedToThatItem() {
    Operation both = operation(1, 2, Outcome.done(), Step.put(0, 5), Step.put(1, 6));
    Operation stale = operation(3, 4, Outcome.done(null, 6L), Step.read(0), Step.read(1));
    Operation failed =
        operation(2, 3, Outcome.failed(1L, 0L), Step.put(0, 1).ifAbsent(), Step.put(1, 1));
    Action put = new Action(TRANSACTION, List.of(Step.put(0, 5)));
    Action read = new Action(TRANSACTION, List.of(Step.read(0)));
    assertThat(new Reduction(CHECKER).reduce(List.of(both, failed, stale)))
        .containsExactly(
            new Operation(0, put, 1, 2, Outcome.done()),
            new Operation(0, read, 3, 4, Outcome.done((Long) null)));
  }
}

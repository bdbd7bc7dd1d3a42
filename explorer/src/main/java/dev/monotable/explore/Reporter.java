package dev.monotable.explore;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.explore.content.RandomNames;
import dev.monotable.explore.content.StartHash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes reports of executions of an exploration that fail, and repeats such executions. */
final class Reporter {
  private final Execution.Start start;
  private final Execution.Settings settings;
  private final Checks checks;
  private final List<Piece> pieces;

  /**
   * An execution that was repeated.
   *
   * @param failure null if it no longer fails
   * @param requests the number of requests that were held
   * @param notices the answer, and the choices that could not be made
   */
  record Replayed(
      ExplorationResult.@Nullable Failure failure, int requests, List<String> notices) {}

  Reporter(Execution.Start start, Execution.Settings settings, Checks checks, List<Piece> pieces) {
    this.start = start;
    this.settings = settings;
    this.checks = checks;
    this.pieces = pieces;
  }

  /** Returns the report of the smallest execution that fails like another one. */
  ExplorationResult.Failure report(Minimiser.Failing failing) {
    return reportOf(new Minimiser(start, settings, checks).minimise(failing));
  }

  private ExplorationResult.Failure reportOf(Minimiser.Failing failing) {
    List<Integer> numbers = new ArrayList<>();
    failing.pieces().forEach(piece -> numbers.add(pieces.indexOf(piece)));
    return new ExecutionReport(start, settings, numbers, hash(), failing).create();
  }

  private String hash() {
    try (Execution none = new Execution(start, List.of(), settings)) {
      return StartHash.of(none.database(), checks.mayDiffer());
    }
  }

  /**
   * Repeats an execution.
   *
   * @throws WrongUsageException if it had another start or other pieces
   */
  Replayed replay(String text) {
    ReplayText replay = ReplayText.parse(text, pieces.size());
    if (!replay.hash().equals(hash())) {
      throw new WrongUsageException(
          "the replay is of other tables or items than these: explore anew", null);
    }
    List<Piece> chosen = new ArrayList<>();
    replay.pieces().forEach(number -> chosen.add(pieces.get(number)));
    Checks.Running checking = checks.begin(start, chosen, settings);
    ReplayText.Script script = new ReplayText.Script(replay.choices());
    try (Execution execution = new Execution(start, chosen, settings)) {
      Checks.Watch watch = checking.watch(execution);
      execution.watchTime();
      execution.run(watch.watching(script));
      Checks.Failed failed = watch.findFailed();
      List<Choice> missed = script.missed();
      ReplayText.Answer answer =
          failed != null
              ? ReplayText.Answer.STILL_FAILS
              : missed.isEmpty()
                  ? ReplayText.Answer.NO_LONGER_FAILS
                  : ReplayText.Answer.NO_LONGER_POSSIBLE;
      List<String> notices = new ArrayList<>(List.of(answer.words()));
      missed.forEach(
          choice -> notices.add("No longer possible: " + ReplayText.words(choice, chosen) + "."));
      return new Replayed(
          failed == null
              ? null
              : reportOf(new Minimiser.Failing(chosen, checking, execution.steps(), failed)),
          execution.steps().size(),
          notices);
    }
  }

  /**
   * The report of an execution that fails: the execution is run twice, to see what it reads and
   * writes, which line of code sends each request, and which values are random.
   */
  private static final class ExecutionReport {
    /** Fewer requests without bearing are shown as they are. */
    private static final int FOLDED = 3;

    private final Execution.Start start;
    private final Execution.Settings settings;

    /** The numbers of the pieces among all that were added. */
    private final List<Integer> numbers;

    private final Minimiser.Failing failing;
    private final String hash;

    ExecutionReport(
        Execution.Start start,
        Execution.Settings settings,
        List<Integer> numbers,
        String hash,
        Minimiser.Failing failing) {
      this.start = start;
      this.settings = settings;
      this.numbers = List.copyOf(numbers);
      this.hash = hash;
      this.failing = failing;
    }

    /** A run of the execution, with its texts. */
    private record Shown(
        List<ExploredStep> steps,
        List<@Nullable ObservedRequest> observed,
        Checks.@Nullable Failed failed,
        String schedule,
        @Nullable String difference) {
      private Set<String> values() {
        return RandomNames.values(List.of(schedule, String.valueOf(difference), reason()));
      }

      private String reason() {
        return failed == null ? "" : failed.reason();
      }
    }

    /** Returns the report. */
    ExplorationResult.Failure create() {
      Shown shown = run();
      Shown again = run();
      RandomNames names = new RandomNames(RandomNames.common(shown.values(), again.values()));
      Checks.Failed failed = shown.failed() == null ? failing.failed() : shown.failed();
      String reason = names.named(failed.reason());
      String schedule = names.named(shown.schedule());
      String difference = shown.difference() == null ? null : names.named(shown.difference());
      List<Remedy> remedies = List.copyOf(Remedy.of(shown.steps(), shown.observed()));
      String replay = ReplayText.text(hash, numbers, ReplayText.Script.choices(failing.steps()));
      ScheduleText text = text(shown);
      return new ExplorationResult.Failure(
          reason,
          failed.cause(),
          schedule,
          reason.equals(difference) ? null : difference,
          remedies,
          replay,
          text.json(names, reason, difference, remedies, replay));
    }

    private Shown run() {
      try (Execution execution = new Execution(start, failing.pieces(), settings)) {
        Checks.Watch watch = failing.checking().watch(execution);
        List<@Nullable ObservedRequest> observed = execution.observe();
        execution.watchTime();
        execution.run(
            watch.watching(new ReplayText.Script(ReplayText.Script.choices(failing.steps()))));
        Checks.Failed failed = watch.findFailed();
        boolean isStuck = failed != null && failed.isStuck();
        SerialOrders orders = failing.checking().orders();
        Shown shown =
            new Shown(
                execution.steps(),
                observed,
                failed,
                "",
                isStuck || failing.pieces().size() < 2
                    ? null
                    : orders.findDifference(
                        SerialOrders.Result.of(execution, failing.pieces(), observed),
                        execution.ends()));
        return new Shown(
            shown.steps(), observed, shown.failed(), text(shown).toString(), shown.difference());
      }
    }

    private ScheduleText text(Shown shown) {
      return new ScheduleText(
          failing.pieces(), shown.steps(), shown.observed(), withoutBearing(shown.steps()));
    }

    /**
     * Returns the steps without bearing: nothing happens to them, and their order with those of
     * other pieces does not matter. Several of them in a row, so that it is worth to leave them
     * out.
     */
    private static BitSet withoutBearing(List<ExploredStep> steps) {
      BitSet bearing = new BitSet();
      for (int i = 0; i < steps.size(); i++) {
        if (steps.get(i).choice().kind() != ChoiceKind.RUNS) {
          bearing.set(i);
        }
        for (int k = 0; k < i; k++) {
          if (steps.get(i).piece() != steps.get(k).piece()
              && steps.get(i).footprint().conflictsWith(steps.get(k).footprint())) {
            bearing.set(i);
            bearing.set(k);
          }
        }
      }
      BitSet folded = new BitSet();
      if (bearing.isEmpty()) {
        return folded;
      }
      List<Integer> row = new ArrayList<>();
      for (int i = 0; i <= steps.size(); i++) {
        boolean goesOn =
            i < steps.size()
                && !bearing.get(i)
                && (row.isEmpty() || steps.get(i).piece() == steps.get(row.get(0)).piece());
        if (!goesOn) {
          if (row.size() >= FOLDED) {
            row.forEach(folded::set);
          }
          row.clear();
        }
        if (i < steps.size() && !bearing.get(i)) {
          row.add(i);
        }
      }
      return folded;
    }
  }
}

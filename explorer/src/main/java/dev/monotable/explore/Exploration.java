package dev.monotable.explore;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ObservedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs pieces of code with all orders of their requests, as far as the order can matter, and checks
 * each execution. Every execution begins with the database as it is now, and leaves it as it is.
 *
 * <p>At first each piece runs alone, twice, to see whether it can be explored at all.
 */
public final class Exploration {
  /** Preemptions that most faults need at most. */
  private static final int DEFAULT_PREEMPTIONS = 2;

  private static final int DEFAULT_EXECUTIONS = 100_000;
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);

  private Execution.Start start;
  private final Map<String, Piece> pieces = new LinkedHashMap<>();
  private final Checks checks = new Checks();
  private int preemptions = DEFAULT_PREEMPTIONS;
  private int executions = DEFAULT_EXECUTIONS;
  private Duration patience = DEFAULT_PATIENCE;

  /** A check of an execution. */
  @FunctionalInterface
  public interface Check {
    /**
     * Checks an execution that has ended.
     *
     * @throws Exception if it fails; an {@link Error} such as an AssertionError is a failure, too
     */
    void check(ExecutionResult result) throws Exception;
  }

  private Exploration(Execution.Start start) {
    this.start = start;
  }

  /** Returns an exploration without pieces, which begins with a database as it is now. */
  public static Exploration of(MonotableEngine database) {
    return new Exploration(Execution.Start.of(database));
  }

  /**
   * Sets what guards the database of each execution, such as by policies.
   *
   * @param guard adds its admissions
   */
  public Exploration guard(Consumer<MonotableEngine> guard) {
    start = start.guardedBy(guard);
    return this;
  }

  /**
   * Adds a piece.
   *
   * @throws IllegalArgumentException if there is one with this name
   */
  public Exploration add(Piece piece) {
    if (pieces.putIfAbsent(piece.name(), piece) != null) {
      throw new IllegalArgumentException("there are two pieces " + piece.name());
    }
    return this;
  }

  /**
   * Adds a piece that runs on a thread of its own.
   *
   * @throws IllegalArgumentException if there is one with this name
   */
  public Exploration run(String name, ThreadCode.Body body) {
    return add(new Piece(name, new ThreadCode(body)));
  }

  /** Adds a check, which is made after each execution. */
  public Exploration check(Check check) {
    checks.add(check);
    return this;
  }

  /**
   * Adds a statement that returns no item after each execution, or at most some number of them.
   *
   * @param text {@code SELECT …} or {@code at most N: SELECT …}, in PartiQL
   * @throws WrongUsageException if it is neither
   */
  public Exploration invariant(String text) {
    checks.add(Invariant.of(text));
    return this;
  }

  /** Lets invariants hold after each request, and not only at the end. */
  public Exploration always() {
    checks.always();
    return this;
  }

  /**
   * Lets each execution have the result of some order of whole pieces. A piece that fails counts
   * once or not at all. Random IDs are compared by who sends them first.
   *
   * @param mayDiffer attributes that are not compared, such as times, as {@code attribute} or
   *     {@code table.attribute}
   */
  public Exploration serial(String... mayDiffer) {
    checks.serial(SerialOrders.names(mayDiffer));
    return this;
  }

  /**
   * Lets no piece overwrite what another one has written since the piece has read the item, by a
   * put or a SET of a value that it has computed, without a condition.
   */
  public Exploration noLostWrites() {
    checks.noLostWrites();
    return this;
  }

  /**
   * Sets the maximum number of preemptions in an execution: of changes to another piece while the
   * last one could go on. 2 by default.
   */
  public Exploration preemptions(int most) {
    preemptions = requirePositive("preemptions", most, 0);
    return this;
  }

  /** Sets the maximum number of executions. 100,000 by default. */
  public Exploration executions(int most) {
    executions = requirePositive("executions", most, 1);
    return this;
  }

  /**
   * Sets for how long a piece may do nothing before the others go on without it, in real time. 5
   * seconds by default.
   */
  public Exploration patience(Duration longest) {
    patience = longest;
    return this;
  }

  private static int requirePositive(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least);
    }
    return value;
  }

  /**
   * Runs all executions, until one fails, and returns the result.
   *
   * @throws WrongUsageException if a piece fails alone, or sends no request
   */
  public ExplorationResult explore() {
    return new Running().explore();
  }

  /** The numbers of an exploration while it runs. */
  private final class Running {
    private final List<Piece> all = List.copyOf(pieces.values());
    private final List<String> notices = new ArrayList<>();
    private final List<String> cuts = new ArrayList<>();
    private final Checks.Running checking = checks.begin(start, all, patience);
    private long executed;
    private long requests;

    ExplorationResult explore() {
      if (all.isEmpty()) {
        throw new WrongUsageException("there is no piece to explore: call run(…)", null);
      }
      all.forEach(this::runAlone);
      ExplorationResult.Failure failure = search(preemptions);
      return new ExplorationResult(failure, executed, requests, cuts, notices);
    }

    private void runAlone(Piece piece) {
      List<ExploredStep> first = stepsAlone(piece);
      List<ExploredStep> second = stepsAlone(piece);
      if (!ScheduleText.contents(first, second).equals(ScheduleText.contents(second, first))) {
        notices.add(
            "The requests of " + piece.name() + " differ from run to run, even if it runs alone.");
      }
    }

    private List<ExploredStep> stepsAlone(Piece piece) {
      try (Execution execution = new Execution(start, List.of(piece), patience)) {
        execution.run((step, enabled, last) -> Search.proceed(enabled, last));
        PieceEnd end = execution.ends().get(0);
        if (end.kind() == PieceEnd.Kind.FAILED) {
          throw new WrongUsageException(
              piece.name() + " fails although it runs alone: " + end.failure(), end.failure());
        }
        if (end.kind() == PieceEnd.Kind.NONE) {
          throw new WrongUsageException(
              piece.name() + " does not end although it runs alone", null);
        }
        if (execution.steps().isEmpty()) {
          throw new WrongUsageException(
              piece.name() + " sends no request to the database that is passed to it", null);
        }
        return execution.steps();
      }
    }

    /**
     * Searches for a failure, and then for one with fewer preemptions.
     *
     * @param bound the maximum number of preemptions
     */
    private ExplorationResult.@Nullable Failure search(int bound) {
      Search search = new Search(new PartialOrderReduction(checking::conflict, true), bound);
      boolean more = true;
      while (more) {
        if (executed == executions) {
          cuts.add("ended after the maximum number of executions");
          return null;
        }
        try (Execution execution = new Execution(start, all, patience)) {
          Checks.Watch watch = checking.watch(execution);
          execution.run(watch.watching(search));
          executed++;
          requests += execution.steps().size();
          ExplorationResult.Failure failure = failure(execution, watch);
          if (failure != null) {
            ExplorationResult.Failure smaller = bound == 0 ? null : search(bound - 1);
            return smaller == null ? failure : smaller;
          }
          more = search.next(execution.steps());
        }
      }
      if (search.isCut() && bound == preemptions) {
        cuts.add("only orders with at most " + bound + " preemptions");
      }
      if (search.hasDiverged()) {
        notices.add(
            "A piece has sent other requests after the same choices: not all orders are explored.");
      }
      return null;
    }

    private ExplorationResult.@Nullable Failure failure(Execution execution, Checks.Watch watch) {
      List<String> stuck = new ArrayList<>();
      List<PieceEnd> ends = execution.ends();
      for (int i = 0; i < ends.size(); i++) {
        if (ends.get(i).kind() == PieceEnd.Kind.NONE) {
          stuck.add(all.get(i).name());
        }
      }
      if (!stuck.isEmpty()) {
        return failure(
            execution,
            stuck.size() == 1
                ? stuck.get(0) + " does not end"
                : "Deadlock of " + String.join(" and ", stuck),
            null);
      }
      Checks.Failed failed = watch.findFailed();
      if (failed != null) {
        return failure(execution, failed.reason(), failed.cause());
      }
      return null;
    }

    private ExplorationResult.Failure failure(
        Execution execution, String reason, @Nullable Throwable cause) {
      return new ExplorationResult.Failure(reason, cause, schedule(execution.steps()));
    }

    /** Returns the text of an execution, which is repeated to see what it reads and writes. */
    private String schedule(List<ExploredStep> steps) {
      try (Execution again = new Execution(start, all, patience)) {
        List<@Nullable ObservedRequest> observed = again.observe();
        again.run(
            (step, enabled, last) ->
                step < steps.size() && enabled.contains(steps.get(step).choice())
                    ? steps.get(step).choice()
                    : Search.proceed(enabled, last));
        return ScheduleText.of(all, again.steps(), observed);
      }
    }
  }
}

package dev.monotable.explore;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.explore.content.Invariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
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
  private static final int MAX_SHOWN = 200;
  private static final int MAX_SEARCHES = 3;
  private static final int DEFAULT_SAMPLES = 1_000;
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(5);
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(10);

  private Execution.Start start;
  private final Map<String, Piece> pieces = new LinkedHashMap<>();
  private final Checks checks = new Checks();
  private int preemptions = DEFAULT_PREEMPTIONS;
  private int executions = DEFAULT_EXECUTIONS;
  private Duration patience = DEFAULT_PATIENCE;
  private boolean isOrdered = true;
  private boolean isFaulty;
  private boolean isLagging;
  private int samples = DEFAULT_SAMPLES;
  private long seed = 1;
  private @Nullable String replay;
  private Duration time = DEFAULT_TIME;
  private final List<Duration> pauses = new ArrayList<>();

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
    try {
      checks.add(Invariant.of(text));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage(), e);
    }
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

  /**
   * Sets whether the orders of requests are explored; otherwise the pieces run one after another,
   * in the order in which they were added. True by default.
   */
  public Exploration orders(boolean on) {
    isOrdered = on;
    return this;
  }

  /** Sets whether faults, deaths and pauses are explored. False by default. */
  public Exploration faults(boolean on) {
    isFaulty = on;
    return this;
  }

  /**
   * Sets whether eventually consistent reads, and those of global secondary indexes, may see the
   * state before the last write to what they read. False by default.
   */
  public Exploration lag(boolean on) {
    isLagging = on;
    return this;
  }

  /**
   * Sets how many executions with a fault are drawn from those in other orders than of whole
   * pieces, and how many random orders take the place of all if a piece diverges. 1,000 by default.
   */
  public Exploration samples(int most) {
    samples = requirePositive("samples", most, 0);
    return this;
  }

  /** Sets the seed with which executions are drawn. 1 by default. */
  public Exploration seed(long value) {
    seed = value;
    return this;
  }

  /** Sets the real time after which no further execution begins. 10 minutes by default. */
  public Exploration time(Duration longest) {
    time = longest;
    return this;
  }

  /**
   * Lets only one execution run, which an exploration has found to fail. The first notice of the
   * result says whether it still does.
   *
   * @param text that of {@link ExplorationResult.Failure#replay}
   */
  public Exploration replay(String text) {
    replay = text;
    return this;
  }

  /** Adds a duration after which something matters, so that a pause may be so long. */
  public Exploration pause(Duration duration) {
    pauses.add(duration);
    return this;
  }

  /**
   * Sets what is started after a death of a piece, instead of the piece itself.
   *
   * @throws IllegalArgumentException if there is no such piece
   */
  public Exploration recover(String piece, Piece.Code recovery) {
    Piece known = pieces.get(piece);
    if (known == null) {
      throw new IllegalArgumentException("there is no piece " + piece);
    }
    pieces.put(piece, new Piece(piece, known.code(), recovery));
    return this;
  }

  /**
   * Sets what is started on a thread of its own after a death of a piece.
   *
   * @throws IllegalArgumentException if there is no such piece
   */
  public Exploration afterCrash(String piece, ThreadCode.Body recovery) {
    return recover(piece, new ThreadCode(recovery));
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
    String text = replay;
    return text == null ? new Running().explore() : new Running().replay(text);
  }

  /** The numbers of an exploration while it runs. */
  private final class Running {
    private final List<Piece> all = List.copyOf(pieces.values());
    private final List<String> notices = new ArrayList<>();
    private final List<String> cuts = new ArrayList<>();
    private final TouchedItems touched = new TouchedItems(all.size());
    private Execution.Settings settings = settings();
    private final Checks.Running checking = checks.begin(start, all, settings);
    private final FaultPlan plan = new FaultPlan(all);
    private final FaultPlan.Sample sample = new FaultPlan.Sample(plan);
    private final Map<ChoiceKind, Long> faults = new EnumMap<>(ChoiceKind.class);
    private final Set<Integer> abandoned = new HashSet<>();
    private final long began = System.nanoTime();
    private long executed;
    private long requests;
    private boolean isExhausted;

    ExplorationResult explore() {
      if (all.isEmpty()) {
        throw new WrongUsageException("there is no piece to explore: call run(…)", null);
      }
      all.forEach(this::runAlone);
      Minimiser.Failing failing = isOrdered ? searchAll() : null;
      if (failing == null && isFaulty) {
        failing = strikeWholePieces();
      }
      if (failing == null && isFaulty && isOrdered) {
        failing = strikeOrders();
      }
      return result(failing == null ? null : reporter(settings).report(failing));
    }

    private ExplorationResult result(ExplorationResult.@Nullable Failure failure) {
      Map<String, Long> counts = new LinkedHashMap<>();
      faults.forEach((kind, count) -> counts.put(kind.words(), count));
      return new ExplorationResult(failure, executed, requests, counts, cuts, notices);
    }

    private Reporter reporter(Execution.Settings how) {
      return new Reporter(start, how, checks, all);
    }

    /** Repeats an execution. */
    ExplorationResult replay(String text) {
      all.forEach(this::runAlone); // what they touch decides about parts of batches
      Reporter.Replayed replayed = reporter(settings()).replay(text);
      executed++;
      requests += replayed.requests();
      notices.addAll(0, replayed.notices());
      return result(replayed.failure());
    }

    /** Counts an execution; returns false if a bound forbids another one. */
    private boolean begin() {
      if (isExhausted) {
        return false;
      }
      if (executed == executions) {
        isExhausted = true;
        cut("ended after the maximum number of executions");
      } else if (System.nanoTime() - began > time.toNanos()) {
        isExhausted = true;
        cut("ended after the maximum time");
      } else {
        executed++;
      }
      return !isExhausted;
    }

    /** Returns the settings of executions, by what is known of the pieces until now. */
    private Execution.Settings settings() {
      return new Execution.Settings(
          patience, isLagging, touched.copy()::isTouchedByOthers, List.copyOf(pauses));
    }

    /** Runs an execution, and returns how it fails; null if it does not. */
    private Minimiser.@Nullable Failing run(Execution execution, Execution.Chooser chooser) {
      Checks.Watch watch = checking.watch(execution);
      execution.run(watch.watching(chooser));
      count(execution);
      return findFailing(execution, watch);
    }

    private void count(Execution execution) {
      touched.add(execution.steps());
      for (ExploredStep step : execution.steps()) {
        if (step.choice().kind().disturbs()) {
          faults.merge(step.choice().kind(), 1L, Long::sum);
        }
        PieceRequest request = step.request();
        if (step.choice().kind().isFault() && request != null && request.invocation() == null) {
          notice(
              all.get(step.piece()).name()
                  + " sends requests without amz-sdk-invocation-id, so each attempt counts as a"
                  + " request of its own.");
        }
        requests += step.request() == null ? 0 : 1;
      }
      execution.notices().forEach(this::notice);
    }

    private void cut(String text) {
      if (!cuts.contains(text)) {
        cuts.add(text);
      }
    }

    private void notice(String text) {
      if (!notices.contains(text)) {
        notices.add(text);
      }
    }

    /** Tries each single fault, death and pause in each order of whole pieces. */
    private Minimiser.@Nullable Failing strikeWholePieces() {
      List<List<Integer>> orders = plan.orders();
      if (!isOrdered) {
        orders = orders.subList(0, 1);
      } else if (!plan.hasAllOrders()) {
        cut("faults in " + orders.size() + " orders of whole pieces only");
      }
      for (List<Integer> order : orders) {
        List<FaultTrial.Plan> plans = new ArrayList<>();
        Minimiser.Failing failing = begin() ? runWhole(order, plans) : null;
        for (int i = 0; i < plans.size() && failing == null && !isExhausted; i++) {
          failing = strike(plans.get(i));
        }
        if (failing != null || isExhausted) {
          return failing;
        }
      }
      return null;
    }

    /** Runs whole pieces in an order, without faults, and plans those of the order. */
    private Minimiser.@Nullable Failing runWhole(List<Integer> order, List<FaultTrial.Plan> plans) {
      try (Execution execution = new Execution(start, all, settings)) {
        FaultPlan.Base base = new FaultPlan.Base(execution, order);
        execution.watchTime();
        Minimiser.Failing failing = run(execution, base);
        plans.addAll(plan.plans(order, base, execution.steps()));
        return failing;
      }
    }

    /** Tries single faults in the orders that were explored. */
    private Minimiser.@Nullable Failing strikeOrders() {
      List<FaultTrial.Plan> plans = sample.draw(samples, seed);
      for (FaultTrial.Plan next : plans) {
        Minimiser.Failing failing = strike(next);
        if (failing != null || isExhausted) {
          return failing;
        }
      }
      if (sample.isCut()) {
        cut("faults in the first " + FaultPlan.Sample.MAX_ORDERS + " orders only");
      }
      if (plans.size() < sample.total()) {
        cut(
            plans.size()
                + " of "
                + sample.total()
                + " pairs of an order and a fault, drawn with the seed "
                + seed);
      }
      return null;
    }

    private Minimiser.@Nullable Failing strike(FaultTrial.Plan next) {
      int piece = next.strike().piece();
      boolean isDeath = next.strike().kind().isDeath();
      if ((isDeath && abandoned.contains(piece)) || !begin()) {
        return null;
      }
      FaultTrial trial = new FaultTrial(next);
      try (Execution execution = new Execution(start, all, settings)) {
        if (next.strike().kind() == ChoiceKind.PAUSE) {
          execution.watchTime();
        }
        Minimiser.Failing failing = run(execution, trial);
        if (isDeath && execution.hasAbandoned()) {
          abandoned.add(piece);
        }
        if (!trial.hasStruck()) {
          notice(
              all.get(piece).name()
                  + " has sent other requests after the same choices: not each fault is tried.");
        }
        return failing;
      }
    }

    private void runAlone(Piece piece) {
      List<ExploredStep> first = stepsAlone(piece);
      List<ExploredStep> second = stepsAlone(piece);
      touched.add(all.indexOf(piece), second);
      if (!ScheduleText.contents(first, second).equals(ScheduleText.contents(second, first))) {
        notices.add(
            "The requests of " + piece.name() + " differ from run to run, even if it runs alone.");
      }
    }

    private List<ExploredStep> stepsAlone(Piece piece) {
      try (Execution execution = new Execution(start, List.of(piece), settings)) {
        execution.run((step, enabled, last) -> Search.proceed(enabled, last));
        PieceEnd end = execution.ends().get(0);
        if (end.kind() == PieceEnd.Kind.FAILED) {
          throw new WrongUsageException(
              piece.name() + " fails although it runs alone: " + end.failure(), end.failure());
        }
        if (end.kind() == PieceEnd.Kind.NONE) {
          String excess = execution.excess();
          throw new WrongUsageException(
              piece.name()
                  + " does not end although it runs alone"
                  + (excess == null ? "" : ": " + excess),
              null);
        }
        if (execution.steps().isEmpty()) {
          throw new WrongUsageException(
              piece.name() + " sends no request to the database that is passed to it", null);
        }
        return execution.steps();
      }
    }

    /**
     * Searches for a failing; again if a part of a batch turns out to be touched by another piece.
     */
    private Minimiser.@Nullable Failing searchAll() {
      for (int i = 0; i < MAX_SEARCHES; i++) {
        int known = touched.size();
        settings = settings();
        Minimiser.Failing failing = search(preemptions);
        if (failing != null || isExhausted || !touched.hasBatches() || touched.size() == known) {
          return failing;
        }
        sample.clear();
      }
      cut("not each part of a batch was a step of its own");
      return null;
    }

    /**
     * Searches for a failing, and then for one with fewer preemptions.
     *
     * @param bound the maximum number of preemptions
     */
    private Minimiser.@Nullable Failing search(int bound) {
      Search search = new Search(new PartialOrderReduction(checking::conflict, true), bound);
      boolean more = true;
      while (more) {
        if (!begin()) {
          return null;
        }
        try (Execution execution = new Execution(start, all, settings)) {
          Minimiser.Failing failing = run(execution, search);
          if (bound == preemptions) {
            sample.add(execution.steps());
          }
          if (failing != null) {
            Minimiser.Failing smaller = bound == 0 ? null : search(bound - 1);
            return smaller == null ? failing : smaller;
          }
          more = search.next(execution.steps());
        }
      }
      if (search.isCut() && bound == preemptions) {
        cut("only orders with at most " + bound + " preemptions");
      }
      return search.divergence() == null ? null : randomOrders(search.divergence());
    }

    /** Tries random orders, because the executions of a piece cannot be repeated. */
    private Minimiser.@Nullable Failing randomOrders(Search.Divergence divergence) {
      int piece = divergence.piece();
      notices.add(
          (piece < all.size() ? all.get(piece).name() : "The database")
              + " has sent different requests after the same choices, so random orders were tried:"
              + " at first "
              + shown(divergence.sent().get(0))
              + ", then "
              + shown(divergence.sent().get(1))
              + ".");
      cut(samples + " random orders, drawn with the seed " + seed);
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < samples && begin(); i++) {
        try (Execution execution = new Execution(start, all, settings)) {
          Minimiser.Failing failing = run(execution, new Search.RandomOrder(random, preemptions));
          if (failing != null) {
            return failing;
          }
        }
      }
      return null;
    }

    private static String shown(String request) {
      if (request.isEmpty()) {
        return "none";
      }
      return request.length() <= MAX_SHOWN ? request : request.substring(0, MAX_SHOWN) + "…";
    }

    private Minimiser.@Nullable Failing findFailing(Execution execution, Checks.Watch watch) {
      Checks.Failed failed = watch.findFailed();
      return failed == null
          ? null
          : new Minimiser.Failing(all, checking, execution.steps(), failed);
    }
  }
}

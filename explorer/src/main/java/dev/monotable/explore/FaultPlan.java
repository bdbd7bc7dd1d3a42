package dev.monotable.explore;

import dev.monotable.engine.footprint.ItemExpiry;
import dev.monotable.engine.footprint.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The executions with one fault, death or pause each. At first all of them in each order of whole
 * pieces, then those in the orders of requests that were explored, of which a sample is drawn.
 *
 * <p>What is tried follows from executions without faults: a lost answer needs a write, a pause a
 * moment to which the clock can go. A death before a request is not tried if it is the same as one
 * after the request before.
 */
final class FaultPlan {
  /** With more pieces, each of them is the first one once. */
  private static final int MAX_PERMUTED = 4;

  /** The moments that a pause at one request is tried with. */
  static final int MAX_MOMENTS = 3;

  private final List<Piece> pieces;

  /** The moments to which the clock can go before a request of a piece, as far as it is known. */
  private final Map<Request, Integer> moments = new HashMap<>();

  /**
   * A request of a piece.
   *
   * @param number the number of its requests before
   */
  private record Request(int piece, int number) {}

  FaultPlan(List<Piece> pieces) {
    this.pieces = pieces;
  }

  /** An execution without faults, which notes where the clock could go. */
  static final class Base implements Execution.Chooser {
    private final Execution execution;
    private final List<Integer> order;
    private final List<List<Boolean>> moments = new ArrayList<>();

    Base(Execution execution, List<Integer> order) {
      this.execution = execution;
      this.order = order;
    }

    @Override
    public Choice choose(int step, List<Choice> enabled, int last) {
      List<Boolean> here = new ArrayList<>();
      for (Instant moment : execution.moments()) {
        here.add(!ItemExpiry.at(execution.database().snapshot(), moment).isEmpty());
      }
      moments.add(here);
      for (int piece : order) {
        if (ExploredStep.isEnabled(enabled, piece)) {
          return FaultTrial.first(enabled, piece);
        }
      }
      return enabled.get(0);
    }
  }

  /** Returns the orders of whole pieces. */
  List<List<Integer>> orders() {
    List<List<Integer>> orders = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      all.add(i);
    }
    if (pieces.size() <= MAX_PERMUTED) {
      permute(List.of(), all, orders);
    } else {
      for (int i = 0; i < pieces.size(); i++) {
        List<Integer> order = new ArrayList<>(all.subList(i, all.size()));
        order.addAll(all.subList(0, i));
        orders.add(order);
      }
    }
    return orders;
  }

  /** Returns whether {@link #orders} has all orders. */
  boolean hasAllOrders() {
    return pieces.size() <= MAX_PERMUTED;
  }

  private static void permute(List<Integer> begin, List<Integer> rest, List<List<Integer>> orders) {
    if (rest.isEmpty()) {
      orders.add(begin);
    }
    for (Integer piece : rest) {
      List<Integer> next = new ArrayList<>(begin);
      next.add(piece);
      List<Integer> left = new ArrayList<>(rest);
      left.removeIf(piece::equals);
      permute(next, left, orders);
    }
  }

  /** Returns all executions with one fault in an order of whole pieces. */
  List<FaultTrial.Plan> plans(List<Integer> order, Base base, List<ExploredStep> steps) {
    List<FaultTrial.Plan> plans = new ArrayList<>();
    for (Strike strike : strikes(steps, base.moments)) {
      add(order, strike, plans);
    }
    return plans;
  }

  /**
   * What can happen at a step.
   *
   * @param expires whether items expire by it
   */
  private record Strike(FaultTrial.Strike strike, boolean expires) {}

  /**
   * Returns what can happen in an execution.
   *
   * @param expiries for each step, whether items expire by each of the moments to which the clock
   *     can go; empty if that is known from other executions only
   */
  private List<Strike> strikes(List<ExploredStep> steps, List<List<Boolean>> expiries) {
    List<Strike> strikes = new ArrayList<>();
    int[] sent = new int[pieces.size()];
    boolean[] hasWritten = new boolean[pieces.size()];
    for (int i = 0; i < steps.size(); i++) {
      ExploredStep step = steps.get(i);
      if (step.request() == null) {
        continue;
      }
      int piece = step.piece();
      int number = sent[piece]++;
      for (ChoiceKind kind : kinds(step, hasWritten[piece])) {
        for (int variant : variants(kind, piece)) {
          strikes.add(new Strike(new FaultTrial.Strike(piece, number, kind, variant), false));
        }
      }
      List<Boolean> expiring = i < expiries.size() ? expiries.get(i) : List.of();
      int most = Math.min(MAX_MOMENTS, expiring.size());
      int known = moments.merge(new Request(piece, number), most, Math::max);
      for (int k = 0; k < (expiries.isEmpty() ? known : most); k++) {
        boolean expires = k < expiring.size() && expiring.get(k);
        strikes.add(new Strike(new FaultTrial.Strike(piece, number, ChoiceKind.PAUSE, k), expires));
      }
      hasWritten[piece] = writes(step);
    }
    return strikes;
  }

  /** Returns the kinds of faults and deaths that can happen to a request. */
  private static List<ChoiceKind> kinds(ExploredStep step, boolean hasWrittenBefore) {
    List<ChoiceKind> kinds = new ArrayList<>();
    PieceRequest request = step.request();
    for (ChoiceKind kind : ChoiceKind.values()) {
      boolean fits =
          switch (kind) {
            case THROTTLED, SERVER_ERROR, UNPROCESSED, CONFLICT -> true;
            case ANSWER_LOST, LOST_FOR_GOOD, DIES_AFTER -> writes(step);
            case DIES_BEFORE -> !hasWrittenBefore;
            case RUNS, STALE, PART, PAUSE, EXPIRY -> false;
          };
      if (fits && step.canBecome(kind) && request != null && request.attempt() == 1) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  private static boolean writes(ExploredStep step) {
    for (Span span : step.footprint().spans()) {
      if (span.isWritten()) {
        return true;
      }
    }
    return false;
  }

  private List<Integer> variants(ChoiceKind kind, int piece) {
    if (!kind.isDeath()) {
      return List.of(0);
    }
    return pieces.get(piece).recovery() == null
        ? List.of(0, Choice.STARTED_AGAIN)
        : List.of(Choice.STARTED_AGAIN);
  }

  private static void add(List<Integer> order, Strike strike, List<FaultTrial.Plan> plans) {
    int at = order.indexOf(strike.strike().piece());
    int later = order.size() - at - 1;
    plans.add(plan(order, order, strike, false));
    ChoiceKind kind = strike.strike().kind();
    if (kind == ChoiceKind.PAUSE) {
      // The pieces that have not begun run during the pause: none, or some, or all of them.
      for (int during = 1; during <= later; during++) {
        plans.add(plan(order, delayed(order, at, during), strike, false));
      }
      for (int during = 0; strike.expires() && during <= later; during++) {
        plans.add(plan(order, delayed(order, at, during), strike, true));
      }
    } else if (kind.isDeath() && strike.strike().variant() == Choice.STARTED_AGAIN && later > 0) {
      plans.add(plan(order, delayed(order, at, later), strike, false));
    }
  }

  private static FaultTrial.Plan plan(
      List<Integer> before, List<Integer> after, Strike strike, boolean expiresAtOnce) {
    return new FaultTrial.Plan(List.of(), before, after, strike.strike(), expiresAtOnce);
  }

  /** Returns an order in which a piece comes later, by a number of places. */
  private static List<Integer> delayed(List<Integer> order, int at, int places) {
    List<Integer> result = new ArrayList<>(order.subList(0, at));
    result.addAll(order.subList(at + 1, order.size()));
    result.add(at + places, order.get(at));
    return result;
  }

  // ---- in other orders ----

  /** The orders that were explored, with what can happen in each of them. */
  static final class Sample {
    /** Orders that are kept at most. */
    static final int MAX_ORDERS = 1_000;

    private final FaultPlan plan;
    private final List<List<ExploredStep>> orders = new ArrayList<>();
    private long total;
    private boolean isCut;

    Sample(FaultPlan plan) {
      this.plan = plan;
    }

    /** Adds an order. */
    void add(List<ExploredStep> steps) {
      if (orders.size() < MAX_ORDERS) {
        orders.add(List.copyOf(steps));
      } else {
        isCut = true;
      }
    }

    /** Forgets all orders. */
    void clear() {
      orders.clear();
      isCut = false;
    }

    /** Returns whether there were too many orders to keep all. */
    boolean isCut() {
      return isCut;
    }

    /** Returns of how many pairs of an order and something that happens in it was drawn. */
    long total() {
      return total;
    }

    /** Returns all pairs, or so many of them as are wanted, drawn with a seed. */
    List<FaultTrial.Plan> draw(int most, long seed) {
      List<FaultTrial.Plan> plans = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(seed);
      List<List<Strike>> strikes = new ArrayList<>();
      orders.forEach(order -> strikes.add(plan.strikes(order, List.of())));
      total = strikes.stream().mapToLong(List::size).sum();
      long left = total;
      for (int i = 0; i < orders.size(); i++) {
        List<Choice> guide = new ArrayList<>();
        orders.get(i).forEach(step -> guide.add(step.choice()));
        for (Strike strike : strikes.get(i)) {
          // Each is chosen with the same probability, so that the number is right in the end.
          if (random.nextLong(left) < most - plans.size()) {
            plans.add(plan(guide, strike));
          }
          left--;
        }
      }
      return plans;
    }

    private FaultTrial.Plan plan(List<Choice> guide, Strike strike) {
      List<Integer> order = plan.orders().get(0);
      return new FaultTrial.Plan(guide, order, order, strike.strike(), false);
    }
  }
}

package dev.monotable.explore;

import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.footprint.Span;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.explore.content.Invariant;
import dev.monotable.explore.content.LostWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What must hold in each execution of an exploration. */
final class Checks {
  private final List<Exploration.Check> own = new ArrayList<>();
  private final List<Invariant> invariants = new ArrayList<>();
  private boolean isAlways;
  private boolean hasNoLostWrites;

  /** The attributes that serial results may differ in; null if results need not be serial. */
  private @Nullable Set<String> mayDiffer;

  /**
   * A check that has failed.
   *
   * @param cause what the check has thrown; null if it is not one of the user
   * @param isStuck whether a piece does not end
   */
  record Failed(String reason, @Nullable Throwable cause, boolean isStuck) {
    Failed(String reason, @Nullable Throwable cause) {
      this(reason, cause, false);
    }
  }

  void add(Exploration.Check check) {
    own.add(check);
  }

  void add(Invariant invariant) {
    invariants.add(invariant);
  }

  /** Lets invariants hold after each step, and not only at the end. */
  void always() {
    isAlways = true;
  }

  void noLostWrites() {
    hasNoLostWrites = true;
  }

  void serial(Set<String> attributes) {
    mayDiffer = attributes;
  }

  /**
   * Begins to check the executions of pieces.
   *
   * @throws WrongUsageException if an invariant is invalid
   */
  Running begin(Execution.Start start, List<Piece> pieces, Execution.Settings settings) {
    Set<String> tables = new TreeSet<>();
    try (Execution none = new Execution(start, List.of(), settings)) {
      for (Invariant invariant : invariants) {
        tables.addAll(invariant.tables(none.database(), start.data()));
      }
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage(), e);
    }
    SerialOrders orders = new SerialOrders(start, pieces, settings, mayDiffer());
    return new Running(pieces, orders, isAlways ? tables : Set.of());
  }

  /** Returns the attributes that may differ between results. */
  Set<String> mayDiffer() {
    return mayDiffer == null ? Set.of() : mayDiffer;
  }

  /** The checks of an exploration that is running. */
  final class Running {
    private final List<Piece> pieces;
    private final SerialOrders orders;
    private final Set<String> watched;

    /**
     * @param watched the tables that are read after each step
     */
    Running(List<Piece> pieces, SerialOrders orders, Set<String> watched) {
      this.pieces = pieces;
      this.orders = orders;
      this.watched = watched;
    }

    /** Returns the results of all orders of whole pieces. */
    SerialOrders orders() {
      return orders;
    }

    /** Returns whether the order of two requests can matter to the pieces or to an invariant. */
    boolean conflict(Footprint one, Footprint other) {
      return one.conflictsWith(other)
          || (!watched.isEmpty() && writesWatched(one) && writesWatched(other));
    }

    private boolean writesWatched(Footprint footprint) {
      for (Span span : footprint.spans()) {
        if (span.isWritten()
            && span.kind() != Span.Kind.TOKEN
            && (span.owner() == null || watched.contains(span.owner()))) {
          return true;
        }
      }
      return false;
    }

    /** Begins to check an execution, which has not begun yet. */
    Watch watch(Execution execution) {
      return new Watch(this, execution);
    }
  }

  /** The checks of one execution. */
  final class Watch {
    private final Running running;
    private final Execution execution;
    private final List<@Nullable ObservedRequest> observed;

    /** How the first effect violates an invariant. */
    private @Nullable String violation;

    private int checkedSteps;

    private Watch(Running running, Execution execution) {
      this.running = running;
      this.execution = execution;
      this.observed =
          hasNoLostWrites || mayDiffer != null ? execution.observe() : new ArrayList<>();
    }

    /** Returns a chooser that chooses like another one, and checks what must always hold. */
    Execution.Chooser watching(Execution.Chooser chooser) {
      if (running.watched.isEmpty()) {
        return chooser;
      }
      return new Execution.Chooser() {
        @Override
        public Choice choose(int step, List<Choice> enabled, int last) {
          if (violation == null && step > checkedSteps) {
            checkedSteps = step;
            String found = findViolation();
            violation = found == null ? null : "after step " + step + ", the data " + found;
          }
          return chooser.choose(step, enabled, last);
        }

        @Override
        public boolean startsAtOnce(int piece) {
          return chooser.startsAtOnce(piece);
        }
      };
    }

    private @Nullable String findViolation() {
      for (Invariant invariant : invariants) {
        String found = invariant.findViolation(execution.database());
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    /** Returns the first check that fails when the execution has ended; null if all hold. */
    @Nullable Failed findFailed() {
      List<PieceEnd> ends = execution.ends();
      Failed stuck = findStuck(ends);
      if (stuck != null) {
        return stuck;
      }
      for (int i = 0; i < ends.size(); i++) {
        if (ends.get(i).failure() instanceof AssertionError e) {
          return new Failed(running.pieces.get(i).name() + ": " + message(e), e);
        }
      }
      String found = violation;
      if (found == null) {
        String atTheEnd = findViolation();
        found = atTheEnd == null ? null : "the data " + atTheEnd;
      }
      if (found == null && hasNoLostWrites) {
        List<String> senders = new ArrayList<>();
        for (ExploredStep step : execution.steps()) {
          senders.add(step.choice().isOfDatabase() ? "" : running.pieces.get(step.piece()).name());
        }
        found = new LostWrites(senders, observed).find();
      }
      if (found == null && mayDiffer != null) {
        found =
            running.orders.findDifference(
                SerialOrders.Result.of(execution, running.pieces, observed), ends);
      }
      return found == null ? findFailedOwn() : new Failed(found, null);
    }

    private @Nullable Failed findStuck(List<PieceEnd> ends) {
      List<String> stuck = new ArrayList<>();
      for (int i = 0; i < ends.size(); i++) {
        if (ends.get(i).kind() == PieceEnd.Kind.NONE) {
          stuck.add(running.pieces.get(i).name());
        }
      }
      if (stuck.isEmpty()) {
        return null;
      }
      String reason =
          stuck.size() == 1
              ? stuck.get(0) + " does not end"
              : "Deadlock of " + String.join(" and ", stuck);
      String excess = execution.excess();
      return new Failed(excess == null ? reason : reason + ": " + excess, null, true);
    }

    private @Nullable Failed findFailedOwn() {
      ExecutionResult result = new ExecutionResult(execution, running.pieces);
      for (Exploration.Check check : own) {
        try {
          check.check(result);
        } catch (Exception | AssertionError e) {
          return new Failed(message(e), e);
        }
      }
      return null;
    }

    private static String message(Throwable failure) {
      return Objects.toString(failure.getMessage(), failure.toString());
    }
  }
}

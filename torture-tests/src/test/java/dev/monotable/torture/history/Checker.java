package dev.monotable.torture.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a history is linearizable.
 *
 * <p>The search is that of Wing and Gong with the memory of Lowe ("Testing for linearizability",
 * 2017). Invocations and returns are a list in the order of time. An operation whose invocation
 * comes before the first return of the list may be the next to take effect: if the model gives the
 * answer that was received, the operation is taken out of the list and the search goes on with the
 * items after it. If none is left that fits, the last operation is put back. A set of operations
 * that leads to items that were reached before with the same set is not tried again.
 *
 * <p>An operation without an answer has an invocation only. It fits whatever the model answers, and
 * it may be left over: a history is linearizable when all returns are gone from the list.
 *
 * <p>A history of items that no operation connects is linearizable if the history of each is, so
 * {@link Partitions} are checked one by one.
 */
final class Checker {

  /** The result of a check. */
  enum Verdict {
    LINEARIZABLE,
    VIOLATED,
    /** The search took too many steps. */
    UNDECIDED
  }

  private final long mostSteps;

  /** Creates a checker that gives up after a number of steps. */
  Checker(long mostSteps) {
    this.mostSteps = mostSteps;
  }

  /** An invocation or a return, in a list that is linked both ways. */
  private static final class Event {
    final int operation;
    final boolean invocation;
    final long time;

    /** The return of this invocation, or null if there is none. */
    @Nullable Event match;

    @Nullable Event previous;
    @Nullable Event next;

    Event(int operation, boolean invocation, long time) {
      this.operation = operation;
      this.invocation = invocation;
      this.time = time;
    }
  }

  /** The operations that have taken effect, and the items after them. */
  private record Reached(BitSet operations, Items items) {}

  /** An operation that has taken effect, and the items before it. */
  private record Taken(Event invocation, Items before) {}

  /** Checks a history in which one operation connects all items, or that has few operations. */
  Verdict check(List<Operation> history) {
    Event head = list(history);
    int returns = (int) history.stream().filter(Operation::isComplete).count();
    BitSet done = new BitSet(history.size());
    Set<Reached> reached = new HashSet<>();
    Deque<Taken> taken = new ArrayDeque<>();
    Items items = Items.NONE;
    Event event = head.next;
    for (long steps = 0; returns > 0; steps++) {
      if (steps == mostSteps) {
        return Verdict.UNDECIDED;
      }
      if (event != null && event.invocation) {
        Operation operation = history.get(event.operation);
        Items.Result result = items.run(operation.action());
        Event next = event.next;
        if (operation.outcome() == null || operation.outcome().fits(result.outcome())) {
          done.set(event.operation);
          if (reached.add(new Reached((BitSet) done.clone(), result.after()))) {
            taken.push(new Taken(event, items));
            items = result.after();
            returns -= operation.isComplete() ? 1 : 0;
            takeOut(event);
            next = head.next;
          } else {
            done.clear(event.operation);
          }
        }
        event = next;
      } else {
        Taken last = taken.poll();
        if (last == null) {
          return Verdict.VIOLATED;
        }
        items = last.before();
        event = last.invocation();
        returns += history.get(event.operation).isComplete() ? 1 : 0;
        done.clear(event.operation);
        putBack(event);
        event = event.next;
      }
    }
    return Verdict.LINEARIZABLE;
  }

  /** Returns the head of the list, which is no event itself. */
  private static Event list(List<Operation> history) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < history.size(); i++) {
      Operation operation = history.get(i);
      Event invocation = new Event(i, true, operation.invoked());
      events.add(invocation);
      if (operation.isComplete()) {
        Event end = new Event(i, false, operation.returned());
        invocation.match = end;
        events.add(end);
      }
    }
    // At the same time, invocations come first: the operations overlap.
    events.sort(
        Comparator.<Event>comparingLong(event -> event.time)
            .thenComparing(event -> !event.invocation));
    Event head = new Event(-1, false, Long.MIN_VALUE);
    Event last = head;
    for (Event event : events) {
      last.next = event;
      event.previous = last;
      last = event;
    }
    return head;
  }

  private static void takeOut(Event invocation) {
    unlink(invocation);
    if (invocation.match != null) {
      unlink(invocation.match);
    }
  }

  private static void putBack(Event invocation) {
    if (invocation.match != null) {
      link(invocation.match);
    }
    link(invocation);
  }

  private static void unlink(Event event) {
    Event previous = event.previous;
    Event next = event.next;
    if (previous != null) {
      previous.next = next;
    }
    if (next != null) {
      next.previous = previous;
    }
  }

  private static void link(Event event) {
    if (event.previous != null) {
      event.previous.next = event;
    }
    if (event.next != null) {
      event.next.previous = event;
    }
  }
}

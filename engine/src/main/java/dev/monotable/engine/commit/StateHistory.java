package dev.monotable.engine.commit;

import dev.monotable.engine.table.DatabaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The latest states of a database, for reads of an older state. Bounded by their number. Safe for
 * use by multiple threads.
 */
public final class StateHistory {
  private final int maxStates;
  private final Deque<Entry> entries = new ArrayDeque<>();

  private record Entry(DatabaseState state, Instant since) {}

  /**
   * @param maxStates the number of states that are kept at most
   */
  StateHistory(int maxStates) {
    this.maxStates = maxStates;
  }

  /** Adds the state of a commit; ignores one that has changed nothing. */
  synchronized void add(DatabaseState state, Instant now) {
    Entry last = entries.peekLast();
    if (last != null && last.state() == state) {
      return;
    }
    entries.addLast(new Entry(state, now));
    if (entries.size() > maxStates) {
      entries.removeFirst();
    }
  }

  /** Returns the number of states that are kept. */
  synchronized int size() {
    return entries.size();
  }

  /** Removes all states but one, which replaces the database. */
  synchronized void restart(DatabaseState state, Instant now) {
    entries.clear();
    entries.addLast(new Entry(state, now));
  }

  /**
   * Returns an older state: the one that was current a number of commits and a duration ago, or the
   * oldest that is known.
   *
   * @param commits 0 if the age alone counts
   */
  public synchronized DatabaseState before(int commits, Duration age, Instant now) {
    Instant latest = now.minus(age);
    Iterator<Entry> newestFirst = entries.descendingIterator();
    Entry found = newestFirst.next();
    int distance = 0;
    while ((distance < commits || found.since().isAfter(latest)) && newestFirst.hasNext()) {
      found = newestFirst.next();
      distance++;
    }
    return found.state();
  }
}

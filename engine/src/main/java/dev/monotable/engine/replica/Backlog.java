package dev.monotable.engine.replica;

import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a table that a replica has not received, in their order. If there are too many, it
 * is only known that there are some. Not safe for use by multiple threads.
 */
final class Backlog {
  /** The number of changes that are kept at most. */
  static final int MOST = 10_000;

  /** The bytes of a change besides its item. */
  private static final int CHANGE_BYTES = 200;

  private final ArrayDeque<Change> changes = new ArrayDeque<>();

  /** The bytes of this and of others. */
  private final AtomicLong total;

  private long bytes;
  private int knownDrops;

  /** Whether there may be any changes. True at first: the process may have started again. */
  private boolean unknown = true;

  /**
   * A change of an item.
   *
   * @param region where it was made
   * @param at when, by the clock of that Region
   * @param item null if it was deleted
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Change(String region, Instant at, byte[] key, @Nullable Item item) {
    /** Returns the approximate bytes of heap, as if nothing else referred to the item. */
    int bytes() {
      return CHANGE_BYTES + key.length + (item == null ? 0 : item.jsonLength());
    }
  }

  /**
   * @param total the bytes of this and of others
   */
  Backlog(AtomicLong total) {
    this.total = total;
  }

  /**
   * Forgets the changes if the database of the replica has dropped commits since the last call: the
   * replica may lack what it had received.
   *
   * @param drops how often it has dropped commits
   */
  void expect(int drops) {
    if (drops != knownDrops) {
      knownDrops = drops;
      forget();
    }
  }

  /** Returns whether there may be any changes, so that the items have to be compared. */
  boolean isUnknown() {
    return unknown;
  }

  /** Empties it, because the replica has all changes. */
  void clear() {
    forget();
    unknown = false;
  }

  /** Forgets the changes: there may be any. */
  void forget() {
    changes.clear();
    count(-bytes);
    unknown = true;
  }

  private void count(long more) {
    bytes += more;
    total.addAndGet(more);
  }

  /**
   * Adds a change at the end.
   *
   * @param mostBytes of all changes, also of others
   */
  void add(Change change, long mostBytes) {
    if (unknown) {
      return;
    }
    changes.add(change);
    count(change.bytes());
    if (changes.size() > MOST || total.get() > mostBytes) {
      forget();
    }
  }

  /** Returns the first changes, as long as they satisfy a condition. */
  List<Change> first(Predicate<Change> condition) {
    List<Change> first = new ArrayList<>();
    for (Change change : changes) {
      if (!condition.test(change)) {
        break;
      }
      first.add(change);
    }
    return first;
  }

  /** Removes the first changes. */
  void remove(int count) {
    for (int i = 0; i < count; i++) {
      count(-changes.remove().bytes());
    }
  }

  /** Returns how many changes were made in a Region. */
  int count(String region) {
    int count = 0;
    for (Change change : changes) {
      count += change.region().equals(region) ? 1 : 0;
    }
    return count;
  }
}

package dev.monotable.design.finding;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of requests by the same sender, of which a rule believes that the second follows from the
 * first because both have something in common, such as the item. It counts for each subject how
 * many windows of requests have more of them than by {@linkplain Chance chance}.
 *
 * <p>A window begins after the one before, and ends with the pair that exceeds chance, or without
 * one after {@value Chance#WINDOW} requests. It is compared with other orders of as many requests
 * before its end: those that have nothing to do with the pairs show how rarely both are neighbors.
 * Bounded; not thread-safe.
 */
public final class Pairs {
  /** The first windows of a subject decide. */
  private static final int MAX_WINDOWS = 16;

  private static final int MAX_NAMES = 200;

  /** The greatest distance of a pair: requests that are further apart are unrelated. */
  private static final int MAX_DISTANCE = 32;

  private final Deque<Entry> last = new ArrayDeque<>();
  private final Map<String, Windows> subjects = new LinkedHashMap<>();
  private final Overflow manySubjects;
  private long requests;

  /** A request, with what it has in common with others. */
  private static final class Entry {
    private final long number;
    private final String sender;
    private @Nullable List<Object> firsts;
    private @Nullable List<Second> seconds;

    private Entry(long number, String sender) {
      this.number = number;
      this.sender = sender;
    }
  }

  /** The second of a pair, with what it may have in common with the first. */
  private record Second(String subject, List<Object> names) {}

  /** The windows of a subject. */
  private static final class Windows {
    private long start;

    /** The distances of the pairs in the window. */
    private final List<Integer> distances = new ArrayList<>();

    private int exceeding;
    private int others;

    private void begin(long number) {
      start = number;
      distances.clear();
    }

    /** Returns the distance of half of the pairs. */
    private int usualDistance() {
      List<Integer> sorted = new ArrayList<>(distances);
      Collections.sort(sorted);
      return sorted.get((sorted.size() - 1) / 2);
    }
  }

  /** Creates a count of no pairs for a kind of findings. */
  public Pairs(Trace trace, String finding) {
    this.manySubjects = trace.declare(Bound.SUBJECTS, finding);
  }

  /** Adds a request, which is part of no pair until {@link #first} or {@link #second}. */
  public void add(TracedRequest request) {
    if (last.size() == Chance.WINDOW) {
      last.removeFirst();
    }
    requests++;
    last.addLast(new Entry(requests, request.sender()));
  }

  /**
   * Says that the last request may be the first of a pair.
   *
   * @param name what both have in common
   */
  public void first(Object name) {
    Entry now = last.getLast();
    List<Object> names = now.firsts == null ? new ArrayList<>(1) : now.firsts;
    now.firsts = names;
    if (names.size() < MAX_NAMES) {
      names.add(name);
    }
  }

  /**
   * Says that the last request is the second of a pair, if the first one is near.
   *
   * @param names what both may have in common
   */
  public void second(String subject, Object... names) {
    Windows windows = manySubjects.findOrAdd(subjects, subject, Windows::new);
    if (windows == null || windows.exceeding + windows.others >= MAX_WINDOWS) {
      return;
    }
    Entry now = last.getLast();
    List<Second> seconds = now.seconds == null ? new ArrayList<>(1) : now.seconds;
    now.seconds = seconds;
    if (seconds.size() >= MAX_NAMES) {
      return;
    }
    if (windows.start == 0 || now.number - windows.start >= Chance.WINDOW) {
      windows.others += windows.start == 0 ? 0 : 1;
      windows.begin(now.number);
    }
    List<Object> all = List.of(names);
    int distance = distance(now, all);
    seconds.add(new Second(subject, all));
    if (distance == 0) {
      return;
    }
    windows.distances.add(distance);
    // One more pair decides little where there are many.
    boolean decides = Integer.bitCount(windows.distances.size()) == 1;
    if (decides && exceedsChance(windows.start, subject, windows.usualDistance())) {
      windows.exceeding++;
      windows.begin(now.number + 1);
    }
  }

  /**
   * Returns how many requests of the same sender ago the first of a pair was; 0 if there is none.
   */
  private int distance(Entry now, List<Object> names) {
    int distance = 0;
    for (Iterator<Entry> each = last.descendingIterator(); each.hasNext(); ) {
      Entry before = each.next();
      if (before != now && before.sender.equals(now.sender)) {
        distance++;
        if (distance > MAX_DISTANCE) {
          return 0;
        }
        if (before.firsts != null && !Collections.disjoint(before.firsts, names)) {
          return distance;
        }
      }
    }
    return 0;
  }

  /** Returns whether the pairs since a request are more than by chance. */
  private boolean exceedsChance(long start, String subject, int distance) {
    Map<Object, Integer> names = new HashMap<>();
    Map<String, Integer> senders = new HashMap<>();
    int size = last.size();
    int[] senderOf = new int[size];
    int[][] firsts = new int[size][];
    int[][][] seconds = new int[size][][];
    int at = 0;
    for (Entry each : last) {
      senderOf[at] = id(senders, each.sender);
      List<int[]> found = new ArrayList<>();
      if (each.seconds != null && each.number >= start) {
        for (Second second : each.seconds) {
          if (second.subject().equals(subject)) {
            found.add(ints(second.names().stream().map(name -> id(names, name)).toList()));
          }
        }
      }
      seconds[at++] = found.toArray(new int[0][]);
    }
    at = 0;
    for (Entry each : last) {
      List<Integer> found = new ArrayList<>();
      for (Object name : Objects.requireNonNullElse(each.firsts, List.of())) {
        Integer id = names.get(name);
        if (id != null) {
          found.add(id);
        }
      }
      firsts[at++] = ints(found);
    }
    int[] places = new int[senders.size()];
    int[] lastAt = new int[senders.size() * names.size()];
    return Chance.isExceeded(
        size,
        order -> {
          Arrays.fill(places, distance); // so that no place is near the one of nothing
          Arrays.fill(lastAt, -1);
          int pairs = 0;
          for (int each : order) {
            int sender = senderOf[each];
            int place = ++places[sender];
            for (int[] second : seconds[each]) {
              pairs += isNear(lastAt, sender * names.size(), second, place - distance) ? 1 : 0;
            }
            for (int name : firsts[each]) {
              lastAt[sender * names.size() + name] = place;
            }
          }
          return pairs;
        });
  }

  private static boolean isNear(int[] lastAt, int from, int[] names, int nearest) {
    for (int name : names) {
      if (lastAt[from + name] >= nearest) {
        return true;
      }
    }
    return false;
  }

  private static <K> int id(Map<K, Integer> ids, K of) {
    Integer known = ids.putIfAbsent(of, ids.size());
    return known == null ? ids.size() - 1 : known;
  }

  private static int[] ints(List<Integer> found) {
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns whether a subject has more pairs than by chance, in enough windows and in most. */
  public boolean exceedChance(String subject) {
    Windows windows = subjects.get(subject);
    return windows != null && Chance.isEnough(windows.exceeding, windows.others);
  }
}

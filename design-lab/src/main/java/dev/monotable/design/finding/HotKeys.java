package dev.monotable.design.finding;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts uses of keys, each by one test, and keeps the most frequent ones. Tests that use the same
 * key in databases of their own do not add up.
 *
 * <p>The most frequent keys are found by the algorithm of Misra and Gries: a new key without room
 * takes one from the count of every other. With {@link Bound#HOT_KEYS} counters, a count is too low
 * by at most one use in as many. Not thread-safe.
 */
public final class HotKeys {
  private final RecentMap<Group, Total> totals = new RecentMap<>(Bound.HOT_TESTS.most());
  private final Map<Key, Uses> keys = new LinkedHashMap<>();
  private final Overflow manyTests;
  private final Overflow manyKeys;

  /**
   * The counts that the uses of a key are compared with: those of all keys of a group by the same
   * test.
   *
   * @param target the table, or the table and the index
   * @param kind a part of its keys; empty for all
   */
  public record Group(@Nullable String test, String target, String kind) {}

  /** The group that was used last, which most requests use again. */
  private @Nullable Total last;

  /** A key, by the values that identify it. */
  private record Key(Total of, Object values) {}

  /** All uses of a group; equal to no other one, so that it is found fast. */
  private static final class Total {
    private final Group group;
    private long uses;
    private long keys;

    private Total(Group group) {
      this.group = group;
    }
  }

  /** The uses of a key. */
  private static final class Uses {
    private @Nullable String subject;
    private @Nullable Evidence example;
    private long count;
  }

  /**
   * A frequent key.
   *
   * @param values the values that identify it
   * @param count its uses
   * @param all the uses of all keys of its group
   * @param keys the number of times that a key of its group was new
   */
  public record HotKey(
      Group group,
      Object values,
      String subject,
      Evidence example,
      long count,
      long all,
      long keys) {
    /** Returns its part of all uses of the group. */
    public double share() {
      return (double) count / all;
    }
  }

  /**
   * Creates a count of no uses.
   *
   * @param uses what is counted, such as {@code write}
   */
  public HotKeys(Trace trace, FindingType type, String uses) {
    this.manyTests = trace.declare(Bound.HOT_TESTS, type.id());
    this.manyKeys = trace.declare(Bound.HOT_KEYS.overflow(type.id(), uses));
  }

  /** Counts a use. */
  public void add(
      Group group, Object values, Supplier<String> subject, Supplier<Evidence> example) {
    Total total = last;
    if (total == null || !total.group.equals(group)) {
      total = total(group);
      last = total;
    }
    total.uses++;
    Key key = new Key(total, values);
    Uses uses = keys.get(key);
    if (uses == null) {
      total.keys++;
      if (!manyKeys.hasRoom(keys.size())) {
        keys.values().removeIf(each -> --each.count <= 0);
        return;
      }
      uses = new Uses();
      keys.put(key, uses);
    }
    uses.count++;
    if (uses.count > 1 && uses.subject == null) { // most keys are used once, and never asked for
      uses.subject = subject.get();
      uses.example = example.get();
    }
  }

  private Total total(Group group) {
    Total total = totals.get(group);
    if (total == null) {
      if (totals.size() == Bound.HOT_TESTS.most()) {
        manyTests.add();
      }
      total = new Total(group);
      totals.put(group, total);
    }
    return total;
  }

  /** Returns the most frequent key of each subject, if it is used often enough. */
  public List<HotKey> find(long least, double leastShare) {
    Map<String, HotKey> hottest = new LinkedHashMap<>();
    keys.forEach(
        (key, uses) -> {
          Total total = key.of();
          String subject = uses.subject;
          Evidence example = uses.example;
          HotKey before = subject == null ? null : hottest.get(subject);
          if (totals.containsKey(total.group)
              && subject != null
              && example != null
              && uses.count >= least
              && uses.count >= leastShare * total.uses
              && (before == null || uses.count > before.count())) {
            hottest.put(
                subject,
                new HotKey(
                    total.group,
                    key.values(),
                    subject,
                    example,
                    uses.count,
                    total.uses,
                    total.keys));
          }
        });
    return new ArrayList<>(hottest.values());
  }
}

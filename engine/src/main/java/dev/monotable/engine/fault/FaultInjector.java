package dev.monotable.engine.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Injects faults into the requests of one engine. Rules are asked in the order in which they were
 * added. Faults that end a request, such as throttling, stop the search; others, such as latency,
 * add up. Safe for use by multiple threads.
 *
 * <p>All randomness comes from one seed, which {@link #seed()} reports: the same rules, added in
 * the same order after {@link #reset(long)} with that seed, hit the same requests again.
 */
public final class FaultInjector {
  private final Runnable onChange;
  private long seed;
  private long added;
  private SplittableRandom random;
  private volatile List<ActiveRule> rules = List.of();

  /**
   * Creates an injector without rules. Engines create their own.
   *
   * @param onChange runs after each change of the rules
   */
  public FaultInjector(long seed, Runnable onChange) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.onChange = onChange;
  }

  /** Returns the seed of every draw. */
  public synchronized long seed() {
    return seed;
  }

  /** Returns the rules in the order of evaluation. */
  public List<ActiveRule> rules() {
    return rules;
  }

  /**
   * Adds a rule.
   *
   * @return the rule with its counts; closing it removes the rule
   */
  public ActiveRule add(FaultRule rule) {
    ActiveRule active;
    synchronized (this) {
      active = new ActiveRule(this, ++added, rule, random.split());
      List<ActiveRule> next = new ArrayList<>(rules);
      next.add(active);
      rules = List.copyOf(next);
    }
    onChange.run();
    return active;
  }

  /** Removes a rule; does nothing if it was removed before. */
  void remove(ActiveRule rule) {
    synchronized (this) {
      List<ActiveRule> next = new ArrayList<>(rules);
      next.remove(rule);
      rules = List.copyOf(next);
    }
    rule.release();
    onChange.run();
  }

  /** Removes all rules, and starts again with the same seed. */
  public void clear() {
    reset(seed());
  }

  /** Removes all rules, and sets the seed of those that are added from now on. */
  public void reset(long newSeed) {
    List<ActiveRule> ended;
    synchronized (this) {
      ended = rules;
      rules = List.of();
      seed = newSeed;
      random = new SplittableRandom(newSeed);
    }
    for (ActiveRule rule : ended) {
      rule.release();
    }
    onChange.run();
  }
}

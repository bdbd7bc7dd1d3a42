package dev.monotable.engine.fault;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A rule in a {@link FaultInjector}, with its counts and its source of randomness. Each draw
 * depends only on the injector's seed, on the position of the rule, and on how many requests have
 * matched before. Safe for use by multiple threads.
 */
public final class ActiveRule implements AutoCloseable {
  private final FaultInjector injector;
  private final long id;
  private final FaultRule rule;
  private final SplittableRandom random;
  private final CountDownLatch removed = new CountDownLatch(1);
  private final Map<String, Long> repeated = new RecentShards();
  private long matched;
  private long injected;

  /** The end of the last page with the fault, for the shards that were read last. */
  private static final class RecentShards extends LinkedHashMap<String, Long> {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHARDS = 1_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MAX_SHARDS;
    }
  }

  ActiveRule(FaultInjector injector, long id, FaultRule rule, SplittableRandom random) {
    this.injector = injector;
    this.id = id;
    this.rule = rule;
    this.random = random;
  }

  /** Returns a number that no other rule of the injector has had, from 1. */
  public long id() {
    return id;
  }

  /** Returns the rule. */
  public FaultRule rule() {
    return rule;
  }

  /** Returns how many requests have matched, with or without a fault. */
  public synchronized long matched() {
    return matched;
  }

  /** Returns how many faults the rule has injected. */
  public synchronized long injected() {
    return injected;
  }

  /** Counts a matching request; returns whether it gets the fault. Called by the engine. */
  public synchronized boolean draw() {
    Occurrence occurrence = rule.occurrence();
    matched++;
    if (matched <= occurrence.after() || injected >= occurrence.times()) {
      return false;
    }
    if (occurrence.probability() < 1 && random.nextDouble() >= occurrence.probability()) {
      return false;
    }
    injected++;
    return true;
  }

  /**
   * Draws for each of several parts whether a share of them includes it. Called by the engine.
   *
   * @param chosen where to set the result for each part
   */
  public synchronized void drawParts(double share, boolean[] chosen) {
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = share >= 1 || random.nextDouble() < share;
    }
  }

  /**
   * Counts a matching page of a shard unless a part of it got the fault before; returns whether it
   * gets the fault. Called by the engine.
   *
   * @param first the position of the beginning of the page
   * @param last the position of its end
   */
  public synchronized boolean drawOnce(String shard, long first, long last) {
    Long done = repeated.get(shard);
    if ((done != null && done >= first) || !draw()) {
      return false;
    }
    repeated.put(shard, last);
    return true;
  }

  /** Waits for a time, or until the rule is removed. Called by the engine. */
  public void await(long nanos) {
    try {
      if (removed.await(nanos, TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void release() {
    removed.countDown();
  }

  /** Removes the rule from the injector. Requests that it delays continue at once. */
  @Override
  public void close() {
    injector.remove(this);
  }

  @Override
  public String toString() {
    long matches = matched();
    return matches == 0
        ? rule + " (never matched)"
        : rule + " (matched " + matches + ", injected " + injected() + ")";
  }
}

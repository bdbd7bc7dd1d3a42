package dev.monotable.design.relation;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * Tests that were forgotten because there were too many at a time, so that a report can say whether
 * anything was lost with them. Takes the same memory for any number of tests: tests whose names
 * have the same hash share a place. Not thread-safe.
 */
public final class ForgottenTests {
  private static final int PLACES = 4_096;
  private static final long NEVER = Long.MIN_VALUE / 2;

  /** When the test of a place sent its last request, in seconds since 1970. */
  private final long[] last = new long[PLACES];

  /** Creates an instance that has forgotten no tests. */
  public ForgottenTests() {
    Arrays.fill(last, NEVER);
  }

  /**
   * Adds a test.
   *
   * @param at when it sent its last request
   */
  public void add(String test, Instant at) {
    last[place(test)] = at.getEpochSecond();
  }

  /** Returns whether a test was forgotten within some time before now, and removes it. */
  public boolean remove(String test, Instant now, Duration within) {
    int place = place(test);
    boolean lost = now.getEpochSecond() - last[place] <= within.toSeconds();
    last[place] = NEVER;
    return lost;
  }

  private static int place(String test) {
    return Math.floorMod(test.hashCode(), PLACES);
  }
}

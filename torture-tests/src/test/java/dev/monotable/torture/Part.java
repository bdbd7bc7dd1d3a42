package dev.monotable.torture;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A part of the torture tests. It runs rounds until its time is up, at least one. Each round has a
 * seed, from which all its random choices derive: the first seed is printed at the start, the seed
 * of a round in the message if it fails.
 *
 * <p>{@code -Dmonotable.torture.seconds=N} sets how long a part runs, and {@code
 * -Dmonotable.torture.seed=N} the seed of the first round. A seed repeats what is sent; how the
 * threads of client and server interleave is different each time.
 */
public final class Part {
  private static final long SECONDS = Long.getLong("monotable.torture.seconds", 2);
  private static final long SEED = Long.getLong("monotable.torture.seed", 0);

  private final String name;
  private final long firstSeed;
  private final long begun = System.nanoTime();
  private final long nanos;

  private Part(String name, long nanos) {
    this.name = name;
    this.nanos = nanos;
    this.firstSeed = SEED == 0 ? 1 + new Random().nextInt(1_000_000_000) : SEED;
    print("seed " + firstSeed + ", " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
  }

  /** Returns how long a part runs. */
  public static long seconds() {
    return SECONDS;
  }

  /** Begins a part that runs for the whole time. */
  public static Part begin(String name) {
    return begin(name, 1);
  }

  /**
   * Begins one of several tests that share the time of a part.
   *
   * @param share the number of tests that share it
   */
  public static Part begin(String name, int share) {
    return new Part(name, TimeUnit.SECONDS.toNanos(SECONDS) / share);
  }

  /** The work of a round. */
  public interface Action {
    /** Runs the round. */
    void run(Round round) throws Exception;
  }

  /** Runs rounds until the time is up. */
  public void rounds(Action action) throws Exception {
    long count = 0;
    do {
      Round round = new Round(firstSeed + count++);
      try {
        action.run(round);
      } catch (Exception | AssertionError e) {
        throw new AssertionError(
            name
                + ": round "
                + count
                + " failed; -Dmonotable.torture.seed="
                + round.seed()
                + " repeats it",
            e);
      }
    } while (System.nanoTime() - begun < nanos);
    print(count + " rounds");
  }

  /** Prints a line of the part's output. */
  public void print(String line) {
    System.out.println("[torture] " + name + ": " + line);
  }
}

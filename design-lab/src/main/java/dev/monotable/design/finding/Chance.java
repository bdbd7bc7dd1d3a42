package dev.monotable.design.finding;

import java.util.SplittableRandom;

/**
 * The measure of chance of all rules that rest on a coincidence, such as a write that follows a
 * read of the same item. A window of requests counts if hardly any other order of the same requests
 * has as many matches; a rule reports only after several such windows. Requests that meet because
 * they are frequent meet in most orders as well, so they are no finding.
 */
public final class Chance {
  /** A window has as many requests at most. */
  public static final int WINDOW = 256;

  /** The other orders that a window is compared with. */
  public static final int SHUFFLES = 200;

  /** So many of them may have as many matches. */
  public static final int AS_MANY = 2;

  /** So many windows have to count before a rule reports. */
  public static final int WINDOWS = 3;

  /** The same requests are judged equally each time. */
  private static final long SEED = 20_260_047;

  private Chance() {}

  /** Counts the matches in an order of the requests of a window. */
  @FunctionalInterface
  public interface Matches {
    /**
     * Returns the number of matches.
     *
     * @param order the places of the requests in the window, in the order that is judged
     */
    int count(int[] order);
  }

  /**
   * Returns whether the requests of a window match more often than by chance.
   *
   * @param size the number of requests of the window
   */
  public static boolean isExceeded(int size, Matches matches) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    int found = matches.count(order);
    if (found == 0) {
      return false;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    int asMany = 0;
    for (int i = 0; i < SHUFFLES && asMany <= AS_MANY; i++) {
      shuffle(order, random);
      asMany += matches.count(order) >= found ? 1 : 0;
    }
    return asMany <= AS_MANY;
  }

  /**
   * Returns whether enough windows exceed chance: several, and most of all. In many windows, a few
   * exceed it by chance.
   */
  static boolean isEnough(int exceeding, int others) {
    return exceeding >= WINDOWS && exceeding >= 2 * others;
  }

  private static void shuffle(int[] order, SplittableRandom random) {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
  }
}

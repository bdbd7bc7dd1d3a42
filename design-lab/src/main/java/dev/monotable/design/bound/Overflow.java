package dev.monotable.design.bound;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is left out because a bound was reached, so that a report can say so. Not
 * thread-safe.
 */
public final class Overflow {
  private final long most;
  private final String kept;
  private final String leftOut;
  private long count;

  /**
   * Creates a count of 0.
   *
   * @param most the bound
   * @param kept what there is a bound for, such as {@code shapes are counted}
   * @param leftOut what is left out, with a noun in the singular first, such as {@code request
   *     without its shape}
   */
  Overflow(long most, String kept, String leftOut) {
    this.most = most;
    this.kept = kept;
    this.leftOut = leftOut;
  }

  /** Returns whether there is room for one more, and counts one if there is no room. */
  public boolean hasRoom(long size) {
    if (size < most) {
      return true;
    }
    count++;
    return false;
  }

  /** Returns whether a map has a key or room for it, and counts one if there is no room. */
  public <K> boolean hasRoom(Map<K, ?> map, K key) {
    return map.containsKey(key) || hasRoom(map.size());
  }

  /** Returns the value of a key, which is created if it is missing; null if there is no room. */
  public <K, V> @Nullable V findOrAdd(Map<K, V> map, K key, Supplier<V> created) {
    V known = map.get(key);
    if (known == null && hasRoom(map.size())) {
      known = created.get();
      map.put(key, known);
    }
    return known;
  }

  /** Counts something that is left out. */
  public void add() {
    count++;
  }

  /** Adds what another count has counted. */
  public void add(Overflow other) {
    count += other.count;
  }

  /** Adds a sentence if something was left out. */
  public void addTo(List<String> omissions) {
    if (count > 0) {
      omissions.add(
          "At most " + number(most) + " " + kept + "; left out: " + count(count, leftOut) + ".");
    }
  }

  private static String count(long number, String phrase) {
    int end = 0;
    while (end < phrase.length() && Character.isLetter(phrase.charAt(end))) {
      end++;
    }
    return number(number)
        + " "
        + phrase.substring(0, end)
        + (number == 1 ? "" : "s")
        + phrase.substring(end);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}

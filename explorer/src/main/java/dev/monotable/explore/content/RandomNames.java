package dev.monotable.explore.content;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for random IDs and times of the machine, such as {@code id-1}, by which texts of two
 * executions can be compared. What both have is no random value, and stays as it is.
 */
public final class RandomNames {
  /** UUIDs, ULIDs, KSUIDs, hexadecimal and other IDs of at least 16 characters. */
  private static final Pattern ID =
      Pattern.compile(
          "(?<![\\w-])(?:"
              + "\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}"
              + "|(?=[A-Z]*\\d)[0-9A-HJKMNP-TV-Z]{26}"
              + "|(?=\\w*\\d)(?=\\w*[A-Za-z])[0-9A-Za-z]{27}"
              + "|(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{16,64}"
              + "|(?=[\\w-]*\\d)(?=[\\w-]*[a-z])(?=[\\w-]*[A-Z])[\\w-]{21,22}"
              + ")(?![\\w-])");

  /**
   * Times of this century in seconds, milliseconds, microseconds or nanoseconds, or as ISO 8601.
   */
  private static final Pattern TIME =
      Pattern.compile(
          "(?<![\\w.-])(?:1\\d{9}(?:\\d{3}){0,3}(?:\\.\\d+)?"
              + "|20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[\\d.]*(?:Z|[+-]\\d\\d:?\\d\\d)?)"
              + "(?![\\w.-])");

  private final Set<String> known;
  private final Map<String, String> names = new HashMap<>();
  private int ids;
  private int times;

  /**
   * @param known the values that are not random
   */
  public RandomNames(Set<String> known) {
    this.known = known;
  }

  /** Returns the values of texts that may be random. */
  public static Set<String> values(List<String> texts) {
    Set<String> values = new LinkedHashSet<>();
    for (String text : texts) {
      ID.matcher(text).results().forEach(found -> values.add(found.group()));
      TIME.matcher(text).results().forEach(found -> values.add(found.group()));
    }
    return values;
  }

  /** Returns what both of two executions have, and so is not random. */
  public static Set<String> common(Set<String> one, Set<String> other) {
    Set<String> common = new LinkedHashSet<>(one);
    common.retainAll(other);
    return common;
  }

  /** Returns a text without the values that may be random. */
  public static String withoutRandom(String text) {
    return TIME.matcher(ID.matcher(text).replaceAll("id")).replaceAll("time");
  }

  /** Adds names for values, by the piece that sends them. */
  public void name(String piece, Set<String> values) {
    int number = 0;
    for (String value : values) {
      if (!known.contains(value)) {
        boolean isId = ID.matcher(value).matches();
        names.putIfAbsent(value, isId ? piece + "'s id-" + ++number : "time");
      }
    }
  }

  /** Returns a text with names instead of random values. */
  public String named(String text) {
    String named = replaced(ID, text, true);
    return replaced(TIME, named, false);
  }

  private String replaced(Pattern pattern, String text, boolean isId) {
    Matcher matcher = pattern.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String value = matcher.group();
      String name = known.contains(value) ? value : name(value, isId);
      matcher.appendReplacement(result, Matcher.quoteReplacement(name));
    }
    return matcher.appendTail(result).toString();
  }

  private String name(String value, boolean isId) {
    String name = names.get(value);
    if (name == null) {
      name = isId ? "id-" + ++ids : "time-" + ++times;
      names.put(value, name);
    }
    return name;
  }
}

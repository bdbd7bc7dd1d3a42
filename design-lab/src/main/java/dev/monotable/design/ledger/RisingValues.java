package dev.monotable.design.ledger;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the values of an attribute rise with time, as times, dates and counters do. The
 * values with the same prefix, up to their first digit, are compared with each other. Bounded; not
 * thread-safe.
 */
final class RisingValues {
  /** Values with further prefixes are not compared. */
  static final int MAX_PREFIXES = 64;

  private static final int MAX_LENGTH = 64;

  private static final long SECONDS_OF_DAY = 86_400;

  /** The day of the last request; most are on the same one. */
  private @Nullable String day;

  private String compactDay = "";
  private String year = "";
  private long dayNumber;

  private final Map<String, Counts> prefixes = new LinkedHashMap<>();

  /** The counts of the values with one prefix. */
  private static final class Counts {
    private String largest = "";
    private long rising;
    private long falling;
    private long atLargest;
    private long ofToday;
    private long dates;
    private long numbers;
    private long all;
  }

  /**
   * Known facts of the values with a prefix.
   *
   * @param rising how often a new value was larger than all before
   * @param falling how often a new value was not
   * @param atLargest the uses of the value that was the largest at that time
   * @param ofToday the uses of values that contain the day of the request
   * @param dates the uses of values that begin with a date after their prefix
   * @param numbers the uses of values that have only digits after their prefix
   * @param all all uses
   * @param together the most uses of values with the same text before their first digit
   */
  record Summary(
      long rising,
      long falling,
      long atLargest,
      long ofToday,
      long dates,
      long numbers,
      long all,
      long together) {
    private Summary plus(Counts counts) {
      return new Summary(
          rising + counts.rising,
          falling + counts.falling,
          atLargest + counts.atLargest,
          ofToday + counts.ofToday,
          dates + counts.dates,
          numbers + counts.numbers,
          all + counts.all,
          Math.max(together, counts.all));
    }
  }

  /**
   * Counts a use of a value.
   *
   * @param isNew whether the value was not used before
   */
  void add(AttributeValue value, boolean isNew, Instant at) {
    String text = sortable(value);
    String prefix = prefix(text);
    Counts counts = prefixes.get(prefix);
    if (counts == null) {
      if (prefixes.size() >= MAX_PREFIXES) {
        return;
      }
      counts = new Counts();
      prefixes.put(prefix, counts);
    }
    counts.all++;
    if (isNew) {
      if (text.compareTo(counts.largest) > 0) {
        counts.rising += counts.largest.isEmpty() ? 0 : 1;
        counts.largest = text;
      } else {
        counts.falling++;
      }
    }
    counts.atLargest += text.equals(counts.largest) ? 1 : 0;
    counts.numbers += isNumber(text, prefix.length()) ? 1 : 0;
    counts.dates += isDate(text, prefix.length()) ? 1 : 0;
    counts.ofToday += containsDay(text, at) ? 1 : 0;
  }

  /** Returns what is known of the values that begin with a text. */
  Summary of(String beginning) {
    Summary sum = new Summary(0, 0, 0, 0, 0, 0, 0, 0);
    for (Map.Entry<String, Counts> each : prefixes.entrySet()) {
      if (each.getKey().startsWith(beginning)) {
        sum = sum.plus(each.getValue());
      }
    }
    return sum;
  }

  /** Returns a text that sorts as the value does, without the end of a long one. */
  static String sortable(AttributeValue value) {
    if (value.type() == AttributeType.N) {
      String number = value.numberText();
      int point = number.indexOf('.');
      int digits = point < 0 ? number.length() : point;
      return digits <= 20 && !number.startsWith("-") && number.indexOf('E') < 0
          ? "0".repeat(20 - digits) + number
          : number;
    }
    String text = value.type() == AttributeType.S ? value.string() : "";
    return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
  }

  /** Returns the beginning of a text up to its first digit. */
  static String prefix(String text) {
    int at = 0;
    while (at < text.length() && (text.charAt(at) < '0' || text.charAt(at) > '9')) {
      at++;
    }
    return text.substring(0, at);
  }

  /** Returns whether a text has only digits from an offset on, and at least one. */
  private static boolean isNumber(String text, int from) {
    int at = from;
    while (at < text.length() && isDigit(text, at)) {
      at++;
    }
    return at > from && at == text.length();
  }

  /** Returns whether a year and a month follow at an offset, with a hyphen between them or not. */
  private static boolean isDate(String text, int from) {
    int month = from + 4 < text.length() && text.charAt(from + 4) == '-' ? from + 5 : from + 4;
    if (month + 2 > text.length()
        || !(text.startsWith("19", from) || text.startsWith("20", from))
        || !isDigit(text, from + 2)
        || !isDigit(text, from + 3)
        || !isDigit(text, month + 1)) {
      return false;
    }
    char tens = text.charAt(month);
    char ones = text.charAt(month + 1);
    return tens == '0' ? ones >= '1' : tens == '1' && ones <= '2';
  }

  private static boolean isDigit(String text, int at) {
    return text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private boolean containsDay(String text, Instant at) {
    long epochDay = Math.floorDiv(at.getEpochSecond(), SECONDS_OF_DAY);
    if (day == null || epochDay != dayNumber) {
      day = at.atZone(ZoneOffset.UTC).toLocalDate().toString();
      compactDay = day.replace("-", "");
      year = day.substring(0, 4);
      dayNumber = epochDay;
    }
    int start = text.indexOf(year);
    return start >= 0 && (text.startsWith(day, start) || text.startsWith(compactDay, start));
  }
}

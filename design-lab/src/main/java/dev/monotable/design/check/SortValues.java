package dev.monotable.design.check;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first fields of sort keys that are compared with each other, such as the times in {@code
 * MESSAGE#2026-01-05T09:00:00Z#m-1}. It keeps which forms they have, not the values.
 */
final class SortValues {
  private static final int MAX_EVIDENCE = 4;
  private static final Pattern ISO_TIME =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{5,8}([.][0-9]+)?(Z|[+-][0-9:]{2,6})?");
  private static final Pattern OTHER_DATE =
      Pattern.compile(
          "[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}([ T].*)?"
              + "|[0-9]{4}-([0-9]-[0-9]{1,2}|[0-9]{2}-[0-9])([ T].*)?"
              + "|([0-9]{1,2} )?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[ -].*");

  /** A UUID of version 3, 4 or 5, whose value says nothing about the time. */
  private static final Pattern RANDOM =
      Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[345][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-.{12}");

  private static final Pattern WORD = Pattern.compile("\\p{L}{2,}");
  private static final String ISO_DATE = "2026-01-31";
  private static final int UUID_LENGTH = 36;
  private static final int MIN_WORDS = 3;
  private static final int MAX_ZEROS = 20;

  private final List<Form> forms = new ArrayList<>();
  private final List<Evidence> evidence = new ArrayList<>();
  private int shortest = Integer.MAX_VALUE;
  private int longest;
  private int lowerWords;
  private int upperWords;
  private int timeLength;
  private boolean zoned;
  private long values;
  private long randoms;

  /** The error of the values. */
  private enum Form {
    DATE("dates that are not in ISO 8601 with year, month and day first"),
    OFFSET("times with different offsets from UTC"),
    DIGITS("times with different numbers of digits"),
    NUMBER("numbers of different lengths without leading zeros"),
    CASE("words that begin with upper case and with lower case");

    private final String text;

    Form(String text) {
      this.text = text;
    }

    /** Returns whether values of this form are there for their order, such as times. */
    private boolean isOrdered() {
      return this == DATE || this == OFFSET || this == DIGITS;
    }
  }

  /** Returns where the first field starts: after the last delimiter before a digit or the end. */
  static int startOf(String value) {
    if (!value.isEmpty() && Character.isDigit(value.charAt(0))) {
      return 0;
    }
    int start = 0;
    int hash = value.indexOf('#');
    while (hash >= 0 && (start == 0 || isLabel(value, start, hash))) {
      start = hash + 1;
      hash = value.indexOf('#', start);
    }
    if (start > 0) {
      return afterName(value, start);
    }
    int at = 0;
    while (at < value.length() && !Character.isDigit(value.charAt(at))) {
      at++;
    }
    return at == value.length() ? 0 : at;
  }

  /** Returns where a field starts behind its name, as in {@code date_2026-01-31}. */
  private static int afterName(String value, int start) {
    int at = start;
    while (at < value.length() && Character.isLetter(value.charAt(at))) {
      at++;
    }
    return at > start && at < value.length() && value.charAt(at) == '_' ? at + 1 : start;
  }

  /** Returns the number before a suffix, as in {@code 10_Audit}, or the field as it is. */
  private static String number(String field) {
    int end = 0;
    while (end < field.length() && Character.isDigit(field.charAt(end))) {
      end++;
    }
    boolean suffix = end > 0 && end + 1 < field.length() && "_|:".indexOf(field.charAt(end)) >= 0;
    return suffix && Character.isLetter(field.charAt(end + 1)) ? field.substring(0, end) : field;
  }

  private static boolean isLabel(String value, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      if ((c < 'A' || c > 'Z') && c != '_') {
        return false;
      }
    }
    return to > from;
  }

  /** Adds a value without its prefix. */
  void add(String rest, Supplier<Evidence> example) {
    int end = rest.indexOf('#');
    String field = number(end < 0 ? rest : rest.substring(0, end));
    if (field.isEmpty()) {
      return;
    }
    values++;
    randoms += field.length() == UUID_LENGTH && RANDOM.matcher(field).matches() ? 1 : 0;
    int before = forms.size();
    boolean first = evidence.isEmpty();
    compare(field);
    if ((first || forms.size() > before) && evidence.size() < MAX_EVIDENCE) {
      evidence.add(example.get());
    }
  }

  /** Compares a field by its form; that of most fields is recognized without an expression. */
  private void compare(String field) {
    if (isDigits(field)) {
      addNumber(field);
    } else if (!isIsoDate(field)) {
      if (OTHER_DATE.matcher(field).matches()) {
        found(Form.DATE);
      } else if (ISO_TIME.matcher(field).matches()) {
        addTime(field);
      } else if (WORD.matcher(field).matches()) {
        addWord(field);
      }
    }
  }

  private static boolean isIsoDate(String field) {
    if (field.length() != ISO_DATE.length()) {
      return false;
    }
    for (int i = 0; i < ISO_DATE.length(); i++) {
      char c = field.charAt(i);
      if (ISO_DATE.charAt(i) == '-' ? c != '-' : c < '0' || c > '9') {
        return false;
      }
    }
    return true;
  }

  private void addTime(String field) {
    boolean utc = field.endsWith("Z");
    zoned |= !utc && field.substring(11).matches(".*[+-].*");
    if (timeLength != 0 && zoned) {
      found(Form.OFFSET);
    } else if (timeLength != 0 && timeLength != field.length()) {
      found(Form.DIGITS);
    }
    timeLength = field.length();
  }

  private void addNumber(String field) {
    if (field.equals("0")) {
      return; // it marks what comes first
    }
    shortest = Math.min(shortest, field.length());
    longest = Math.max(longest, field.length());
    if (shortest < longest) {
      found(Form.NUMBER);
    }
  }

  private void addWord(String field) {
    if (Character.isUpperCase(field.codePointAt(0))) {
      upperWords++;
    } else {
      lowerWords++;
    }
    if (upperWords > 0 && lowerWords > 0 && upperWords + lowerWords >= MIN_WORDS) {
      found(Form.CASE);
    }
  }

  private void found(Form form) {
    if (!forms.contains(form)) {
      forms.add(form);
    }
  }

  private static boolean isDigits(String field) {
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) < '0' || field.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns what is wrong in a few words, or null.
   *
   * @param ordered whether a range, a direction or a limit uses the order of the values; that of
   *     times is always meant
   */
  @Nullable String findProblem(boolean ordered) {
    Form form = find(ordered);
    return form == null ? null : form.text;
  }

  private @Nullable Form find(boolean ordered) {
    for (Form form : forms) {
      if (ordered || form.isOrdered()) {
        return form;
      }
    }
    return null;
  }

  /** Returns how an attribute with these values should be written, or null if nothing is wrong. */
  @Nullable String advice(String attribute, boolean ordered) {
    Form form = find(ordered);
    if (form == null) {
      return null;
    }
    return switch (form) {
      case DATE -> "Write the dates of " + attribute + " as 2026-01-31";
      case OFFSET -> "Write all times of " + attribute + " in UTC, with Z at the end";
      case DIGITS ->
          fill(
              "Write all times of {} with the same number of digits, such as"
                  + " 2026-01-31T09:00:00.000Z",
              attribute);
      case NUMBER ->
          fill(
              "Write the numbers of {} with {} digits or more: {}1 instead of 1",
              attribute,
              longest,
              "0".repeat(Math.min(longest, MAX_ZEROS) - 1));
      case CASE -> "Write the words of " + attribute + " in lower case";
    };
  }

  /** Returns whether many of the values, which may be of several kinds, are random identifiers. */
  boolean isRandom() {
    return randoms >= MIN_WORDS && 3 * randoms >= values;
  }

  /** Returns the first write, and those that showed a problem. */
  List<Evidence> evidence() {
    return List.copyOf(evidence);
  }
}

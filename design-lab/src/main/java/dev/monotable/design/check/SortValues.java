package dev.monotable.design.check;

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
  private static final Pattern WORD = Pattern.compile("\\p{L}{2,}");
  private static final int MIN_WORDS = 3;

  private final List<Form> forms = new ArrayList<>();
  private final List<Evidence> evidence = new ArrayList<>();
  private int shortest = Integer.MAX_VALUE;
  private int longest;
  private int lowerWords;
  private int upperWords;
  private int timeLength;
  private boolean zoned;

  /** What is wrong with the values. */
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
  }

  /** Returns where the first field starts: after the last delimiter before a digit or the end. */
  static int startOf(String value) {
    int hash = value.indexOf('#');
    if (hash >= 0) {
      return hash + 1;
    }
    int at = 0;
    while (at < value.length() && !Character.isDigit(value.charAt(at))) {
      at++;
    }
    return at == value.length() ? 0 : at;
  }

  /** Adds a value without its prefix. */
  void add(String rest, Supplier<Evidence> example) {
    int end = rest.indexOf('#');
    String field = end < 0 ? rest : rest.substring(0, end);
    if (field.isEmpty()) {
      return;
    }
    int before = forms.size();
    boolean first = evidence.isEmpty();
    if (OTHER_DATE.matcher(field).matches()) {
      found(Form.DATE);
    } else if (ISO_TIME.matcher(field).matches()) {
      addTime(field);
    } else if (isDigits(field)) {
      addNumber(field);
    } else if (WORD.matcher(field).matches()) {
      addWord(field);
    }
    if ((first || forms.size() > before) && evidence.size() < MAX_EVIDENCE) {
      evidence.add(example.get());
    }
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

  /** Returns what is wrong in a few words, or null. */
  @Nullable String findProblem() {
    return forms.isEmpty() ? null : forms.get(0).text;
  }

  /** Returns the first write, and those that showed a problem. */
  List<Evidence> evidence() {
    return List.copyOf(evidence);
  }
}

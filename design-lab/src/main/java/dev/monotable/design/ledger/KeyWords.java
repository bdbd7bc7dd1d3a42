package dev.monotable.design.ledger;

import dev.monotable.design.model.KeyTemplate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the template of a key value by its text alone, when no declared template fits. Most keys of
 * single-table designs are labels and values in turns, with a delimiter between them: {@code
 * USER#42#ORDER#20240625} becomes <code>USER#{}#ORDER#{}</code>.
 */
final class KeyWords {
  private static final String STRONG = "#|";
  private static final String WEAK = ":/-_.";
  private static final int MAX_WORD = 40;
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z_.-]*");
  private static final Pattern LABEL = Pattern.compile("[A-Z][A-Z_-]+");
  private static final Pattern NUMBERED = Pattern.compile("([A-Za-z]{2,})[0-9]+");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private KeyWords() {}

  /**
   * What the text of a value suggests.
   *
   * @param template its template
   * @param certain false if it may be wrong: a word, such as {@code rock}, may be a constant or one
   *     of many values
   */
  record Guess(String template, boolean certain) {}

  /** Returns a guess for a value, or for the beginning of one. */
  static Guess guess(String value) {
    for (int i = 0; i < STRONG.length(); i++) {
      if (value.indexOf(STRONG.charAt(i)) >= 0) {
        return new Guess(delimited(value, STRONG.charAt(i)), true);
      }
    }
    if (UUID.matcher(value).matches()) {
      return new Guess(KeyTemplate.ANY.text(), true);
    }
    Matcher numbered = NUMBERED.matcher(value);
    if (numbered.matches()) {
      return new Guess(numbered.group(1) + "{}", false);
    }
    if (isWord(value)) {
      return new Guess(value, false);
    }
    int digit = firstDigit(value);
    int delimiter = -1;
    for (int i = 0; i < digit; i++) {
      delimiter = WEAK.indexOf(value.charAt(i)) >= 0 ? i : delimiter;
    }
    return delimiter > 0 && isWord(value.substring(0, delimiter))
        ? new Guess(value.substring(0, delimiter + 1) + "{}", false)
        : new Guess(KeyTemplate.ANY.text(), true);
  }

  private static String delimited(String value, char delimiter) {
    StringBuilder template = new StringBuilder();
    boolean afterLabel = false;
    int at = 0;
    while (at <= value.length()) {
      int end = value.indexOf(delimiter, at);
      String token = value.substring(at, end < 0 ? value.length() : end);
      boolean label = at == 0 ? isWord(token) : !afterLabel && LABEL.matcher(token).matches();
      template.append(label || token.isEmpty() ? token : "{}");
      afterLabel = label;
      if (end < 0) {
        break;
      }
      template.append(delimiter);
      at = end + 1;
    }
    return template.toString();
  }

  private static boolean isWord(String token) {
    return token.length() <= MAX_WORD && WORD.matcher(token).matches();
  }

  private static int firstDigit(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) >= '0' && value.charAt(i) <= '9') {
        return i;
      }
    }
    return 0;
  }
}

package dev.monotable.design.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the template of a key value by its text alone, when no declared template fits. Most keys of
 * single-table designs are labels and values in turns, with a delimiter between them: {@code
 * USER#42#ORDER#20240625} becomes <code>USER#{}#ORDER#{}</code>.
 */
public final class KeyWords {
  private static final String STRONG = "#|";
  private static final String WEAK = ":/-_.";
  private static final int MAX_WORD = 40;
  private static final int UUID_LENGTH = 36;
  private static final Pattern NUMBERED =
      Pattern.compile("([A-Za-z]{2,}|(?:[A-Z]+[_-])+[A-Z]{2,})[0-9]+");

  /** A label with a colon, as OneTable writes one: {@code account:}. */
  private static final Pattern COLON = Pattern.compile("([$_]*[A-Za-z][A-Za-z_.-]*:)(.*)");

  /** A name with a value, as ElectroDB writes it behind the name of its service or collection. */
  private static final Pattern NAMED = Pattern.compile("([A-Za-z][A-Za-z0-9]*_)(.*)");

  /** The name and the version of an entity of ElectroDB. */
  private static final Pattern VERSION = Pattern.compile("[$]?[A-Za-z][A-Za-z0-9]*_1");

  /** Words in upper case, such as {@code STATIC DATA}. */
  private static final Pattern WORDS = Pattern.compile("[A-Z]{2,20}( [A-Z]{2,20}){1,3}");

  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private static final Pattern OWNER =
      Pattern.compile("(?i).*(tenant|customer|account|org|company|client|user|shop|store).*|.*Id");

  private KeyWords() {}

  /** Returns whether the values of an attribute are owners, of whom a test has one or a few. */
  public static boolean isOwner(String attribute) {
    return OWNER.matcher(attribute).matches();
  }

  /**
   * The type that the text of a value suggests.
   *
   * @param template its template
   * @param general the template if the word in it turns out to be one of many values; equal if the
   *     template is certain
   * @param others what the value contains beside the word; whoever sees the same word beside
   *     different values knows that it is a constant
   */
  public record Guess(String template, String general, String others) {
    /** Returns whether the template is certain. */
    public boolean certain() {
      return template.equals(general);
    }

    private static Guess certain(String template) {
      return new Guess(template, template, "");
    }

    private static Guess word(String template) {
      return new Guess(template, KeyTemplate.ANY.text(), "");
    }
  }

  /** Returns a guess for a value, or for the beginning of one. */
  public static Guess guess(String value) {
    for (int i = 0; i < STRONG.length(); i++) {
      if (value.indexOf(STRONG.charAt(i)) >= 0) {
        return value.startsWith("$")
            ? Guess.certain(ofElectro(value, STRONG.charAt(i)))
            : delimited(value, STRONG.charAt(i));
      }
    }
    if (value.length() == UUID_LENGTH && UUID.matcher(value).matches()) {
      return Guess.certain(KeyTemplate.ANY.text());
    }
    Matcher numbered = NUMBERED.matcher(value);
    if (numbered.matches()) {
      return Guess.word(numbered.group(1) + "{}");
    }
    Matcher colon = COLON.matcher(value);
    if (colon.matches() && colon.group(1).length() <= MAX_WORD) {
      return Guess.word(colon.group(1) + (colon.group(2).isEmpty() ? "" : "{}"));
    }
    if (isWord(value) || WORDS.matcher(value).matches()) {
      return Guess.word(value);
    }
    int digit = firstDigit(value);
    int delimiter = -1;
    for (int i = 0; i < digit; i++) {
      delimiter = WEAK.indexOf(value.charAt(i)) >= 0 ? i : delimiter;
    }
    return delimiter > 0 && isWord(value.substring(0, delimiter))
        ? Guess.word(value.substring(0, delimiter + 1) + "{}")
        : Guess.certain(KeyTemplate.ANY.text());
  }

  private static Guess delimited(String value, char delimiter) {
    StringBuilder template = new StringBuilder();
    StringBuilder general = new StringBuilder();
    StringBuilder others = new StringBuilder();
    boolean afterLabel = false;
    int at = 0;
    while (at <= value.length()) {
      int end = value.indexOf(delimiter, at);
      String token = value.substring(at, end < 0 ? value.length() : end);
      boolean label = at == 0 ? isWord(token) : !afterLabel && isLabel(token);
      boolean suffix = at > 0 && !label && !afterLabel && isSuffix(token);
      boolean constant = label || token.isEmpty();
      int number = constant || suffix || afterLabel ? 0 : numberAt(token);
      if (constant || suffix) {
        template.append(token);
      } else {
        template.append(token, 0, number).append("{}");
        others.append(token, number, token.length());
      }
      general.append(constant ? token : "{}");
      afterLabel = label;
      if (end < 0) {
        break;
      }
      template.append(delimiter);
      general.append(delimiter);
      at = end + 1;
    }
    return new Guess(template.toString(), general.toString(), others.toString());
  }

  /** Returns where the number of a word starts, as in {@code race-17}; 0 without a word. */
  private static int numberAt(String token) {
    int hyphen = token.indexOf('-');
    return hyphen > 1
            && hyphen + 1 < token.length()
            && Character.isDigit(token.charAt(hyphen + 1))
            && isSuffix(token.substring(0, hyphen))
        ? hyphen + 1
        : 0;
  }

  /** Returns the template of a key of ElectroDB: {@code $tasks#employee_42#task_7}. */
  private static String ofElectro(String value, char delimiter) {
    StringBuilder template = new StringBuilder();
    int number = 0;
    int at = 0;
    while (at <= value.length()) {
      int end = value.indexOf(delimiter, at);
      String token = value.substring(at, end < 0 ? value.length() : end);
      Matcher named = NAMED.matcher(token);
      if (token.isEmpty()
          || (number < 2 && VERSION.matcher(token).matches())
          || (number == 0 && isWord(token))) {
        template.append(token);
      } else if (named.matches()) {
        template.append(named.group(1)).append(named.group(2).isEmpty() ? "" : "{}");
      } else {
        template.append("{}");
      }
      number++;
      if (end < 0) {
        break;
      }
      template.append(delimiter);
      at = end + 1;
    }
    return template.toString();
  }

  /** Returns whether a text is {@code $} or {@code _}, if at all, letters and some delimiters. */
  private static boolean isWord(String token) {
    int at = 0;
    while (at < token.length() && "$_".indexOf(token.charAt(at)) >= 0) {
      at++;
    }
    if (token.length() > MAX_WORD || at == token.length() || !isLetter(token.charAt(at))) {
      return false;
    }
    while (at < token.length() && (isLetter(token.charAt(at)) || isJoint(token.charAt(at)))) {
      at++;
    }
    return at == token.length();
  }

  /** Returns whether a text is two or more letters in upper case, {@code _} and {@code -}. */
  private static boolean isLabel(String token) {
    boolean label = token.length() > 1 && isUpper(token.charAt(0));
    for (int i = 1; label && i < token.length(); i++) {
      char c = token.charAt(i);
      label = isUpper(c) || c == '_' || c == '-';
    }
    return label;
  }

  /** Returns whether a text is letters in lower case. */
  private static boolean isSuffix(String token) {
    boolean suffix = !token.isEmpty();
    for (int i = 0; suffix && i < token.length(); i++) {
      suffix = token.charAt(i) >= 'a' && token.charAt(i) <= 'z';
    }
    return suffix;
  }

  private static boolean isLetter(char c) {
    return isUpper(c) || (c >= 'a' && c <= 'z');
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isJoint(char c) {
    return c == '_' || c == '.' || c == '-';
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

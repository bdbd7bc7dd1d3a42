package dev.monotable.text;

/**
 * Text of a file or of another endpoint as a part of a message: on one line, of bounded length, and
 * without characters that change a terminal. A message that consists of such text is again such
 * text.
 */
public final class OneLine {
  private static final int MAX_MESSAGE = 2_000;
  private static final int MAX_QUOTE = 200;

  /** The length of what stands for the middle of a long text. */
  private static final int BETWEEN = 40;

  private OneLine() {}

  /**
   * Returns a message of at most 2,000 characters. Of a longer one, the beginning and the end are
   * kept.
   */
  public static String message(String text) {
    return printable(text, MAX_MESSAGE);
  }

  /**
   * Returns a value that a message repeats, in at most 200 characters. Of a longer one, the
   * beginning and the end are kept.
   */
  public static String quote(String text) {
    return printable(text, MAX_QUOTE);
  }

  /** Returns the whole text, without characters that change a terminal. */
  public static String all(String text) {
    return printable(text, Integer.MAX_VALUE);
  }

  /** Returns whether a character moves the cursor, hides text or changes its order. */
  public static boolean isUnprintable(int character) {
    if (character >= ' ' && character < 0x7f) {
      return false;
    }
    int type = Character.getType(character);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE;
  }

  private static String printable(String text, int max) {
    if (text.length() <= max) {
      String whole = isPrintable(text) ? text : escaped(text);
      if (whole.length() <= max) {
        return whole;
      }
    }
    // Both parts and what is between them are at most as long as the maximum.
    int mostOfEach = (max - BETWEEN) / 2;
    int start = Math.min(mostOfEach, text.length());
    while (escaped(text.substring(0, start)).length() > mostOfEach) {
      start = start * 3 / 4;
    }
    int end = Math.max(start, text.length() - mostOfEach);
    while (escaped(text.substring(end)).length() > mostOfEach) {
      end = text.length() - (text.length() - end) * 3 / 4;
    }
    return escaped(text.substring(0, start))
        + "… ("
        + (end - start)
        + " more characters) …"
        + escaped(text.substring(end));
  }

  private static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      if (isUnprintable(text.codePointAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints().forEach(each -> append(each, escaped));
    return escaped.toString();
  }

  private static void append(int character, StringBuilder escaped) {
    switch (character) {
      case '\n' -> escaped.append("\\n");
      case '\r' -> escaped.append("\\r");
      case '\t' -> escaped.append("\\t");
      default -> {
        if (!isUnprintable(character)) {
          escaped.appendCodePoint(character);
          return;
        }
        for (char unit : Character.toChars(character)) {
          escaped.append("\\u").append(Integer.toHexString(0x10000 | unit).substring(1));
        }
      }
    }
  }
}

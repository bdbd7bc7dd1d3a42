package dev.monotable.engine.validation;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that a whole string must match. The most common pattern of the model, one or more
 * characters of a class, is matched without a {@link java.util.regex.Matcher} and so without
 * allocation.
 */
final class TextPattern {
  private final String printed;
  private final @Nullable Pattern regex;

  /** The characters of the class, one bit each, if {@link #regex} is null. */
  private final long low;

  private final long high;

  private TextPattern(String printed, @Nullable Pattern regex, long low, long high) {
    this.printed = printed;
    this.regex = regex;
    this.low = low;
    this.high = high;
  }

  /**
   * Returns a pattern of the model.
   *
   * @param regex the pattern with the anchors of the model
   * @param anchored whether AWS prints the anchors
   */
  static TextPattern of(String regex, boolean anchored) {
    String bare = regex;
    if (bare.startsWith("^")) {
      bare = bare.substring(1);
    }
    if (bare.endsWith("$") && !bare.endsWith("\\$")) {
      bare = bare.substring(0, bare.length() - 1);
    }
    String printed = anchored ? regex : bare;
    if (!bare.startsWith("[") || bare.indexOf(']') != bare.length() - 2 || !bare.endsWith("+")) {
      return new TextPattern(printed, Pattern.compile(bare), 0, 0);
    }
    String members = bare.substring(1, bare.length() - 2);
    long low = 0;
    long high = 0;
    for (int i = 0; i < members.length(); i++) {
      char from = members.charAt(i);
      char to = from;
      if (i + 2 < members.length() && members.charAt(i + 1) == '-') {
        to = members.charAt(i + 2);
        i += 2;
      }
      if (from == '\\' || from == '^' || from == '[' || from == '&' || to > 127) {
        return new TextPattern(printed, Pattern.compile(bare), 0, 0);
      }
      for (char c = from; c <= to; c++) {
        if (c < 64) {
          low |= 1L << c;
        } else {
          high |= 1L << c;
        }
      }
    }
    return new TextPattern(printed, null, low, high);
  }

  /** Returns whether matching takes linear time. */
  boolean isLinear() {
    return regex == null;
  }

  boolean matches(String text) {
    if (regex != null) {
      return regex.matcher(text).matches();
    }
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c > 127 || (((c < 64 ? low : high) >>> c) & 1) == 0) {
        return false;
      }
    }
    return length > 0;
  }

  /** Returns the pattern as AWS prints it. */
  String printed() {
    return printed;
  }
}

package dev.monotable.conformance.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The forms of a string in canonical YAML: plain if YAML allows it and no parser can read it as
 * another type, otherwise quoted. A string that does not fit on its line is written as a block
 * scalar, or in double quotes over several lines.
 */
final class YamlScalar {
  /** The plain scalars that are not strings: those of JSON. */
  private static final Pattern JSON =
      Pattern.compile("null|true|false|-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?");

  /** Plain scalars that YAML 1.1 or 1.2 reads as a boolean or null. */
  private static final Set<String> WORDS =
      Set.of("null", "true", "false", "yes", "no", "on", "off");

  private static final Pattern QUOTED_IN_FLOW = Pattern.compile("[ ?,\\[\\]{}]");

  /** The distance before the end of a line a string in double quotes is broken after a space. */
  private static final int REACH = 40;

  private YamlScalar() {}

  /** Returns whether a plain scalar is a number, a boolean or null. */
  static boolean isJson(String plain) {
    return JSON.matcher(plain).matches();
  }

  /**
   * Returns a string on one line.
   *
   * @param inFlow whether it is within braces or brackets
   */
  static String oneLine(String text, boolean inFlow) {
    if (isPlain(text) && !(inFlow && QUOTED_IN_FLOW.matcher(text).find())) {
      return text;
    }
    if (!isPrintable(text)) {
      return '"' + String.join("", escaped(text)) + '"';
    }
    boolean needsEscapes = text.indexOf('"') >= 0 || text.indexOf('\\') >= 0;
    return needsEscapes ? '\'' + text.replace("'", "''") + '\'' : '"' + text + '"';
  }

  private static boolean isPlain(String text) {
    if (text.isEmpty() || !isPrintable(text)) {
      return false;
    }
    char first = text.charAt(0);
    return (Character.isLetter(first) || first == '$' || first == '_')
        && !WORDS.contains(text.toLowerCase(Locale.ROOT))
        && !text.endsWith(" ")
        && !text.endsWith(":")
        && !text.contains(": ")
        && !text.contains(" #");
  }

  private static boolean isPrintable(String text) {
    return text.codePoints().allMatch(YamlScalar::isPrintable);
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> Character.isBmpCodePoint(c);
    };
  }

  /**
   * Returns a string over several lines. The first line follows a key or a hyphen; the caller
   * indents the others.
   *
   * @param first the number of columns on the first line
   * @param width the number of columns on the other lines
   */
  static List<String> lines(String text, int first, int width) {
    if (isLiteral(text, width)) {
      List<String> lines = new ArrayList<>();
      lines.add(text.endsWith("\n") ? "|" : "|-");
      lines.addAll(List.of(text.stripTrailing().split("\n")));
      return lines;
    }
    List<String> folded = folded(text, width);
    return folded.isEmpty() ? quoted(text, first, width) : folded;
  }

  /** Returns whether a string consists of several lines that can be written literally. */
  private static boolean isLiteral(String text, int width) {
    String lines = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    if (!lines.contains("\n") || !isPrintable(lines.replace("\n", ""))) {
      return false;
    }
    return lines
        .lines()
        .allMatch(
            line ->
                !line.isEmpty()
                    && !line.startsWith(" ")
                    && !line.endsWith(" ")
                    && columns(line) <= width);
  }

  /** Returns a folded block scalar, or an empty list if folding would lose the string's spaces. */
  private static List<String> folded(String text, int width) {
    if (!isPrintable(text)
        || text.startsWith(" ")
        || text.endsWith(" ")
        || text.contains("  ")
        || !text.contains(" ")) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of(">-"));
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (columns(word) > width) {
        return List.of();
      }
      if (!line.isEmpty() && columns(line) + 1 + columns(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Returns a string in double quotes, with a backslash at the end of each line except the last.
   */
  private static List<String> quoted(String text, int first, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder("\"");
    int spaceAt = -1;
    for (String part : escaped(text)) {
      int limit = lines.isEmpty() ? first : width;
      if (columns(line) + part.length() + 1 > limit) {
        boolean atSpace = spaceAt > Math.max(1, line.length() - REACH);
        String rest = atSpace ? line.substring(spaceAt) : "";
        lines.add((atSpace ? line.substring(0, spaceAt) : line.toString()) + '\\');
        line.setLength(0);
        line.append(rest);
        if (line.isEmpty() && part.equals(" ")) {
          line.append('\\'); // otherwise the space would be read as indentation
        }
        spaceAt = -1;
      }
      line.append(part);
      if (part.equals(" ")) {
        spaceAt = line.length();
      }
    }
    lines.add(line.append('"').toString());
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).startsWith(" ")) {
        lines.set(i, '\\' + lines.get(i));
      }
    }
    return lines;
  }

  /** Returns each character of a string as it is written in double quotes. */
  private static List<String> escaped(String text) {
    List<String> parts = new ArrayList<>();
    text.codePoints().forEach(c -> parts.add(escaped(c)));
    return parts;
  }

  private static String escaped(int c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> {
        if (isPrintable(c)) {
          yield Character.toString(c);
        }
        String format = c < 0x100 ? "\\x%02x" : Character.isBmpCodePoint(c) ? "\\u%04x" : "\\U%08x";
        yield format.formatted(c);
      }
    };
  }

  static int columns(CharSequence text) {
    return Character.codePointCount(text, 0, text.length());
  }
}

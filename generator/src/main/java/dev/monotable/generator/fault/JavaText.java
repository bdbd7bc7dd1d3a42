package dev.monotable.generator.fault;

import dev.monotable.generator.DocComment;
import dev.monotable.generator.Names;
import java.util.ArrayList;
import java.util.List;

/** Pieces of Java sources, with lines of at most 100 columns where words allow it. */
final class JavaText {
  private static final int COLUMNS = 100;
  private static final int LITERAL = 80;

  private JavaText() {}

  /** Returns literals whose concatenation is a text: more than one if it is long. */
  static List<String> literals(String text) {
    List<String> literals = new ArrayList<>();
    int begin = 0;
    while (text.length() - begin > LITERAL) {
      int space = text.lastIndexOf(' ', begin + LITERAL);
      space = space <= begin ? text.indexOf(' ', begin + LITERAL) : space;
      if (space < 0) {
        break;
      }
      literals.add(Names.literal(text.substring(begin, space + 1)));
      begin = space + 1;
    }
    literals.add(Names.literal(text.substring(begin)));
    return literals;
  }

  /**
   * Returns a concatenation between other text, on one line if it fits.
   *
   * @param indent the number of spaces before the line
   */
  static String concatenation(int indent, String before, List<String> operands, String after) {
    return line(indent, before, operands, after, "\n" + " ".repeat(indent + 4) + "+ ");
  }

  /** Returns the same with a line break after what is before, unless it fits on one line. */
  static String argument(int indent, String before, List<String> operands, String after) {
    String line = line(indent, before, operands, after, " + ");
    String broken = " ".repeat(indent) + before.stripTrailing() + "\n";
    return fits(line) ? line : broken + concatenation(indent + 4, "", operands, after);
  }

  private static String line(
      int indent, String before, List<String> operands, String after, String lineBreak) {
    String start = " ".repeat(indent) + before;
    String line = start + String.join(" + ", operands) + after + "\n";
    return fits(line) ? line : start + String.join(lineBreak, operands) + after + "\n";
  }

  private static boolean fits(String line) {
    return line.length() <= COLUMNS + 1;
  }

  /**
   * Returns a comment, with {@code `code`} in the text as code; empty if the text is.
   *
   * @param indent the number of spaces before each line
   */
  static String comment(int indent, String text) {
    if (text.isEmpty()) {
      return "";
    }
    return new DocComment(indent).text(text.replaceAll("`([^`]*)`", "<code>$1</code>")).toString();
  }
}

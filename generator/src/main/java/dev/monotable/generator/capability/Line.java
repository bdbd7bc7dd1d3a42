package dev.monotable.generator.capability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A line of a table with the lines below it. A line that is indented by two more columns than
 * another one belongs to it, and a line that is indented by four or more continues it. A line is
 * words, and behind a colon a text.
 *
 * @param number the number in the file
 * @param words the words before the text
 * @param text the text; empty if there is none
 * @param lines the lines that belong to it
 */
record Line(int number, List<String> words, String text, List<Line> lines) {
  private static final int STEP = 2;

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if a line is indented otherwise
   */
  static List<Line> parse(List<String> file) {
    Draft root = new Draft(0, -STEP, "");
    Deque<Draft> open = new ArrayDeque<>(List.of(root));
    int number = 0;
    for (String each : file) {
      number++;
      String text = each.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int indent = each.indexOf(text);
      if (indent >= open.getLast().indent + 2 * STEP && open.size() > 1) {
        open.getLast().text.append(' ').append(text);
        continue;
      }
      while (indent <= open.getLast().indent) {
        open.removeLast();
      }
      if (indent != open.getLast().indent + STEP) {
        throw new IllegalArgumentException("line " + number + " is indented wrongly: " + text);
      }
      Draft line = new Draft(number, indent, text);
      open.getLast().lines.add(line);
      open.addLast(line);
    }
    return root.line().lines;
  }

  /** A line whose continuation is not known yet. */
  private static final class Draft {
    private final int number;
    private final int indent;
    private final StringBuilder text;
    private final List<Draft> lines = new ArrayList<>();

    Draft(int number, int indent, String text) {
      this.number = number;
      this.indent = indent;
      this.text = new StringBuilder(text);
    }

    Line line() {
      int colon = text.indexOf(": ");
      String head = colon < 0 ? text.toString() : text.substring(0, colon);
      return new Line(
          number,
          List.of(head.strip().split("\\s+")),
          colon < 0 ? "" : text.substring(colon + 2),
          lines.stream().map(Draft::line).toList());
    }
  }

  /** Returns the first word. */
  String keyword() {
    return words.get(0);
  }

  /**
   * Returns a word.
   *
   * @throws IllegalArgumentException if there are fewer words
   */
  String word(int index) {
    if (index >= words.size()) {
      throw invalid("a word is missing");
    }
    return words.get(index);
  }

  /** Returns the words from one on. */
  List<String> wordsFrom(int index) {
    return words.subList(Math.min(index, words.size()), words.size());
  }

  /** Returns the error of a line that is invalid. */
  IllegalArgumentException invalid(String reason) {
    return new IllegalArgumentException(
        "line " + number + ": " + reason + ": " + String.join(" ", words));
  }
}

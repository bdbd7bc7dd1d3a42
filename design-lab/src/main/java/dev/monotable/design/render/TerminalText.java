package dev.monotable.design.render;

import dev.monotable.text.OneLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds text for a terminal: lines of a limited width, with colors if they are wanted. Control
 * characters in what is added become visible, so that no item or name can change the terminal.
 */
final class TerminalText {
  /** Colors and emphasis of a terminal. */
  enum Style {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    RED("1;31"),
    GREEN("32"),
    YELLOW("33"),
    BLUE("34");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  private final StringBuilder text = new StringBuilder();
  private final int width;
  private final boolean color;

  TerminalText(int width, boolean color) {
    this.width = Math.max(40, width);
    this.color = color;
  }

  int width() {
    return width;
  }

  /** Adds text to the current line. */
  TerminalText add(Style style, String added) {
    if (color && style != Style.PLAIN && !added.isEmpty()) {
      text.append("\u001b[").append(style.code).append('m').append(OneLine.all(added));
      text.append("\u001b[0m");
    } else {
      text.append(OneLine.all(added));
    }
    return this;
  }

  /** Adds text without a style. */
  TerminalText add(String added) {
    return add(Style.PLAIN, added);
  }

  /** Ends the line, without the spaces at its end. */
  TerminalText end() {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    text.setLength(length);
    text.append('\n');
    return this;
  }

  /** Adds an empty line and a heading. */
  TerminalText heading(String heading) {
    return end().add(Style.BOLD, heading).end();
  }

  /**
   * Adds a paragraph, wrapped at spaces.
   *
   * @param first the text before its first line, such as a bullet
   */
  TerminalText paragraph(Style style, String first, String paragraph) {
    String indent = " ".repeat(length(first));
    String start = first;
    for (String line : wrap(OneLine.all(paragraph), width - length(first))) {
      add(start).add(style, line).end();
      start = indent;
    }
    return this;
  }

  /** Returns text in lines of a width; a longer word has a line of its own. */
  static List<String> wrap(String paragraph, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : paragraph.split(" ")) {
      if (line.length() > 0 && length(line.toString()) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Returns text with spaces after it, or shortened with an ellipsis, so that it has a width. */
  static String fit(String text, int width) {
    String visible = OneLine.all(text);
    int length = length(visible);
    if (length <= width) {
      return visible + " ".repeat(width - length);
    }
    StringBuilder start = new StringBuilder();
    visible
        .codePoints()
        .takeWhile(each -> length(start.toString()) + width(each) < width)
        .forEach(start::appendCodePoint);
    return start + "…" + " ".repeat(width - 1 - length(start.toString()));
  }

  /** Returns text with spaces before it. */
  static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - length(text))) + text;
  }

  /** Returns the number of columns that a terminal needs. */
  static int length(String text) {
    return text.codePoints().map(TerminalText::width).sum();
  }

  private static int width(int character) {
    int type = Character.getType(character);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        (character >= 0x1100 && character <= 0x115f)
            || (character >= 0x2e80 && character <= 0xa4cf)
            || (character >= 0xac00 && character <= 0xd7a3)
            || (character >= 0xf900 && character <= 0xfaff)
            || (character >= 0xfe30 && character <= 0xfe6f)
            || (character >= 0xff00 && character <= 0xff60)
            || (character >= 0x1f300 && character <= 0x1faff);
    return wide ? 2 : 1;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

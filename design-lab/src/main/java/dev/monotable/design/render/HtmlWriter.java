package dev.monotable.design.render;

import dev.monotable.text.OneLine;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Builds HTML. All text and all values of attributes are escaped; names of elements and attributes
 * are constants of this package. Control characters, and characters that change the direction of
 * text, become visible.
 */
final class HtmlWriter {
  private final StringBuilder html = new StringBuilder(1 << 16);
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param attributes names and values in turns
   */
  HtmlWriter open(String element, String... attributes) {
    tag(element, attributes);
    open.push(element);
    return this;
  }

  /** Adds an element without content and end tag. */
  HtmlWriter empty(String element, String... attributes) {
    return tag(element, attributes);
  }

  private HtmlWriter tag(String element, String... attributes) {
    html.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      html.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      html.append('"');
    }
    html.append('>');
    return this;
  }

  /** Ends the innermost element. */
  HtmlWriter close() {
    html.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Ends the innermost element and the line. */
  HtmlWriter end() {
    close();
    html.append('\n');
    return this;
  }

  /** Adds an element with text. */
  HtmlWriter element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /**
   * Begins a region that scrolls sideways if it is too wide, after a hint that the script shows in
   * that case.
   */
  HtmlWriter scrolled(String label) {
    element("p", "Scroll sideways to see the other columns →", "class", "hint", "hidden", "");
    return open("div", "class", "scroll", "role", "region", "aria-label", label, "tabindex", "0");
  }

  /** Adds text. */
  HtmlWriter text(String text) {
    escape(text);
    return this;
  }

  /** Adds a style sheet or a script of this package, which contains no end tag. */
  HtmlWriter source(String element, String source) {
    html.append('<').append(element).append('>').append(source);
    html.append("</").append(element).append(">\n");
    return this;
  }

  private void escape(String text) {
    String visible = OneLine.all(text);
    for (int i = 0; i < visible.length(); i++) {
      char c = visible.charAt(i);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c);
      }
    }
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return "<!DOCTYPE html>\n" + html;
  }
}

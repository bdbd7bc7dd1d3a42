package dev.monotable.design.render;

import dev.monotable.text.OneLine;

/**
 * Builds HTML from templates, which are constants of this package. All text that is put into them
 * is escaped. Control characters, and characters that change the direction of text, become visible.
 */
final class HtmlWriter {
  private final StringBuilder html = new StringBuilder(1 << 16);

  /**
   * Adds HTML.
   *
   * @param template with {@code {}} where a text is, and single quotes around values of attributes
   * @param texts a text for each place
   */
  HtmlWriter add(String template, String... texts) {
    int from = 0;
    for (String text : texts) {
      int place = template.indexOf("{}", from);
      html.append(template.substring(from, place).replace('\'', '"'));
      escape(text);
      from = place + 2;
    }
    html.append(template.substring(from).replace('\'', '"'));
    return this;
  }

  /**
   * Begins a region that scrolls sideways if it is too wide, after a hint that the script shows in
   * that case.
   */
  HtmlWriter scrolled(String label) {
    return add(
        "<p class='hint' hidden=''>Scroll sideways to see the other columns →</p>"
            + "<div class='scroll' role='region' aria-label='{}' tabindex='0'>",
        label);
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
    return html.toString();
  }
}

package dev.monotable.design.render;

/** A table whose rows have a bar, such as the parts of a bill. */
final class BarTable {
  private final HtmlWriter html;

  private BarTable(HtmlWriter html) {
    this.html = html;
  }

  /** Begins a table. */
  static BarTable open(HtmlWriter html, String caption, String nameHeader, String valueHeader) {
    html.open("table", "class", "bars").element("caption", caption);
    html.open("thead").open("tr").element("th", nameHeader, "scope", "col");
    html.open("th", "scope", "col", "class", "bar").element("span", "Bar", "class", "hidden");
    html.close();
    html.element("th", valueHeader, "scope", "col", "class", "number").close().close();
    html.open("tbody");
    return new BarTable(html);
  }

  /**
   * Adds a row.
   *
   * @param share the length of the bar, from 0 to 1
   * @param kind the class of its color
   */
  void row(String name, double share, String value, String kind) {
    html.open("tr").open("th", "scope", "row").element("bdi", name).close();
    html.open("td", "class", "bar");
    bar(html, share, kind);
    html.close();
    html.element("td", value, "class", "number").end();
  }

  /** Adds a bar without text. */
  static void bar(HtmlWriter html, double share, String kind) {
    html.open("svg", "class", "bar", "width", "100%", "height", "12", "aria-hidden", "true");
    html.open("rect", "class", "track", "width", "100%", "height", "12", "rx", "2").close();
    html.open(
        "rect",
        "class",
        kind,
        "width",
        percent(Math.max(0.002, Math.min(1, share))),
        "height",
        "12",
        "rx",
        "2");
    html.close().close();
  }

  static String percent(double share) {
    return Math.round(share * 10_000) / 100.0 + "%";
  }

  void close() {
    html.close().end();
  }
}

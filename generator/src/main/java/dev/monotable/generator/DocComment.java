package dev.monotable.generator;

import java.util.ArrayList;
import java.util.List;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.traits.DocumentationTrait;

/** Builds one Javadoc comment, filled to 100 columns. Texts are given in HTML. */
public final class DocComment {
  private static final int COLUMNS = 100;
  private static final String TAG_INDENT = "    ";

  private final String indent;
  private final List<String> lines = new ArrayList<>();
  private boolean tagged;

  /**
   * Creates an empty comment.
   *
   * @param indent the number of spaces before each line
   */
  public DocComment(int indent) {
    this.indent = " ".repeat(indent);
  }

  /** Returns the documentation of a shape or member, or the fallback if the model has none. */
  static String of(Shape shape, String fallback) {
    return shape
        .getTrait(DocumentationTrait.class)
        .map(DocumentationTrait::getValue)
        .filter(html -> !DocHtml.blocks(html).isEmpty())
        .orElse(fallback);
  }

  /** Adds the main description. */
  public DocComment text(String html) {
    for (String block : DocHtml.blocks(html)) {
      if (block.startsWith("<p>")) {
        lines.add("");
      }
      fill(block, "");
    }
    return this;
  }

  /** Adds text that may have tags of comments. */
  public DocComment javadoc(String text) {
    fill(text, "");
    return this;
  }

  /**
   * Adds a block tag.
   *
   * @param tag the tag, with its argument if it takes one
   */
  public DocComment tag(String tag, String html) {
    List<String> blocks = DocHtml.blocks(html);
    beginTag();
    fill(tag + " " + blocks.get(0), "");
    for (String block : blocks.subList(1, blocks.size())) {
      fill(block, TAG_INDENT);
    }
    return this;
  }

  /** Adds a link to a page. */
  DocComment see(String url, String label) {
    beginTag();
    lines.add("@see <a href=\"" + url + "\">" + label + "</a>");
    return this;
  }

  private void beginTag() {
    if (!tagged) {
      tagged = true;
      lines.add("");
    }
  }

  /** Adds lines; those after the first of a block tag are indented. */
  private void fill(String block, String firstIndent) {
    int width = COLUMNS - indent.length() - " * ".length();
    String nextIndent = tagged ? TAG_INDENT : "";
    StringBuilder line = new StringBuilder(firstIndent);
    boolean empty = true;
    for (String word : block.split(" ")) {
      if (!empty && line.length() + 1 + word.length() > width) {
        add(line);
        line = new StringBuilder(nextIndent);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    add(line);
  }

  private void add(StringBuilder line) {
    lines.add(line.toString().replace(DocHtml.FIXED_SPACE, ' '));
  }

  /** Returns the comment, with a line break at its end. */
  @Override
  public String toString() {
    if (lines.size() == 1 && lines.get(0).length() <= COLUMNS - indent.length() - 7) {
      return indent + "/** " + lines.get(0) + " */\n";
    }
    StringBuilder comment = new StringBuilder(indent).append("/**\n");
    for (String line : lines) {
      comment.append(indent).append(line.isEmpty() ? " *" : " * ").append(line).append('\n');
    }
    return comment.append(indent).append(" */\n").toString();
  }
}

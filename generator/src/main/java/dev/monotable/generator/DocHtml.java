package dev.monotable.generator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts the HTML of Smithy's {@code documentation} trait into blocks of Javadoc: paragraphs,
 * list items, and the tags around lists. Code becomes an inline tag, and a note becomes a paragraph
 * with a label. Other tags are dropped; their content stays.
 */
final class DocHtml {
  /** Stands for a space at which no line may be broken. */
  static final char FIXED_SPACE = '\u0001';

  private static final Pattern TAG = Pattern.compile("<(/?)([a-zA-Z]+)([^<>]*)>");
  private static final Pattern HREF = Pattern.compile("href=\"([^\"]*)\"");
  private static final Pattern EMPTY_STYLE = Pattern.compile("<([ib])>\\s*</\\1>");

  private final List<String> blocks = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder code = new StringBuilder();
  private final Deque<Boolean> links = new ArrayDeque<>();
  private String prefix = "";
  private boolean inCode;
  private boolean skipped;

  private DocHtml() {}

  /** Returns the blocks of a text; none if it has no words. */
  static List<String> blocks(String html) {
    DocHtml converter = new DocHtml();
    Matcher tag = TAG.matcher(html);
    int end = 0;
    while (tag.find()) {
      converter.characters(html.substring(end, tag.start()));
      converter.tag(tag.group(2), !tag.group(1).isEmpty(), tag.group(3));
      end = tag.end();
    }
    converter.characters(html.substring(end));
    converter.endBlock();
    return converter.blocks;
  }

  private void characters(String characters) {
    if (!skipped) {
      (inCode ? code : text).append(inCode ? characters : escape(characters));
    }
  }

  private void tag(String name, boolean end, String attributes) {
    switch (name) {
      case "p" -> endBlock();
      case "note" -> label(end, "Note");
      case "important" -> label(end, "Important");
      case "ul", "ol" -> list(name, end);
      case "li" -> {
        endBlock();
        prefix = end ? "" : "<li>";
      }
      case "code" -> code(end);
      case "i", "b" -> style(name, end);
      case "a" -> link(end, attributes);
      case "fullname" -> skipped = !end;
      default -> {}
    }
  }

  private void endBlock() {
    String block = EMPTY_STYLE.matcher(text).replaceAll("").strip().replaceAll("\\s+", " ");
    text.setLength(0);
    if (!block.isEmpty()) {
      blocks.add(prefix + block);
      prefix = "<p>";
    }
  }

  private void label(boolean end, String label) {
    endBlock();
    if (!end) {
      prefix += "<b>" + label + ":</b> ";
    }
  }

  private void list(String name, boolean end) {
    endBlock();
    blocks.add(end ? "</" + name + ">" : "<" + name + ">");
    prefix = end ? "<p>" : "";
  }

  private void style(String name, boolean end) {
    if (!inCode) {
      text.append(end ? "</" : "<").append(name).append('>');
    }
  }

  private void link(boolean end, String attributes) {
    if (inCode) {
      return;
    }
    if (end) {
      if (links.pop()) {
        text.append("</a>");
      }
      return;
    }
    Matcher href = HREF.matcher(attributes);
    boolean found = href.find();
    links.push(found);
    if (found) {
      text.append("<a").append(FIXED_SPACE);
      text.append("href=\"").append(escape(href.group(1))).append("\">");
    }
  }

  private void code(boolean end) {
    inCode = !end;
    String words = code.toString().strip().replaceAll("\\s+", " ");
    code.setLength(0);
    if (words.isEmpty()) {
      return;
    }
    if (words.contains("@") || words.contains("*/") || words.contains("\\") || !isBalanced(words)) {
      text.append("<code>").append(escape(words)).append("</code>");
    } else {
      text.append("{@code").append(FIXED_SPACE).append(words).append('}');
    }
  }

  private static boolean isBalanced(String words) {
    int open = 0;
    for (int i = 0; i < words.length() && open >= 0; i++) {
      char c = words.charAt(i);
      open += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    return open == 0;
  }

  private static String escape(String characters) {
    return characters
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "&#64;")
        .replace("*/", "*&#47;")
        .replace("\\", "&#92;");
  }
}

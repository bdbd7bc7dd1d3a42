package dev.monotable.design.render;

import dev.monotable.text.OneLine;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Escapes text for Markdown, so that names and values neither format it nor mention anyone. */
final class MarkdownText {
  private static final String SPECIAL = "\\`*_{}[]()#+-.!|~>";

  private MarkdownText() {}

  /** Returns a sentence as text. */
  static String of(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    String line = line(text);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '<') {
        escaped.append("&lt;");
      } else if (c == '&') {
        escaped.append("&amp;");
      } else if (c == '@') {
        escaped.append("&#64;");
      } else {
        boolean inWord = c == '.' || c == '-' || c == '(' || c == ')' || c == '!' || c == '+';
        escaped.append(SPECIAL.indexOf(c) >= 0 && !(inWord && i > 0) ? "\\" : "").append(c);
      }
    }
    return escaped.toString();
  }

  /** Returns a phrase. */
  static String of(Phrase phrase) {
    StringBuilder escaped = new StringBuilder();
    for (Phrase.Part part : phrase.parts()) {
      String text = part.text();
      switch (part.kind()) {
        case CODE -> escaped.append(code(text));
        case FIGURE, SOURCE -> escaped.append(text);
        case TEXT -> {
          escaped.append(text.startsWith(" ") ? " " : "").append(of(text));
          escaped.append(text.endsWith(" ") && !text.isBlank() ? " " : "");
        }
      }
    }
    return escaped.toString();
  }

  /** Returns a name or a request as code, also inside a table. */
  static String code(String text) {
    String line = line(text).replace("|", "\\|");
    int longest = 0;
    int run = 0;
    for (int i = 0; i < line.length(); i++) {
      run = line.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    String space = line.startsWith("`") || line.endsWith("`") ? " " : "";
    return fence + space + line + space + fence;
  }

  /** Returns an address as the target of a link. */
  static String link(String address) {
    StringBuilder link = new StringBuilder();
    line(address)
        .codePoints()
        .forEach(
            each -> {
              if (each <= ' ' || each >= 0x7f || "<>()\"\\`".indexOf(each) >= 0) {
                String text = Character.toString(each);
                link.append(URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"));
              } else {
                link.appendCodePoint(each);
              }
            });
    return link.toString();
  }

  private static String line(String text) {
    return OneLine.all(text).strip();
  }
}

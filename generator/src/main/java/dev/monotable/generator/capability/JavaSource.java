package dev.monotable.generator.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** A source file of Java that is being written. */
final class JavaSource {
  private static final int WIDTH = 100;

  private final String packageName;
  private final SortedSet<String> imports = new TreeSet<>();
  private final StringBuilder body = new StringBuilder();

  JavaSource(String packageName) {
    this.packageName = packageName;
  }

  /** Imports a class, also a nested one; returns the name that it has in the file. */
  String type(String qualified) {
    int start = qualified.lastIndexOf('.', firstCapital(qualified)) + 1;
    int end = qualified.indexOf('.', start);
    String topLevel = end < 0 ? qualified : qualified.substring(0, end);
    if (!topLevel.substring(0, start - 1).equals(packageName)) {
      imports.add(topLevel);
    }
    return qualified.substring(start);
  }

  private static int firstCapital(String qualified) {
    int i = 0;
    while (!Character.isUpperCase(qualified.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Adds text, with places to insert. */
  JavaSource add(String text, Object... values) {
    body.append(values.length == 0 ? text : text.formatted(values));
    return this;
  }

  /** Adds a comment. */
  JavaSource javadoc(int indent, String text) {
    String prefix = " ".repeat(indent);
    String escaped = escape(text);
    if (prefix.length() + escaped.length() + "/**  */".length() <= WIDTH
        && !escaped.contains("\n")) {
      return add("%s/** %s */\n", prefix, escaped);
    }
    add("%s/**\n", prefix);
    for (String paragraph : escaped.split("\n")) {
      wrap(paragraph, WIDTH - indent - 3)
          .forEach(line -> add("%s", (prefix + " * " + line).stripTrailing()).add("\n"));
    }
    return add("%s */\n", prefix);
  }

  /** Returns the file. */
  String text() {
    StringBuilder text = new StringBuilder("package ").append(packageName).append(";\n\n");
    imports.forEach(each -> text.append("import ").append(each).append(";\n"));
    return text.append(imports.isEmpty() ? "" : "\n").append(body).toString();
  }

  /** Returns a text as it stands in a comment. */
  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("`([^`]*)`", "{@code $1}");
  }

  /** Returns the lines of a text. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Returns a name that begins with a capital letter. */
  static String capitalized(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  /** Returns a string literal. */
  static String literal(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}

package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.value.JsonStrings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON of a policy, with the place of each value, and writes it without white space. Its
 * length is bounded before.
 */
final class PolicyJson {
  /** More than any policy has; bounds the recursion. */
  private static final int MAX_LEVELS = 20;

  private final String text;
  private int at;

  private PolicyJson(String text) {
    this.text = text;
  }

  /**
   * A value.
   *
   * @param value a map, a list, a string, or a {@link Literal}
   * @param at the index of its first character
   */
  record Node(Object value, int at) {}

  /**
   * A number, true, false or null.
   *
   * @param text as it was sent
   */
  record Literal(String text) {}

  /**
   * Reads a text.
   *
   * @throws FaultException if it is not JSON
   */
  static Node parse(String text) {
    PolicyJson json = new PolicyJson(text);
    Node root = json.value(0);
    json.skipBlanks();
    if (json.at < text.length()) {
      throw invalid();
    }
    return root;
  }

  private static FaultException invalid() {
    return new FaultException(PolicyFault.Plain.INVALID_JSON);
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char next() {
    if (at >= text.length()) {
      throw invalid();
    }
    return text.charAt(at++);
  }

  private boolean take(char c) {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void require(char c) {
    if (!take(c)) {
      throw invalid();
    }
  }

  private Node value(int level) {
    skipBlanks();
    int start = at;
    if (level > MAX_LEVELS || at >= text.length()) {
      throw invalid();
    }
    return switch (text.charAt(at)) {
      case '{' -> new Node(map(level), start);
      case '[' -> new Node(list(level), start);
      case '"' -> new Node(string(), start);
      default -> new Node(literal(), start);
    };
  }

  private Map<String, Node> map(int level) {
    Map<String, Node> members = new LinkedHashMap<>();
    require('{');
    if (take('}')) {
      return members;
    }
    do {
      skipBlanks();
      String name = string();
      require(':');
      if (members.put(name, value(level + 1)) != null) {
        throw invalid();
      }
    } while (take(','));
    require('}');
    return members;
  }

  private List<Node> list(int level) {
    List<Node> elements = new ArrayList<>();
    require('[');
    if (take(']')) {
      return elements;
    }
    do {
      elements.add(value(level + 1));
    } while (take(','));
    require(']');
    return elements;
  }

  private String string() {
    require('"');
    StringBuilder out = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      if (c < ' ') {
        throw invalid();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    return out.toString();
  }

  private char escaped() {
    char c = next();
    int code = c == 'u' ? 0 : JsonStrings.escaped(c);
    for (int i = 0; c == 'u' && i < 4; i++) {
      int digit = Character.digit(next(), 16);
      if (digit < 0) {
        throw invalid();
      }
      code = 16 * code + digit;
    }
    if (code < 0) {
      throw invalid();
    }
    return (char) code;
  }

  private Literal literal() {
    int start = at;
    while (at < text.length() && "+-.".indexOf(text.charAt(at)) >= 0
        || at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String found = text.substring(start, at);
    if (!found.matches("true|false|null|-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
      throw invalid();
    }
    return new Literal(found);
  }

  // ---- writing ----

  /** Writes a value: a map, a list, a string, a literal, or a node of one of them. */
  static void write(Object value, StringBuilder out) {
    if (value instanceof Node node) {
      write(node.value(), out);
    } else if (value instanceof Literal literal) {
      out.append(literal.text());
    } else if (value instanceof Map<?, ?> map) {
      char separator = '{';
      for (Map.Entry<?, ?> member : map.entrySet()) {
        out.append(separator);
        separator = ',';
        writeString(member.getKey().toString(), out);
        out.append(':');
        write(member.getValue(), out);
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      char separator = '[';
      for (Object element : list) {
        out.append(separator);
        separator = ',';
        write(element, out);
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else {
      writeString(value.toString(), out);
    }
  }

  private static void writeString(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u00").append(Character.forDigit(c >> 4, 16));
        out.append(Character.forDigit(c & 15, 16));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}

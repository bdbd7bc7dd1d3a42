package dev.monotable.benchmark.worst;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** JSON of large values, and the items that the requests read. */
final class WorstItems {
  /** The size of an item, in bytes as DynamoDB counts them: nearly 400 KB. */
  static final int ITEM = 400_000;

  /** The length of the long requests, in bytes. */
  static final int REQUEST = 15_900_000;

  private WorstItems() {}

  /** Joins pieces with commas. */
  static String join(int count, IntFunction<String> piece) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ",").append(piece.apply(i));
    }
    return text.toString();
  }

  /**
   * Returns JSON by a template.
   *
   * @param template with apostrophes instead of quotation marks, and an {@code @} for each value
   */
  static String json(String template, Object... values) {
    StringBuilder json = new StringBuilder();
    int next = 0;
    for (int i = 0; i < template.length(); i++) {
      char c = template.charAt(i);
      if (c == '@') {
        json.append(values[next++]);
      } else {
        json.append(c == '\'' ? '"' : c);
      }
    }
    return json.toString();
  }

  /** Returns a request to the table of large items, by a template of its other members. */
  static String worst(String members, Object... values) {
    return json("{'TableName':'worst'," + members + "}", values);
  }

  /** Returns a request to the table of small items, by a template of its other members. */
  static String small(String members, Object... values) {
    return json("{'TableName':'small'," + members + "}", values);
  }

  /** Returns a set of texts. */
  static String strings(int count, IntFunction<String> text) {
    return json("{'SS':[@]}", join(count, i -> '"' + text.apply(i) + '"'));
  }

  static String string(String text) {
    return "{\"S\":\"" + text + "\"}";
  }

  static String list(int count, String element) {
    return "{\"L\":[" + join(count, i -> element) + "]}";
  }

  /** Returns a name of a length; names ascend with their numbers. */
  static String name(int number, int length) {
    return Integer.toString((int) Math.pow(36, length - 1) * 10 + number, 36);
  }

  /** Returns members with a value each, their names in ascending or descending order. */
  static String members(int count, boolean descending, String value) {
    return join(count, i -> '"' + name(descending ? count - 1 - i : i, 4) + "\":" + value);
  }

  /** Returns maps inside maps, each with members before or after the inner map. */
  static String nested(int levels, int members, boolean descending) {
    String inner = string("");
    for (int i = 0; i < levels; i++) {
      String others = members(members, descending, string(""));
      inner =
          descending
              ? "{\"M\":{\"z\":" + inner + ',' + others + "}}"
              : "{\"M\":{" + others + ",\"z\":" + inner + "}}";
    }
    return inner;
  }

  /** Returns texts with the same {@link String#hashCode}; the number is a power of two. */
  static List<String> colliding(int count) {
    List<String> texts = List.of("");
    while (texts.size() < count) {
      List<String> longer = new ArrayList<>();
      for (String text : texts) {
        longer.add(text + "Aa");
        longer.add(text + "BB");
      }
      texts = longer;
    }
    return texts;
  }

  /** Returns the attributes, besides the key, of each large item of the table. */
  static List<String> large() {
    return List.of(
        "\"x\":" + list(ITEM - 1000, string("")) + ",\"y\":{\"S\":\"\"}",
        members(ITEM / 4 - 200, false, string("")),
        "\"x\":" + nested(29, 1300, false) + ",\"y\":" + nested(29, 1300, true),
        "\"x\":"
            + string("a".repeat(ITEM / 2 - 100))
            + ",\"y\":"
            + string("a".repeat(ITEM / 4) + 'b'),
        "\"x\":{\"B\":\""
            + "AAAA".repeat(ITEM / 6)
            + "\"},\"y\":{\"B\":\""
            + "AAAA".repeat(ITEM / 12)
            + "AAAB\"}",
        "\"x\":{\"SS\":["
            + join(ITEM / 8, i -> '"' + name(i, 4) + '"')
            + "]}"
            + ",\"y\":{\"SS\":["
            + join(ITEM / 8, i -> '"' + name(i, 4) + '"')
            + "]}",
        "\"x\":{\"L\":["
            + join(20_000, i -> "{\"M\":{\"q\":{\"S\":\"\"}}}")
            + "]},\"y\":{\"M\":{"
            + members(40_000, false, string(""))
            + ",\"q\":{\"S\":\"\"}}}");
  }
}

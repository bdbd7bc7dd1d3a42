package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expands the short forms of long strings and lists in files of cases; see {@link CaseFile}. */
final class Templates {
  private static final Pattern TIMES = Pattern.compile("\\$\\{(.+?)\\*(\\d+)}", Pattern.DOTALL);
  private static final Pattern INDEX = Pattern.compile("\\$i\\b");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Templates() {}

  static JsonNode expand(JsonNode node) {
    return expand(node, 0);
  }

  private static JsonNode expand(JsonNode node, int count) {
    if (node.isTextual()) {
      return NODES.textNode(text(node.textValue(), count));
    }
    if (node.has("$nested")) {
      return nested(node, count);
    }
    if (node instanceof ObjectNode object) {
      ObjectNode expanded = NODES.objectNode();
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        expanded.set(text(entry.getKey(), count), expand(entry.getValue(), count));
      }
      return expanded;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode expanded = NODES.arrayNode();
      for (JsonNode element : array) {
        if (element.has("$times")) {
          for (int i = 1; i <= times(element); i++) {
            expanded.add(expand(element.get("of"), i));
          }
        } else {
          expanded.add(expand(element, count));
        }
      }
      return expanded;
    }
    return node;
  }

  private static int times(JsonNode element) {
    JsonNode times = element.get("$times");
    if (!times.isInt()) {
      throw new IllegalArgumentException("no number of times: " + element);
    }
    return times.intValue();
  }

  private static JsonNode nested(JsonNode node, int count) {
    JsonNode wrapper = expand(node.get("in"), count);
    JsonNode value = expand(node.get("of"), count);
    for (int i = 0; i < node.get("$nested").intValue(); i++) {
      value = around(wrapper, value);
    }
    return value;
  }

  /** A wrapper with a value in the place of {@code $inner}. */
  private static JsonNode around(JsonNode wrapper, JsonNode value) {
    if (wrapper.isTextual() && wrapper.textValue().equals("$inner")) {
      return value;
    }
    if (wrapper instanceof ObjectNode object) {
      ObjectNode copy = NODES.objectNode();
      object
          .properties()
          .forEach(member -> copy.set(member.getKey(), around(member.getValue(), value)));
      return copy;
    }
    if (wrapper instanceof ArrayNode array) {
      ArrayNode copy = NODES.arrayNode();
      array.forEach(element -> copy.add(around(element, value)));
      return copy;
    }
    return wrapper;
  }

  private static String text(String text, int count) {
    String counted = count > 0 ? INDEX.matcher(text).replaceAll(Integer.toString(count)) : text;
    return counted.contains("${")
        ? TIMES
            .matcher(counted)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        match.group(1).repeat(Integer.parseInt(match.group(2)))))
        : counted;
  }
}

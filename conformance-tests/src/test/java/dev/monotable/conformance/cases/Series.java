package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Expands a parameterized case to one case for each combination; see {@link CaseFile}. */
final class Series {
  private static final Pattern NAME = Pattern.compile("\\$(\\w+)(?:\\.(\\w+))?");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Map<String, JsonNode> values;

  private Series(Map<String, JsonNode> values) {
    this.values = values;
  }

  /**
   * Returns the cases of a node, which is a single case unless it is parameterized.
   *
   * @param lists the lists of the file
   */
  static List<JsonNode> of(JsonNode node, JsonNode lists) {
    List<Map<String, JsonNode>> combinations = List.of(Map.of());
    for (Map.Entry<String, JsonNode> each : node.path("each").properties()) {
      JsonNode list = each.getValue();
      if (list.isTextual()) {
        list = lists.path(list.textValue());
      }
      if (!list.isArray() || list.isEmpty()) {
        throw new IllegalArgumentException("no list of " + each.getKey() + ": " + node);
      }
      combinations = combinations(combinations, each.getKey(), list);
    }
    List<JsonNode> cases = new ArrayList<>();
    for (Map<String, JsonNode> values : combinations) {
      cases.add(values.isEmpty() ? node : new Series(values).expand(node));
    }
    return cases;
  }

  private static List<Map<String, JsonNode>> combinations(
      List<Map<String, JsonNode>> before, String name, JsonNode list) {
    List<Map<String, JsonNode>> combinations = new ArrayList<>();
    for (Map<String, JsonNode> values : before) {
      for (JsonNode value : list) {
        Map<String, JsonNode> more = new LinkedHashMap<>(values);
        more.put(name, value);
        combinations.add(more);
      }
    }
    return combinations;
  }

  private JsonNode expand(JsonNode node) {
    if (node.isTextual()) {
      Matcher matcher = NAME.matcher(node.textValue());
      JsonNode whole = matcher.matches() ? value(matcher) : null;
      return whole != null ? expand(whole) : NODES.textNode(text(node.textValue()));
    }
    if (node instanceof ObjectNode object) {
      ObjectNode expanded = NODES.objectNode();
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (!entry.getKey().equals("each")) {
          expanded.set(text(entry.getKey()), expand(entry.getValue()));
        }
      }
      return expanded;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode expanded = NODES.arrayNode();
      array.forEach(element -> expanded.add(expand(element)));
      return expanded;
    }
    return node;
  }

  private String text(String text) {
    return NAME.matcher(text)
        .replaceAll(
            match -> {
              JsonNode value = value(match);
              String replacement =
                  value == null
                      ? match.group()
                      : value.isTextual() ? value.textValue() : value.toString();
              return Matcher.quoteReplacement(replacement);
            });
  }

  /** Returns the value of a name in a text, or null if the name is not a parameter of the case. */
  private @Nullable JsonNode value(MatchResult match) {
    JsonNode value = values.get(match.group(1));
    if (value == null || match.group(2) == null) {
      return value;
    }
    JsonNode member = value.get(match.group(2));
    if (member == null) {
      throw new IllegalArgumentException("no " + match.group() + " in " + value);
    }
    return member;
  }
}

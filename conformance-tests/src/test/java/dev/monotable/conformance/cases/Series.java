package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A template with the values of its names: the rows and lists of a case, and the values of its
 * file. {@link CaseFile} describes how they are written.
 */
final class Series {
  private static final Pattern NAME = Pattern.compile("\\$(\\w+)(?:\\.(\\w+))?");
  private static final Pattern OPTIONAL = Pattern.compile(NAME.pattern() + "\\?");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The rows of a case without rows. */
  private static final JsonNode ONE = NODES.arrayNode().add(NODES.objectNode());

  private final Map<String, JsonNode> values;

  private Series(Map<String, JsonNode> values) {
    this.values = values;
  }

  /**
   * Returns the cases of a node: one for each combination of its rows and the elements of its
   * lists.
   *
   * @param shared the values of the file
   */
  static List<JsonNode> of(JsonNode node, JsonNode shared) {
    List<JsonNode> cases = new ArrayList<>();
    JsonNode rows = node.has("rows") ? node.get("rows") : ONE;
    for (JsonNode row : rows) {
      Map<String, JsonNode> values = values(shared);
      JsonNode template = with(without(node, "rows"), row, values);
      List<Map<String, JsonNode>> combinations = List.of(values);
      for (Map.Entry<String, JsonNode> each : template.path("each").properties()) {
        JsonNode list = new Series(values).expand(each.getValue());
        if (list == null || !list.isArray() || list.isEmpty()) {
          throw new IllegalArgumentException("no list of " + each.getKey() + ": " + node);
        }
        combinations = combinations(combinations, each.getKey(), list);
      }
      for (Map<String, JsonNode> combination : combinations) {
        cases.add(expand(without(template, "each"), combination));
      }
    }
    requireValues(node, rows, cases);
    if (cases.isEmpty()) {
      throw new IllegalArgumentException("no rows: " + node);
    }
    return cases;
  }

  /** Fails if a row lacks a value that another one has, and its name is not optional. */
  private static void requireValues(JsonNode node, JsonNode rows, List<JsonNode> cases) {
    Set<String> left = new HashSet<>();
    cases.forEach(each -> addNames(each, left));
    for (JsonNode row : rows) {
      for (Map.Entry<String, JsonNode> entry : row.properties()) {
        if (left.contains(entry.getKey())) {
          throw new IllegalArgumentException("a row without $" + entry.getKey() + ": " + node);
        }
      }
    }
  }

  /** Returns a node with the values of its names. */
  static JsonNode expand(JsonNode node, JsonNode shared) {
    return expand(node, values(shared));
  }

  private static JsonNode expand(JsonNode node, Map<String, JsonNode> values) {
    JsonNode expanded = new Series(values).expand(node);
    if (expanded == null) {
      throw new IllegalArgumentException("no value: " + node);
    }
    return expanded;
  }

  private static Map<String, JsonNode> values(JsonNode object) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    object.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
    return values;
  }

  private static JsonNode without(JsonNode node, String member) {
    return node instanceof ObjectNode object ? object.deepCopy().without(member) : node;
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

  /**
   * Returns a template that has the members of a row which it does not name; the others become
   * values.
   */
  private static JsonNode with(JsonNode template, JsonNode row, Map<String, JsonNode> values) {
    Set<String> names = new HashSet<>();
    addNames(template, names);
    JsonNode with = template.deepCopy();
    for (Map.Entry<String, JsonNode> entry : row.properties()) {
      if (names.contains(entry.getKey())) {
        values.put(entry.getKey(), entry.getValue());
      } else if (with instanceof ObjectNode object) {
        object.set(entry.getKey(), entry.getValue());
      } else {
        throw new IllegalArgumentException("no $" + entry.getKey() + " in " + template);
      }
    }
    return with;
  }

  private static void addNames(JsonNode node, Set<String> names) {
    if (node.isTextual()) {
      NAME.matcher(node.textValue()).results().forEach(match -> names.add(match.group(1)));
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      NAME.matcher(entry.getKey()).results().forEach(match -> names.add(match.group(1)));
    }
    node.forEach(element -> addNames(element, names));
  }

  /** Returns a node with the values of its names, or null if it is an optional name without one. */
  private @Nullable JsonNode expand(JsonNode node) {
    if (node.isTextual()) {
      return expandText(node.textValue());
    }
    if (node instanceof ObjectNode object) {
      JsonNode call = object.size() == 1 ? expandCall(object) : null;
      return call != null ? call : expandMembers(object);
    }
    if (node instanceof ArrayNode array) {
      ArrayNode expanded = NODES.arrayNode();
      for (JsonNode element : array) {
        JsonNode value = expand(element);
        if (value != null) {
          expanded.add(value);
        }
      }
      return expanded;
    }
    return node;
  }

  private @Nullable JsonNode expandText(String text) {
    Matcher optional = OPTIONAL.matcher(text);
    if (optional.matches() && value(optional) == null) {
      return null;
    }
    String name = optional.matches() ? text.substring(0, text.length() - 1) : text;
    Matcher matcher = NAME.matcher(name);
    JsonNode whole = matcher.matches() ? value(matcher) : null;
    return whole != null ? expand(whole) : NODES.textNode(text(name));
  }

  private ObjectNode expandMembers(ObjectNode object) {
    ObjectNode expanded = NODES.objectNode();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      JsonNode value = expand(entry.getValue());
      if (value != null) {
        expanded.set(text(entry.getKey()), value);
      }
    }
    return expanded;
  }

  /** Returns the template that the only member of an object names, or null if it names none. */
  private @Nullable JsonNode expandCall(ObjectNode object) {
    Map.Entry<String, JsonNode> only = object.properties().iterator().next();
    Matcher matcher = NAME.matcher(only.getKey());
    JsonNode template = matcher.matches() ? value(matcher) : null;
    if (template == null
        || !template.isContainerNode()
        || !(only.getValue() instanceof ObjectNode arguments)) {
      return null;
    }
    Map<String, JsonNode> inner = new LinkedHashMap<>(values);
    JsonNode called = with(template, expandMembers(arguments), inner);
    return new Series(inner).expand(called);
  }

  private String text(String text) {
    return NAME.matcher(text)
        .replaceAll(
            match -> {
              JsonNode value = value(match);
              String replacement =
                  value == null
                      ? match.group()
                      : value.isTextual() ? text(value.textValue()) : value.toString();
              return Matcher.quoteReplacement(replacement);
            });
  }

  /** Returns the value of a name in a text, or null if there is none. */
  private @Nullable JsonNode value(MatchResult match) {
    JsonNode value = values.get(match.group(1));
    if (value == null || match.group(2) == null) {
      return value;
    }
    JsonNode member = value.get(match.group(2));
    if (member == null && !match.group().endsWith("?")) {
      throw new IllegalArgumentException("no " + match.group() + " in " + value);
    }
    return member;
  }
}

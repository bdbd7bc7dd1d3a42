package dev.monotable.compare.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Short methods that create and read JSON trees. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Parses JSON in which single quotes replace double quotes. */
  public static ObjectNode object(String text) {
    return (ObjectNode) parse(text.replace('\'', '"'));
  }

  public static ObjectNode value(String type, String content) {
    return object().put(type, content);
  }

  static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  public static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sorts an array by names, where its members have any, and their text. */
  public static void sort(JsonNode node) {
    sort(node, Set.of());
  }

  /** Sorts a list of objects, by some of their members first. */
  public static void sort(JsonNode node, Set<String> first) {
    if (node instanceof ArrayNode array) {
      List<JsonNode> members = new ArrayList<>();
      array.forEach(members::add);
      members.sort(
          Comparator.comparing((JsonNode member) -> member.path("TableName").asText())
              .thenComparing(member -> member.path("IndexName").asText())
              .thenComparing(member -> member.isObject() ? part(member, first) : "")
              .thenComparing(Json::canonical));
      array.removeAll();
      array.addAll(members);
    }
  }

  /** Returns the text of some members of an object. */
  private static String part(JsonNode node, Set<String> names) {
    StringBuilder text = new StringBuilder();
    for (String name : new TreeSet<>(names)) {
      text.append(canonical(node.path(name))).append(',');
    }
    return text.toString();
  }

  /** The text of a tree, members of objects by name. */
  private static String canonical(JsonNode node) {
    if (node.isObject()) {
      Set<String> names = new TreeSet<>();
      node.fieldNames().forEachRemaining(names::add);
      StringBuilder text = new StringBuilder("{");
      for (String name : names) {
        text.append(name).append(':').append(canonical(node.path(name))).append(',');
      }
      return text.append('}').toString();
    }
    if (node.isArray()) {
      StringBuilder text = new StringBuilder("[");
      node.forEach(member -> text.append(canonical(member)).append(','));
      return text.append(']').toString();
    }
    return text(node);
  }
}

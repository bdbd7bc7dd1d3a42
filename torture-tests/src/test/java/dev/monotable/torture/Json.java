package dev.monotable.torture;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Short forms of JSON. */
public final class Json {
  /** Reads and writes JSON. */
  public static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** Returns an empty object. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns an empty array. */
  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /** Parses an object that the tests themselves contain, with single quotes for double ones. */
  public static ObjectNode parse(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns {@code {"S": value}}. */
  public static ObjectNode string(String value) {
    return object().put("S", value);
  }

  /** Returns {@code {"N": value}}. */
  public static ObjectNode number(long value) {
    return object().put("N", Long.toString(value));
  }
}

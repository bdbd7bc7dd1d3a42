package dev.monotable.conformance.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.monotable.engine.error.Wording;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules of {@code wire/wrong-types.yaml}; that file documents them. */
final class WrongTypeRules {
  private static final String CLASSIC_ONLY = "classic: ";
  private static final Set<String> SCALARS = Set.of("string", "boolean", "number");

  private final JsonNode root;

  private WrongTypeRules(JsonNode root) {
    this.root = root;
  }

  /**
   * An expected response: a SerializationException, or success.
   *
   * @param message the message, or null for none
   */
  record Answer(boolean fine, @Nullable String message) {
    static final Answer FINE = new Answer(true, null);
  }

  /** A string that is or is not valid Base64, and the response to it. */
  record Base64(String sent, Answer answer) {}

  static WrongTypeRules read() {
    try (InputStream in = WrongTypeRules.class.getResourceAsStream("/wire/wrong-types.yaml")) {
      return new WrongTypeRules(new YAMLMapper().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON to send, and the service's name for its type. */
  Map<String, String> sent() {
    Map<String, String> sent = new LinkedHashMap<>();
    root.path("sent")
        .properties()
        .forEach(entry -> sent.put(entry.getKey(), entry.getValue().asText("NULL")));
    return sent;
  }

  List<Base64> base64() {
    List<Base64> all = new ArrayList<>();
    for (JsonNode node : root.path("base64")) {
      String message = node.path("message").asText(null);
      all.add(
          new Base64(
              node.path("sent").asText(),
              message == null ? Answer.FINE : new Answer(false, message)));
    }
    return all;
  }

  /**
   * Returns the expected response to JSON at a place.
   *
   * @param sent the service's name for the type of the JSON
   */
  Answer answer(Place place, String sent, Wording wording) {
    JsonNode rule = root.path("rules").path(rule(place));
    if (!rule.has("source")) {
      throw new IllegalStateException("no rule for " + place);
    }
    String column = column(sent);
    boolean scalar = rule.has("scalar") && SCALARS.contains(column);
    String text = rule.path(scalar ? "scalar" : column).asText(null);
    if (text == null) {
      return Answer.FINE;
    }
    if (text.startsWith(CLASSIC_ONLY)) {
      if (wording != Wording.classic()) {
        return new Answer(false, null);
      }
      text = text.substring(CLASSIC_ONLY.length());
    }
    return new Answer(false, text.replace("$sent", sent).replace("$class", className(place)));
  }

  private static String rule(Place place) {
    boolean nests =
        switch (place.kind()) {
          case "List", "Map", "Structure" -> place.within();
          default -> false;
        };
    return nests ? place.kind() + " in a list or map" : place.kind();
  }

  private static String column(String sent) {
    return switch (sent) {
      case "STRING_VALUE" -> "string";
      case "TRUE_VALUE", "FALSE_VALUE" -> "boolean";
      case "NUMBER_VALUE", "DECIMAL_VALUE" -> "number";
      case "LIST" -> "list";
      case "OBJECT" -> "object";
      case "NULL" -> "null";
      default -> throw new IllegalStateException(sent);
    };
  }

  private String className(Place place) {
    String name = javaName(place);
    return name.endsWith(">") ? name : "class " + name;
  }

  private String javaName(Place place) {
    String name = root.path("classes").path(place.kind()).asText();
    if (!place.of().isEmpty()) {
      name = name.replace("$of", javaName(place.of().get(0)));
    }
    return name.replace("$shape", place.shape());
  }
}

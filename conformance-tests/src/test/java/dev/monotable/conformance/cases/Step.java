package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has to succeed, or time that passes.
 *
 * @param request for {@link #ADVANCE}, how much time, as ISO 8601 writes it
 * @param body the answer as a whole, or null
 * @param with members of the answer, or null
 * @param keep what is kept of the answer for what follows: JSON pointers by name
 */
record Step(
    String operation,
    JsonNode request,
    @Nullable JsonNode body,
    @Nullable JsonNode with,
    Map<String, String> keep) {
  private static final String ADVANCE = "advance";

  Step {
    keep = Map.copyOf(keep);
  }

  Step(String operation, JsonNode request) {
    this(operation, request, null, null, Map.of());
  }

  /** Reads {@code {PutItem: {...}, body: {...}}}. */
  static Step of(JsonNode node) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      switch (entry.getKey()) {
        case "body", "with", "keep" -> {}
        default -> {
          return new Step(
              entry.getKey(), entry.getValue(), node.get("body"), node.get("with"), keep(node));
        }
      }
    }
    throw new IllegalArgumentException("a step without an operation: " + node);
  }

  /** What a step or a case keeps of its answer. */
  static Map<String, String> keep(JsonNode node) {
    Map<String, String> keep = new LinkedHashMap<>();
    node.path("keep")
        .properties()
        .forEach(entry -> keep.put(entry.getKey(), entry.getValue().asText()));
    return keep;
  }

  /** How much time passes; null where this is a request. */
  @Nullable Duration time() {
    return operation.equals(ADVANCE) ? Duration.parse(request.asText()) : null;
  }
}

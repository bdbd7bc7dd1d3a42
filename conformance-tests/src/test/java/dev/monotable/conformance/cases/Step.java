package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has to succeed.
 *
 * @param body the answer as a whole, or null
 * @param with members of the answer, or null
 */
record Step(String operation, JsonNode request, @Nullable JsonNode body, @Nullable JsonNode with) {
  /** Reads {@code {PutItem: {...}, body: {...}}}. */
  static Step of(JsonNode node) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getKey().equals("body") && !entry.getKey().equals("with")) {
        return new Step(entry.getKey(), entry.getValue(), node.get("body"), node.get("with"));
      }
    }
    throw new IllegalArgumentException("a step without an operation: " + node);
  }
}

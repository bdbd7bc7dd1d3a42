package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that must succeed, or an advance of the clock.
 *
 * @param region the Region that the request is sent to
 * @param request the request; for {@link #ADVANCE}, an ISO 8601 duration
 * @param body the complete response, or null
 * @param with some members of the response, or null
 * @param keep the values of the response to keep for later steps: JSON pointers by name
 */
public record Step(
    String region,
    String operation,
    JsonNode request,
    @Nullable JsonNode body,
    @Nullable JsonNode with,
    Map<String, String> keep) {
  private static final String ADVANCE = "advance";

  public Step {
    keep = Map.copyOf(keep);
  }

  public Step(String operation, JsonNode request) {
    this(Subject.HOME, operation, request, null, null, Map.of());
  }

  /** Reads a list of steps, which can contain other lists. */
  static List<Step> list(JsonNode node) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode element : node) {
      if (element.isArray()) {
        steps.addAll(list(element));
      } else {
        steps.add(of(element));
      }
    }
    return steps;
  }

  /** Reads {@code {PutItem: {...}, region: ..., body: {...}}}. */
  public static Step of(JsonNode node) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      switch (entry.getKey()) {
        case "region", "body", "with", "keep" -> {}
        default -> {
          return new Step(
              region(node),
              entry.getKey(),
              entry.getValue(),
              node.get("body"),
              node.get("with"),
              keep(node));
        }
      }
    }
    throw new IllegalArgumentException("a step without an operation: " + node);
  }

  /** Reads the Region that a step or a case is sent to. */
  static String region(JsonNode node) {
    return node.path("region").asText(Subject.HOME);
  }

  /** Reads which values a step or a case keeps of its response. */
  static Map<String, String> keep(JsonNode node) {
    Map<String, String> keep = new LinkedHashMap<>();
    node.path("keep")
        .properties()
        .forEach(entry -> keep.put(entry.getKey(), entry.getValue().asText()));
    return keep;
  }

  /** Returns by how much the clock advances, or null if this is a request. */
  public @Nullable Duration time() {
    return operation.equals(ADVANCE) ? Duration.parse(request.asText()) : null;
  }
}

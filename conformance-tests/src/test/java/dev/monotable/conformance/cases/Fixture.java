package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A database to start from.
 *
 * @param limits by the name of the method of {@code Limits}
 * @param steps requests that have to succeed
 */
record Fixture(Map<String, Long> limits, List<Step> steps) {
  static final Fixture EMPTY = new Fixture(Map.of(), List.of());

  Fixture {
    limits = Map.copyOf(limits);
    steps = List.copyOf(steps);
  }

  static Fixture of(JsonNode node) {
    Map<String, Long> limits = new LinkedHashMap<>();
    node.path("limits")
        .properties()
        .forEach(entry -> limits.put(entry.getKey(), entry.getValue().asLong()));
    List<Step> steps = new ArrayList<>();
    for (JsonNode table : node.path("tables")) {
      steps.add(new Step("CreateTable", table));
    }
    for (JsonNode step : node.path("steps")) {
      steps.add(Step.of(step));
    }
    return new Fixture(limits, steps);
  }
}

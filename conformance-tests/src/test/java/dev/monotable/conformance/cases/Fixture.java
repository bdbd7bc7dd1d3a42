package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The initial state of a database.
 *
 * @param limits by subject and name in {@code Limits}, such as {@code item.maxBytes}
 * @param delays the delays in seconds, by the name of the component of {@code Delays}
 * @param buckets whether the database has the buckets of {@link Buckets}
 * @param throttles whether the database throttles requests
 * @param steps requests that must succeed
 */
public record Fixture(
    Map<String, Long> limits,
    Map<String, Long> delays,
    boolean buckets,
    boolean throttles,
    List<Step> steps) {
  public static final Fixture EMPTY = new Fixture(Map.of(), Map.of(), false, false, List.of());

  public Fixture {
    limits = Map.copyOf(limits);
    delays = Map.copyOf(delays);
    steps = List.copyOf(steps);
  }

  /** Returns the same without requests. */
  public Fixture empty() {
    return new Fixture(limits, delays, buckets, throttles, List.of());
  }

  static Fixture of(JsonNode node) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode table : node.path("tables")) {
      steps.add(
          new Step(
              "CreateTable", table.isTextual() ? SharedTables.require(table.textValue()) : table));
    }
    steps.addAll(Step.list(node.path("steps")));
    return new Fixture(
        numbers(node.path("limits")),
        numbers(node.path("delays")),
        node.path("buckets").asBoolean(),
        node.path("throttles").asBoolean(),
        steps);
  }

  private static Map<String, Long> numbers(JsonNode node) {
    Map<String, Long> numbers = new LinkedHashMap<>();
    node.properties().forEach(entry -> numbers.put(entry.getKey(), entry.getValue().asLong()));
    return numbers;
  }
}

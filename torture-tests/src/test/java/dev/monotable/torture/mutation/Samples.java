package dev.monotable.torture.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The requests of the conformance cases, which the mutations start from, and their tables. */
final class Samples {
  /** A sample that takes longer to send than to mutate is left out. */
  private static final int MOST_CHARACTERS = 20_000;

  private static final int STEPS = 150;

  private static final Path CASES = Path.of(System.getProperty("monotable.cases", "cases"));
  private static final Pattern TIMES = Pattern.compile("\\$\\{(.+?)\\*(\\d+)}");

  /** A request that must not fail with an error of the server. */
  record Sample(String operation, JsonNode request) {}

  private final List<Sample> samples = new ArrayList<>();
  private final List<Sample> tables = new ArrayList<>();
  private final List<Sample> steps = new ArrayList<>();
  private final Map<String, List<JsonNode>> partsByMember = new TreeMap<>();
  private final List<JsonNode> parts = new ArrayList<>();

  private Samples() {}

  static Samples read() throws IOException {
    Samples result = new Samples();
    YAMLMapper yaml = new YAMLMapper();
    JsonNode tables = yaml.readTree(CASES.resolve("tables.yaml").toFile());
    tables
        .properties()
        .forEach(
            table -> {
              if (table.getKey().indexOf('/') < 0) {
                result.tables.add(new Sample("CreateTable", expand(table.getValue())));
              }
            });
    List<Path> files;
    try (Stream<Path> list = Files.list(CASES)) {
      files =
          list.filter(file -> Character.isUpperCase(file.getFileName().toString().charAt(0)))
              .sorted()
              .toList();
    }
    for (Path file : files) {
      result.add(yaml.readTree(file.toFile()));
    }
    if (result.samples.size() < 1_000) {
      throw new IllegalStateException("too few cases in " + CASES);
    }
    return result;
  }

  private void add(JsonNode file) {
    file.path("fixtures").findValues("steps").forEach(steps -> steps.forEach(this::addStep));
    for (JsonNode it : file.path("cases")) {
      JsonNode request = expand(it.path("request"));
      if (request.isObject() && request.toString().length() < MOST_CHARACTERS) {
        String operation = it.path("operation").asText(file.path("operation").asText());
        samples.add(new Sample(operation, request));
        collect(request);
      }
    }
  }

  private void addStep(JsonNode step) {
    for (Map.Entry<String, JsonNode> entry : step.properties()) {
      if (Character.isUpperCase(entry.getKey().charAt(0))) {
        steps.add(new Sample(entry.getKey(), expand(entry.getValue())));
      }
    }
  }

  private void collect(JsonNode node) {
    parts.add(node);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      partsByMember
          .computeIfAbsent(member.getKey(), name -> new ArrayList<>())
          .add(member.getValue());
      collect(member.getValue());
    }
    if (node.isArray()) {
      node.forEach(this::collect);
    }
  }

  /** Returns requests that create the tables of the cases, and some of those that fill them. */
  List<Sample> preparation(Random random) {
    List<Sample> preparation = new ArrayList<>(tables);
    for (int i = 0; i < STEPS; i++) {
      preparation.add(steps.get(random.nextInt(steps.size())));
    }
    return preparation;
  }

  Sample any(Random random) {
    return samples.get(random.nextInt(samples.size()));
  }

  /** Returns a value of any request, usually one of a member with this name. */
  JsonNode part(String member, Random random) {
    List<JsonNode> known = partsByMember.get(member);
    List<JsonNode> choice = known == null || random.nextInt(4) == 0 ? parts : known;
    return choice.get(random.nextInt(choice.size())).deepCopy();
  }

  /** Returns the name of a member of any request. */
  String member(Random random) {
    List<String> names = List.copyOf(partsByMember.keySet());
    return names.get(random.nextInt(names.size()));
  }

  /** Expands the short form of long strings; other short forms stay as they are. */
  private static JsonNode expand(JsonNode node) {
    if (node.isTextual()) {
      return Json.object()
          .textNode(
              TIMES
                  .matcher(node.textValue())
                  .replaceAll(
                      match ->
                          Matcher.quoteReplacement(
                              match.group(1).repeat(Integer.parseInt(match.group(2))))));
    }
    if (node.isObject()) {
      ObjectNode result = Json.object();
      node.properties().forEach(entry -> result.set(entry.getKey(), expand(entry.getValue())));
      return result;
    }
    if (node.isArray()) {
      ArrayNode result = Json.array();
      node.forEach(element -> result.add(expand(element)));
      return result;
    }
    return node;
  }
}

package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares JSON with expected JSON, which can contain the placeholders of {@link CaseFile}. */
public final class Difference {
  private static final int SHOWN = 400;
  private static final String MORE = "$more";

  private Difference() {}

  /** Returns the differences from an expected response. */
  public static List<String> between(Case.Expected expected, Answer answer, Kept kept) {
    List<String> found = new ArrayList<>();
    JsonNode body = answer.body();
    if (expected.error() == null) {
      if (answer.status() != 200) {
        found.add("status " + answer.status() + ": " + shown(body));
        return found;
      }
      compareParts(expected.body(), expected.with(), body, found);
      return found;
    }
    String type = body.path("__type").asText();
    if (answer.status() == 200 || !type.endsWith('#' + expected.error())) {
      found.add("expected " + expected.error() + ", was " + answer.status() + ' ' + shown(body));
    }
    String message = body.path("message").asText(body.path("Message").asText(null));
    String said = expected.message() == null ? null : kept.in(expected.message());
    if (!Objects.equals(said, message)) {
      found.add("expected message " + said + "\n     was message " + message);
    }
    compareParts(null, expected.with(), body, found);
    return found;
  }

  /** Returns the differences from the expected response of a step. */
  public static List<String> between(Step step, JsonNode body) {
    List<String> found = new ArrayList<>();
    compareParts(step.body(), step.with(), body, found);
    return found;
  }

  private static void compareParts(
      @Nullable JsonNode whole, @Nullable JsonNode part, JsonNode body, List<String> found) {
    if (whole != null) {
      compare("", whole, body, found);
    }
    if (part != null) {
      for (Map.Entry<String, JsonNode> entry : part.properties()) {
        compare(entry.getKey(), entry.getValue(), body.get(entry.getKey()), found);
      }
    }
  }

  /** Adds the differences at a place and below it. */
  static void compare(String at, JsonNode expected, @Nullable JsonNode actual, List<String> found) {
    if (expected.isTextual() && expected.textValue().equals("$absent")) {
      if (actual != null) {
        found.add(at + " is not expected: " + shown(actual));
      }
    } else if (actual == null) {
      found.add(at + " is missing, expected " + shown(expected));
    } else if (expected.isTextual() && expected.textValue().equals("$any")) {
      return;
    } else if (expected.isNumber() && actual.isNumber()) {
      if (expected.decimalValue().compareTo(actual.decimalValue()) != 0) {
        found.add(at + " is " + actual + ", expected " + expected);
      }
    } else if (expected.isObject() && actual.isObject()) {
      for (Map.Entry<String, JsonNode> entry : expected.properties()) {
        if (!entry.getKey().equals(MORE)) {
          compare(at + '.' + entry.getKey(), entry.getValue(), actual.get(entry.getKey()), found);
        }
      }
      for (Map.Entry<String, JsonNode> entry : actual.properties()) {
        if (!expected.has(entry.getKey()) && !expected.has(MORE)) {
          found.add(at + '.' + entry.getKey() + " is not expected: " + shown(entry.getValue()));
        }
      }
    } else if (expected.isArray() && actual.isArray()) {
      if (expected.size() != actual.size()) {
        found.add(at + " is " + shown(actual) + ", expected " + shown(expected));
        return;
      }
      for (int i = 0; i < expected.size(); i++) {
        compare(at + '[' + i + ']', expected.get(i), actual.get(i), found);
      }
    } else if (!expected.equals(actual)) {
      found.add(at + " is " + shown(actual) + ", expected " + shown(expected));
    }
  }

  private static String shown(JsonNode node) {
    String text = node.toString();
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }
}

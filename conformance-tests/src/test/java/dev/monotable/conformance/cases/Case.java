package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.engine.error.Wording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request and its expected response.
 *
 * @param file the file that contains the case
 * @param clauses the clauses of AWS's pages that the case demonstrates, as <i>page/clause</i>
 * @param given the name of a fixture, or null for an empty database
 * @param region the Region that the request is sent to
 * @param raw whether the case specifies the bytes of the request instead of JSON
 * @param request the bytes to send, as a string
 * @param expected the response for each wording; a case can apply to some wordings only. A case
 *     with the same response in us-east-1 and in the regional wording has the latter only if its
 *     operation is parsed by another layer there: for all other operations, the two wordings are
 *     the same ({@code OverlayTest})
 */
public record Case(
    String file,
    String name,
    String source,
    List<String> clauses,
    @Nullable String given,
    List<Step> before,
    String region,
    String operation,
    boolean raw,
    String request,
    Map<Wording, Expected> expected,
    Map<String, String> keep,
    List<Step> then) {

  private static final String COUNTED = "1 validation error detected: ";

  public Case {
    if (name.isBlank() || source.isBlank()) {
      throw new IllegalArgumentException(file + ": a case needs a name and a source: " + name);
    }
    if (request.isEmpty() && !raw) {
      throw new IllegalArgumentException(file + ": a case needs a request: " + name);
    }
    if (expected.isEmpty()) {
      throw new IllegalArgumentException(file + ": nothing is expected: " + name);
    }
    clauses = List.copyOf(clauses);
    before = List.copyOf(before);
    keep = Map.copyOf(keep);
    expected = Map.copyOf(expected);
    then = List.copyOf(then);
  }

  /**
   * An expected response: an error or a body.
   *
   * @param error the shape of the error, or null
   * @param message the message of the error, or null if it has none
   * @param body the complete body, or null; for an error, without {@code __type} and message
   * @param with some members of the body, or null
   */
  public record Expected(
      @Nullable String error,
      @Nullable String message,
      @Nullable JsonNode body,
      @Nullable JsonNode with) {}

  static Case of(String file, String operation, @Nullable String fixture, JsonNode node) {
    String name = node.path("name").asText();
    node.fieldNames().forEachRemaining(member -> requireMember(file + ": " + name, member));
    String request = node.has("raw") ? node.get("raw").asText() : node.path("request").toString();
    return new Case(
        file,
        name,
        source(node),
        texts(node.path("clauses")),
        node.has("given") ? node.get("given").asText() : fixture,
        Step.list(node.path("before")),
        Step.region(node),
        node.path("operation").asText(operation),
        node.has("raw"),
        request,
        expected(file + ": " + name, node, node.path("operation").asText(operation)),
        Step.keep(node),
        Step.list(node.path("then")));
  }

  private static void requireMember(String at, String member) {
    switch (member) {
      case "name", "source", "clauses", "given", "edition" -> {}
      case "before", "region", "operation", "request", "raw", "keep", "then" -> {}
      case "error", "message", "counted", "body", "with", "classic", "regional" -> {}
      default -> throw new IllegalArgumentException(at + ": a case has no member " + member);
    }
  }

  /** Returns whether any of the requests contains this text. */
  boolean mentions(String text) {
    return request.contains(text)
        || Stream.concat(before.stream(), then.stream())
            .anyMatch(step -> step.request().toString().contains(text));
  }

  /** Returns the source; a clause is a source too. */
  private static String source(JsonNode node) {
    String source = node.path("source").asText();
    return source.isEmpty() ? String.join(", ", texts(node.path("clauses"))) : source;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static Map<Wording, Expected> expected(String at, JsonNode node, String operation) {
    Map<Wording, Expected> expected = new LinkedHashMap<>();
    String only = node.path("edition").asText(null);
    for (Wording wording : Wording.all()) {
      JsonNode own = wording == Wording.usEast1() ? null : node.get(wording.label());
      if (applies(only, wording) && (own != null || isDistinct(wording, operation))) {
        Expected answer = answer(node, counts(wording, operation));
        if (own != null) {
          answer =
              own.isTextual()
                  ? new Expected(answer.error(), own.textValue(), null, null)
                  : answer(own, counts(wording, operation));
        }
        if (answer.error() == null && answer.body() == null && answer.with() == null) {
          throw new IllegalArgumentException(at + ": neither an error nor a body");
        }
        expected.put(wording, answer);
      }
    }
    if (only != null && expected.isEmpty()) {
      throw new IllegalArgumentException(at + ": no edition " + only);
    }
    return expected;
  }

  /** Returns whether a case applies to a wording: {@code newer} excludes the classic one. */
  private static boolean applies(@Nullable String edition, Wording wording) {
    return edition == null
        || wording.label().equals(edition)
        || (edition.equals("newer") && wording != Wording.classic());
  }

  /** Returns whether a wording may answer an operation in another way than that of us-east-1. */
  static boolean isDistinct(Wording wording, String operation) {
    return wording != Wording.regional()
        || Wording.usEast1().forOperation(operation) != Wording.usEast1();
  }

  private static boolean counts(Wording wording, String operation) {
    return wording.forOperation(operation) != Wording.classic();
  }

  private static Expected answer(JsonNode node, boolean counts) {
    String message = node.path("message").asText(null);
    String error = node.path("error").asText(null);
    if (node.has("counted")) {
      String text = node.get("counted").asText();
      error = "ValidationException";
      message = counts ? COUNTED + text : text;
    } else if (message != null && error == null) {
      error = "ValidationException";
    }
    return new Expected(error, message, node.get("body"), node.get("with"));
  }
}

package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sends what is wrong to each operation of the OpenAPI document, and compares the errors. */
class RouteErrorsTest extends ControlFixture {
  private static final Pattern ERROR =
      Pattern.compile("\\{\"error\":\"([A-Za-z]+)\",\"message\":\"(?:[^\"\\\\]|\\\\.)+\"\\}");
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FIND");

  private Mapping document;
  private final List<String> problems = new ArrayList<>();
  private int checks;

  private record Operation(String method, String path, Mapping description) {
    boolean isOn(String variable) {
      return path.contains("{" + variable + "}");
    }

    String name() {
      return method + " " + path;
    }
  }

  @BeforeEach
  void readDocument() throws Exception {
    String json = get("/openapi.json").body();
    document =
        FileValue.mapping(
            FileReaders.read(Path.of("openapi"), new BufferedReader(new StringReader(json))), "it");
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (NamedValue path : mapping(document, "paths").members()) {
      for (NamedValue operation : FileValue.mapping(path.value(), "path").members()) {
        operations.add(
            new Operation(
                operation.name().toUpperCase(Locale.ROOT),
                path.name(),
                FileValue.mapping(operation.value(), "operation")));
      }
    }
    assertThat(operations).hasSizeGreaterThan(30);
    return operations;
  }

  private static Mapping mapping(Mapping parent, String... names) {
    Mapping found = parent;
    for (String name : names) {
      found = FileValue.mapping(found.find(name), name);
    }
    return found;
  }

  /** Returns the members of the body of an operation; null if it has none. */
  private Mapping body(Operation operation) {
    if (operation.description().find("requestBody") == null) {
      return null;
    }
    String reference =
        FileValue.text(
            mapping(operation.description(), "requestBody", "content", "application/json", "schema")
                .find("$ref"),
            "$ref");
    return mapping(
        document,
        "components",
        "schemas",
        reference.substring("#/components/schemas/".length()),
        "properties");
  }

  private static String path(Operation operation, String id) {
    return operation.path().replace("{id}", id).replaceAll("\\{[a-z]+\\}", "unknown");
  }

  private void expect(
      int status, String type, Operation operation, String what, String path, String body)
      throws Exception {
    checks++;
    Answer answer = new RawRequest(operation.method(), path, body).send(endpoint());
    var error = ERROR.matcher(answer.body());
    if (answer.status() != status || !error.matches() || !error.group(1).equals(type)) {
      problems.add(operation.name() + " with " + what + ": " + answer);
    }
  }

  private void assertNoProblems(int atLeast) {
    assertThat(problems).isEmpty();
    assertThat(checks).isGreaterThanOrEqualTo(atLeast);
  }

  @Test
  void whatDoesNotExistIsNotFound() throws Exception {
    for (Operation operation : operations()) {
      if (operation.isOn("id") && !operation.name().equals("DELETE /databases/{id}")) {
        for (String id : List.of("x", "MTDBAAAAAAAAAAAAAAAA", "%00%0A%22", "%F0%9F%92%A9")) {
          expect(404, "UnknownDatabase", operation, "unknown ID", path(operation, id), null);
        }
      }
      String variable =
          operation.isOn("name")
              ? "UnknownSnapshot"
              : operation.isOn("fault")
                  ? "UnknownFault"
                  : operation.isOn("key")
                      ? "UnknownPrincipal"
                      : operation.isOn("mapping") ? "UnknownEventSourceMapping" : null;
      if (variable != null && !operation.method().matches("DELETE|PUT")) {
        expect(404, variable, operation, "unknown part", path(operation, "default"), null);
      }
    }
    assertNoProblems(60);
  }

  /** The same call twice has the same result. */
  @Test
  void deletingWhatDoesNotExistSucceeds() throws Exception {
    List<String> deleted = new ArrayList<>();
    for (Operation operation : operations()) {
      if (operation.method().equals("DELETE") && operation.isOn("id")) {
        String id = operation.name().equals("DELETE /databases/{id}") ? "x" : "default";
        assertThat(delete(path(operation, id))).isEqualTo(new Answer(204, ""));
        deleted.add(operation.path());
      }
    }
    assertThat(deleted).hasSize(9);
  }

  @Test
  void anotherMethodIsNotAllowed() throws Exception {
    List<Operation> operations = operations();
    for (Operation operation : operations) {
      for (String method : METHODS) {
        boolean known =
            operations.stream()
                .anyMatch(
                    other ->
                        other.path().equals(operation.path()) && other.method().equals(method));
        if (!known) {
          Operation wrong = new Operation(method, operation.path(), operation.description());
          expect(405, "MethodNotAllowed", wrong, "it", path(operation, "default"), null);
        }
      }
    }
    assertNoProblems(150);
  }

  @Test
  void anInvalidBodyIsAnError() throws Exception {
    for (Operation operation : operations()) {
      Mapping members = body(operation);
      if (members == null) {
        continue;
      }
      String path = path(operation, "default");
      if (operation.isOn("mapping")) {
        continue; // see MappingRoutesTest: the mapping has to exist
      }
      List<String> bodies =
          List.of(
              "[]",
              "1",
              "null",
              "\"a\"",
              "{",
              "{}{}",
              "{\"a\"}",
              "{a:1}",
              "a: 1",
              " a: 1",
              "\n- a",
              "\u0000",
              "\uFEFF{}",
              "{\"a\":" + "[".repeat(5_000),
              "<a/>",
              "{\"\":1}",
              "{\"unknownMember\":1}",
              "{}//",
              "'");
      for (String body : bodies) {
        expect(400, "InvalidRequest", operation, body.substring(0, 1), path, body);
      }
      for (NamedValue member : members.members()) {
        for (String wrong : wrongValues(FileValue.mapping(member.value(), "schema"))) {
          String body = "{\"" + member.name() + "\":" + wrong + "}";
          expect(400, "InvalidRequest", operation, body, path, body);
        }
      }
    }
    assertNoProblems(150);
  }

  /** Returns values that a member must not have. */
  private static List<String> wrongValues(Mapping schema) {
    FileValue type = schema.find("type");
    if (type == null) {
      return List.of("1", "\"a\"", "[]", "true"); // a record
    }
    return switch (FileValue.text(type, "type")) {
      case "string" ->
          schema.find("pattern") != null // a duration
              ? List.of("1", "true", "[]", "{}", "\"?\"", "\"\"", "\"-1s\"", "\"1s1s\"")
              : schema.find("enum") == null && schema.find("format") == null
                  ? List.of("1", "true", "[]", "{}")
                  : List.of("1", "true", "[]", "{}", "\"?\"", "\"\"");
      case "integer" -> List.of("\"1\"", "true", "[]", "{}", "1.5", "1e99", "99999999999999999999");
      case "number" -> List.of("\"1\"", "true", "[]", "{}");
      case "boolean" -> List.of("\"true\"", "1", "[]", "{}");
      case "array" -> List.of("1", "\"a\"", "true", "{}", "[[]]", "[1]");
      default -> List.of("1", "\"a\"", "true", "[]");
    };
  }

  @Test
  void anInvalidQueryIsAnError() throws Exception {
    for (Operation operation : operations()) {
      if (operation.isOn("id") && !operation.method().equals("GET")
          || operation.method().equals("DELETE")) {
        continue;
      }
      String path = path(operation, "default");
      expect(400, "InvalidRequest", operation, "unknown", path + "?unknown=1", null);
      expect(400, "InvalidRequest", operation, "escape", path + "?a=%zz", null);
      FileValue parameters = operation.description().find("parameters");
      for (FileValue each :
          parameters == null ? List.<FileValue>of() : FileValue.elements(parameters, "list")) {
        Mapping parameter = FileValue.mapping(each, "parameter");
        String name = FileValue.text(parameter.find("name"), "name");
        if (!FileValue.text(parameter.find("in"), "in").equals("query")) {
          continue;
        }
        String twice = path + "?" + name + "=1&" + name + "=1";
        expect(400, "InvalidRequest", operation, name + " twice", twice, null);
        if (FileValue.text(mapping(parameter, "schema").find("type"), "type").equals("integer")) {
          for (String wrong : List.of("", "a", "-1", "1.5", "99999999999999999999", "1%00")) {
            String query = path + "?" + name + "=" + wrong;
            expect(400, "InvalidRequest", operation, query, query, null);
          }
        }
      }
    }
    assertNoProblems(50);
  }

  @Test
  void whatNeedsATokenSaysSo() throws Exception {
    assertThat(delete("/databases"))
        .isEqualTo(
            new Answer(
                401,
                error(
                    "TokenRequired",
                    "The header x-monotable-token is needed; the server prints its token when it"
                        + " starts, or takes it from MONOTABLE_CONTROL_TOKEN")));
  }
}

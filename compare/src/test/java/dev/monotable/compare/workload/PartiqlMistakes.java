package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes a valid request with statements invalid, usually in a statement. */
final class PartiqlMistakes {
  private static final List<String> TOKENS =
      List.of(
          "",
          "=",
          "AND",
          "(",
          ")",
          ",",
          "?",
          "WHERE",
          "'a'",
          "5",
          "nosuch",
          "nofunction(s1)",
          "size(s1)",
          "null",
          "*",
          "SELECT",
          "[",
          "<<1, 'a'>>",
          "IS",
          "s1",
          "LIMIT 1",
          "GROUP BY s1",
          "$");

  private final Random random;
  private final Values values;

  PartiqlMistakes(Random random, Values values) {
    this.random = random;
    this.values = values;
  }

  Request mistake(Request right) {
    ObjectNode body = right.body().deepCopy();
    List<ObjectNode> statements = statements(body);
    if (statements.isEmpty()) {
      return new Request(right.operation(), body);
    }
    ObjectNode statement = values.pick(statements);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> token(statement);
      case 3 -> parameters(statement);
      case 4 -> tableName(statement);
      case 5 -> key(statement);
      default -> options(right.operation(), body, statement);
    }
    return new Request(right.operation(), body);
  }

  private static List<ObjectNode> statements(ObjectNode body) {
    List<ObjectNode> statements = new ArrayList<>();
    if (body.has("Statement")) {
      statements.add(body);
    }
    for (String member : List.of("Statements", "TransactStatements")) {
      body.path(member).forEach(statement -> statements.add((ObjectNode) statement));
    }
    return statements;
  }

  private void token(ObjectNode statement) {
    List<String> tokens = new ArrayList<>(List.of(text(statement).split(" ")));
    int at = random.nextInt(tokens.size());
    switch (random.nextInt(4)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.set(at, values.pick(TOKENS));
      case 2 -> tokens.add(at, values.pick(TOKENS));
      default -> tokens.add(values.pick(TOKENS));
    }
    statement.put("Statement", String.join(" ", tokens));
  }

  private static String text(ObjectNode statement) {
    return statement.path("Statement").asText();
  }

  private void parameters(ObjectNode statement) {
    ArrayNode parameters = statement.withArray("Parameters");
    switch (random.nextInt(4)) {
      case 0 -> {
        parameters.add(values.any(0));
        statement.put("Statement", text(statement).replaceFirst("'[^']*'([,}])", "[?]$1"));
      }
      case 1 -> statement.remove("Parameters");
      case 2 -> parameters.removeAll();
      default -> {
        JsonNode odd =
            Json.object(values.pick(List.of("{'N':'x'}", "{'SS':[]}", "{}", "{'S':''}")));
        if (parameters.isEmpty()) {
          parameters.add(odd);
        } else {
          parameters.set(random.nextInt(parameters.size()), odd);
        }
      }
    }
  }

  private void tableName(ObjectNode statement) {
    statement.put(
        "Statement",
        text(statement)
            .replaceFirst(
                "\"?(Orders|Users|Ranks|Blobs|Mixed|Bytes)\"?",
                values.pick(List.of("Nosuch", "\"no such\"", "\"Orders\".\"nosuch\"", "ab"))));
  }

  /** Replaces the key attributes with other attributes. */
  private void key(ObjectNode statement) {
    statement.put(
        "Statement",
        text(statement)
            .replaceFirst(
                values.pick(List.of(" AND ", " = ", "\\bpk\\b", "\\bid\\b", "\\bsk\\b")),
                values.pick(List.of(" OR ", " <> ", " > ", "n1"))));
  }

  private void options(String operation, ObjectNode body, ObjectNode statement) {
    switch (random.nextInt(6)) {
      case 0 -> body.put("Limit", random.nextInt(2) - 1);
      case 1 -> body.put("NextToken", values.pick(List.of("", "x", "AAAA")));
      case 2 -> statement.put("ConsistentRead", true);
      case 3 -> statement.put("Statement", values.pick(List.of("", " ", "SELECT", "DROP TABLE s")));
      case 4 -> statement.put("Statement", text(statement) + " RETURNING ALL OLD *");
      default -> {
        if (operation.equals("ExecuteStatement")) {
          statement.put("Statement", "EXISTS(" + text(statement) + ")");
        } else {
          ArrayNode all = (ArrayNode) body.elements().next();
          all.add(all.get(0).deepCopy());
        }
      }
    }
  }
}

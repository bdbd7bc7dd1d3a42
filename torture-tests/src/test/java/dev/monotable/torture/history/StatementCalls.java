package dev.monotable.torture.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Json;
import dev.monotable.torture.Reply;
import java.util.List;

/** Calls of ExecuteStatement and ExecuteTransaction. */
final class StatementCalls {
  private final Tables tables;

  StatementCalls(Tables tables) {
    this.tables = tables;
  }

  /** Returns whether a statement can do this step. */
  static boolean isStatement(Step step) {
    return switch (step.kind()) {
      case READ -> true;
      case PUT -> // INSERT and UPDATE
          step.condition() == Step.Condition.ABSENT || step.condition() == Step.Condition.EQUAL;
      case ADD -> step.condition() == Step.Condition.PRESENT;
      case DELETE ->
          step.condition() == Step.Condition.NONE
              || step.condition() == Step.Condition.EQUAL_OR_ABSENT;
      case CHECK -> step.condition() == Step.Condition.EQUAL;
    };
  }

  Call one(Step step) {
    ObjectNode request = statement(step);
    if (step.kind() == Step.Kind.READ) {
      request.put("ConsistentRead", true);
    } else if (step.kind() == Step.Kind.ADD) {
      request.put("Statement", request.get("Statement").asText() + " RETURNING ALL NEW *");
    } else if (step.kind() == Step.Kind.DELETE) {
      request.put("Statement", request.get("Statement").asText() + " RETURNING ALL OLD *");
    }
    return new Call(
        List.of(new Action(Action.Form.STATEMENT, List.of(step))),
        "ExecuteStatement",
        request,
        reply -> List.of(outcome(step, reply)));
  }

  private static Outcome outcome(Step step, Reply reply) {
    String error = reply.error();
    if ("ConditionalCheckFailedException".equals(error) || "DuplicateItemException".equals(error)) {
      return new Outcome(false, null);
    }
    JsonNode items = Call.output(reply).path("Items");
    return step.kind() == Step.Kind.PUT
        ? Outcome.done()
        : Outcome.done(items.isEmpty() ? null : Rows.value(items.get(0)));
  }

  /** Returns the call of a transaction of statements, which either all read or all write. */
  Call transaction(List<Step> steps) {
    ObjectNode request = Json.object();
    ArrayNode list = request.putArray("TransactStatements");
    steps.forEach(step -> list.add(statement(step)));
    boolean reads = steps.get(0).kind() == Step.Kind.READ;
    return new Call(
        List.of(new Action(Action.Form.STATEMENTS, steps)),
        "ExecuteTransaction",
        request,
        reads
            ? reply -> List.of(new Outcome(true, TransactionCalls.responses(reply)))
            : TransactionCalls::outcomeOfWrite);
  }

  private ObjectNode statement(Step step) {
    ArrayNode parameters = Json.array();
    String table = "\"" + tables.name(step.key()) + "\"";
    ObjectNode key = Json.number(step.key());
    ObjectNode argument = Json.number(step.argument());
    String where = " WHERE pk = ?";
    String text;
    switch (step.kind()) {
      case READ -> {
        text = "SELECT * FROM " + table + where;
        parameters.add(key);
      }
      case PUT -> {
        if (step.condition() == Step.Condition.ABSENT) {
          text = "INSERT INTO " + table + " VALUE {'pk': ?, 'n': ?, 'm': ?, 'every': ?}";
          parameters.add(key).add(argument).add(argument).add(Json.string(Rows.EVERY));
        } else {
          text = "UPDATE " + table + " SET n = ? SET m = ?" + where;
          parameters.add(argument).add(argument).add(key);
        }
      }
      case ADD -> {
        text = "UPDATE " + table + " SET n = n + ? SET m = m + ?" + where;
        parameters.add(argument).add(argument).add(key);
      }
      case DELETE -> {
        text = "DELETE FROM " + table + where;
        parameters.add(key);
      }
      case CHECK -> {
        text = "EXISTS (SELECT * FROM " + table + where;
        parameters.add(key);
      }
      default -> throw new IllegalArgumentException(step.toString());
    }
    if (step.condition() == Step.Condition.EQUAL
        || step.condition() == Step.Condition.EQUAL_OR_ABSENT) {
      text += " AND n = ?";
      parameters.add(Json.number(step.expected()));
    }
    ObjectNode request =
        Json.object().put("Statement", step.kind() == Step.Kind.CHECK ? text + ")" : text);
    request.set("Parameters", parameters);
    return request;
  }
}

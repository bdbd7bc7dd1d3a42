package dev.monotable.torture.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Json;
import dev.monotable.torture.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of the operations on items and of their batches, and of Scan and Query. */
final class ItemCalls {
  private final Tables tables;

  ItemCalls(Tables tables) {
    this.tables = tables;
  }

  /** Returns the call of one operation on an item. */
  Call one(Step step) {
    Action action = new Action(Action.Form.ITEM, List.of(step));
    ObjectNode request = write(step);
    String operation =
        switch (step.kind()) {
          case READ -> "GetItem";
          case PUT -> "PutItem";
          case ADD -> "UpdateItem";
          case DELETE -> "DeleteItem";
          case CHECK -> throw new IllegalArgumentException("no operation on an item");
        };
    if (step.kind() == Step.Kind.READ) {
      request.put("ConsistentRead", true);
      return new Call(
          List.of(action),
          operation,
          request,
          reply -> List.of(Outcome.done(Rows.value(Call.output(reply).path("Item")))));
    }
    request.put("ReturnValues", step.kind() == Step.Kind.ADD ? "ALL_NEW" : "ALL_OLD");
    if (step.condition() != Step.Condition.NONE) {
      request.put("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
    }
    return new Call(List.of(action), operation, request, ItemCalls::outcomeOfWrite);
  }

  private static List<Outcome> outcomeOfWrite(Reply reply) {
    if ("ConditionalCheckFailedException".equals(reply.error())) {
      return List.of(Outcome.failed(Rows.value(reply.json().path("Item"))));
    }
    return List.of(Outcome.done(Rows.value(Call.output(reply).path("Attributes"))));
  }

  /** Returns the members of a write that single requests and transactions share. */
  ObjectNode write(Step step) {
    ObjectNode request = Json.object().put("TableName", tables.name(step.key()));
    ObjectNode values = Json.object();
    if (step.kind() == Step.Kind.PUT) {
      request.set("Item", Rows.item(step.key(), step.argument()));
    } else {
      request.set("Key", Rows.key(step.key()));
    }
    if (step.kind() == Step.Kind.ADD) {
      request.put("UpdateExpression", Rows.ADD);
      values.set(":n", Json.number(step.argument()));
      values.set(":every", Json.string(Rows.EVERY));
    }
    String condition = condition(step);
    if (condition != null) {
      request.put("ConditionExpression", condition);
      if (step.condition() == Step.Condition.EQUAL) {
        values.set(":expected", Json.number(step.expected()));
      }
    }
    if (!values.isEmpty()) {
      request.set("ExpressionAttributeValues", values);
    }
    return request;
  }

  private static @Nullable String condition(Step step) {
    return switch (step.condition()) {
      case NONE -> null;
      case PRESENT -> "attribute_exists(pk)";
      case ABSENT -> "attribute_not_exists(pk)";
      case EQUAL -> "n = :expected";
      case EQUAL_OR_ABSENT -> throw new IllegalArgumentException("statements only");
    };
  }

  /** Returns the call of a batch of PUT and DELETE steps. */
  Call batchWrite(List<Step> steps) {
    ObjectNode request = Json.object();
    ObjectNode items = request.putObject("RequestItems");
    for (Step step : steps) {
      ObjectNode write = Json.object();
      if (step.kind() == Step.Kind.PUT) {
        write.putObject("PutRequest").set("Item", Rows.item(step.key(), step.argument()));
      } else {
        write.putObject("DeleteRequest").set("Key", Rows.key(step.key()));
      }
      items.withArray("/" + tables.name(step.key())).add(write);
    }
    return new Call(
        alone(steps),
        "BatchWriteItem",
        request,
        reply -> {
          if (!Call.output(reply).path("UnprocessedItems").isEmpty()) {
            throw new IllegalStateException("unprocessed");
          }
          return steps.stream().map(step -> Outcome.done()).toList();
        });
  }

  /** Returns the call of a batch of READ steps on one table. */
  Call batchGet(List<Step> steps) {
    String table = tables.name(steps.get(0).key());
    ObjectNode request = Json.object();
    ObjectNode keys = request.putObject("RequestItems").putObject(table);
    keys.put("ConsistentRead", true);
    ArrayNode list = keys.putArray("Keys");
    steps.forEach(step -> list.add(Rows.key(step.key())));
    return new Call(
        alone(steps),
        "BatchGetItem",
        request,
        reply -> {
          List<Outcome> outcomes = new ArrayList<>();
          for (Long value : Rows.values(Call.output(reply).path("Responses").path(table), steps)) {
            outcomes.add(Outcome.done(value));
          }
          return outcomes;
        });
  }

  /** Returns the call of one page of Scan, which has all items of a table. */
  Call scan(int table) {
    List<Step> steps = tables.readAll(table);
    ObjectNode request = Json.object().put("TableName", tables.name(steps.get(0).key()));
    request.put("ConsistentRead", true);
    return page(Action.Form.SCAN, "Scan", request, steps);
  }

  /** Returns the call of one page of Query on the index, which has all items of a table. */
  Call queryIndex(int table) {
    List<Step> steps = tables.readAll(table);
    ObjectNode request = Json.object().put("TableName", tables.name(steps.get(0).key()));
    request.put("IndexName", Rows.INDEX).put("KeyConditionExpression", "every = :every");
    request.putObject("ExpressionAttributeValues").set(":every", Json.string(Rows.EVERY));
    return page(Action.Form.INDEX, "Query", request, steps);
  }

  private static Call page(
      Action.Form form, String operation, ObjectNode request, List<Step> steps) {
    return new Call(
        List.of(new Action(form, steps)),
        operation,
        request,
        reply -> List.of(new Outcome(true, Rows.values(Call.output(reply).path("Items"), steps))));
  }

  private static List<Action> alone(List<Step> steps) {
    return steps.stream().map(step -> new Action(Action.Form.ITEM, List.of(step))).toList();
  }
}

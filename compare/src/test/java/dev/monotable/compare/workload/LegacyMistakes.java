package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes a valid request with legacy parameters invalid, usually in one of these parameters. */
final class LegacyMistakes {
  private static final List<String> CONDITIONED =
      List.of("Expected", "KeyConditions", "QueryFilter", "ScanFilter");

  private final Random random;
  private final Values values;
  private final Mistakes others;

  LegacyMistakes(Random random, Values values) {
    this.random = random;
    this.values = values;
    this.others = new Mistakes(random, values);
  }

  Request mistake(Request right) {
    ObjectNode body = right.body().deepCopy();
    boolean done =
        switch (random.nextInt(10)) {
          case 0, 1, 2, 3 -> condition(body);
          case 4, 5 -> update(body);
          case 6 -> attributesToGet(right.operation(), body);
          case 7 -> mixture(right.operation(), body);
          default -> false;
        };
    return done ? new Request(right.operation(), body) : others.mistake(right);
  }

  private boolean condition(ObjectNode body) {
    List<ObjectNode> conditions = new ArrayList<>();
    for (String member : CONDITIONED) {
      body.path(member).forEach(condition -> conditions.add((ObjectNode) condition));
    }
    if (conditions.isEmpty()) {
      return false;
    }
    ObjectNode condition = values.pick(conditions);
    ArrayNode operands = condition.withArray("AttributeValueList");
    switch (random.nextInt(12)) {
      case 0 -> condition.put("ComparisonOperator", values.pick(LegacyConditionWriter.OPERATORS));
      case 1 -> operands.add(values.any(1));
      case 2 -> operands.removeAll();
      case 3 -> operands.removeAll().add(values.ofType(values.pick(Values.TYPES), 1));
      case 4 -> condition.set("Value", values.any(1));
      case 5 -> condition.put("Exists", random.nextBoolean());
      case 6 -> condition.remove("ComparisonOperator");
      case 7 -> condition.put("ComparisonOperator", values.pick(List.of("=", "", "eq", "LIKE")));
      case 8 -> {
        List<JsonNode> reversed = new ArrayList<>();
        operands.forEach(operand -> reversed.add(0, operand));
        operands.removeAll().addAll(reversed);
      }
      case 9 -> condition.removeAll();
      case 10 -> condition.remove("AttributeValueList");
      default ->
          operands
              .removeAll()
              .add(values.ofType(values.pick(Values.TYPES), 1))
              .add(values.ofType(values.pick(Values.TYPES), 1));
    }
    return true;
  }

  private boolean update(ObjectNode body) {
    List<ObjectNode> updates = new ArrayList<>();
    body.path("AttributeUpdates").forEach(update -> updates.add((ObjectNode) update));
    if (updates.isEmpty()) {
      return false;
    }
    ObjectNode update = values.pick(updates);
    switch (random.nextInt(7)) {
      case 0 -> update.put("Action", values.pick(List.of("SET", "", "put", "REMOVE")));
      case 1, 2 -> update.put("Action", values.pick(List.of("PUT", "ADD", "DELETE")));
      case 3 -> update.remove("Value");
      case 4, 5 -> update.set("Value", values.ofType(values.pick(Values.TYPES), 1));
      default ->
          ((ObjectNode) body.path("AttributeUpdates"))
              .set(body.path("Key").fieldNames().next(), update.deepCopy());
    }
    return true;
  }

  private boolean attributesToGet(String operation, ObjectNode body) {
    ObjectNode owner = body;
    if (operation.equals("BatchGetItem")) {
      owner = (ObjectNode) body.path("RequestItems").elements().next();
    } else if (!operation.equals("GetItem")
        && !operation.equals("Query")
        && !operation.equals("Scan")) {
      return false;
    }
    ArrayNode names = owner.withArray("AttributesToGet");
    switch (random.nextInt(7)) {
      case 0 -> names.add("s1").add("s1");
      case 5, 6 -> names.add("l2");
      case 1 -> names.removeAll();
      case 2 -> names.add(values.pick(List.of("", "nosuch", "m1.x", "l1[0]")));
      case 3 -> owner.put("Select", values.pick(List.of("COUNT", "ALL_ATTRIBUTES")));
      default -> names.addNull();
    }
    return true;
  }

  /** Adds parameters that cannot be combined. */
  private boolean mixture(String operation, ObjectNode body) {
    switch (random.nextInt(7)) {
      case 5 ->
          body.withObjectProperty(operation.equals("Query") ? "QueryFilter" : "ScanFilter")
              .putObject(values.pick(List.of("pk", "sk", "id", "game", "customer", "tag", "l2")))
              .put("ComparisonOperator", "NOT_NULL");
      case 0 -> body.put("ConditionalOperator", values.pick(List.of("AND", "OR", "XOR", "")));
      case 1 -> body.putObject("ExpressionAttributeValues").set(":v0", Json.value("S", "a"));
      case 2 -> body.putObject("ExpressionAttributeNames").put("#s1", "s1");
      case 3 ->
          body.put(
              switch (operation) {
                case "Query", "Scan" -> "FilterExpression";
                case "GetItem" -> "ProjectionExpression";
                case "UpdateItem" -> "UpdateExpression";
                default -> "ConditionExpression";
              },
              operation.equals("UpdateItem") ? "REMOVE s1" : "attribute_exists(s1)");
      case 4 -> {
        String member =
            values.pick(
                switch (operation) {
                  case "Query" -> List.of("KeyConditions", "QueryFilter");
                  case "Scan" -> List.of("ScanFilter");
                  case "UpdateItem" -> List.of("AttributeUpdates", "Expected");
                  default -> List.of("Expected");
                });
        body.putObject(member);
      }
      default -> {
        body.remove("KeyConditions");
        if (operation.equals("Query") && values.chance(50)) {
          body.putObject("KeyConditions")
              .putObject(values.pick(List.of("pk", "s1", "id", "sk")))
              .put("ComparisonOperator", "EQ")
              .putArray("AttributeValueList")
              .add(Json.value("S", "a"));
        }
      }
    }
    return true;
  }
}

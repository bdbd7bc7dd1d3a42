package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes a valid request invalid, usually in a single place. */
final class Mistakes {
  private static final Set<String> EXPRESSIONS =
      Set.of(
          "ConditionExpression",
          "FilterExpression",
          "KeyConditionExpression",
          "ProjectionExpression",
          "UpdateExpression");
  private static final List<String> ODD_STRINGS =
      List.of("", "x", "no such", "nosuch", "INVALID", "a".repeat(300), ":", "#", "é");
  private static final List<String> ODD_VALUES =
      List.of(
          "{'N':'abc'}",
          "{'N':''}",
          "{'N':'1e200'}",
          "{'N':'1e-200'}",
          "{'N':'123456789012345678901234567890123456789'}",
          "{'SS':[]}",
          "{'NS':[]}",
          "{'SS':['a','a']}",
          "{'NS':['1','1.0']}",
          "{'BS':['AA==','AA==']}",
          "{'NS':['x']}",
          "{}",
          "{'S':'a','N':'1'}",
          "{'NULL':false}",
          "{'S':''}",
          "{'B':''}",
          "{'BOOL':true}",
          "{'N':'1'}",
          "{'S':'1'}",
          "{'L':[]}",
          "{'M':{}}",
          "{'M':{'':{'S':'a'}}}",
          "{'L':[{}]}");
  private static final List<String> TOKENS =
      List.of(
          ":none",
          "#none",
          "AND",
          "(",
          ")",
          ",",
          "=",
          "SET",
          "size(s1)",
          "NOT",
          "status",
          "+",
          "[0]",
          ".",
          "a",
          ":v0",
          "attribute_exists(s1)",
          "nofunction(s1)",
          "5",
          "BETWEEN",
          "((s1))");

  private final Random random;
  private final Values values;

  Mistakes(Random random, Values values) {
    this.random = random;
    this.values = values;
  }

  Request mistake(Request right) {
    ObjectNode body = right.body().deepCopy();
    int choice = random.nextInt(10);
    boolean done =
        switch (choice) {
          case 0, 1 -> expression(body);
          case 2 -> attributeValue(body);
          case 3 -> placeholders(body);
          case 4 -> option(right.operation(), body);
          case 5 -> tableName(body);
          default -> false;
        };
    if (!done) {
      anywhere(body);
    }
    return new Request(right.operation(), body);
  }

  private record Place(JsonNode parent, String name, int index) {
    JsonNode node() {
      return parent instanceof ObjectNode object ? object.path(name) : parent.path(index);
    }

    void set(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(name, value);
      } else {
        ((ArrayNode) parent).set(index, value);
      }
    }

    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove(name);
      } else {
        ((ArrayNode) parent).remove(index);
      }
    }
  }

  private static void places(JsonNode node, List<Place> into) {
    if (node instanceof ObjectNode) {
      for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        into.add(new Place(node, name, -1));
        places(node.path(name), into);
      }
    } else if (node instanceof ArrayNode) {
      for (int i = 0; i < node.size(); i++) {
        into.add(new Place(node, "", i));
        places(node.path(i), into);
      }
    }
  }

  private static List<Place> places(JsonNode body) {
    List<Place> places = new ArrayList<>();
    places(body, places);
    return places;
  }

  private boolean expression(ObjectNode body) {
    List<Place> places = places(body);
    places.removeIf(place -> !EXPRESSIONS.contains(place.name()) || !place.node().isTextual());
    if (places.isEmpty()) {
      return false;
    }
    Place place = values.pick(places);
    String text = place.node().asText();
    List<String> tokens = new ArrayList<>(List.of(text.split("(?<=[ (),])|(?=[ (),])")));
    int at = random.nextInt(tokens.size());
    switch (random.nextInt(6)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.set(at, values.pick(TOKENS));
      case 2 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
      case 3 -> tokens.add(at, " " + values.pick(TOKENS) + " ");
      case 4 -> {
        tokens.clear();
        tokens.add(values.chance(50) ? "" : text + " " + text);
      }
      default -> {
        int from = random.nextInt(text.length() + 1);
        tokens.clear();
        tokens.add(text.substring(0, from) + values.pick(List.of("$", " ", "", "=", "é")));
      }
    }
    place.set(TextNode.valueOf(String.join("", tokens)));
    return true;
  }

  private static boolean isAttributeValue(JsonNode node) {
    return node instanceof ObjectNode
        && node.size() == 1
        && Values.TYPES.contains(node.fieldNames().next());
  }

  private boolean attributeValue(ObjectNode body) {
    List<Place> places = places(body);
    places.removeIf(place -> !isAttributeValue(place.node()));
    if (places.isEmpty()) {
      return false;
    }
    values.pick(places).set(Json.object(values.pick(ODD_VALUES)));
    return true;
  }

  private boolean placeholders(ObjectNode body) {
    List<Place> places = places(body);
    places.removeIf(place -> !place.name().startsWith("ExpressionAttribute"));
    if (places.isEmpty()) {
      return false;
    }
    Place place = values.pick(places);
    ObjectNode map = (ObjectNode) place.node();
    boolean names = place.name().endsWith("Names");
    switch (random.nextInt(4)) {
      case 0 -> map.remove(map.fieldNames().next());
      case 1 -> {
        String key = (names ? "#" : ":") + "unused";
        map.set(key, names ? TextNode.valueOf("unused") : Json.value("S", "unused"));
      }
      case 2 -> {
        String key = values.pick(List.of("bad", "", "#", ":", "#a b", ":a-b"));
        map.set(key, names ? TextNode.valueOf("x") : Json.value("S", "x"));
      }
      default -> map.removeAll();
    }
    return true;
  }

  private boolean tableName(ObjectNode body) {
    if (!body.has("TableName")) {
      return false;
    }
    body.put(
        "TableName", values.pick(List.of("nosuchtable", "ab", "no such", "a".repeat(256), "")));
    return true;
  }

  private boolean option(String operation, ObjectNode body) {
    switch (operation) {
      case "Query", "Scan" -> optionOfRead(body);
      case "PutItem", "DeleteItem", "UpdateItem" -> optionOfWrite(body);
      case "UpdateTable" -> optionOfTable(body);
      case "TransactWriteItems", "TransactGetItems" -> {
        ArrayNode items = body.withArray("TransactItems");
        switch (random.nextInt(3)) {
          case 0 -> items.add(items.get(0).deepCopy());
          case 1 -> items.removeAll();
          default -> items.addObject();
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void optionOfRead(ObjectNode body) {
    switch (random.nextInt(9)) {
      case 0 -> body.put("Limit", random.nextInt(2) - 1);
      case 1 -> body.put("IndexName", "nosuchindex");
      case 2 ->
          body.put(
              "Select",
              values.pick(
                  List.of(
                      "ALL_ATTRIBUTES",
                      "ALL_PROJECTED_ATTRIBUTES",
                      "SPECIFIC_ATTRIBUTES",
                      "COUNT",
                      "NOTHING")));
      case 3 -> body.put("ConsistentRead", true);
      case 4 -> body.put("Segment", 3).put("TotalSegments", 2);
      case 5 -> body.put("Segment", 0);
      case 6 -> body.put("TotalSegments", 2);
      case 7 -> {
        ObjectNode start = body.putObject("ExclusiveStartKey");
        start.set(values.pick(List.of("pk", "id", "x")), values.any(0));
      }
      default -> body.putArray("AttributesToGet").add("s1");
    }
  }

  private void optionOfWrite(ObjectNode body) {
    switch (random.nextInt(4)) {
      case 0 -> body.put("ReturnValues", values.pick(List.of("ALL_NEW", "UPDATED_OLD", "X")));
      case 1 -> body.set("Expected", Json.object("{'s1':{'Exists':false}}"));
      case 2 -> body.put("ConditionalOperator", "AND");
      default -> body.put("ReturnConsumedCapacity", "SOME");
    }
  }

  private void optionOfTable(ObjectNode body) {
    switch (random.nextInt(4)) {
      case 0 -> body.retain("TableName");
      case 1 -> body.put("BillingMode", "FREE");
      case 2 -> body.put("BillingMode", "PROVISIONED");
      default ->
          body.putArray("GlobalSecondaryIndexUpdates")
              .addObject()
              .putObject("Delete")
              .put("IndexName", "nosuchindex");
    }
  }

  /** Removes, duplicates or replaces a value at a random place. */
  private void anywhere(ObjectNode body) {
    List<Place> places = places(body);
    if (places.isEmpty()) {
      body.put("TableName", 1);
      return;
    }
    if (values.chance(50)) {
      places.removeIf(place -> place.parent() != body);
    }
    Place place = values.pick(places);
    switch (random.nextInt(5)) {
      case 0, 1 -> place.remove();
      case 2 -> place.set(odd(place.node()));
      case 3 -> {
        if (place.parent() instanceof ArrayNode array) {
          array.add(place.node().deepCopy());
        } else if (place.node().isContainerNode() && !place.node().isEmpty()) {
          place.set(place.node().isArray() ? Json.array() : Json.object());
        } else {
          place.remove();
        }
      }
      default -> {
        if (values.chance(30)) {
          place.set(
              values.pick(
                  List.of(
                      Json.array(),
                      Json.object(),
                      TextNode.valueOf("x"),
                      JsonNodeFactory.instance.numberNode(7),
                      JsonNodeFactory.instance.booleanNode(true),
                      JsonNodeFactory.instance.nullNode())));
        } else {
          place.set(odd(place.node()));
        }
      }
    }
  }

  /** Returns another value of the same JSON type, usually one that is not allowed there. */
  private JsonNode odd(JsonNode node) {
    if (node.isTextual()) {
      return TextNode.valueOf(values.pick(ODD_STRINGS));
    }
    if (node.isNumber()) {
      return JsonNodeFactory.instance.numberNode(
          values.pick(List.of(0L, -1L, 1000L, 10_000_000_000L)));
    }
    if (node.isBoolean()) {
      return JsonNodeFactory.instance.booleanNode(!node.asBoolean());
    }
    return node.isArray() ? Json.array() : Json.object();
  }
}

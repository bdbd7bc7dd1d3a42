package dev.monotable.torture.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.monotable.torture.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes requests in their JSON: types, members, sizes, depths, texts and numbers. */
final class JsonMutator {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int HUGE = 70_000;
  private static final int DEEP = 5_000;

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\0",
          "\uFFFF\uFEFF",
          "\uD83D\uDE00",
          "\u202E\u0300",
          "'",
          "\"",
          "\\",
          "#a",
          ":a",
          "#",
          ":",
          "a.b[0]",
          "a[99999999999]",
          "((((((",
          "NOT NOT NOT a = :a",
          "a = b AND",
          "SET a = a + :a, a = :b",
          "REMOVE a ADD a :a DELETE a :a",
          "SELECT * FROM",
          "SELECT * FROM \"hash\" WHERE pk IN [",
          "INSERT INTO \"hash\" VALUE {'': ?}",
          "UPDATE \"hash\" SET a[0].b = ? WHERE pk = '",
          "arn:aws:dynamodb:us-east-1:000000000000:table/hash",
          "arn:aws:dynamodb:us-east-1:000000000000:table/stream/2026-01-01T00:00:00.000",
          "arn:aws:dynamodb:::table//",
          "ALL_NEW",
          "NaN");

  /** Tokens that a writer of JSON does not write. */
  private static final List<String> RAW =
      List.of(
          "\"\\ud83d\"",
          "\"\\udc00\\ud800\"",
          "\"\\u00zz\"",
          "\"\\x\"",
          "\"\t\"",
          "nul",
          "tru",
          "NaN",
          "Infinity",
          "01",
          "1.",
          "+1",
          "{\"S\":\"a\",}",
          "[1,,2]",
          "/**/1");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-1",
          "1.5",
          "1e400",
          "-1e-400",
          "1E+5",
          "9223372036854775808",
          "2147483648",
          "-9223372036854775809",
          "0.1e1",
          "1e9999999999",
          "99999999999999999999999999999999999999",
          "9.99999999999999999999999999999999999999999E+125",
          "1e-131");

  private final Samples samples;
  private final Random random;

  JsonMutator(Samples samples, Random random) {
    this.samples = samples;
    this.random = random;
  }

  /** Changes a request in one to four places. */
  JsonNode mutate(JsonNode request) {
    JsonNode result = request.deepCopy();
    for (int i = random.nextInt(4); i >= 0; i--) {
      change(result);
    }
    return result;
  }

  /** Walks to a random place and changes it. */
  private void change(JsonNode request) {
    JsonNode at = request;
    while (true) {
      if (at instanceof ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        if (names.isEmpty() || random.nextInt(15) == 0) {
          String name = random.nextInt(4) == 0 ? text() : samples.member(random);
          object.set(name, value(name, null));
          return;
        }
        String name = names.get(random.nextInt(names.size()));
        JsonNode child = object.get(name);
        if (child.isContainerNode() && random.nextInt(3) > 0) {
          at = child;
        } else {
          changeMember(object, name, child);
          return;
        }
      } else if (at instanceof ArrayNode array && !array.isEmpty()) {
        int index = random.nextInt(array.size());
        JsonNode child = array.get(index);
        if (child.isContainerNode() && random.nextInt(3) > 0) {
          at = child;
        } else {
          changeElement(array, index, child);
          return;
        }
      } else {
        return;
      }
    }
  }

  private void changeMember(ObjectNode object, String name, JsonNode child) {
    switch (random.nextInt(8)) {
      case 0 -> object.remove(name);
      case 1 -> {
        object.remove(name);
        object.set(text(), child);
      }
      case 2 -> // the member twice
          object.putRawValue(name, new RawValue(child + ",\"" + name + "\":" + value(name, child)));
      default -> object.set(name, value(name, child));
    }
  }

  private void changeElement(ArrayNode array, int index, JsonNode child) {
    switch (random.nextInt(6)) {
      case 0 -> array.remove(index);
      case 1 -> {
        for (int i = random.nextInt(200); i > 0; i--) {
          array.add(child.deepCopy());
        }
      }
      default -> array.set(index, value("", child));
    }
  }

  private JsonNode value(String member, JsonNode old) {
    return switch (random.nextInt(12)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.textNode(text());
      case 3 -> NODES.rawValueNode(new RawValue(number()));
      case 4 -> Json.object().put("N", number());
      case 5 -> Json.array();
      case 6 ->
          random.nextBoolean()
              ? Json.object()
              : NODES.rawValueNode(new RawValue(RAW.get(random.nextInt(RAW.size()))));
      case 7 -> old == null ? NODES.textNode(huge()) : Json.array().add(old);
      case 8 -> random.nextInt(10) == 0 ? deep() : NODES.textNode(huge());
      default -> samples.part(member, random);
    };
  }

  private String number() {
    return NUMBERS.get(random.nextInt(NUMBERS.size()));
  }

  private String text() {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    return random.nextInt(4) == 0 ? text.repeat(1 + random.nextInt(300)) : text;
  }

  private String huge() {
    return "x".repeat(1 + random.nextInt(random.nextInt(20) == 0 ? 10 * HUGE : 300));
  }

  private JsonNode deep() {
    int depth = 1 + random.nextInt(DEEP);
    String open = random.nextBoolean() ? "[" : random.nextBoolean() ? "{\"L\":[" : "{\"M\":{\"a\":";
    String close = open.equals("[") ? "]" : open.equals("{\"L\":[") ? "]}" : "}}";
    String inner = close.equals("}}") ? "{\"S\":\"\"}" : "";
    return NODES.rawValueNode(new RawValue(open.repeat(depth) + inner + close.repeat(depth)));
  }
}

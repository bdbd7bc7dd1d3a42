package dev.monotable.json;

import dev.monotable.model.Operations;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Creates random records of any structure of the model, reproducible by seed. */
final class RandomStructures {
  private static final String[] TEXTS = {
    "",
    "a",
    "pk",
    "chat-table",
    "#n = :v",
    "\"quoted\\\"",
    "tab\tnewline\n\u0001\u001f\u007f",
    "grüße",
    "日本語",
    "😀 emoji",
    "/slash/",
    "0123456789".repeat(20)
  };

  private final Random random;

  RandomStructures(long seed) {
    this.random = new Random(seed);
  }

  /** Returns every structure of requests and responses, at any depth. */
  static Set<StructureSchema<?>> all() {
    Set<StructureSchema<?>> found = new LinkedHashSet<>();
    for (OperationSchema<?, ?> operation : Operations.all()) {
      collect(operation.input(), found);
      collect(operation.output(), found);
    }
    return found;
  }

  private static void collect(ShapeSchema schema, Set<StructureSchema<?>> found) {
    switch (schema.type()) {
      case LIST -> collect(((ListSchema) schema).element(), found);
      case MAP -> collect(((MapSchema) schema).value(), found);
      case STRUCTURE -> {
        StructureSchema<?> structure = (StructureSchema<?>) schema;
        if (found.add(structure)) {
          structure.members().forEach(member -> collect(member.schema(), found));
        }
      }
      case STRING, INTEGER, LONG, DOUBLE, BOOLEAN, TIMESTAMP, ATTRIBUTE_VALUE, ITEM -> {}
    }
  }

  /** Creates a record. Each member is present with the likelihood, which falls with depth. */
  <T extends Record> T structure(StructureSchema<T> schema, double likelihood) {
    Object[] values = new Object[schema.memberCount()];
    for (int i = 0; i < values.length; i++) {
      if (random.nextDouble() < likelihood) {
        values[i] = value(schema.member(i).schema(), likelihood * 0.7);
      }
    }
    return schema.create(values);
  }

  private Object value(ShapeSchema schema, double likelihood) {
    return switch (schema.type()) {
      case STRING -> text();
      case INTEGER -> random.nextInt() >> random.nextInt(32);
      case LONG -> random.nextLong() >> random.nextInt(64);
      case DOUBLE ->
          switch (random.nextInt(3)) {
            case 0 -> random.nextInt(100) / 2.0;
            case 1 -> random.nextDouble();
            default -> random.nextGaussian() * 1e12;
          };
      case BOOLEAN -> random.nextBoolean();
      case TIMESTAMP -> Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
      case ATTRIBUTE_VALUE -> attribute(0);
      case ITEM -> item();
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(value(((ListSchema) schema).element(), likelihood));
        }
        yield elements;
      }
      case MAP -> {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          entries.put(text(), value(((MapSchema) schema).value(), likelihood));
        }
        yield entries;
      }
      case STRUCTURE -> structure((StructureSchema<?>) schema, likelihood);
    };
  }

  String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  Item item() {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      attributes.put("a" + text(), attribute(0));
    }
    return Item.of(attributes);
  }

  AttributeValue attribute(int depth) {
    return switch (random.nextInt(depth < 4 ? 10 : 8)) {
      case 0 -> AttributeValue.string(text());
      case 1 -> AttributeValue.number(random.nextLong());
      case 2 -> AttributeValue.number(random.nextInt(1000) + "." + (1 + random.nextInt(9)));
      case 3 -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield AttributeValue.binary(bytes);
      }
      case 4 -> AttributeValue.bool(random.nextBoolean());
      case 5 -> AttributeValue.nul();
      case 6 -> AttributeValue.stringSet("x", "ü" + random.nextInt(5), "\"");
      case 7 -> AttributeValue.numberSet("1", "-2.5", String.valueOf(7 + random.nextInt(90)));
      case 8 -> {
        List<AttributeValue> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(attribute(depth + 1));
        }
        yield AttributeValue.list(elements);
      }
      default -> {
        Map<String, AttributeValue> members = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          members.put("m" + text(), attribute(depth + 1));
        }
        yield AttributeValue.map(members);
      }
    };
  }
}

package dev.monotable.torture.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.model.Operations;
import dev.monotable.schema.Constraints;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.torture.Json;
import java.util.List;
import java.util.Random;

/** Generates requests of all operations from the service model. */
final class ModelRequests {
  private static final int MOST_DEPTH = 8;

  private final Samples samples;
  private final Random random;

  ModelRequests(Samples samples, Random random) {
    this.samples = samples;
    this.random = random;
  }

  Samples.Sample next() {
    List<OperationSchema<?, ?>> operations = List.copyOf(Operations.all());
    OperationSchema<?, ?> operation = operations.get(random.nextInt(operations.size()));
    return new Samples.Sample(operation.name(), structure(operation.input(), 0));
  }

  private ObjectNode structure(StructureSchema<?> schema, int depth) {
    ObjectNode result = Json.object();
    for (Member member : schema.members()) {
      if (member.required() ? random.nextInt(30) > 0 : random.nextInt(3) == 0) {
        boolean known = random.nextInt(3) > 0;
        result.set(
            member.wireName(),
            known && depth < 2
                ? samples.part(member.wireName(), random)
                : value(member.schema(), depth + 1));
      }
    }
    return result;
  }

  private JsonNode value(ShapeSchema schema, int depth) {
    Constraints constraints = schema.constraints();
    return switch (schema.type()) {
      case STRING -> text(constraints);
      case INTEGER, LONG -> Json.object().numberNode(number(constraints));
      case DOUBLE, TIMESTAMP -> Json.object().numberNode(random.nextDouble() * 1e10);
      case BOOLEAN -> Json.object().booleanNode(random.nextBoolean());
      case ATTRIBUTE_VALUE -> samples.part("S", random);
      case ITEM -> samples.part("Item", random);
      case LIST -> list((ListSchema) schema, depth);
      case MAP -> map((MapSchema) schema, depth);
      case STRUCTURE ->
          depth > MOST_DEPTH ? Json.object() : structure((StructureSchema<?>) schema, depth);
    };
  }

  private JsonNode text(Constraints constraints) {
    if (!constraints.values().isEmpty() && random.nextInt(8) > 0) {
      List<String> values = constraints.values();
      return Json.object().textNode(values.get(random.nextInt(values.size())));
    }
    return Json.object().textNode("x".repeat((int) length(constraints)));
  }

  /** Returns a length at or near a bound of the model, or any small one. */
  private long length(Constraints constraints) {
    long min = constraints.hasMin() ? Math.max(0, constraints.min()) : 0;
    return switch (random.nextInt(6)) {
      case 0 -> min;
      case 1 -> Math.max(0, min - 1);
      case 2 -> constraints.hasMax() ? Math.min(constraints.max() + 1, 5_000) : min;
      default -> min + random.nextInt(12);
    };
  }

  private long number(Constraints constraints) {
    return switch (random.nextInt(5)) {
      case 0 -> constraints.hasMin() ? constraints.min() - 1 : Integer.MIN_VALUE;
      case 1 ->
          constraints.hasMax() && constraints.max() != Long.MAX_VALUE
              ? constraints.max() + 1
              : Integer.MAX_VALUE;
      case 2 -> 0;
      default -> 1 + random.nextInt(20);
    };
  }

  private JsonNode list(ListSchema schema, int depth) {
    ArrayNode result = Json.array();
    for (int i = random.nextInt(4); i > 0 && depth <= MOST_DEPTH; i--) {
      result.add(value(schema.element(), depth + 1));
    }
    return result;
  }

  private JsonNode map(MapSchema schema, int depth) {
    ObjectNode result = Json.object();
    for (int i = random.nextInt(4); i > 0 && depth <= MOST_DEPTH; i--) {
      result.set(samples.member(random), value(schema.value(), depth + 1));
    }
    return result;
  }
}

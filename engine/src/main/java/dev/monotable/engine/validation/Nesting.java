package dev.monotable.engine.validation;

import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nesting depth of the values in a request. Only computed for rejected requests. */
final class Nesting {
  private Nesting() {}

  /**
   * Returns the maximum number of lists and maps around a value, in any item or value of a
   * structure.
   */
  static int of(StructureSchema<Record> schema, Record structure) {
    int deepest = 0;
    for (Member member : schema.members()) {
      Object value = schema.value(structure, member.index());
      deepest = Math.max(deepest, of(member.schema(), value));
    }
    return deepest;
  }

  @SuppressWarnings("unchecked") // the schema describes this value
  private static int of(ShapeSchema schema, @Nullable Object value) {
    int deepest = 0;
    if (value instanceof Item item) {
      deepest = CanonicalJson.membersDepth(item.json(), 0);
    } else if (value instanceof AttributeValue single) {
      deepest = CanonicalJson.depth(single.array(), single.start());
    } else if (value instanceof Map<?, ?> map && schema instanceof MapSchema of) {
      for (Object each : map.values()) {
        deepest = Math.max(deepest, of(of.value(), each));
      }
    } else if (value instanceof List<?> list && schema instanceof ListSchema of) {
      for (Object each : list) {
        deepest = Math.max(deepest, of(of.element(), each));
      }
    } else if (value instanceof Record structure && schema instanceof StructureSchema<?> of) {
      deepest = of((StructureSchema<Record>) of, structure);
    }
    return deepest;
  }
}

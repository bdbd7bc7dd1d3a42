package dev.monotable.json;

import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes records as JSON by their schemas: members in the model's order without absent ones, items
 * copied as stored.
 */
final class ResponseEncoder {
  private ResponseEncoder() {}

  /** Writes the record as an object. */
  static <T extends Record> void encode(StructureSchema<T> schema, T structure, JsonWriter out) {
    out.mark('{');
    members(schema, structure, null, true, out);
    out.mark('}');
  }

  /**
   * Writes the present members of a record, without braces.
   *
   * @param except a member to leave out, or null
   * @param first whether no member precedes them, so that no comma is needed
   */
  static <T extends Record> void members(
      StructureSchema<T> schema,
      T structure,
      @Nullable String except,
      boolean first,
      JsonWriter out) {
    boolean comma = !first;
    int count = schema.memberCount();
    for (int i = 0; i < count; i++) {
      Object value = schema.value(structure, i);
      if (value == null) {
        continue;
      }
      Member member = schema.member(i);
      if (except != null && except.equalsIgnoreCase(member.wireName())) {
        continue;
      }
      if (comma) {
        out.mark(',');
      }
      comma = true;
      out.raw(member.encodedName());
      value(member.schema(), value, out);
    }
  }

  private static void value(ShapeSchema schema, @Nullable Object value, JsonWriter out) {
    if (value == null) {
      out.ascii("null");
      return;
    }
    switch (schema.type()) {
      case STRING -> out.string((String) value);
      case INTEGER -> out.number((Integer) value);
      case LONG -> out.number((Long) value);
      case DOUBLE -> out.number((Double) value);
      case BOOLEAN -> out.bool((Boolean) value);
      case TIMESTAMP -> out.time(((Instant) value).toEpochMilli());
      case ATTRIBUTE_VALUE -> out.value((AttributeValue) value);
      case ITEM -> out.item((Item) value);
      case LIST -> list(((ListSchema) schema).element(), (List<?>) value, out);
      case MAP -> map(((MapSchema) schema).value(), (Map<?, ?>) value, out);
      case STRUCTURE -> structure((StructureSchema<?>) schema, (Record) value, out);
    }
  }

  private static void list(ShapeSchema element, List<?> values, JsonWriter out) {
    out.mark('[');
    int count = values.size();
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.mark(',');
      }
      value(element, values.get(i), out);
    }
    out.mark(']');
  }

  private static void map(ShapeSchema value, Map<?, ?> entries, JsonWriter out) {
    out.mark('{');
    boolean comma = false;
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      if (comma) {
        out.mark(',');
      }
      comma = true;
      out.string((String) entry.getKey());
      out.mark(':');
      value(value, entry.getValue(), out);
    }
    out.mark('}');
  }

  private static <T extends Record> void structure(
      StructureSchema<T> schema, Record value, JsonWriter out) {
    encode(schema, schema.recordClass().cast(value), out);
  }
}

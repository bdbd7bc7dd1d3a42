package dev.monotable.engine.journal;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The written form of records of the service model: each present member by its name. So a record is
 * read again after the model has changed; members that it no longer has are dropped.
 */
final class RecordForm {
  private RecordForm() {}

  static void write(ByteWriter out, Structure structure) {
    write(out, structure.schema(), structure);
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private static <T extends Record> void write(
      ByteWriter out, StructureSchema<T> schema, Structure structure) {
    T record = (T) structure;
    int present = 0;
    for (int i = 0; i < schema.memberCount(); i++) {
      present += schema.value(record, i) == null ? 0 : 1;
    }
    out.putCount(present);
    for (int i = 0; i < schema.memberCount(); i++) {
      Object value = schema.value(record, i);
      if (value != null) {
        out.putString(schema.member(i).wireName());
        writeValue(out, value);
      }
    }
  }

  /** The kinds of values, with the bytes by which they are written, which never change. */
  private enum Kind {
    STRING,
    NUMBER,
    BOOLEAN,
    TIME,
    LIST,
    STRUCTURE,
    MAP,
    ITEM
  }

  private static void writeValue(ByteWriter out, Object value) {
    if (value instanceof String text) {
      out.putByte(Kind.STRING.ordinal());
      out.putString(text);
    } else if (value instanceof Integer || value instanceof Long) {
      out.putByte(Kind.NUMBER.ordinal());
      out.putNumber(((Number) value).longValue());
    } else if (value instanceof Boolean truth) {
      out.putByte(Kind.BOOLEAN.ordinal());
      out.putBoolean(truth);
    } else if (value instanceof Instant time) {
      out.putByte(Kind.TIME.ordinal());
      out.putTime(time);
    } else if (value instanceof List<?> list) {
      out.putByte(Kind.LIST.ordinal());
      out.putCount(list.size());
      for (Object element : list) {
        writeValue(out, element);
      }
    } else if (value instanceof Structure structure) {
      out.putByte(Kind.STRUCTURE.ordinal());
      write(out, structure);
    } else if (value instanceof Map<?, ?> map) {
      out.putByte(Kind.MAP.ordinal());
      out.putCount(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.putString((String) entry.getKey());
        writeValue(out, entry.getValue());
      }
    } else if (value instanceof Item item) {
      out.putByte(Kind.ITEM.ordinal());
      out.putSized(item.json());
      out.putCount(item.size());
      out.putNumber(item.numberScales());
    } else {
      throw new IllegalArgumentException("has no written form: " + value.getClass());
    }
  }

  static <T extends Record> T read(ByteReader in, StructureSchema<T> schema) {
    @Nullable Object[] values = new Object[schema.memberCount()];
    for (int i = in.nextLength(); i > 0; i--) {
      Member member = schema.find(in.nextString());
      Object value = readValue(in, member == null ? null : member.schema());
      if (member != null) {
        values[member.index()] = value;
      }
    }
    return schema.create(values);
  }

  /**
   * Reads a value.
   *
   * @param schema null to skip the value
   */
  private static @Nullable Object readValue(ByteReader in, @Nullable ShapeSchema schema) {
    return switch (in.nextOf(Kind.values(), Kind::ordinal)) {
      case STRING -> in.nextString();
      case NUMBER -> number(in.nextNumber(), schema);
      case BOOLEAN -> in.nextBoolean();
      case TIME -> in.nextTime();
      case LIST -> list(in, schema instanceof ListSchema list ? list.element() : null);
      case STRUCTURE -> structure(in, schema);
      case MAP -> map(in, schema instanceof MapSchema map ? map.value() : null);
      case ITEM -> Item.stored(in.nextSized(), (int) in.nextCount(), (int) in.nextNumber());
    };
  }

  private static Object number(long number, @Nullable ShapeSchema schema) {
    boolean isInteger = schema != null && schema.type() == ShapeType.INTEGER;
    return isInteger ? (Object) (int) number : (Object) number;
  }

  private static List<@Nullable Object> list(ByteReader in, @Nullable ShapeSchema element) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      list.add(readValue(in, element));
    }
    return list;
  }

  private static Map<String, @Nullable Object> map(ByteReader in, @Nullable ShapeSchema value) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = in.nextLength(); i > 0; i--) {
      map.put(in.nextString(), readValue(in, value));
    }
    return map;
  }

  private static @Nullable Object structure(ByteReader in, @Nullable ShapeSchema schema) {
    if (schema instanceof StructureSchema<?> known) {
      return read(in, known);
    }
    for (int i = in.nextLength(); i > 0; i--) {
      String unusedName = in.nextString();
      Object unusedValue = readValue(in, null);
    }
    return null;
  }
}

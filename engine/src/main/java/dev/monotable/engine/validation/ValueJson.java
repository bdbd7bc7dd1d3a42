package dev.monotable.engine.validation;

import dev.monotable.schema.FrozenMap;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints values in the form in which the newer layer quotes some of them: as they were sent, up to
 * the length that a message repeats.
 */
final class ValueJson {
  private final StringBuilder text = new StringBuilder();

  private ValueJson() {}

  static String of(ShapeSchema schema, Object value) {
    ValueJson printer = new ValueJson();
    printer.print(schema, value);
    return Echo.of(printer.text.toString());
  }

  private boolean isFull() {
    return text.length() > Echo.MAX_CHARS;
  }

  private void print(ShapeSchema schema, @Nullable Object value) {
    if (value == null) {
      text.append("null");
      return;
    }
    switch (schema.type()) {
      case STRING, TIMESTAMP -> quote(value.toString());
      case INTEGER, LONG, DOUBLE, BOOLEAN -> text.append(value);
      case ATTRIBUTE_VALUE -> text.append(((AttributeValue) value).echo());
      case ITEM -> text.append(((Item) value).echo());
      case LIST -> {
        text.append('[');
        String separator = "";
        for (Object element : (List<?>) value) {
          if (isFull()) {
            break;
          }
          text.append(separator);
          print(((ListSchema) schema).element(), element);
          separator = ",";
        }
        text.append(']');
      }
      case MAP -> {
        FrozenMap<?> map = (FrozenMap<?>) value;
        text.append('{');
        for (int i = 0; i < map.size() && !isFull(); i++) {
          name(i == 0 ? "" : ",", map.keyAt(i));
          print(((MapSchema) schema).value(), map.valueAt(i));
        }
        text.append('}');
      }
      case STRUCTURE -> print((Structure) value);
    }
  }

  @SuppressWarnings("unchecked") // a structure is a record of its own schema
  private void print(Structure structure) {
    StructureSchema<Record> schema = (StructureSchema<Record>) structure.schema();
    text.append('{');
    String separator = "";
    for (Member member : schema.members()) {
      Object value = schema.value((Record) structure, member.index());
      if (value != null) {
        name(separator, member.wireName());
        print(member.schema(), value);
        separator = ",";
      }
    }
    text.append('}');
  }

  private void name(String separator, String name) {
    text.append(separator);
    quote(name);
    text.append(':');
  }

  private void quote(String string) {
    text.append('"')
        .append(Echo.of(string).replace("\\", "\\\\").replace("\"", "\\\""))
        .append('"');
  }
}

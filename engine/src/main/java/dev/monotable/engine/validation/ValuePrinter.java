package dev.monotable.engine.validation;

import dev.monotable.schema.FrozenMap;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints values by their schemas, as messages quote them. Nothing is printed beyond the length that
 * a message repeats.
 */
abstract class ValuePrinter {
  final StringBuilder text = new StringBuilder();
  private final String separator;

  /** Creates a printer with what stands between two elements or members. */
  ValuePrinter(String separator) {
    this.separator = separator;
  }

  /** Returns a value as a message quotes it. */
  final String printed(ShapeSchema schema, Object value) {
    print(schema, value);
    return Echo.of(text.toString());
  }

  /** Returns whether the text is as long as a message repeats; the rest is not printed. */
  final boolean isFull() {
    return text.length() > Echo.MAX_CHARS;
  }

  final void print(ShapeSchema schema, @Nullable Object value) {
    if (value == null) {
      text.append("null");
      return;
    }
    switch (schema.type()) {
      case STRING, TIMESTAMP -> print(schema.type(), value.toString());
      case INTEGER, LONG, DOUBLE, BOOLEAN -> text.append(value);
      case ATTRIBUTE_VALUE -> print((AttributeValue) value);
      case ITEM -> print((Item) value);
      case LIST -> print(((ListSchema) schema).element(), (List<?>) value);
      case MAP -> print(((MapSchema) schema).value(), (FrozenMap<?>) value);
      case STRUCTURE -> print((Structure) value);
    }
  }

  private void print(ShapeSchema element, List<?> list) {
    text.append('[');
    for (int i = 0; i < list.size() && !isFull(); i++) {
      text.append(i == 0 ? "" : separator);
      print(element, list.get(i));
    }
    text.append(']');
  }

  private void print(ShapeSchema value, FrozenMap<?> map) {
    text.append('{');
    for (int i = 0; i < map.size() && !isFull(); i++) {
      text.append(i == 0 ? "" : separator);
      printName(map.keyAt(i));
      print(value, map.valueAt(i));
    }
    text.append('}');
  }

  @SuppressWarnings("unchecked") // a structure is a record of its own schema
  private void print(Structure structure) {
    print((StructureSchema<Record>) structure.schema(), (Record) structure);
  }

  /** Prints a string or a time. */
  abstract void print(ShapeType type, String value);

  abstract void print(AttributeValue value);

  abstract void print(Item item);

  abstract void print(StructureSchema<Record> schema, Record structure);

  /** Prints the name of a member of a map, and what stands between it and its value. */
  abstract void printName(String name);
}

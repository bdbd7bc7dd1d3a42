package dev.monotable.formats.item;

import dev.monotable.formats.schema.TypedValues;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.Set;

/**
 * Converts JSON objects to items. An object is DynamoDB JSON, such as {@code {"PK":{"S":"a"}}}, if
 * its partition key is an object; otherwise it is plain JSON, such as {@code {"PK":"a"}}. Not
 * thread safe.
 *
 * <p>In plain JSON a string becomes an S, a number an N, a boolean a BOOL, null a NULL, an object
 * an M and a list an L. A string is read as base64 where the table has a binary key attribute.
 * There are no sets in plain JSON.
 */
final class FileItems {
  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");

  private final ItemWriter writer = new ItemWriter();
  private final TypedValues typedValues = new TypedValues(writer);

  /** Returns the item; an invalid value sets its fault, which the engine reports. */
  Item item(Mapping object, TableKeys table) {
    boolean typed = isTyped(object, table);
    writer.beginItem();
    for (NamedValue attribute : object.members()) {
      writer.name(attribute.name());
      if (typed) {
        typedValues.write(attribute.value(), attribute.name());
      } else if (table.isBinaryKey(attribute.name()) && attribute.value() instanceof Scalar key) {
        typedValues.base64(key, attribute.name());
      } else {
        plain(attribute.value());
      }
    }
    return writer.endItem();
  }

  private static boolean isTyped(Mapping object, TableKeys table) {
    FileValue key = object.find(table.partitionKey());
    if (key != null) {
      return key instanceof Mapping;
    }
    for (NamedValue attribute : object.members()) {
      if (!(attribute.value() instanceof Mapping value)
          || value.members().size() != 1
          || !TYPES.contains(value.members().get(0).name())) {
        return false;
      }
    }
    return true;
  }

  // ---- plain JSON

  private void plain(FileValue value) {
    if (value instanceof Scalar scalar) {
      switch (scalar.type()) {
        case STRING -> writer.string(scalar.text());
        case NUMBER -> writer.number(scalar.text());
        case BOOLEAN -> writer.bool(scalar.text().equals("true"));
      }
    } else if (value instanceof Sequence sequence) {
      writer.beginList();
      for (FileValue element : sequence.elements()) {
        plain(element);
      }
      writer.endList();
    } else if (value instanceof Mapping mapping) {
      writer.beginMap();
      for (NamedValue member : mapping.members()) {
        writer.name(member.name());
        plain(member.value());
      }
      writer.endMap();
    } else {
      writer.nul(true);
    }
  }
}

package dev.monotable.formats.item;

import dev.monotable.formats.file.FileValue;
import dev.monotable.formats.file.FileValue.Absent;
import dev.monotable.formats.file.FileValue.Mapping;
import dev.monotable.formats.file.FileValue.NamedValue;
import dev.monotable.formats.file.FileValue.Scalar;
import dev.monotable.formats.file.FileValue.ScalarType;
import dev.monotable.formats.file.FileValue.Sequence;
import dev.monotable.formats.file.InvalidContentException;
import dev.monotable.value.AttributeType;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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

  /** Returns the item; an invalid value sets its fault, which the engine reports. */
  Item item(Mapping object, TableKeys table) {
    boolean typed = isTyped(object, table);
    writer.beginItem();
    for (NamedValue attribute : object.members()) {
      writer.name(attribute.name());
      if (typed) {
        typed(attribute.value(), attribute.name());
      } else if (table.isBinaryKey(attribute.name()) && attribute.value() instanceof Scalar key) {
        base64(key, attribute.name());
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

  private void base64(Scalar value, String what) {
    byte[] text = value.text().getBytes(StandardCharsets.UTF_8);
    if (!writer.base64(text, 0, text.length)) {
      throw new InvalidContentException(
          value.at(), what + " is binary, so it must be base64, not " + value.describe());
    }
  }

  // ---- DynamoDB JSON

  private void typed(FileValue value, String what) {
    if (!(value instanceof Mapping mapping)) {
      throw new InvalidContentException(
          value.at(),
          what + " must be an object such as {\"S\": \"text\"}, not " + value.describe());
    }
    NamedValue only = mapping.findOnly();
    if (only == null) {
      throw new InvalidContentException(
          mapping.at(), what + " must have one data type, not " + mapping.members().size());
    }
    FileValue content = only.value();
    switch (only.name()) {
      case "S" -> writer.string(text(content, only));
      case "N" -> writer.number(text(content, only));
      case "B" -> {
        text(content, only);
        base64((Scalar) content, what);
      }
      case "BOOL" -> writer.bool(truth(content, only));
      case "NULL" -> writer.nul(truth(content, only));
      case "SS" -> set(AttributeType.SS, content, only);
      case "NS" -> set(AttributeType.NS, content, only);
      case "BS" -> set(AttributeType.BS, content, only);
      case "L" -> list(content, what);
      case "M" -> map(content, what);
      default ->
          throw new InvalidContentException(
              only.at(), what + " has the unknown data type '" + only.name() + "'");
    }
  }

  private void list(FileValue content, String what) {
    if (!(content instanceof Sequence sequence)) {
      throw new InvalidContentException(
          content.at(), "L must be a list, not " + content.describe());
    }
    writer.beginList();
    for (FileValue element : sequence.elements()) {
      typed(element, "an element of " + what);
    }
    writer.endList();
  }

  private void map(FileValue content, String what) {
    Mapping members = FileValue.mapping(content, "M");
    writer.beginMap();
    for (NamedValue member : members.members()) {
      writer.name(member.name());
      typed(member.value(), what + '.' + member.name());
    }
    writer.endMap();
  }

  private void set(AttributeType type, FileValue content, NamedValue named) {
    if (!(content instanceof Sequence sequence)) {
      throw new InvalidContentException(
          content.at(), type + " must be a list of strings, not " + content.describe());
    }
    writer.beginSet(type);
    for (FileValue element : sequence.elements()) {
      if (element instanceof Absent) {
        writer.nullMember();
        continue;
      }
      byte[] text = text(element, named).getBytes(StandardCharsets.UTF_8);
      if (!writer.member(text, 0, text.length)) {
        throw new InvalidContentException(
            element.at(), "an element of BS must be base64, not " + element.describe());
      }
    }
    writer.endSet();
  }

  private static String text(FileValue value, NamedValue type) {
    if (value instanceof Scalar scalar && scalar.type() == ScalarType.STRING) {
      return scalar.text();
    }
    throw new InvalidContentException(
        value.at(), type.name() + " must hold a string in quotes, not " + value.describe());
  }

  private static boolean truth(FileValue value, NamedValue type) {
    if (value instanceof Scalar scalar && scalar.type() == ScalarType.BOOLEAN) {
      return scalar.text().toLowerCase(Locale.ROOT).equals("true");
    }
    throw new InvalidContentException(
        value.at(), type.name() + " must be true or false, not " + value.describe());
  }
}

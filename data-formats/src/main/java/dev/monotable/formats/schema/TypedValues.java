package dev.monotable.formats.schema;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Converts values in DynamoDB JSON, such as {@code {"S": "text"}}. An invalid value, such as a
 * number with too many digits, sets the fault of the item, which the engine reports. Not
 * thread-safe.
 */
public final class TypedValues {
  private final ItemWriter writer;

  /** Creates an instance that writes into a writer. */
  public TypedValues(ItemWriter writer) {
    this.writer = writer;
  }

  /** Returns an item, such as {@code {"PK": {"S": "a"}}}. */
  public Item item(Mapping object) {
    writer.beginItem();
    for (NamedValue attribute : object.members()) {
      writer.name(attribute.name());
      write(attribute.value(), attribute.name());
    }
    return writer.endItem();
  }

  /** Returns a value; {@code what} is it in a few words, for messages. */
  public AttributeValue value(FileValue value, String what) {
    writer.beginValue();
    write(value, what);
    return writer.endValue();
  }

  /** Writes a B. */
  public void base64(Scalar value, String what) {
    byte[] text = value.text().getBytes(StandardCharsets.UTF_8);
    if (!writer.base64(text, 0, text.length)) {
      throw new InvalidContentException(
          value.at(), what + " is binary, so it must be base64, not " + value.describe());
    }
  }

  /** Writes a value; {@code what} is it in a few words, for messages. */
  public void write(FileValue value, String what) {
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
      write(element, "an element of " + what);
    }
    writer.endList();
  }

  private void map(FileValue content, String what) {
    Mapping members = FileValue.mapping(content, "M");
    writer.beginMap();
    for (NamedValue member : members.members()) {
      writer.name(member.name());
      write(member.value(), what + '.' + member.name());
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

package dev.monotable.formats.schema;

import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a value of a file into a record of the service model by its schema. Text is converted to
 * numbers and booleans where the schema requires them, as in CloudFormation. Attribute values are
 * in DynamoDB JSON. Lengths, patterns and required members are validated later, by the operation.
 */
public final class RecordBinder {
  private RecordBinder() {}

  /** Converts a mapping; a member that the schema does not have is an error. */
  public static <T extends Record> T bind(StructureSchema<T> schema, Mapping mapping, String what) {
    @Nullable Object[] values = new @Nullable Object[schema.memberCount()];
    for (NamedValue entry : mapping.members()) {
      String name = entry.name();
      Member member = schema.find(name);
      if (member == null) {
        throw new InvalidContentException(entry.at(), what + " has no member '" + name + "'");
      }
      values[member.index()] = value(member.schema(), entry.value(), name);
    }
    return schema.create(values);
  }

  private static @Nullable Object value(ShapeSchema schema, FileValue value, String what) {
    if (value instanceof Absent) {
      return null;
    }
    return switch (schema.type()) {
      case STRING -> FileValue.text(value, what);
      case INTEGER -> (int) whole(value, what, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> whole(value, what, Long.MIN_VALUE, Long.MAX_VALUE);
      case BOOLEAN -> truth(value, what);
      case LIST -> list((ListSchema) schema, value, what);
      case MAP -> map((MapSchema) schema, value, what);
      case STRUCTURE -> bind((StructureSchema<?>) schema, FileValue.mapping(value, what), what);
      case ATTRIBUTE_VALUE -> new TypedValues(new ItemWriter()).value(value, what);
      case ITEM -> new TypedValues(new ItemWriter()).item(FileValue.mapping(value, what));
      case DOUBLE, TIMESTAMP ->
          throw new InvalidContentException(value.at(), what + " cannot be given in a file");
    };
  }

  private static List<Object> list(ListSchema schema, FileValue value, String what) {
    List<Object> elements = new ArrayList<>();
    for (FileValue each : FileValue.elements(value, what)) {
      Object element = value(schema.element(), each, "an element of " + what);
      if (element != null) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static Map<String, Object> map(MapSchema schema, FileValue value, String what) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (NamedValue each : FileValue.mapping(value, what).members()) {
      Object member = value(schema.value(), each.value(), each.name());
      if (member != null) {
        members.put(each.name(), member);
      }
    }
    return members;
  }

  private static long whole(FileValue value, String what, long least, long most) {
    String text = FileValue.text(value, what);
    try {
      long number = Long.parseLong(text.trim());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the text of the file.
    }
    throw new InvalidContentException(
        value.at(), what + " must be a whole number, not " + value.describe());
  }

  /** Converts a value that must be true or false. */
  static boolean truth(FileValue value, String what) {
    String text = FileValue.text(value, what).trim();
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return text.equalsIgnoreCase("true");
    }
    throw new InvalidContentException(
        value.at(), what + " must be true or false, not " + value.describe());
  }
}

package dev.monotable.formats.schema;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.FileValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts the items of a data model to DynamoDB JSON. Models that AWS publishes have plain values
 * in maps, {@code {"M": {"is_enabled": true}}}, and maps with a doubled type, {@code {"M": {"M":
 * {"x": {"N": "1"}}}}}, as {@code ConnectedVehicles} and {@code GamingPlayerProfiles} in
 * aws-samples/aws-dynamodb-examples do.
 */
final class WorkbenchItem {
  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");

  private WorkbenchItem() {}

  /** Returns an item in DynamoDB JSON. */
  static FileValue of(FileValue item) {
    return item instanceof Mapping mapping ? members(mapping) : item;
  }

  private static Mapping members(Mapping mapping) {
    MappingBuilder members = new MappingBuilder(mapping.at());
    for (NamedValue member : mapping.members()) {
      members.add(member.name(), member.at(), value(member.value()));
    }
    return members.build();
  }

  private static FileValue value(FileValue value) {
    FilePosition at = value.at();
    NamedValue typed = findTyped(value);
    if (typed != null) {
      return Mapping.of(at, typed.name(), content(typed));
    }
    if (value instanceof Mapping mapping) {
      return Mapping.of(at, "M", members(mapping));
    }
    if (value instanceof Sequence list) {
      return Mapping.of(at, "L", elements(list));
    }
    if (value instanceof Scalar scalar) {
      return switch (scalar.type()) {
        case STRING -> Mapping.of(at, "S", scalar);
        case NUMBER -> Mapping.of(at, "N", new Scalar(at, scalar.text()));
        case BOOLEAN -> Mapping.of(at, "BOOL", scalar);
      };
    }
    return value instanceof Absent
        ? Mapping.of(at, "NULL", new Scalar(at, "true", ScalarType.BOOLEAN))
        : value;
  }

  /** Returns the only member of a value, if its name is a data type. */
  private static @Nullable NamedValue findTyped(FileValue value) {
    NamedValue only = value instanceof Mapping mapping ? mapping.findOnly() : null;
    return only != null && TYPES.contains(only.name()) ? only : null;
  }

  private static FileValue content(NamedValue typed) {
    if (typed.name().equals("M") && typed.value() instanceof Mapping map) {
      NamedValue only = map.findOnly();
      if (only != null
          && only.name().equals("M")
          && only.value() instanceof Mapping
          && findTyped(only.value()) == null) {
        return content(only); // AWS's examples have maps with M twice
      }
      return members(map);
    }
    return typed.name().equals("L") && typed.value() instanceof Sequence list
        ? elements(list)
        : typed.value();
  }

  private static Sequence elements(Sequence list) {
    List<FileValue> elements = new ArrayList<>();
    for (FileValue each : list.elements()) {
      elements.add(value(each));
    }
    return new Sequence(list.at(), elements);
  }
}

package dev.monotable.conformance.member;

import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A member of a request, at any depth.
 *
 * @param name such as {@code CreateTable.GlobalSecondaryIndexes[].IndexName}, with {@code []} for
 *     the elements of a list and <code>{}</code> for the values of a map; the members of attribute
 *     values are the same everywhere: {@code AttributeValue.S}
 * @param required whether the model requires the member
 * @param schema the shape of the member; that of the attribute value for its members
 */
record MemberPath(String name, boolean required, ShapeSchema schema) {
  static final String VALUE = "AttributeValue";
  static final List<String> TYPES =
      List.of("S", "N", "B", "SS", "NS", "BS", "M", "L", "NULL", "BOOL");

  /** Returns all members of an operation's request; each one precedes the members within it. */
  static Map<String, MemberPath> all(OperationSchema<?, ?> operation) {
    Map<String, MemberPath> paths = new LinkedHashMap<>();
    addMembers(operation.name(), operation.input(), paths);
    return paths;
  }

  /** Returns the name of a member of a structure. */
  static String nameOf(String structure, Member member) {
    return structure + '.' + member.wireName();
  }

  /** Returns whether this is a member of attribute values. */
  boolean isValueType() {
    return name.startsWith(VALUE + '.');
  }

  /** Returns whether the member consists of other members. */
  boolean isContainer() {
    return isContainer(schema);
  }

  private static boolean isContainer(ShapeSchema schema) {
    return schema instanceof StructureSchema<?>
        || (schema instanceof ListSchema list && isContainer(list.element()))
        || (schema instanceof MapSchema map && isContainer(map.value()));
  }

  /** Returns whether this is the member of that name, or within it. */
  boolean isWithin(String member) {
    return name.startsWith(member)
        && (name.length() == member.length() || ".[{".indexOf(name.charAt(member.length())) >= 0);
  }

  private static void addMembers(
      String at, StructureSchema<?> structure, Map<String, MemberPath> paths) {
    for (Member member : structure.members()) {
      String name = nameOf(at, member);
      paths.put(name, new MemberPath(name, member.required(), member.schema()));
      addInner(name, member.schema(), paths);
    }
  }

  private static void addInner(String at, ShapeSchema schema, Map<String, MemberPath> paths) {
    if (schema instanceof StructureSchema<?> structure) {
      addMembers(at, structure, paths);
    } else if (schema instanceof ListSchema list) {
      addInner(at + "[]", list.element(), paths);
    } else if (schema instanceof MapSchema map) {
      addInner(at + "{}", map.value(), paths);
    } else if (schema.type() == ShapeType.ATTRIBUTE_VALUE || schema.type() == ShapeType.ITEM) {
      for (String type : TYPES) {
        String name = VALUE + '.' + type;
        paths.putIfAbsent(name, new MemberPath(name, true, schema));
      }
    }
  }
}

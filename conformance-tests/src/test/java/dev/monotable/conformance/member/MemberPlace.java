package dev.monotable.conformance.member;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A place in the JSON of a request where a member is sent.
 *
 * @param parent the structure with the member
 * @param member the name of the member in it
 */
record MemberPlace(ObjectNode parent, String member) {
  /** Returns the places of each member that a request sends, by {@link MemberPath#name}. */
  static Map<String, List<MemberPlace>> all(OperationSchema<?, ?> operation, JsonNode request) {
    Map<String, List<MemberPlace>> places = new LinkedHashMap<>();
    addMembers(operation.name(), operation.input(), request, places);
    return places;
  }

  private static void addMembers(
      String at,
      StructureSchema<?> structure,
      JsonNode json,
      Map<String, List<MemberPlace>> places) {
    for (Member member : structure.members()) {
      JsonNode value = json.get(member.wireName());
      if (value != null && !value.isNull() && json instanceof ObjectNode parent) {
        String name = MemberPath.nameOf(at, member);
        add(name, new MemberPlace(parent, member.wireName()), places);
        addInner(name, member.schema(), value, places);
      }
    }
  }

  private static void addInner(
      String at, ShapeSchema schema, JsonNode json, Map<String, List<MemberPlace>> places) {
    if (schema instanceof StructureSchema<?> structure) {
      addMembers(at, structure, json, places);
    } else if (schema instanceof ListSchema list) {
      if (json.isArray()) {
        json.forEach(element -> addInner(at + "[]", list.element(), element, places));
      }
    } else if (schema instanceof MapSchema map) {
      json.properties()
          .forEach(entry -> addInner(at + "{}", map.value(), entry.getValue(), places));
    } else if (schema.type() == ShapeType.ATTRIBUTE_VALUE) {
      addValue(json, places);
    } else if (schema.type() == ShapeType.ITEM) {
      json.properties().forEach(entry -> addValue(entry.getValue(), places));
    }
  }

  private static void addValue(JsonNode json, Map<String, List<MemberPlace>> places) {
    if (!(json instanceof ObjectNode value)) {
      return;
    }
    for (String type : MemberPath.TYPES) {
      JsonNode content = value.get(type);
      if (content != null) {
        add(MemberPath.VALUE + '.' + type, new MemberPlace(value, type), places);
        if (type.equals("L")) {
          content.forEach(element -> addValue(element, places));
        } else if (type.equals("M")) {
          content.properties().forEach(entry -> addValue(entry.getValue(), places));
        }
      }
    }
  }

  private static void add(String name, MemberPlace place, Map<String, List<MemberPlace>> places) {
    places.computeIfAbsent(name, unused -> new ArrayList<>()).add(place);
  }

  JsonNode value() {
    return parent.get(member);
  }
}

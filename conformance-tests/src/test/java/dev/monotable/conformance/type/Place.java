package dev.monotable.conformance.type;

import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A place in the request of an operation that requires JSON of a certain type: a member, an element
 * of a list or a value of a map, at any depth. Attribute values are expanded to a depth of two.
 *
 * @param path such as {@code Expected.x.AttributeValueList[]}
 * @param kind such as {@code String}, {@code Map}, {@code Structure}
 * @param within whether it is in a list or map, and not a member
 * @param shape the name of a structure, otherwise empty
 * @param of the type of the elements of a list or the values of a map
 * @param request creates a request that contains only the given JSON at this place
 */
record Place(
    String path,
    String kind,
    boolean within,
    String shape,
    List<Place> of,
    UnaryOperator<String> request) {
  private static final int VALUE_LEVELS = 2;

  /** The types of an attribute value, and the kind of JSON for each. */
  private static final Map<String, String> TYPES =
      Map.of(
          "S", "String",
          "N", "String",
          "B", "Blob",
          "BOOL", "Boolean",
          "NULL", "Boolean",
          "SS", "String",
          "NS", "String",
          "BS", "Blob");

  /** Returns all places of an operation's request; each one precedes the places within it. */
  static List<Place> all(OperationSchema<?, ?> operation) {
    List<Place> places = new ArrayList<>();
    addMembers(operation.input(), "", UnaryOperator.identity(), places);
    return places;
  }

  private static void addMembers(
      StructureSchema<?> structure,
      String path,
      UnaryOperator<String> request,
      List<Place> places) {
    for (Member member : structure.members()) {
      String name = member.wireName();
      add(
          member.schema(),
          path.isEmpty() ? name : path + '.' + name,
          false,
          json -> request.apply("{\"" + name + "\":" + json + '}'),
          places);
    }
  }

  /** Adds a place and the places within it, and returns the place. */
  private static Place add(
      ShapeSchema schema,
      String path,
      boolean within,
      UnaryOperator<String> request,
      List<Place> places) {
    if (schema.type() == ShapeType.ATTRIBUTE_VALUE) {
      return addValue(path, within, request, VALUE_LEVELS, places);
    }
    List<Place> inner = new ArrayList<>();
    UnaryOperator<String> element = json -> request.apply('[' + json + ']');
    UnaryOperator<String> entry = json -> request.apply("{\"x\":" + json + '}');
    String shape = "";
    List<Place> of = List.of();
    String kind =
        switch (schema.type()) {
          case STRING -> "String";
          case INTEGER -> "Integer";
          case LONG -> "Long";
          case DOUBLE -> "Double";
          case BOOLEAN -> "Boolean";
          case TIMESTAMP -> "Date";
          case LIST -> {
            of = List.of(add(((ListSchema) schema).element(), path + "[]", true, element, inner));
            yield "List";
          }
          case MAP -> {
            of = List.of(add(((MapSchema) schema).value(), path + ".x", true, entry, inner));
            yield "Map";
          }
          case ITEM -> {
            of = List.of(addValue(path + ".x", true, entry, VALUE_LEVELS, inner));
            yield "Map";
          }
          case STRUCTURE -> {
            shape = schema.name();
            addMembers((StructureSchema<?>) schema, path, request, inner);
            yield "Structure";
          }
          case ATTRIBUTE_VALUE -> throw new IllegalStateException("see above");
        };
    Place place = new Place(path, kind, within, shape, of, request);
    places.add(place);
    places.addAll(inner);
    return place;
  }

  private static Place addValue(
      String path, boolean within, UnaryOperator<String> request, int levels, List<Place> places) {
    Place value = new Place(path, "Structure", within, "AttributeValue", List.of(), request);
    places.add(value);
    if (levels == 0) {
      return value;
    }
    TYPES.forEach(
        (type, kind) -> {
          UnaryOperator<String> member = json -> request.apply("{\"" + type + "\":" + json + '}');
          if (type.length() == 2) {
            Place element =
                scalar(path + '.' + type + "[]", kind, true, j -> member.apply('[' + j + ']'));
            places.add(new Place(path + '.' + type, "List", false, "", List.of(element), member));
            places.add(element);
          } else {
            places.add(scalar(path + '.' + type, kind, false, member));
          }
        });
    List<Place> inner = new ArrayList<>();
    UnaryOperator<String> list = json -> request.apply("{\"L\":" + json + '}');
    Place element =
        addValue(path + ".L[]", true, j -> list.apply('[' + j + ']'), levels - 1, inner);
    places.add(new Place(path + ".L", "List", false, "", List.of(element), list));
    UnaryOperator<String> map = json -> request.apply("{\"M\":" + json + '}');
    Place entry =
        addValue(path + ".M.x", true, j -> map.apply("{\"x\":" + j + '}'), levels - 1, inner);
    places.add(new Place(path + ".M", "Map", false, "", List.of(entry), map));
    places.addAll(inner);
    return value;
  }

  private static Place scalar(
      String path, String kind, boolean within, UnaryOperator<String> request) {
    return new Place(path, kind, within, "", List.of(), request);
  }
}

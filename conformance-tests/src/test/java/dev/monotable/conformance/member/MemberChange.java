package dev.monotable.conformance.member;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A change of a member in a request: its removal, or another value. */
interface MemberChange {
  void apply(MemberPlace place);

  /** Returns the changes to try of a member with this value. */
  static List<MemberChange> all(MemberPath path, JsonNode value) {
    if (path.isValueType()) {
      return List.of(MemberChange::setOtherType);
    }
    List<MemberChange> changes = new ArrayList<>();
    if (!path.required()) {
      changes.add(place -> place.parent().remove(place.member()));
    }
    for (JsonNode other : others(path.schema(), value)) {
      if (!other.equals(value)) {
        changes.add(place -> place.parent().set(place.member(), other));
      }
    }
    return changes;
  }

  /** Replaces the attribute value whose type the member is by one of another type. */
  private static void setOtherType(MemberPlace place) {
    place.parent().removeAll();
    place.parent().put(place.member().equals("S") ? "N" : "S", "7");
  }

  /** Returns other values of a shape, as far as they are easy to find. */
  private static List<JsonNode> others(ShapeSchema schema, JsonNode value) {
    List<JsonNode> others = new ArrayList<>();
    switch (schema.type()) {
      case STRING -> {
        schema.constraints().values().forEach(allowed -> others.add(TextNode.valueOf(allowed)));
        if (others.isEmpty()) {
          String text = value.asText();
          others.add(TextNode.valueOf(text + '1'));
          others.add(TextNode.valueOf(text.replace(" = ", " <> ")));
          others.add(TextNode.valueOf(text.replace('<', '!').replace('>', '<').replace('!', '>')));
        }
      }
      case INTEGER, LONG -> others.add(LongNode.valueOf(value.asLong() + 1));
      case BOOLEAN -> others.add(BooleanNode.valueOf(!value.booleanValue()));
      case ITEM -> others.addAll(otherItems(value));
      case LIST -> {
        ShapeType element = ((ListSchema) schema).element().type();
        if (element == ShapeType.STRING) {
          others.add(otherStrings(value));
        } else if (element == ShapeType.ATTRIBUTE_VALUE) {
          ArrayNode values = JsonNodeFactory.instance.arrayNode();
          value.forEach(each -> values.add(otherValue(each)));
          others.add(values);
        } else if (element == ShapeType.ITEM) {
          ArrayNode items = JsonNodeFactory.instance.arrayNode();
          value.forEach(each -> items.add(otherItems(each).get(0)));
          others.add(items);
        }
      }
      case MAP -> others.add(otherStrings(value));
      case ATTRIBUTE_VALUE -> others.add(otherValue(value));
      case DOUBLE -> others.add(DoubleNode.valueOf(value.asDouble() + 1));
      case TIMESTAMP -> {
        if (value.isNumber()) {
          others.add(DoubleNode.valueOf(value.asDouble() - 1));
        }
      }
      case STRUCTURE -> {}
    }
    return others;
  }

  /** Returns items of which one attribute has another value, or each. */
  private static List<JsonNode> otherItems(JsonNode item) {
    List<JsonNode> others = new ArrayList<>();
    ObjectNode all = item.deepCopy();
    for (Map.Entry<String, JsonNode> attribute : item.properties()) {
      JsonNode other = otherValue(attribute.getValue());
      all.set(attribute.getKey(), other);
      if (others.size() < MemberSweep.MOST_PLACES) {
        others.add(item.<ObjectNode>deepCopy().set(attribute.getKey(), other));
      }
    }
    others.add(all);
    return others;
  }

  /** Returns an attribute value of the same type, as far as possible, but not equal. */
  private static JsonNode otherValue(JsonNode value) {
    ObjectNode other = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> type : value.properties()) {
      JsonNode content = type.getValue();
      switch (type.getKey()) {
        case "S", "N" -> other.put(type.getKey(), content.asText() + '1');
        case "SS", "NS" -> other.set(type.getKey(), otherStrings(content));
        case "BOOL" -> other.put("BOOL", !content.booleanValue());
        default -> other.put("S", "7");
      }
    }
    return other;
  }

  /** Returns a list or map of other strings. */
  private static JsonNode otherStrings(JsonNode strings) {
    if (strings instanceof ObjectNode map) {
      ObjectNode others = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> entry : map.properties()) {
        JsonNode value = entry.getValue();
        others.set(entry.getKey(), value.isTextual() ? otherString(value) : value);
      }
      return others;
    }
    ArrayNode others = JsonNodeFactory.instance.arrayNode();
    strings.forEach(each -> others.add(otherString(each)));
    return others;
  }

  private static JsonNode otherString(JsonNode string) {
    return TextNode.valueOf(string.asText() + '1');
  }
}

package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.utils.builder.Buildable;

/** Converts objects of the AWS SDK from and to the JSON of the protocol. */
final class SdkJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SdkJson() {}

  /**
   * Sets the members of a JSON object in a builder and builds the result.
   *
   * @throws IllegalArgumentException if the builder does not have one of the members
   */
  static Object build(SdkPojo builder, JsonNode json) {
    Map<String, SdkField<?>> fields = new LinkedHashMap<>();
    for (SdkField<?> field : builder.sdkFields()) {
      fields.put(field.locationName(), field);
    }
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      SdkField<?> field = fields.get(member.getKey());
      if (field == null) {
        throw new IllegalArgumentException("the SDK has no " + member.getKey() + " in " + builder);
      }
      field.set(builder, value(field, member.getValue()));
    }
    return ((Buildable) builder).build();
  }

  private static Object value(SdkField<?> field, JsonNode json) {
    MarshallingType<?> type = field.marshallingType();
    if (type == MarshallingType.LIST) {
      SdkField<?> element = field.getTrait(ListTrait.class).memberFieldInfo();
      List<Object> list = new ArrayList<>();
      json.forEach(node -> list.add(value(element, node)));
      return list;
    }
    if (type == MarshallingType.MAP) {
      SdkField<?> element = field.getTrait(MapTrait.class).valueFieldInfo();
      Map<String, Object> map = new LinkedHashMap<>();
      json.properties().forEach(e -> map.put(e.getKey(), value(element, e.getValue())));
      return map;
    }
    if (type == MarshallingType.SDK_POJO) {
      return build(field.constructor().get(), json);
    }
    if (type == MarshallingType.SDK_BYTES) {
      try {
        return SdkBytes.fromByteArray(json.binaryValue());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    if (type == MarshallingType.INTEGER) {
      return json.intValue();
    }
    if (type == MarshallingType.LONG) {
      return json.longValue();
    }
    if (type == MarshallingType.BOOLEAN) {
      return json.booleanValue();
    }
    if (type == MarshallingType.INSTANT) {
      return Instant.ofEpochMilli(Math.round(json.doubleValue() * 1000));
    }
    if (type == MarshallingType.STRING) {
      return json.textValue();
    }
    throw new IllegalArgumentException("no way to make a " + type + " of " + json);
  }

  /** Returns the members of an SDK object that are set. */
  static ObjectNode json(SdkPojo object) {
    ObjectNode json = NODES.objectNode();
    for (SdkField<?> field : object.sdkFields()) {
      Object value = field.getValueOrDefault(object);
      boolean isAbsent =
          value == null
              || value instanceof SdkAutoConstructList
              || value instanceof SdkAutoConstructMap;
      if (!isAbsent) {
        json.set(field.locationName(), node(value));
      }
    }
    return json;
  }

  private static JsonNode node(Object value) {
    if (value instanceof SdkPojo object) {
      return json(object);
    }
    if (value instanceof Collection<?> list) {
      ArrayNode array = NODES.arrayNode();
      list.forEach(element -> array.add(node(element)));
      return array;
    }
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = NODES.objectNode();
      map.forEach((name, member) -> object.set((String) name, node(member)));
      return object;
    }
    if (value instanceof SdkBytes bytes) {
      return NODES.textNode(NODES.binaryNode(bytes.asByteArray()).asText());
    }
    if (value instanceof Boolean truth) {
      return NODES.booleanNode(truth);
    }
    if (value instanceof Integer || value instanceof Long) {
      return NODES.numberNode(((Number) value).longValue());
    }
    if (value instanceof Double number) {
      return NODES.numberNode(number);
    }
    if (value instanceof Instant time) {
      return NODES.numberNode(time.toEpochMilli() / 1000.0);
    }
    return NODES.textNode(value.toString());
  }
}

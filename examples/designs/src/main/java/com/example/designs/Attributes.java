package com.example.designs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Short forms of items and values. */
public final class Attributes {
  private Attributes() {}

  /** Returns an item, or the values of an expression, of names and values in turns. */
  public static Map<String, AttributeValue> item(Object... namesAndValues) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      item.put((String) namesAndValues[i], value(namesAndValues[i + 1]));
    }
    return item;
  }

  private static AttributeValue value(Object value) {
    if (value instanceof AttributeValue known) {
      return known;
    }
    if (value instanceof Number number) {
      return AttributeValue.fromN(number.toString());
    }
    if (value instanceof List<?> list) {
      return AttributeValue.fromL(list.stream().map(Attributes::value).toList());
    }
    return AttributeValue.fromS((String) value);
  }
}

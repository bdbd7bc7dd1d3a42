package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Short methods that create items and attribute values. */
public final class Items {
  private Items() {}

  /**
   * Returns an item with these alternating names and values: a {@code String} becomes S, a {@code
   * Number} N, a {@code byte[]} B, a {@code Boolean} BOOL, a {@code List} L, and a {@code Map} M.
   */
  public static Map<String, AttributeValue> item(Object... nameThenValue) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    for (int i = 0; i < nameThenValue.length; i += 2) {
      item.put((String) nameThenValue[i], value(nameThenValue[i + 1]));
    }
    return Collections.unmodifiableMap(item);
  }

  /** Returns the item with these attributes added or replaced. */
  public static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, Object... nameThenValue) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.putAll(item(nameThenValue));
    return Collections.unmodifiableMap(changed);
  }

  /** Returns the item with only these attributes. */
  public static Map<String, AttributeValue> only(
      Map<String, AttributeValue> item, String... names) {
    Map<String, AttributeValue> part = new HashMap<>(item);
    part.keySet().retainAll(List.of(names));
    return Collections.unmodifiableMap(part);
  }

  /** Returns the attribute, which the item must have. */
  public static AttributeValue require(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new AssertionError("no attribute " + name + " in " + item);
    }
    return value;
  }

  /** Returns the list in reverse order. */
  public static <T> List<T> reversed(List<T> list) {
    List<T> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }

  public static AttributeValue value(Object value) {
    if (value instanceof AttributeValue made) {
      return made;
    }
    if (value instanceof String string) {
      return AttributeValue.fromS(string);
    }
    if (value instanceof Number number) {
      return AttributeValue.fromN(number.toString());
    }
    if (value instanceof Boolean bool) {
      return AttributeValue.fromBool(bool);
    }
    if (value instanceof byte[] bytes) {
      return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    }
    if (value instanceof List<?> list) {
      List<AttributeValue> elements = new ArrayList<>();
      for (Object element : list) {
        elements.add(value(element));
      }
      return AttributeValue.fromL(elements);
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, AttributeValue> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put((String) name, value(member)));
      return AttributeValue.fromM(members);
    }
    throw new IllegalArgumentException("no attribute value: " + value);
  }
}

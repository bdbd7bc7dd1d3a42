package dev.monotable.design.relation;

import dev.monotable.design.model.KeyTemplate;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the attributes whose values are in the keys of one shape of items, such as {@code orderId}
 * in <code>ORDER#{}</code>: without regard to case, and to zeros before a number. They give fields
 * their names, so the first items are enough. Not thread-safe.
 */
public final class HeldAttributes {
  private static final int ITEMS = 64;

  /** For each field of each key, the attributes that have had its value in all items so far. */
  private final Map<String, List<Set<String>>> candidates = new LinkedHashMap<>();

  private int items;

  /** Creates an instance that has compared no items. */
  public HeldAttributes() {}

  /** Compares the fields of an item with its attributes. */
  public void add(Item item, Map<String, KeyTemplate> keys) {
    if (items >= ITEMS) {
      return;
    }
    for (Map.Entry<String, KeyTemplate> key : keys.entrySet()) {
      AttributeValue value = item.find(key.getKey());
      List<String> fields =
          value == null || value.type() != AttributeType.S
              ? null
              : key.getValue().split(value.string());
      if (fields == null) {
        candidates.remove(key.getKey());
      } else if (items == 0) {
        List<Set<String>> of = new ArrayList<>();
        fields.forEach(field -> of.add(attributes(item, field, keys)));
        candidates.put(key.getKey(), of);
      } else {
        narrow(candidates.get(key.getKey()), item, fields);
      }
    }
    items++;
  }

  private static Set<String> attributes(Item item, String field, Map<String, KeyTemplate> keys) {
    Set<String> names = new LinkedHashSet<>();
    item.forEach(
        (name, value) -> {
          if (!keys.containsKey(name) && isSame(field, value)) {
            names.add(name);
          }
        });
    return names;
  }

  private static void narrow(@Nullable List<Set<String>> of, Item item, List<String> fields) {
    for (int i = 0; of != null && i < fields.size() && i < of.size(); i++) {
      String field = fields.get(i);
      of.get(i).removeIf(name -> !isSame(field, item.find(name)));
    }
  }

  private static boolean isSame(String field, @Nullable AttributeValue value) {
    if (value == null) {
      return false;
    }
    return switch (value.type()) {
      case S -> field.equalsIgnoreCase(value.string());
      case N -> withoutZeros(field).equals(value.numberText());
      default -> false;
    };
  }

  private static String withoutZeros(String number) {
    int at = 0;
    while (at < number.length() - 1 && number.charAt(at) == '0') {
      at++;
    }
    return number.substring(at);
  }

  /** Forgets all: the keys have got other templates. */
  public void clear() {
    candidates.clear();
    items = 0;
  }

  /** Returns for each field of each key the attribute with its value; empty without one. */
  public Map<String, List<String>> found() {
    Map<String, List<String>> found = new LinkedHashMap<>();
    candidates.forEach(
        (key, of) ->
            found.put(
                key,
                of.stream().map(names -> names.isEmpty() ? "" : names.iterator().next()).toList()));
    return found;
  }
}

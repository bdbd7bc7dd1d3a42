package dev.monotable.design.relation;

import dev.monotable.design.model.KeyTemplate;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields in the keys of one shape of items that have the same value in every item, such
 * as the two of <code>USER#{}</code> and <code>#METADATA#{}</code>. Not thread-safe.
 */
public final class EqualFields {
  /** The values of the first item, and for each field the first one that is equal so far. */
  private @Nullable List<String> first;

  private int[] same = {};
  private boolean varies;
  private boolean over;

  /** Creates an instance that has compared no items. */
  public EqualFields() {}

  /** Compares the fields of an item. */
  public void add(Item item, Map<String, KeyTemplate> keys) {
    if (over) {
      return;
    }
    List<String> values = new ArrayList<>();
    for (Map.Entry<String, KeyTemplate> key : keys.entrySet()) {
      AttributeValue value = item.find(key.getKey());
      List<String> split =
          value == null || value.type() != AttributeType.S
              ? null
              : key.getValue().split(value.string());
      if (split == null) {
        int fields = key.getValue().fieldCount();
        for (int i = 0; i < fields; i++) {
          values.add(key.getKey() + i); // equal to nothing
        }
      } else {
        values.addAll(split);
      }
    }
    if (first == null) {
      begin(values);
    } else if (values.size() == same.length) {
      compare(values);
    } else {
      over = true;
    }
  }

  private void begin(List<String> values) {
    first = values;
    same = new int[values.size()];
    boolean any = false;
    for (int i = 0; i < same.length; i++) {
      same[i] = values.indexOf(values.get(i));
      any |= same[i] != i;
    }
    over = !any;
  }

  private void compare(List<String> values) {
    boolean any = false;
    for (int i = 0; i < same.length; i++) {
      int before = same[i];
      if (before != i && !values.get(i).equals(values.get(before))) {
        same[i] = i;
      }
      any |= same[i] != i;
      varies |= first != null && same[i] != i && !values.get(i).equals(first.get(i));
    }
    over = !any;
  }

  /** Forgets all: the keys have got other templates. */
  public void clear() {
    over = true;
    same = new int[0];
  }

  /**
   * Returns for each field, in the order of the keys, the first one that is equal to it in all
   * items; none if nothing is.
   */
  public List<Integer> found() {
    List<Integer> fields = new ArrayList<>();
    if (varies && !over) {
      for (int each : same) {
        fields.add(each);
      }
    }
    return fields;
  }
}

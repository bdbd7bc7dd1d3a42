package dev.monotable.access;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The context of a request: the values of condition keys, which policies ask for. A key is asked
 * for only if a policy names it, so an implementation may compute values when they are needed.
 */
@FunctionalInterface
public interface ContextKeys {
  /**
   * Returns the values of a key.
   *
   * @param key the name in lower case, such as {@code dynamodb:leadingkeys}
   * @return null if the request does not have the key
   */
  @Nullable Value find(String key);

  /**
   * The values of a key.
   *
   * @param several whether the key can have several values in one request. Such a key needs {@code
   *     ForAllValues} or {@code ForAnyValue}, even if there is only one value now
   */
  record Value(List<String> values, boolean several) {
    public Value {
      values = List.copyOf(values);
    }

    /** Returns the value of a key that has one. */
    public static Value of(String value) {
      return new Value(List.of(value), false);
    }

    /** Returns the values of a key that can have several. */
    public static Value of(List<String> values) {
      return new Value(values, true);
    }
  }

  /**
   * Returns a context with values that are known already.
   *
   * @param values strings, or lists of strings for keys that can have several values; by name in
   *     any case
   */
  static ContextKeys of(Map<String, ?> values) {
    Map<String, Value> known = new TreeMap<>();
    for (Map.Entry<String, ?> entry : values.entrySet()) {
      Value value =
          entry.getValue() instanceof List<?> list
              ? Value.of(list.stream().map(String::valueOf).toList())
              : Value.of(String.valueOf(entry.getValue()));
      known.put(entry.getKey().toLowerCase(Locale.ROOT), value);
    }
    return known::get;
  }
}

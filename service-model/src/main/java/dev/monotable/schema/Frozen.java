package dev.monotable.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the lists and maps of records immutable. Lists from {@link List#of} or {@link List#copyOf},
 * and lists and maps made here, are not copied.
 */
public final class Frozen {
  private Frozen() {}

  /**
   * Returns an immutable list of the same elements, which may be null as in JSON; null for null.
   */
  public static <E> @Nullable List<E> list(@Nullable List<E> list) {
    if (list == null || list instanceof FrozenList<?>) {
      return list;
    }
    if (list instanceof ArrayList<?>) {
      return list.isEmpty() ? List.of() : new FrozenList<>(list);
    }
    try {
      return List.copyOf(list);
    } catch (NullPointerException hasNull) {
      return Collections.unmodifiableList(new ArrayList<>(list));
    }
  }

  /** Returns an immutable map of the same entries in the same order; null for null. */
  public static <V> @Nullable Map<String, V> map(@Nullable Map<String, V> map) {
    if (map == null || map instanceof FrozenMap<?>) {
      return map;
    }
    FrozenMap.Builder<V> copy = new FrozenMap.Builder<>(map.size());
    for (Map.Entry<String, V> entry : map.entrySet()) {
      copy.put(entry.getKey(), entry.getValue());
    }
    return copy.build();
  }
}

package dev.monotable.engine.definition;

import java.util.List;

/**
 * The projection of an index: which attributes it holds besides the key attributes.
 *
 * @param included names, for INCLUDE only
 */
public record IndexProjection(Type type, List<String> included) {
  /** Everything, the keys alone, or the keys and some more. */
  public enum Type {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  public static final IndexProjection ALL = new IndexProjection(Type.ALL, List.of());

  public IndexProjection {
    included = List.copyOf(included);
  }
}

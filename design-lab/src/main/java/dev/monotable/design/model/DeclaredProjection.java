package dev.monotable.design.model;

import java.util.Collection;
import java.util.List;

/**
 * The attributes that an index holds.
 *
 * @param attributes the non-key attributes of {@link Kind#INCLUDE}; empty for other kinds
 */
public record DeclaredProjection(Kind kind, List<String> attributes) {
  /** All attributes. */
  public static final DeclaredProjection ALL = new DeclaredProjection(Kind.ALL, List.of());

  /** The keys of the table and the index. */
  public static final DeclaredProjection KEYS_ONLY =
      new DeclaredProjection(Kind.KEYS_ONLY, List.of());

  /** The kinds of projections. */
  public enum Kind {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  /** Returns the projection of some attributes beside the keys. */
  public static DeclaredProjection of(Collection<String> attributes) {
    return attributes.isEmpty()
        ? KEYS_ONLY
        : new DeclaredProjection(Kind.INCLUDE, List.copyOf(attributes));
  }

  public DeclaredProjection {
    attributes = List.copyOf(attributes);
    if (attributes.isEmpty() == (kind == Kind.INCLUDE)) {
      throw new IllegalArgumentException(
          "INCLUDE, and no other projection, must list non-key attributes");
    }
  }
}

package dev.monotable.design.model;

import dev.monotable.value.AttributeType;

/**
 * An attribute of a key.
 *
 * @param type S, N or B
 */
public record DeclaredKeyAttribute(String name, AttributeType type) {
  public DeclaredKeyAttribute {
    if (!type.isKeyType()) {
      throw new IllegalArgumentException("the type of a key attribute must be S, N or B");
    }
  }

  /** Returns an attribute of type S. */
  public static DeclaredKeyAttribute string(String name) {
    return new DeclaredKeyAttribute(name, AttributeType.S);
  }
}

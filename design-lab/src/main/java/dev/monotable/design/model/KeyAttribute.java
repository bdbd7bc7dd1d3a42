package dev.monotable.design.model;

import dev.monotable.value.AttributeType;

/**
 * An attribute of a key.
 *
 * @param type S, N or B
 */
public record KeyAttribute(String name, AttributeType type) {
  public KeyAttribute {
    if (!type.isKeyType()) {
      throw new IllegalArgumentException("the type of a key attribute is S, N or B");
    }
  }

  /** Returns an attribute of type S. */
  public static KeyAttribute string(String name) {
    return new KeyAttribute(name, AttributeType.S);
  }
}

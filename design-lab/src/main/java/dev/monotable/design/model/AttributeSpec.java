package dev.monotable.design.model;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A declared attribute of an entity.
 *
 * @param types the types that it may have; empty for any
 * @param required whether every item has it
 * @param constant its value in every item, such as {@code Message} for an attribute that names the
 *     entity; null if it varies
 * @param bytes the expected size of the value, in DynamoDB's bytes without the name; null if
 *     unknown
 */
public record AttributeSpec(
    Set<AttributeType> types,
    boolean required,
    @Nullable String constant,
    @Nullable Integer bytes) {
  /** An attribute of any type that may be missing. */
  public static final AttributeSpec ANY = new AttributeSpec(Set.of(), false, null, null);

  public AttributeSpec {
    types = Set.copyOf(types);
  }

  /** Returns whether a value has one of the types and the constant value. */
  public boolean matches(AttributeValue value) {
    return (types.isEmpty() || types.contains(value.type())) && matchesConstant(value);
  }

  private boolean matchesConstant(AttributeValue value) {
    if (constant == null) {
      return true;
    }
    return switch (value.type()) {
      case S -> value.string().equals(constant);
      case N -> value.numberText().equals(constant);
      case BOOL -> String.valueOf(value.bool()).equals(constant);
      case B, SS, NS, BS, L, M, NULL -> false;
    };
  }
}

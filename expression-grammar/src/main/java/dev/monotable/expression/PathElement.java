package dev.monotable.expression;

/** An element of a {@link DocumentPath}. */
public sealed interface PathElement {
  /** A literal attribute name. */
  record Name(String name) implements PathElement {}

  /** A name from ExpressionAttributeNames; {@code placeholder} begins with {@code #}. */
  record Placeholder(String placeholder) implements PathElement {}

  /** A list index, from 0. */
  record Index(int index) implements PathElement {}
}

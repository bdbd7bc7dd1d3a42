package dev.monotable.expression;

/** One step of a {@link DocumentPath}. */
public sealed interface PathElement {
  /** An attribute name written out. */
  record Name(String name) implements PathElement {}

  /** A name from ExpressionAttributeNames; {@code placeholder} begins with {@code #}. */
  record Placeholder(String placeholder) implements PathElement {}

  /** A list index, from zero. */
  record Index(int index) implements PathElement {}
}

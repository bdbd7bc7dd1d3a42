package dev.monotable.expression;

/** One step of a {@link DocumentPath}. */
public sealed interface PathElement {
  /** What the step is; lets a switch over steps be checked by the compiler. */
  enum Type {
    NAME,
    PLACEHOLDER,
    INDEX
  }

  Type type();

  /** An attribute name written out. */
  record Name(String name) implements PathElement {
    @Override
    public Type type() {
      return Type.NAME;
    }
  }

  /** A name from ExpressionAttributeNames; {@code placeholder} begins with {@code #}. */
  record Placeholder(String placeholder) implements PathElement {
    @Override
    public Type type() {
      return Type.PLACEHOLDER;
    }
  }

  /** A list index, from zero. */
  record Index(int index) implements PathElement {
    @Override
    public Type type() {
      return Type.INDEX;
    }
  }
}

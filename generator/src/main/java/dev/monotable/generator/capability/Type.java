package dev.monotable.generator.capability;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The type of a member: {@code String}, {@code int}, {@code long}, {@code double}, {@code boolean},
 * {@code Instant}, {@code Duration}, {@code Json} (any value), an enum, a record, {@code
 * List<TYPE>} or {@code Map<TYPE>}, whose keys are texts.
 *
 * @param name the name, without its argument
 * @param argument the type of elements or values; null if there are none
 */
record Type(String name, @Nullable Type argument) {
  private static final Map<String, String> BOXES =
      Map.of("int", "Integer", "long", "Long", "double", "Double", "boolean", "Boolean");

  private static final Set<String> PLAIN =
      Set.of("String", "int", "long", "double", "boolean", "Instant", "Duration", "Json");

  static Type parse(String text) {
    int start = text.indexOf('<');
    return start < 0
        ? new Type(text, null)
        : new Type(text.substring(0, start), parse(text.substring(start + 1, text.length() - 1)));
  }

  /** Returns whether values are of a primitive type of Java. */
  boolean isPrimitive() {
    return BOXES.containsKey(name);
  }

  /** Returns the type in Java, whose value may be missing. */
  String boxed() {
    return BOXES.getOrDefault(name, name);
  }

  boolean is(String other) {
    return name.equals(other);
  }

  /** Returns whether it is neither a record nor an enum, and has no argument. */
  boolean isPlain() {
    return PLAIN.contains(name);
  }

  /** Returns the type of elements or values. */
  Type element() {
    if (argument == null) {
      throw new IllegalArgumentException(name + " needs the type of its values");
    }
    return argument;
  }
}

package dev.monotable.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of the service model on the values of a shape.
 *
 * @param min the minimum length of a string, list or map, or the minimum value of a number; {@link
 *     #NO_MIN} if there is none
 * @param max the maximum length or value; {@link #NO_MAX} if there is none
 * @param pattern the regular expression of a string, as in the model, or null
 * @param values the values of an enum in the model's order; empty for other shapes
 */
public record Constraints(long min, long max, @Nullable String pattern, List<String> values) {
  public static final long NO_MIN = Long.MIN_VALUE;
  public static final long NO_MAX = Long.MAX_VALUE;

  /** No constraints. */
  public static final Constraints NONE = new Constraints(NO_MIN, NO_MAX, null, List.of());

  public Constraints {
    values = List.copyOf(values);
  }

  /** Returns the constraint that a length or number is between two bounds, inclusive. */
  public static Constraints bounds(long min, long max) {
    return new Constraints(min, max, null, List.of());
  }

  /** Returns the constraint that a string matches a pattern as a whole. */
  public static Constraints pattern(String pattern) {
    return new Constraints(NO_MIN, NO_MAX, pattern, List.of());
  }

  /** Returns the constraint that a string is one of the values. */
  public static Constraints oneOf(String... values) {
    return new Constraints(NO_MIN, NO_MAX, null, List.of(values));
  }

  /** Returns these constraints with a pattern added. */
  public Constraints andPattern(String pattern) {
    return new Constraints(min, max, pattern, values);
  }

  /** Returns whether there is a minimum. */
  public boolean hasMin() {
    return min != NO_MIN;
  }

  /** Returns whether there is a maximum. */
  public boolean hasMax() {
    return max != NO_MAX;
  }

  /** Returns whether every value satisfies these constraints. */
  public boolean isNone() {
    return !hasMin() && !hasMax() && pattern == null && values.isEmpty();
  }
}

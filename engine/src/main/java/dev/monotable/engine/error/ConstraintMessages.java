package dev.monotable.engine.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What AWS says of members that violate a constraint of its model. Rules over several members are
 * the business of the other messages.
 */
public final class ConstraintMessages {
  private ConstraintMessages() {}

  /** Several violations as one message: {@code 2 validation errors detected: …; …}. */
  public static String detected(List<String> violations) {
    int count = violations.size();
    return count
        + (count == 1 ? " validation error detected: " : " validation errors detected: ")
        + String.join("; ", violations);
  }

  /**
   * A violation with its value and the path of its member.
   *
   * @param value as AWS prints it, or {@code null} for a member that is not there
   */
  public static String at(String path, @Nullable String value, String demand) {
    return (value == null ? "Value null" : "Value '" + value + "'")
        + " at '"
        + path
        + "' failed to satisfy constraint: "
        + demand;
  }

  /** A violation as the newer layer reports it: by the member's wire name, without the value. */
  public static String named(String wirePath, String demand) {
    return "Value at '" + wirePath + "' failed to satisfy constraint: " + demand;
  }

  /** A violation as the newer layer reports some enums: without value and member. */
  public static String bare(String demand) {
    return "Failed to satisfy constraint: " + demand;
  }

  public static String notNull() {
    return "Member must not be null";
  }

  public static String minLength(long min) {
    return "Member must have length greater than or equal to " + min;
  }

  public static String maxLength(long max) {
    return "Member must have length less than or equal to " + max;
  }

  public static String minValue(long min) {
    return "Member must have value greater than or equal to " + min;
  }

  public static String maxValue(long max) {
    return "Member must have value less than or equal to " + max;
  }

  public static String pattern(String pattern) {
    return "Member must satisfy regular expression pattern: " + pattern;
  }

  public static String oneOf(List<String> values) {
    return "Member must satisfy enum value set: " + values;
  }

  /** Some element of a list violates one of these. */
  public static String elements(List<String> demands) {
    return "Member must satisfy constraint: " + demands;
  }

  /** Some key of a map violates one of these. */
  public static String mapKeys(List<String> demands) {
    return "Map keys must satisfy constraint: " + demands;
  }

  /** Some value of a map violates one of these. */
  public static String mapValue(List<String> demands) {
    return "Map value must satisfy constraint: " + demands;
  }

  /** A whole message: table operations look for the name of their table before anything else. */
  public static String parameterRequired(String wireName) {
    return "The parameter '" + wireName + "' is required but was not present in the request";
  }

  /** A whole message: batches look for their requests before anything else. */
  public static String parameterRequiredFor(String messageName, String operation) {
    return "The " + messageName + " parameter is required for " + operation;
  }
}

package dev.monotable.engine.validation;

import dev.monotable.engine.error.ConstraintMessages;
import org.jspecify.annotations.Nullable;

/**
 * A member that violates a constraint.
 *
 * @param form how AWS reports it
 * @param path the member as messages name it, such as {@code keySchema.1.member.keyType}
 * @param wirePath the member as requests name it, such as {@code TableName}
 * @param value the value as AWS prints it, or null if there is none
 * @param demand the constraint as AWS words it, such as {@code Member must not be null}
 */
public record Violation(
    Form form, String path, String wirePath, @Nullable String value, String demand) {
  /** How AWS reports a violation. */
  public enum Form {
    /** With value and path, and together with other violations. */
    VALUE,
    /** By its wire name and without the value; nothing else is reported. */
    NAMED,
    /** By the constraint alone, among other violations. */
    BARE,
    /** By the constraint alone, and without a count before it; nothing else is reported. */
    BARE_ALONE,
    /** By a sentence of its own, which is {@link Violation#demand()}; nothing else is reported. */
    SENTENCE,
    /** By a sentence of its own, among other violations. */
    STATED,
    /** By an AccessDeniedException; nothing else is reported. */
    DENIED
  }

  /** What AWS says of this violation. */
  public String message() {
    return switch (form) {
      case VALUE -> ConstraintMessages.at(path, value, demand);
      case NAMED -> ConstraintMessages.named(wirePath, demand);
      case BARE, BARE_ALONE -> ConstraintMessages.bare(demand);
      case SENTENCE, STATED, DENIED -> demand;
    };
  }

  /** Whether it is reported and nothing else. */
  boolean isDecisive() {
    return switch (form) {
      case VALUE, BARE, STATED -> false;
      case NAMED, BARE_ALONE, SENTENCE, DENIED -> true;
    };
  }

  /** Whether {@code N validation errors detected:} stands before it. */
  boolean isCounted() {
    return switch (form) {
      case VALUE, BARE, NAMED, STATED -> true;
      case BARE_ALONE, SENTENCE, DENIED -> false;
    };
  }
}

package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import java.util.List;

/**
 * The wording of every Region before June 2026. Older recordings show it, and the older layer of
 * the service still uses it for the requests that it parses.
 */
final class ClassicWording implements Wording {
  @Override
  public String label() {
    return "classic";
  }

  @Override
  public String overlayTag() {
    return label();
  }

  @Override
  public Wording forOperation(String operation) {
    return this;
  }

  @Override
  public Wording older() {
    return this;
  }

  @Override
  public String message(String operation, Fault fault) {
    return message(fault);
  }

  @Override
  public boolean counts(String operation, FaultException failure) {
    return false;
  }

  @Override
  public boolean boundsStatements() {
    return false;
  }

  @Override
  public boolean acceptsDeeperSubstitutes() {
    return true;
  }

  @Override
  public boolean boundsKeyConditions() {
    return true;
  }

  @Override
  public boolean namesJavaClasses() {
    return true;
  }

  @Override
  public String notANumber(String sent) {
    return sent.isEmpty() ? Phrases.NOT_A_NUMBER : Phrases.NOT_A_NUMBER + ": " + sent;
  }

  /**
   * The older layer parses numbers like {@link SentNumber}: an exponent is an {@code int} and
   * overflows.
   */
  @Override
  public String numberOutOfRange(String sent, String text) {
    if (sent.endsWith(Echo.MORE)) {
      return text;
    }
    SentNumber number = SentNumber.find(sent);
    if (number == null) {
      return notANumber(sent);
    }
    return number.isLarge() ? Phrases.OVERFLOW : Phrases.UNDERFLOW;
  }

  @Override
  public String duplicatesInSet(String type, List<String> sent) {
    return switch (type) {
      case "NS" -> "Input collection contains duplicates";
      case "BS" -> Phrases.INVALID + "Input collection " + sent + "of type BS contains duplicates.";
      default -> Phrases.INVALID + "Input collection " + sent + " contains duplicates.";
    };
  }

  /**
   * This layer adds a prefix and the key, as for other faults of names and values. The newer layer
   * does not.
   */
  @Override
  public String text(SubstitutionFault.NameTooLong fault) {
    return "ExpressionAttributeNames contains invalid value: "
        + Phrases.LONG_ATTRIBUTE_NAME
        + " for key "
        + fault.placeholder();
  }

  @Override
  public String text(SubstitutionFault.InvalidSubstitute fault) {
    String text = value(fault.value());
    String attribute = fault.value().attribute();
    return attribute == null
        ? text
        : "ExpressionAttributeValues contains invalid value: " + text + " for key " + attribute;
  }

  @Override
  public String text(SubstitutionFault.ValuesWithoutExpression fault) {
    return Phrases.VALUES_WITHOUT_EXPRESSION + ": " + absent(fault.expressions());
  }

  /**
   * The text has no prefix in any older recording: Dynamoid/dynamoid pull request 655 in 2024,
   * awslabs/aws-athena-query-federation issues 746 and 1089.
   */
  @Override
  public String text(KeyConditionFault.InvalidKeyCondition fault) {
    return message(fault.problem());
  }

  @Override
  public String text(KeyConditionFault.TooManyKeyConditions fault) {
    return fault.conditions() > 2
        ? Phrases.KEY_CONDITION_COUNT
        : text(KeyConditionFault.Plain.NOT_SUPPORTED);
  }

  /** architect/dynalite {@code test/query.js}. */
  @Override
  public String text(ReadFault.Plain fault) {
    return fault == ReadFault.Plain.START_KEY_TYPE_IN_QUERY
        ? text(KeyFault.Plain.MISMATCH)
        : Wording.super.text(fault);
  }

  @Override
  public String toString() {
    return label();
  }
}

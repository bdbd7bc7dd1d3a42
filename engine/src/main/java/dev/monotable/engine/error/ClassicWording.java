package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import java.util.List;

/**
 * The wording of the older layer of the service, for the requests that it still parses. In June
 * 2026, these were all requests but those of Query and BatchGetItem.
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

  /**
   * In eu-south-2, the layer of 2026 parsed BatchGetItem before it parsed PutItem
   * (paritysuite/dynamodb-conformance {@code registry/splits.json},
   * batch-get-item-empty-request-items-message and put-item-validation-error-aggregation).
   */
  @Override
  public Wording forOperation(String operation) {
    return switch (operation) {
      case "BatchGetItem", "Query" -> Wording.usEast1();
      default -> this;
    };
  }

  @Override
  public Wording overlayWording(String operation) {
    return forOperation(operation);
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

  /** The layer of 2026 reads queries in this wording too. */
  @Override
  public boolean leavesToOlder(String operation, Fault fault) {
    return operation.equals("Query") && Wording.super.leavesToOlder(operation, fault);
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

  @Override
  public String toString() {
    return label();
  }
}

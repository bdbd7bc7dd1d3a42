package dev.monotable.engine.error;

import dev.monotable.value.ValueFault;

/**
 * The wording of the older layer of the service, which parsed all requests but those of Query in
 * May 2026.
 */
final class ClassicWording implements Wording {
  private final String label;

  /** Whether the layer of 2026 parses BatchGetItem. */
  private final boolean newerBatchGet;

  private final OtherTexts texts =
      OtherTexts.NONE
          .with(
              SubstitutionFault.InvalidSubstitute.class,
              fault ->
                  fault.value().attribute() == null
                      ? fault.text(this)
                      : Phrases.phrase(
                          "ExpressionAttributeValues contains invalid value: %s for key %s",
                          fault.text(this), fault.value().attribute()))
          .with(
              SubstitutionFault.ValuesWithoutExpression.class,
              SubstitutionFault.ValuesWithoutExpression::withExpressions);

  ClassicWording(String label, boolean newerBatchGet) {
    this.label = label;
    this.newerBatchGet = newerBatchGet;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public String overlayTag() {
    return "classic";
  }

  @Override
  public Wording forOperation(String operation) {
    return switch (operation) {
      case "BatchGetItem" -> newerBatchGet ? Wording.usEast1() : this;
      case "Query" -> Wording.usEast1();
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
  public boolean checksWritesInOlderOrder() {
    return true;
  }

  @Override
  public boolean capitalizesMessageBesideItem() {
    return true;
  }

  @Override
  public boolean namesJavaClasses() {
    return true;
  }

  @Override
  public String value(ValueFault value) {
    return ValueTexts.OLDER.text(value);
  }

  @Override
  public OtherTexts otherTexts() {
    return texts;
  }

  @Override
  public String toString() {
    return label();
  }
}

package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;

/** The request parameter that contains an expression, in the order in which AWS lists them. */
public enum ExpressionKind {
  UPDATE("UpdateExpression"),
  CONDITION("ConditionExpression"),
  PROJECTION("ProjectionExpression"),
  FILTER("FilterExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  SEARCH_CONDITION("SearchConditionExpression"),
  /** The WHERE clause of a PartiQL statement. */
  STATEMENT_CONDITION("Statement"),
  /** The SET and REMOVE clauses of a PartiQL UPDATE. */
  STATEMENT_UPDATE("Statement");

  private final String parameter;

  ExpressionKind(String parameter) {
    this.parameter = parameter;
  }

  /** Returns whether faults are found and reported as in updates. */
  boolean isUpdate() {
    return this == UPDATE || this == STATEMENT_UPDATE;
  }

  /** Returns whether the expression is part of a PartiQL statement. */
  boolean isStatement() {
    return this == STATEMENT_CONDITION || this == STATEMENT_UPDATE;
  }

  /**
   * Returns a fault as it is reported for an expression of this kind. PartiQL statements report it
   * unchanged (paritysuite/dynamodb-conformance {@code
   * tests/tier3/error-messages/partiqlFunctions}).
   */
  Fault invalid(Fault problem) {
    return isStatement()
        ? problem
        : ExpressionFault.Plain.INVALID_EXPRESSION.with(parameter, problem);
  }

  /** Returns the bit of this kind in a set of kinds. */
  public int bit() {
    return 1 << ordinal();
  }

  /** Returns the name of the parameter, as AWS writes it in requests and messages. */
  public String parameter() {
    return parameter;
  }
}

package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;

/** Which parameter of a request an expression came from. */
public enum ExpressionKind {
  UPDATE("UpdateExpression"),
  CONDITION("ConditionExpression"),
  FILTER("FilterExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  PROJECTION("ProjectionExpression"),
  /** The WHERE of a PartiQL statement. */
  STATEMENT_CONDITION("Statement"),
  /** What an UPDATE of PartiQL sets and removes. */
  STATEMENT_UPDATE("Statement");

  private final String parameter;

  ExpressionKind(String parameter) {
    this.parameter = parameter;
  }

  /** Whether what is wrong is found and told as in updates. */
  boolean isUpdate() {
    return this == UPDATE || this == STATEMENT_UPDATE;
  }

  /** Whether the expression is a part of a PartiQL statement. */
  boolean isStatement() {
    return this == STATEMENT_CONDITION || this == STATEMENT_UPDATE;
  }

  /**
   * What is wrong with an expression of this kind, as it is reported. Statements of PartiQL have no
   * frame around it (paritysuite/dynamodb-conformance {@code
   * tests/tier3/error-messages/partiqlFunctions}).
   */
  Fault invalid(Fault problem) {
    return isStatement() ? problem : new ExpressionFault.InvalidExpression(parameter, problem);
  }

  /** The parameter's name on the wire, as AWS names it in its messages. */
  public String parameter() {
    return parameter;
  }
}

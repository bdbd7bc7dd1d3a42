package dev.monotable.engine.expression;

/** Which parameter of a request an expression came from. */
public enum ExpressionKind {
  CONDITION("ConditionExpression"),
  FILTER("FilterExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  UPDATE("UpdateExpression"),
  PROJECTION("ProjectionExpression");

  private final String parameter;

  ExpressionKind(String parameter) {
    this.parameter = parameter;
  }

  /** The parameter's name on the wire, as AWS names it in its messages. */
  public String parameter() {
    return parameter;
  }
}

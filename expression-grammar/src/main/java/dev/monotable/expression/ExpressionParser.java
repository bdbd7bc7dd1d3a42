package dev.monotable.expression;

/** Turns the text of expressions into syntax trees. Thread safe; total: no text throws. */
public final class ExpressionParser {
  /**
   * The longest text that is parsed, in bytes of UTF-8; AWS's limit for every expression.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">
   *     Quotas</a>
   */
  public static final int MAX_BYTES = 4096;

  private ExpressionParser() {}

  /** Parses a condition, filter or key condition expression. */
  public static ParseResult<Condition> condition(String text) {
    throw new UnsupportedOperationException(text);
  }

  /** Parses an update expression. */
  public static ParseResult<UpdateExpression> update(String text) {
    throw new UnsupportedOperationException(text);
  }

  /** Parses a projection expression. */
  public static ParseResult<Projection> projection(String text) {
    throw new UnsupportedOperationException(text);
  }
}

package dev.monotable.expression;

/**
 * Parses expressions into syntax trees. Thread safe. Every text results in a tree or a problem; the
 * parser never throws, never recurses deeper than {@link #MAX_DEPTH}, and its memory is bounded.
 *
 * <p>The parser does not cache trees; callers cache what they compile from them.
 */
public final class ExpressionParser {
  /**
   * The maximum length of an expression, in bytes of UTF-8.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">
   *     Quotas in Amazon DynamoDB</a>
   */
  public static final int MAX_BYTES = 4096;

  /**
   * The maximum nesting of parentheses, including those of calls, without redundant ones. An
   * expression within AWS's limit of 300 operators cannot nest deeper, because each non-redundant
   * pair needs an operator.
   */
  public static final int MAX_DEPTH = 300;

  private ExpressionParser() {}

  /** Parses a condition, filter or key condition expression. */
  public static ParseResult<ConditionExpression> condition(String text) {
    return Grammar.CONDITION.parse(text);
  }

  /** Parses an update expression. */
  public static ParseResult<UpdateExpression> update(String text) {
    return Grammar.UPDATE.parse(text);
  }

  /** Parses a projection expression. */
  public static ParseResult<ProjectionExpression> projection(String text) {
    return Grammar.PROJECTION.parse(text);
  }
}

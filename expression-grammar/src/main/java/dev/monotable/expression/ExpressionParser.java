package dev.monotable.expression;

/**
 * Turns the text of expressions into syntax trees. Thread safe. Every text gives a tree or a
 * problem: nothing is thrown, no text makes the parser recurse deeper than {@link #MAX_DEPTH}
 * allows, and what it remembers between texts is bounded.
 *
 * <p>Trees are not cached here; that is for the caller, who knows what else was made of a text.
 */
public final class ExpressionParser {
  /**
   * The longest text that is parsed, in bytes of UTF-8; AWS's limit for every expression.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">
   *     Quotas in Amazon DynamoDB</a>
   */
  public static final int MAX_BYTES = 4096;

  /**
   * How deep parentheses may nest, calls included and redundant ones not. More than a text with 300
   * operators, AWS's limit, has use for: an operator stands between any two pairs that enclose
   * different things.
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

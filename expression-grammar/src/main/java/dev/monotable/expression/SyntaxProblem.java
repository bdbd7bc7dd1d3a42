package dev.monotable.expression;

/**
 * The reason why a text is not an expression, as the arguments of AWS's message.
 *
 * @param kind what is wrong
 * @param token the token that the message quotes; see the kinds
 * @param near for {@link Kind#SYNTAX_ERROR}, the text from the previous token to the next one (or
 *     to the ends of the text), with all white space; otherwise empty
 */
public record SyntaxProblem(Kind kind, String token, String near) {
  /** The token of a syntax error at the end of the text. */
  public static final String END_OF_INPUT = "<EOF>";

  /** The kinds of problems, in the order of the checks. */
  public enum Kind {
    /**
     * The text is longer than {@link ExpressionParser#MAX_BYTES}; the token is its length in bytes.
     */
    TOO_LONG,
    /** The text is empty. White space alone is a syntax error. */
    EMPTY,
    /**
     * Parentheses nest deeper than {@link ExpressionParser#MAX_DEPTH}, not counting redundant ones.
     * The token is the name of the first call within a call, or empty if only operators nest.
     */
    TOO_DEEP,
    /**
     * The text does not match the grammar. The token is the first unexpected one, as written, or
     * {@link #END_OF_INPUT}.
     */
    SYNTAX_ERROR,
    /** Two pairs of parentheses enclose the same term, and no syntax error precedes them. */
    REDUNDANT_PARENTHESES,
    /** A list index is above 2³¹ - 1; the token is its digits. */
    INDEX_OUT_OF_RANGE
  }

  static SyntaxProblem of(Kind kind) {
    return new SyntaxProblem(kind, "", "");
  }

  static SyntaxProblem of(Kind kind, String token) {
    return new SyntaxProblem(kind, token, "");
  }
}

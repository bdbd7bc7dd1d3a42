package dev.monotable.expression;

/**
 * Why a text is not an expression. The parts of AWS's message, not the message itself.
 *
 * @param kind what is wrong
 * @param token what the message quotes; see the kinds
 * @param near for {@link Kind#SYNTAX_ERROR} the piece of the text from the token before to the
 *     token after, or from and to the ends of the text, with all white space; otherwise empty
 */
public record SyntaxProblem(Kind kind, String token, String near) {
  /** The token of a syntax error at the end of the text. */
  public static final String END_OF_INPUT = "<EOF>";

  /** What can be wrong with a text, in the order in which it is looked for. */
  public enum Kind {
    /**
     * The text is longer than {@link ExpressionParser#MAX_BYTES}; the token is its length in bytes.
     */
    TOO_LONG,
    /** The text is empty; one of white space alone is a syntax error. */
    EMPTY,
    /**
     * Parentheses nest deeper than {@link ExpressionParser#MAX_DEPTH}, redundant ones apart; the
     * token is the name of the first call within a call, or empty where only operators nest.
     */
    TOO_DEEP,
    /**
     * The text does not follow the grammar; the token is the first that no expression could have at
     * its place, as it was written, or {@link #END_OF_INPUT}.
     */
    SYNTAX_ERROR,
    /** Two pairs of parentheses enclose the same thing, and no syntax error stands before them. */
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

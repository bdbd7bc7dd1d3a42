package dev.monotable.expression;

/**
 * Why a text is not an expression. The parts of AWS's message, not the message itself.
 *
 * @param kind what is wrong
 * @param token for {@link Kind#SYNTAX_ERROR} the first token that no expression could have at its
 *     place, as it was written, or {@link #END_OF_INPUT}; otherwise empty
 * @param near for {@link Kind#SYNTAX_ERROR} the piece of the text from the token before to the token
 *     after, with the white space between them; otherwise empty
 */
public record SyntaxProblem(Kind kind, String token, String near) {
  /** The token of a syntax error at the end of the text. */
  public static final String END_OF_INPUT = "<EOF>";

  /** What can be wrong with a text. */
  public enum Kind {
    /** The text is longer than {@link ExpressionParser#MAX_BYTES} bytes of UTF-8. */
    TOO_LONG,
    /** The text is empty or only white space. */
    EMPTY,
    /** The text nests deeper than the parser follows. */
    TOO_DEEP,
    /** The text does not follow the grammar. */
    SYNTAX_ERROR,
    /** Two pairs of parentheses enclose the same thing. */
    REDUNDANT_PARENTHESES
  }

  static SyntaxProblem of(Kind kind) {
    return new SyntaxProblem(kind, "", "");
  }
}

package dev.monotable.expression.partiql;

/** The result of parsing: a statement, or the reason why the text is invalid. */
public sealed interface ParsedStatement {
  /**
   * The text is a statement.
   *
   * @param parameters the number of {@code ?} parameters
   */
  record Success(Statement statement, int parameters) implements ParsedStatement {}

  /**
   * The text is not a statement. Contains the parts of AWS's message, not the message itself.
   *
   * @param expected the name of the token for {@link Kind#EXPECTED_TOKEN}, otherwise empty
   */
  record Failure(Kind kind, String expected) implements ParsedStatement {
    /** The kinds of syntax errors. */
    public enum Kind {
      /** An invalid character or number, or a quote that is not closed. */
      BROKEN_TOKEN,
      /** Brackets nest deeper than {@link PartiqlParser#MAX_DEPTH}. */
      TOO_DEEP,
      /** A token follows a complete statement. */
      LEFTOVER_TOKEN,
      /** SET, REMOVE or the start of a statement is expected. */
      EXPECTED_DATA_MANIPULATION,
      /** The name of a table is expected. */
      EXPECTED_SIMPLE_PATH,
      /** The name of a type is expected after IS. */
      EXPECTED_TYPE_NAME,
      /** A name is expected after a dot. */
      INVALID_DOT_COMPONENT,
      /** The text ends after an operator. */
      MISSING_RIGHT_SIDE,
      /** A keyword is found where an expression is expected. */
      UNEXPECTED_KEYWORD,
      /** An operator is found where an expression is expected. */
      UNEXPECTED_OPERATOR,
      /** Another token, or the end of the text, is found where an expression is expected. */
      UNEXPECTED_TERM,
      /** A specific token is expected. */
      EXPECTED_TOKEN
    }

    static Failure of(Kind kind) {
      return new Failure(kind, "");
    }
  }
}

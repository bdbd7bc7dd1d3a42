package dev.monotable.expression.partiql;

/** What became of a text: a statement, or the reason why it is none. */
public sealed interface ParsedStatement {
  /**
   * The text is a statement.
   *
   * @param parameters how many {@code ?} it has
   */
  record Success(Statement statement, int parameters) implements ParsedStatement {}

  /**
   * The text is no statement. The parts of AWS's message, not the message itself.
   *
   * @param expected for {@link Kind#EXPECTED_TOKEN} the name of the token; otherwise empty
   */
  record Failure(Kind kind, String expected) implements ParsedStatement {
    /** What can be wrong with a text. */
    public enum Kind {
      /** A character, a number or a quote without its end that no statement can hold. */
      BROKEN_TOKEN,
      /** Brackets nest deeper than {@link PartiqlParser#MAX_DEPTH}. */
      TOO_DEEP,
      /** A statement is complete, and more follows. */
      LEFTOVER_TOKEN,
      /** SET, REMOVE or the beginning of a statement should follow. */
      EXPECTED_DATA_MANIPULATION,
      /** The name of a table should follow. */
      EXPECTED_SIMPLE_PATH,
      /** The name of a type should follow IS. */
      EXPECTED_TYPE_NAME,
      /** A name should follow a dot. */
      INVALID_DOT_COMPONENT,
      /** The text ends behind an operator. */
      MISSING_RIGHT_SIDE,
      /** A keyword stands where an expression should begin. */
      UNEXPECTED_KEYWORD,
      /** An operator stands where an expression should begin. */
      UNEXPECTED_OPERATOR,
      /** Anything else, or nothing, stands where an expression should begin. */
      UNEXPECTED_TERM,
      /** One certain token should follow. */
      EXPECTED_TOKEN
    }

    static Failure of(Kind kind) {
      return new Failure(kind, "");
    }
  }
}

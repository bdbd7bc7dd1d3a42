package dev.monotable.expression;

import org.jspecify.annotations.Nullable;

/** The result of parsing: a syntax tree, or the reason why the text is invalid. */
public sealed interface ParseResult<T> {
  /**
   * The text matches the grammar. Reserved words and duplicate clauses are reported here, not as a
   * {@link Failure}, because AWS reports unknown functions before them.
   *
   * @param operators the number of operators and functions
   * @param reservedWord the first attribute name that is a reserved word, as written, or null
   * @param duplicateClause the first repeated clause of an update, in upper case, or null
   */
  record Success<T>(
      T tree, int operators, @Nullable String reservedWord, @Nullable String duplicateClause)
      implements ParseResult<T> {}

  /** The text is not an expression. */
  record Failure<T>(SyntaxProblem problem) implements ParseResult<T> {}
}

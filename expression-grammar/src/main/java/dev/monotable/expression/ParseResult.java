package dev.monotable.expression;

import org.jspecify.annotations.Nullable;

/** What became of a text: a syntax tree, or the reason why there is none. */
public sealed interface ParseResult<T> {
  /**
   * The text follows the grammar. What else is wrong with its words stands here rather than in a
   * {@link Failure}, because AWS reports unknown functions before some of it.
   *
   * @param operators how many operators and functions the expression uses; AWS allows 300
   * @param reservedWord the first attribute name that is a reserved word, as it was written
   * @param duplicateClause the first clause of an update that is there twice, in capitals
   */
  record Success<T>(
      T tree, int operators, @Nullable String reservedWord, @Nullable String duplicateClause)
      implements ParseResult<T> {}

  /** The text is no expression. */
  record Failure<T>(SyntaxProblem problem) implements ParseResult<T> {}
}

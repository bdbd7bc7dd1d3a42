package dev.monotable.expression;

/**
 * The words that AWS does not accept as attribute names in expressions.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html">
 *     Reserved words in DynamoDB</a>
 */
public final class ReservedWords {
  private ReservedWords() {}

  /** Whether {@code word} is reserved, in any case of letters. */
  public static boolean contains(CharSequence word) {
    throw new UnsupportedOperationException(word.toString());
  }
}

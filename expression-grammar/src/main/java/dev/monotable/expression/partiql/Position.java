package dev.monotable.expression.partiql;

/**
 * The position of a token in a statement, as in messages.
 *
 * @param line from 1
 * @param column the column of its first character, from 1
 * @param length the length of the token, including quotes
 */
public record Position(int line, int column, int length) {
  /** Returns the position in AWS's notation, such as {@code 1:8:5}. */
  @Override
  public String toString() {
    return line + ":" + column + ":" + length;
  }
}

package dev.monotable.expression.partiql;

/**
 * Where a token stands in a statement, as messages about it say it.
 *
 * @param line from 1
 * @param column of its first character, from 1, in characters
 * @param length of the token, quotes included
 */
public record Position(int line, int column, int length) {
  /** As AWS writes positions: {@code 1:8:5}. */
  @Override
  public String toString() {
    return line + ":" + column + ":" + length;
  }
}

package dev.monotable.expression;

import java.util.List;

/**
 * A projection expression.
 *
 * @param paths at least one, in the order of the text
 */
public record ProjectionExpression(List<DocumentPath> paths) {
  public ProjectionExpression {
    paths = List.copyOf(paths);
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("a projection must have a path");
    }
  }
}

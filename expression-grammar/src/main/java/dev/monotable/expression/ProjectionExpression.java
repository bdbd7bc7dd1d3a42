package dev.monotable.expression;

import java.util.List;

/**
 * A projection expression.
 *
 * @param paths in the order of the text; at least one
 */
public record ProjectionExpression(List<DocumentPath> paths) {
  public ProjectionExpression {
    paths = List.copyOf(paths);
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("a projection has a path");
    }
  }
}

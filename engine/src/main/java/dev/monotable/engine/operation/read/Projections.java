package dev.monotable.engine.operation.read;

import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.operation.RequestExpressions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a read is to answer of each item. */
final class Projections {
  private Projections() {}

  /**
   * A projection, by an expression or by AttributesToGet, whose names are distinct; null where
   * whole items are asked for.
   *
   * @param expressions opened
   */
  static @Nullable BoundProjection of(
      RequestExpressions expressions,
      @Nullable String projectionExpression,
      @Nullable List<String> attributesToGet) {
    if (attributesToGet != null) {
      return BoundProjection.ofAttributes(attributesToGet);
    }
    return expressions.projection(projectionExpression);
  }
}

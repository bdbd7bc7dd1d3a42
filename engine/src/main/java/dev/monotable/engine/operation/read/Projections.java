package dev.monotable.engine.operation.read;

import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.operation.RequestExpressions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles the projection of a read. */
final class Projections {
  private Projections() {}

  /**
   * Compiles ProjectionExpression or AttributesToGet; null if the request asks for whole items.
   *
   * @param expressions the expressions of the request, opened
   * @param attributesToGet distinct names
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

package dev.monotable.engine.operation.read;

import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.legacy.LegacyText;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeysAndAttributes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles the projection of a read. */
public final class Projections {
  private Projections() {}

  /** Returns the projection of a GetItem for observers; null if it returns whole items. */
  static @Nullable ExpressionText text(GetItemInput request) {
    return text(
        request.projectionExpression(),
        request.expressionAttributeNames(),
        request.attributesToGet());
  }

  /** Returns the projection of a table's part of BatchGetItem for observers. */
  static @Nullable ExpressionText text(KeysAndAttributes part) {
    return text(
        part.projectionExpression(), part.expressionAttributeNames(), part.attributesToGet());
  }

  /** Returns a projection for observers; null if whole items are returned. */
  public static @Nullable ExpressionText text(
      @Nullable String projectionExpression,
      @Nullable Map<String, String> names,
      @Nullable List<String> attributesToGet) {
    return projectionExpression == null
        ? LegacyText.projection(attributesToGet)
        : ExpressionText.of(projectionExpression, names, null);
  }

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

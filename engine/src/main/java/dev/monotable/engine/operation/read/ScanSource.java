package dev.monotable.engine.operation.read;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.operation.legacy.LegacyText;
import dev.monotable.model.ScanInput;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a Scan says about its page. */
record ScanSource(ScanInput request) implements PageSource {
  @Override
  public List<KeyRestriction> keyConditions() {
    return List.of();
  }

  @Override
  public @Nullable ExpressionText filter() {
    return request.filterExpression() == null
        ? LegacyText.filter(request.scanFilter(), request.conditionalOperator())
        : ExpressionText.of(
            request.filterExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues());
  }

  @Override
  public @Nullable ExpressionText projection() {
    return Projections.text(
        request.projectionExpression(),
        request.expressionAttributeNames(),
        request.attributesToGet());
  }

  @Override
  public @Nullable Item startKey() {
    return request.exclusiveStartKey();
  }

  @Override
  public @Nullable Integer limit() {
    return request.limit();
  }
}

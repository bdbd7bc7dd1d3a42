package dev.monotable.engine.operation.read;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.operation.legacy.LegacyText;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statement of a Query or Scan about its page.
 *
 * @param condition the key condition of a Query; null for a Scan
 * @param keys the key schema of the table or index
 */
record ReadActionSource(ReadAction action, @Nullable KeyCondition condition, KeySchema keys)
    implements PageSource {
  @Override
  public List<KeyRestriction> keyConditions() {
    return condition == null ? List.of() : List.of(KeyRestrictions.of(condition, keys));
  }

  @Override
  public @Nullable ExpressionText filter() {
    ReadAction.Filter filter = action.filter();
    ReadAction.Substitutions substitutions = action.substitutions();
    return filter.expression() == null
        ? LegacyText.filter(filter.conditions(), filter.conditionalOperator())
        : ExpressionText.of(filter.expression(), substitutions.names(), substitutions.values());
  }

  @Override
  public @Nullable ExpressionText projection() {
    ReadAction.Selection selection = action.selection();
    return Projections.text(
        selection.projectionExpression(),
        action.substitutions().names(),
        selection.attributesToGet());
  }

  @Override
  public @Nullable Item startKey() {
    return action.paging().startKey();
  }

  @Override
  public @Nullable Integer limit() {
    return action.paging().limit() == Integer.MAX_VALUE ? null : action.paging().limit();
  }
}

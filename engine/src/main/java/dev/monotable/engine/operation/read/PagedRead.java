package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.PageBounds;
import dev.monotable.engine.query.ReadOutput;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.engine.query.ReadRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parsing steps that Query and Scan share. The lists of steps in the subclasses put them in
 * AWS's order. An instance is for one request and one thread.
 */
abstract class PagedRead {
  final OperationContext context;
  final Wording wording;
  final ReadAction action;
  final RequestExpressions expressions;

  /** QueryFilter or ScanFilter, compiled. */
  private @Nullable BoundCondition legacyFilter;

  private @Nullable BoundCondition filterExpression;
  private @Nullable BoundProjection projection;
  private @Nullable ReadTarget target;
  private boolean fetch;

  PagedRead(OperationContext context, Wording wording, ReadAction action) {
    this.context = context;
    this.wording = wording;
    this.action = action;
    this.expressions =
        new RequestExpressions(
            context, wording, action.substitutions().names(), action.substitutions().values());
  }

  // Steps that need the request only.

  final void requireOperands() {
    LegacyConditions.requireOperands(
        action.filter().conditionalOperator(), action.filter().conditions());
  }

  final void compileLegacyFilter() {
    legacyFilter =
        LegacyConditions.filter(
            context, action.filter().conditions(), action.filter().conditionalOperator());
  }

  final void requireDistinctAttributes() {
    LegacyConditions.requireDistinct(action.selection().attributesToGet());
  }

  final void requireValidStartKey() {
    StartKeys.requireValid(action.paging().startKey());
  }

  final void requireSelect() {
    SelectRules.require(action.selection(), action.index());
  }

  final void compileFilter() {
    filterExpression = expressions.condition(ExpressionKind.FILTER, action.filter().expression());
  }

  final void compileProjection() {
    projection =
        Projections.of(
            expressions,
            action.selection().projectionExpression(),
            action.selection().attributesToGet());
  }

  final void closeExpressions() {
    expressions.close();
  }

  // Steps that need the table.

  final void findTarget() {
    target = ReadTarget.of(context.requireTable(action.table()), action.index());
  }

  final void requireQueried() {
    target().requireQueried(notQueried());
  }

  final void requireReadable() {
    target().requireReadable(action.consistent());
  }

  /** Returns the fault of an index that neither Query nor Scan reads. */
  abstract Fault notQueried();

  final void requireServed() {
    target().requireServes(action.selection().select());
  }

  final void requireScalarKeysInProjection() {
    if (projection != null) {
      KeyRules.requireScalarKeys(target().layout(), projection.nestedNames());
    }
  }

  final void requireScalarKeysInFilter() {
    if (filterExpression != null) {
      KeyRules.requireScalarKeys(target().layout(), filterExpression.nestedNames());
    }
  }

  final void decideFetch() {
    fetch = target().fetches(action.selection().select(), projection);
  }

  // Results of the steps.

  final @Nullable BoundCondition filterExpression() {
    return filterExpression;
  }

  final ReadTarget target() {
    return made(target);
  }

  /** Returns the result of an earlier step. */
  static <T> T made(@Nullable T result) {
    if (result == null) {
      throw new IllegalStateException("a step is taken before the one that it needs");
    }
    return result;
  }

  final ReadPlan plan(KeyRange keys, boolean forward) {
    return new ReadPlan(
        target().table(),
        target().path(),
        List.of(new ReadRange(keys, false)),
        forward,
        action.consistent(),
        filterExpression != null ? filterExpression : legacyFilter,
        new ReadOutput(
            action.selection().isCount(), fetch, projection == null ? null : projection::project));
  }

  final PageBounds bounds(byte @Nullable [] after) {
    return new PageBounds(
        0, after, action.paging().limit(), context.limits().read().maxPageBytes());
  }
}

package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.expression.KeyConditions;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.PageReader;
import dev.monotable.engine.query.PageRequest;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Condition;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Query.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html">Query</a>
 */
public final class QueryHandler implements OperationHandler<QueryInput, QueryOutput> {
  private final OperationContext context;

  public QueryHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public QueryOutput handle(QueryInput request, Wording wording) {
    RequestExpressions expressions =
        new RequestExpressions(
                context,
                wording,
                request.expressionAttributeNames(),
                request.expressionAttributeValues())
            .legacy("AttributesToGet", request.attributesToGet())
            .legacy("QueryFilter", request.queryFilter())
            .legacy("ConditionalOperator", request.conditionalOperator())
            // Beside other expressions AWS lets them pass (extenddb test_conditional_operator.py).
            .legacy(
                "KeyConditions",
                request.keyConditionExpression() == null ? null : request.keyConditions())
            .expression(ExpressionKind.PROJECTION, request.projectionExpression())
            .expression(ExpressionKind.FILTER, request.filterExpression())
            .expression(ExpressionKind.KEY_CONDITION, request.keyConditionExpression())
            .open();
    LegacyConditions.requireOperands(request.conditionalOperator(), request.queryFilter());
    BoundCondition queryFilter =
        LegacyConditions.filter(context, request.queryFilter(), request.conditionalOperator());
    LegacyConditions.requireDistinct(request.attributesToGet());
    Item startKey = request.exclusiveStartKey();
    StartKeys.requireValid(startKey);
    SelectRules.require(
        request.select(),
        request.indexName(),
        request.projectionExpression(),
        request.attributesToGet());
    if (request.keyConditions() == null && request.keyConditionExpression() == null) {
      throw new FaultException(ReadFault.Plain.QUERY_WITHOUT_CONDITION);
    }
    BoundCondition keyExpression =
        expressions.condition(ExpressionKind.KEY_CONDITION, request.keyConditionExpression());
    BoundCondition filterExpression =
        expressions.condition(ExpressionKind.FILTER, request.filterExpression());
    BoundProjection projection =
        Projections.of(expressions, request.projectionExpression(), request.attributesToGet());
    expressions.close();
    KeyConditions conditions =
        keyExpression != null
            ? keyExpression.keyConditions()
            : LegacyConditions.keyConditions(
                context, wording, Required.member(request.keyConditions()));

    TableState table = context.requireTable(Required.member(request.tableName()));
    boolean consistent = Boolean.TRUE.equals(request.consistentRead());
    ReadTarget target = ReadTarget.of(table, request.indexName(), consistent);
    KeyCondition condition = match(conditions, target, startKey);
    KeyOperands.requireCondition(target, condition);
    byte[] after = startKey == null ? null : StartKeys.inQuery(target, condition, startKey);
    requireNoKeyAttribute(target, request, filterExpression);
    if (filterExpression != null) {
      target.requireHolds(filterExpression.topLevelNames());
    }
    if (request.queryFilter() != null) {
      target.requireHolds(request.queryFilter().keySet());
    }
    target.requireServes(request.select());
    if (projection != null) {
      KeyRules.requireScalarKeys(target.layout(), projection.nestedNames());
    }
    if (filterExpression != null) {
      KeyRules.requireScalarKeys(target.layout(), filterExpression.nestedNames());
    }
    boolean fetch = target.fetches(request.select(), projection);
    KeyRange range = KeyConditionRange.of(condition, target.path());
    boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
    Page page =
        PageReader.read(
            new PageRequest(
                table,
                target.path(),
                range,
                after,
                forward,
                request.limit() == null ? Integer.MAX_VALUE : request.limit(),
                context.limits().read().maxPageBytes(),
                filterExpression != null ? filterExpression : queryFilter,
                projection,
                fetch,
                "COUNT".equals(request.select())));
    return new QueryOutput(
        "COUNT".equals(request.select()) ? null : page.items(),
        page.count(),
        page.scannedCount(),
        target.lastEvaluatedKey(page),
        target.capacity(
            page,
            consistent,
            Required.member(request.tableName()),
            request.returnConsumedCapacity()));
  }

  /**
   * Matches the conditions with the key; each attribute of the start key is checked in its turn.
   */
  private static KeyCondition match(
      KeyConditions conditions, ReadTarget target, @Nullable Item startKey) {
    KeySchema keys = target.keys();
    if (startKey == null) {
      return conditions.match(keys.partition(), keys.sort(), attribute -> {});
    }
    StartKeys.requireSize(target.definition(), keys, startKey);
    return conditions.match(
        keys.partition(),
        keys.sort(),
        attribute ->
            StartKeys.requireAttribute(
                target, attribute, startKey, ReadFault.Plain.START_KEY_TYPE_IN_QUERY));
  }

  private static void requireNoKeyAttribute(
      ReadTarget target, QueryInput request, @Nullable BoundCondition filterExpression) {
    List<KeyAttribute> keys = target.keys().attributes();
    if (filterExpression != null) {
      filterExpression.requireNoKeyAttribute(keys);
    }
    Map<String, Condition> queryFilter = request.queryFilter();
    if (queryFilter != null) {
      for (KeyAttribute key : keys) {
        if (queryFilter.containsKey(key.name())) {
          throw new FaultException(new LegacyFault.QueryFilterOnKey(key.name()));
        }
      }
    }
  }
}

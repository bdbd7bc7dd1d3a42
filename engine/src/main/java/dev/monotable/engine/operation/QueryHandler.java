package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.error.ValueMessages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.PageReader;
import dev.monotable.engine.query.PageRequest;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Query.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html">Query</a>
 */
final class QueryHandler implements OperationHandler<QueryInput, QueryOutput> {
  private final OperationContext context;

  QueryHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public QueryOutput handle(QueryInput request) {
    RequestExpressions expressions =
        new RequestExpressions(
                context, request.expressionAttributeNames(), request.expressionAttributeValues())
            .legacy("AttributesToGet", request.attributesToGet())
            .legacy("QueryFilter", request.queryFilter())
            .legacy("ConditionalOperator", request.conditionalOperator())
            .legacy("KeyConditions", request.keyConditions())
            .expression(ExpressionKind.PROJECTION, request.projectionExpression())
            .expression(ExpressionKind.FILTER, request.filterExpression())
            .expression(ExpressionKind.KEY_CONDITION, request.keyConditionExpression())
            .open("FilterExpression and KeyConditionExpression are null");
    Item startKey = request.exclusiveStartKey();
    requireValidStartKey(context, startKey);
    SelectRules.require(
        request.select(),
        request.indexName(),
        request.projectionExpression(),
        request.attributesToGet());
    BoundProjection projection =
        Projections.of(expressions, request.projectionExpression(), request.attributesToGet());
    BoundCondition filter =
        expressions.condition(ExpressionKind.FILTER, request.filterExpression());
    BoundCondition keyExpression =
        expressions.condition(ExpressionKind.KEY_CONDITION, request.keyConditionExpression());
    if (keyExpression == null) {
      throw DynamoException.validation(Messages.QUERY_WITHOUT_CONDITION);
    }
    expressions.close();
    keyExpression.requireKeyShape();

    TableState table = context.requireTable(Required.member(request.tableName()));
    boolean consistent = Boolean.TRUE.equals(request.consistentRead());
    ReadTarget target = ReadTarget.of(table, request.indexName(), consistent, request.select());
    KeyCondition condition =
        keyExpression.keyCondition(target.keys().partition(), target.keys().sort());
    if (filter != null) {
      filter.requireNoKeyAttribute(target.keys().attributes());
    }
    boolean fetch = target.fetches(request.select(), projection);
    KeyRange range = KeyConditionRange.of(condition, target.index() < 0);
    boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
    Page page =
        PageReader.read(
            new PageRequest(
                table,
                target.index(),
                range,
                startKey == null ? null : after(target, condition, range, startKey),
                forward,
                request.limit() == null ? Integer.MAX_VALUE : request.limit(),
                context.limits().maxPageBytes(),
                filter,
                projection,
                fetch,
                "COUNT".equals(request.select())));
    return new QueryOutput(
        "COUNT".equals(request.select()) ? null : page.items(),
        page.count(),
        page.scannedCount(),
        target.lastEvaluatedKey(page),
        target.capacity(page, consistent, request.returnConsumedCapacity()));
  }

  static void requireValidStartKey(OperationContext context, @Nullable Item startKey) {
    if (startKey != null) {
      ValueFault fault = startKey.fault();
      if (fault != null) {
        throw DynamoException.validation(
            Messages.START_KEY_INVALID + ": " + ValueMessages.text(fault, context.edition()));
      }
    }
  }

  /** The tree's key after which to go on; it has to lie where the condition reads. */
  private byte[] after(
      ReadTarget target, KeyCondition condition, KeyRange range, Item startKey) {
    KeyRules.requireStartKey(
        target.definition(), target.indexDefinition(), startKey, context.limits());
    byte[] key = target.treeKey(startKey);
    KeyBuilder prefix = TableLayout.collectionPrefix(condition.partition());
    byte[] bytes = prefix.toBytes();
    if (key.length < bytes.length
        || !Arrays.equals(key, 0, bytes.length, bytes, 0, bytes.length)) {
      throw DynamoException.validation(Messages.START_KEY_OUTSIDE);
    }
    if (!range.contains(key)) {
      throw DynamoException.validation(Messages.START_KEY_NOT_MATCHING);
    }
    return key;
  }
}

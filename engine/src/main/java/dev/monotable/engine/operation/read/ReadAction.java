package dev.monotable.engine.operation.read;

import dev.monotable.model.Condition;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.Select;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members that Query and Scan share, as the client sent them. They satisfy the constraints of
 * the service model; {@link QueryParser} and {@link ScanParser} check and compile the rest.
 *
 * @param table the name or ARN of the table in the request
 * @param index the name of the index to read; null for the table
 * @param consistent whether the read is strongly consistent
 */
record ReadAction(
    String table,
    @Nullable String index,
    boolean consistent,
    Selection selection,
    Filter filter,
    Substitutions substitutions,
    Paging paging) {

  /** The attributes to return. */
  record Selection(
      @Nullable Select select,
      @Nullable String projectionExpression,
      @Nullable List<String> attributesToGet) {
    private static final Selection ALL = new Selection(null, null, null);

    /** Returns a selection; the same object for requests that return all attributes. */
    private static Selection of(
        @Nullable String select,
        @Nullable String projectionExpression,
        @Nullable List<String> attributesToGet) {
      return select == null && projectionExpression == null && attributesToGet == null
          ? ALL
          : new Selection(Select.find(select), projectionExpression, attributesToGet);
    }

    boolean isCount() {
      return select == Select.COUNT;
    }
  }

  /**
   * Which of the evaluated items to return.
   *
   * @param conditions QueryFilter or ScanFilter
   */
  record Filter(
      @Nullable String expression,
      @Nullable Map<String, Condition> conditions,
      @Nullable String conditionalOperator) {
    private static final Filter NONE = new Filter(null, null, null);

    /** Returns a filter; the same object for requests without one. */
    private static Filter of(
        @Nullable String expression,
        @Nullable Map<String, Condition> conditions,
        @Nullable String conditionalOperator) {
      return expression == null && conditions == null && conditionalOperator == null
          ? NONE
          : new Filter(expression, conditions, conditionalOperator);
    }
  }

  /** ExpressionAttributeNames and ExpressionAttributeValues. */
  record Substitutions(@Nullable Map<String, String> names, @Nullable Item values) {}

  /**
   * The start of the page, and the largest number of items that it evaluates.
   *
   * @param startKey ExclusiveStartKey; null for the first page
   * @param limit {@link Integer#MAX_VALUE} if the request does not have Limit
   */
  record Paging(@Nullable Item startKey, int limit) {}

  static ReadAction of(QueryInput request) {
    return new ReadAction(
        request.tableName(),
        request.indexName(),
        isTrue(request.consistentRead()),
        Selection.of(request.select(), request.projectionExpression(), request.attributesToGet()),
        Filter.of(request.filterExpression(), request.queryFilter(), request.conditionalOperator()),
        new Substitutions(request.expressionAttributeNames(), request.expressionAttributeValues()),
        new Paging(request.exclusiveStartKey(), limit(request.limit())));
  }

  static ReadAction of(ScanInput request) {
    return new ReadAction(
        request.tableName(),
        request.indexName(),
        isTrue(request.consistentRead()),
        Selection.of(request.select(), request.projectionExpression(), request.attributesToGet()),
        Filter.of(request.filterExpression(), request.scanFilter(), request.conditionalOperator()),
        new Substitutions(request.expressionAttributeNames(), request.expressionAttributeValues()),
        new Paging(request.exclusiveStartKey(), limit(request.limit())));
  }

  private static boolean isTrue(@Nullable Boolean sent) {
    return Boolean.TRUE.equals(sent);
  }

  private static int limit(@Nullable Integer sent) {
    return sent == null ? Integer.MAX_VALUE : sent;
  }
}

package dev.monotable.engine.operation.read;

import static dev.monotable.engine.operation.RequestStep.step;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.expression.KeyConditions;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestSteps;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.query.PageBounds;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.model.Condition;
import dev.monotable.model.QueryInput;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a Query into a {@link ReadPlan}. It runs the checks in AWS's order. */
final class QueryParser extends PagedRead {
  private static final String DYNALITE = "architect/dynalite test/query.js";
  private static final String ORDERING =
      "paritysuite/dynamodb-conformance tests/tier3/validation-ordering/query";
  private static final String LEGACY = "ExtendDB/extenddb tests/test_conditional_operator.py";

  /** The steps that need the request only. */
  private static final RequestSteps<QueryParser> REQUEST =
      RequestSteps.of(
          step(
              "expressions do not meet the parameters that they replaced",
              LEGACY,
              QueryParser::openExpressions),
          step(
              "ConditionalOperator combines at least two conditions",
              LEGACY,
              QueryParser::requireOperands),
          step("QueryFilter is valid", DYNALITE, QueryParser::compileLegacyFilter),
          step(
              "AttributesToGet names no attribute twice",
              DYNALITE,
              QueryParser::requireDistinctAttributes),
          step("ExclusiveStartKey holds valid values", DYNALITE, QueryParser::requireValidStartKey),
          step("Select agrees with the projection", ORDERING, QueryParser::requireSelect),
          step("there is a key condition", DYNALITE, QueryParser::requireCondition),
          step(
              "KeyConditionExpression is valid",
              ORDERING + "KeyCondition",
              QueryParser::compileKeyCondition),
          step("FilterExpression is valid", DYNALITE, QueryParser::compileFilter),
          step("ProjectionExpression is valid", DYNALITE, QueryParser::compileProjection),
          step("every name and value is used", DYNALITE, QueryParser::closeExpressions),
          step("KeyConditions is valid", DYNALITE, QueryParser::readKeyConditions));

  /** The steps that need the table. */
  private static final RequestSteps<QueryParser> TABLE =
      RequestSteps.of(
          step("the table and the index exist", DYNALITE, QueryParser::findTarget),
          step("the index can be read", DYNALITE, QueryParser::requireReadable),
          step(
              "the index is of a type that is queried",
              "ExtendDB/extenddb tests/test_vector_index_query_scan.py, 2026-08-20",
              QueryParser::requireQueried),
          step(
              "the conditions are on the key, and ExclusiveStartKey has its attributes",
              DYNALITE,
              QueryParser::matchKey),
          step(
              "the operands can be key values",
              "paritysuite/dynamodb-conformance"
                  + " tests/tier3/error-messages/queryKeyConditionOperands",
              QueryParser::requireKeyOperands),
          step(
              "ExclusiveStartKey lies in the range of the condition",
              DYNALITE,
              QueryParser::requireStartInRange),
          step("the filter tests no key attribute", DYNALITE, QueryParser::requireNoKeyInFilter),
          step(
              "the index holds what the filter tests",
              "nubo-db/dynamodb-conformance tests/tier3/error-messages/partiqlIndexQualifier",
              QueryParser::requireFilterHeld),
          step("the index can serve Select", DYNALITE, QueryParser::requireServed),
          step(
              "the projection names no part of a key",
              DYNALITE,
              QueryParser::requireScalarKeysInProjection),
          step(
              "the filter names no part of a key",
              DYNALITE,
              QueryParser::requireScalarKeysInFilter),
          step("a global index holds what is projected", DYNALITE, QueryParser::decideFetch));

  private final QueryInput request;
  private @Nullable BoundCondition keyExpression;
  private @Nullable KeyConditions conditions;
  private @Nullable KeyCondition condition;
  private byte @Nullable [] after;

  private QueryParser(OperationContext context, Wording wording, QueryInput request) {
    super(context, wording, ReadAction.of(request));
    this.request = request;
  }

  /**
   * Parses a Query.
   *
   * @throws FaultException for the first broken rule
   */
  static QueryParser parse(OperationContext context, Wording wording, QueryInput request) {
    QueryParser parser = new QueryParser(context, wording, request);
    REQUEST.run(parser);
    TABLE.run(parser);
    return parser;
  }

  /** Returns what the Query reads. */
  ReadPlan plan() {
    return plan(
        KeyConditionRange.of(made(condition), target().path()),
        !Boolean.FALSE.equals(request.scanIndexForward()));
  }

  /** Returns where the page begins and ends. */
  PageBounds bounds() {
    return bounds(after);
  }

  /**
   * Returns whether the Query reads a table without a sort key, and therefore one item at most. AWS
   * rejects every start key of such a Query, so a page never has a LastEvaluatedKey.
   */
  boolean readsOneItem() {
    return target().path().isTable() && target().keys().sort().isEmpty();
  }

  /** Returns the equality terms of the key condition, for fault rules. */
  Item subject() {
    return KeyRestrictions.equalities(made(condition), target().keys());
  }

  /** Returns what the Query says about its page, for observers. */
  PageSource source() {
    return new ReadActionSource(action, made(condition), target().keys());
  }

  @Override
  Fault notQueried() {
    return VectorFault.Plain.QUERY;
  }

  private void openExpressions() {
    expressions
        .legacy("AttributesToGet", action.selection().attributesToGet())
        .legacy("QueryFilter", action.filter().conditions())
        .legacy("ConditionalOperator", action.filter().conditionalOperator())
        // AWS accepts them beside other expressions (extenddb test_conditional_operator.py).
        .legacy(
            "KeyConditions",
            request.keyConditionExpression() == null ? null : request.keyConditions())
        .expression(ExpressionKind.PROJECTION, action.selection().projectionExpression())
        .expression(ExpressionKind.FILTER, action.filter().expression())
        .expression(ExpressionKind.KEY_CONDITION, request.keyConditionExpression())
        .open();
  }

  private void requireCondition() {
    if (request.keyConditions() == null && request.keyConditionExpression() == null) {
      throw new FaultException(ReadFault.Plain.QUERY_WITHOUT_CONDITION);
    }
  }

  private void compileKeyCondition() {
    keyExpression =
        expressions.condition(ExpressionKind.KEY_CONDITION, request.keyConditionExpression());
  }

  private void readKeyConditions() {
    Map<String, Condition> sent = request.keyConditions();
    if (keyExpression != null) {
      conditions = keyExpression.keyConditions();
    } else if (sent != null) {
      conditions = LegacyConditions.keyConditions(context, sent);
    }
  }

  /**
   * Matches the conditions to the key. Each attribute of the start key is checked together with the
   * condition on it.
   */
  private void matchKey() {
    KeySchema keys = target().keys();
    Item startKey = action.paging().startKey();
    KeyConditions present = made(conditions);
    if (startKey == null) {
      condition = present.match(keys.partition(), keys.sort(), attribute -> {});
      return;
    }
    StartKeys.requireSize(target().definition(), keys, startKey);
    condition =
        present.match(
            keys.partition(),
            keys.sort(),
            attribute ->
                StartKeys.requireAttribute(
                    target(), attribute, startKey, ReadFault.Plain.START_KEY_INVALID));
  }

  private void requireKeyOperands() {
    KeyOperands.requireCondition(target(), made(condition));
  }

  private void requireStartInRange() {
    Item startKey = action.paging().startKey();
    if (startKey == null) {
      return;
    }
    after = StartKeys.inQuery(target(), made(condition), startKey);
    if (readsOneItem()) {
      KeyAttribute key = target().keys().attributes().get(0);
      throw new FaultException(
          ReadFault.Plain.START_KEY_OF_ONE_ITEM.with(key.name(), made(startKey.find(key.name()))));
    }
  }

  private void requireNoKeyInFilter() {
    BoundCondition filter = filterExpression();
    if (filter != null) {
      filter.requireNoKeyAttribute(target().keys().attributes());
    }
    Map<String, Condition> queryFilter = action.filter().conditions();
    if (queryFilter != null) {
      for (KeyAttribute key : target().keys().attributes()) {
        if (queryFilter.containsKey(key.name())) {
          throw new FaultException(LegacyFault.Plain.QUERY_FILTER_ON_KEY.with(key.name()));
        }
      }
    }
  }

  private void requireFilterHeld() {
    BoundCondition filter = filterExpression();
    if (filter != null) {
      target().requireHolds(filter.topLevelNames());
    }
    Map<String, Condition> queryFilter = action.filter().conditions();
    if (queryFilter != null) {
      target().requireHolds(queryFilter.keySet());
    }
  }
}

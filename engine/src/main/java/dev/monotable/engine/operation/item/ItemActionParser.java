package dev.monotable.engine.operation.item;

import static dev.monotable.engine.operation.RequestStep.step;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.RequestSteps;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.operation.legacy.LegacyUpdates;
import dev.monotable.model.ReturnValue;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * Turns an {@link ItemAction} into a {@link WritePlan}. It checks everything that does not need the
 * table, in AWS's order.
 */
public final class ItemActionParser {
  private static final String CONFORMANCE = "paritysuite/dynamodb-conformance tests/tier3/";

  /** PutItem and DeleteItem. */
  private static final RequestSteps<ItemActionParser> WHOLE_ITEM =
      RequestSteps.of(
          step(
              "expressions do not meet the parameters that they replaced",
              CONFORMANCE + "validation-ordering",
              ItemActionParser::openExpressions),
          step(
              "ConditionalOperator combines at least two conditions",
              "architect/dynalite test/putItem.js",
              ItemActionParser::requireOperands),
          step(
              "the item or key holds valid values",
              "architect/dynalite test/putItem.js",
              ItemActionParser::requireValidSubject),
          step(
              "ReturnValues is ALL_OLD or NONE",
              "API_PutItem.html, API_DeleteItem.html",
              ItemActionParser::requireOldOrNone),
          step(
              "in the older layer, the item to put is not too large",
              "architect/dynalite test/putItem.js",
              ItemActionParser::requireSizeInOlderOrder),
          step(
              "the condition is valid",
              "architect/dynalite test/putItem.js",
              ItemActionParser::compileCondition),
          step(
              "every name and value is used",
              "architect/dynalite test/putItem.js",
              ItemActionParser::closeExpressions));

  /** UpdateItem. */
  private static final RequestSteps<ItemActionParser> UPDATE_ITEM =
      RequestSteps.of(
          step(
              "expressions do not meet the parameters that they replaced",
              CONFORMANCE + "validation-ordering/updateItem",
              ItemActionParser::openExpressions),
          step(
              "ConditionalOperator combines at least two conditions",
              "architect/dynalite test/updateItem.js",
              ItemActionParser::requireOperands),
          step(
              "the key holds valid values",
              "architect/dynalite test/updateItem.js",
              ItemActionParser::requireValidSubject),
          step(
              "in the newer layer, the condition is not empty",
              "nubo-db/dynoxide CHANGELOG 3.2.0; the older layer: architect/dynalite"
                  + " test/updateItem.js",
              ItemActionParser::requireNoEmptyCondition),
          step(
              "the update is valid",
              "architect/dynalite test/updateItem.js",
              ItemActionParser::compileUpdate),
          step(
              "the condition is valid",
              "architect/dynalite test/updateItem.js",
              ItemActionParser::compileCondition),
          step(
              "every name and value is used",
              "architect/dynalite test/updateItem.js",
              ItemActionParser::closeExpressions));

  /** A Put of a transaction: the item is checked before the condition. */
  private static final RequestSteps<ItemActionParser> TRANSACTION_PUT =
      RequestSteps.of(
          step(
              "names and values are not alone beside one kind of expression",
              "ExtendDB/extenddb pull request 169",
              ItemActionParser::openInTransaction),
          step(
              "the item holds valid values",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::requireValidSubject),
          step(
              "the item is not too large",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::requireSize),
          step(
              "the condition is valid",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::compileCondition),
          step(
              "every name and value is used",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::closeExpressions));

  /** Any other action of a transaction: the expressions are checked before the key. */
  private static final RequestSteps<ItemActionParser> TRANSACTION_BY_KEY =
      RequestSteps.of(
          step(
              "names and values are not alone beside one kind of expression",
              "ExtendDB/extenddb pull request 169",
              ItemActionParser::openInTransaction),
          step(
              "the update is valid",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::compileUpdate),
          step(
              "the condition is valid",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::compileCondition),
          step(
              "every name and value is used",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::closeExpressions),
          step(
              "the key holds valid values",
              CONFORMANCE + "validation-ordering/transactions",
              ItemActionParser::requireValidSubject));

  private final OperationContext context;
  private final ItemAction action;
  private final boolean olderOrder;
  private final RequestExpressions expressions;
  private @Nullable BoundUpdate update;
  private @Nullable BoundCondition condition;

  private ItemActionParser(OperationContext context, ItemAction action, Wording wording) {
    this.context = context;
    this.action = action;
    this.olderOrder = wording.checksWritesInOlderOrder();
    this.expressions =
        new RequestExpressions(
            context, wording, action.expressions().names(), action.expressions().values());
  }

  /**
   * Parses a PutItem, UpdateItem or DeleteItem.
   *
   * @throws FaultException for the first broken rule
   */
  static WritePlan single(OperationContext context, ItemAction action, Wording wording) {
    WritePlan plan;
    try {
      plan =
          new ItemActionParser(context, action, wording)
              .parse(action.kind() == ItemWrite.Kind.UPDATE ? UPDATE_ITEM : WHOLE_ITEM);
    } catch (FaultException e) {
      throw e.inRequest();
    }
    if (action.kind() == ItemWrite.Kind.PUT) {
      // The newer layer does not check the size, so the fault is not counted. The older one does,
      // before it looks up the table.
      ItemWrite.requireSize(action.subject(), context.limits(), ItemFault.Plain.ITEM_TOO_LARGE);
    }
    return plan;
  }

  /**
   * Parses an action of a transaction.
   *
   * @throws FaultException for the first broken rule
   */
  public static WritePlan inTransaction(
      OperationContext context, ItemAction action, Wording wording) {
    WritePlan plan =
        new ItemActionParser(context, action, wording)
            .parse(action.kind() == ItemWrite.Kind.PUT ? TRANSACTION_PUT : TRANSACTION_BY_KEY);
    if (wording.boundsTransactedStatements()) {
      requireStatementSize(context, action, plan.update());
    }
    return plan;
  }

  /**
   * Checks the size of the update expression with its values. AWS applies the maximum item size to
   * it before it evaluates the condition.
   */
  static void requireStatementSize(
      OperationContext context, ItemAction action, @Nullable BoundUpdate update) {
    Item values = action.expressions().values();
    if (update != null
        && action.expressions().update() != null
        && update.carriesMoreThan(
            context.limits().item().maxBytes(), values == null ? 0 : values.size())) {
      throw new FaultException(ItemFault.Plain.UPDATED_ITEM_TOO_LARGE);
    }
  }

  private WritePlan parse(RequestSteps<ItemActionParser> steps) {
    steps.run(this);
    return new WritePlan(
        action.kind(),
        action.table(),
        action.subject(),
        update,
        condition,
        action.returnOldOnFailure());
  }

  private void openExpressions() {
    ItemAction.Legacy legacy = action.legacy();
    if (action.kind() == ItemWrite.Kind.UPDATE) {
      expressions.expression(ExpressionKind.UPDATE, action.expressions().update());
    }
    expressions
        .legacy("AttributeUpdates", legacy.attributeUpdates())
        .legacy("Expected", legacy.expected())
        .legacy("ConditionalOperator", legacy.conditionalOperator())
        .expression(ExpressionKind.CONDITION, action.expressions().condition())
        .open();
  }

  private void openInTransaction() {
    expressions
        .expression(ExpressionKind.UPDATE, action.expressions().update())
        .expression(ExpressionKind.CONDITION, action.expressions().condition())
        .openInTransaction();
  }

  private void requireOperands() {
    LegacyConditions.requireOperands(
        action.legacy().conditionalOperator(), action.legacy().expected());
  }

  private void requireValidSubject() {
    OperationContext.requireValid(action.subject());
  }

  private void requireSize() {
    ItemWrite.requireSize(action.subject(), context.limits(), ItemFault.Plain.ITEM_TOO_LARGE);
  }

  private void requireSizeInOlderOrder() {
    if (olderOrder && action.kind() == ItemWrite.Kind.PUT) {
      requireSize();
    }
  }

  private void requireOldOrNone() {
    if (action.returnValues() != ReturnValue.ALL_OLD && action.returnValues() != ReturnValue.NONE) {
      throw new FaultException(RequestFault.Plain.PUT_RETURN_VALUES);
    }
  }

  /** Rejects an empty condition before an invalid update; any other condition comes after it. */
  private void requireNoEmptyCondition() {
    if (!olderOrder && "".equals(action.expressions().condition())) {
      compileCondition();
    }
  }

  private void compileUpdate() {
    update =
        action.legacy().attributeUpdates() != null
            ? LegacyUpdates.update(action.legacy().attributeUpdates())
            : expressions.update(action.expressions().update());
  }

  private void compileCondition() {
    condition =
        action.legacy().expected() != null
            ? LegacyConditions.expected(
                context, action.legacy().expected(), action.legacy().conditionalOperator())
            : expressions.condition(ExpressionKind.CONDITION, action.expressions().condition());
  }

  private void closeExpressions() {
    expressions.close();
  }
}

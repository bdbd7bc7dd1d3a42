package dev.monotable.engine.operation.item;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.operation.legacy.LegacyText;
import dev.monotable.model.AttributeValueUpdate;
import dev.monotable.model.ConditionCheck;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ReturnValue;
import dev.monotable.model.ReturnValuesOnConditionCheckFailure;
import dev.monotable.model.Update;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request on one item as the client sent it: PutItem, UpdateItem, DeleteItem, or an action of
 * TransactWriteItems. It satisfies the constraints of the service model; {@link ItemActionParser}
 * checks and compiles the rest.
 *
 * @param table the name or ARN of the table in the request
 * @param subject the item of a put; the key for every other kind
 * @param returnValues the attributes to return; {@code NONE} if the request does not have
 *     ReturnValues
 * @param returnOldOnFailure whether the error of a failed condition contains the item
 */
public record ItemAction(
    ItemWrite.Kind kind,
    String table,
    Item subject,
    Expressions expressions,
    Legacy legacy,
    ReturnValue returnValues,
    boolean returnOldOnFailure) {

  /** The expressions of an action and their substitutions. */
  public record Expressions(
      @Nullable String update,
      @Nullable String condition,
      @Nullable Map<String, String> names,
      @Nullable Item values) {
    private static final Expressions NONE = new Expressions(null, null, null, null);

    /** Returns expressions; the same object for requests without any. */
    static Expressions of(
        @Nullable String update,
        @Nullable String condition,
        @Nullable Map<String, String> names,
        @Nullable Item values) {
      return update == null && condition == null && names == null && values == null
          ? NONE
          : new Expressions(update, condition, names, values);
    }
  }

  /** The legacy parameters that expressions replaced. */
  public record Legacy(
      @Nullable Map<String, AttributeValueUpdate> attributeUpdates,
      @Nullable Map<String, ExpectedAttributeValue> expected,
      @Nullable String conditionalOperator) {
    static final Legacy NONE = new Legacy(null, null, null);
  }

  static ItemAction of(PutItemInput request) {
    return new ItemAction(
        ItemWrite.Kind.PUT,
        request.tableName(),
        request.item(),
        Expressions.of(
            null,
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues()),
        legacy(null, request.expected(), request.conditionalOperator()),
        returnValues(request.returnValues()),
        returnsOld(request.returnValuesOnConditionCheckFailure()));
  }

  static ItemAction of(DeleteItemInput request) {
    return new ItemAction(
        ItemWrite.Kind.DELETE,
        request.tableName(),
        request.key(),
        Expressions.of(
            null,
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues()),
        legacy(null, request.expected(), request.conditionalOperator()),
        returnValues(request.returnValues()),
        returnsOld(request.returnValuesOnConditionCheckFailure()));
  }

  static ItemAction of(UpdateItemInput request) {
    return new ItemAction(
        ItemWrite.Kind.UPDATE,
        request.tableName(),
        request.key(),
        Expressions.of(
            request.updateExpression(),
            request.conditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues()),
        legacy(request.attributeUpdates(), request.expected(), request.conditionalOperator()),
        returnValues(request.returnValues()),
        returnsOld(request.returnValuesOnConditionCheckFailure()));
  }

  /** Returns the action of a Put in a transaction. */
  public static ItemAction of(Put put) {
    return ofTransaction(
        ItemWrite.Kind.PUT,
        put.tableName(),
        put.item(),
        Expressions.of(
            null,
            put.conditionExpression(),
            put.expressionAttributeNames(),
            put.expressionAttributeValues()),
        put.returnValuesOnConditionCheckFailure());
  }

  /** Returns the action of an Update in a transaction. */
  public static ItemAction of(Update update) {
    return ofTransaction(
        ItemWrite.Kind.UPDATE,
        update.tableName(),
        update.key(),
        Expressions.of(
            update.updateExpression(),
            update.conditionExpression(),
            update.expressionAttributeNames(),
            update.expressionAttributeValues()),
        update.returnValuesOnConditionCheckFailure());
  }

  /** Returns the action of a Delete in a transaction. */
  public static ItemAction of(Delete delete) {
    return ofTransaction(
        ItemWrite.Kind.DELETE,
        delete.tableName(),
        delete.key(),
        Expressions.of(
            null,
            delete.conditionExpression(),
            delete.expressionAttributeNames(),
            delete.expressionAttributeValues()),
        delete.returnValuesOnConditionCheckFailure());
  }

  /** Returns the action of a ConditionCheck in a transaction. */
  public static ItemAction of(ConditionCheck check) {
    return ofTransaction(
        ItemWrite.Kind.CHECK,
        check.tableName(),
        check.key(),
        Expressions.of(
            null,
            check.conditionExpression(),
            check.expressionAttributeNames(),
            check.expressionAttributeValues()),
        check.returnValuesOnConditionCheckFailure());
  }

  private static ItemAction ofTransaction(
      ItemWrite.Kind kind,
      String table,
      Item subject,
      Expressions expressions,
      @Nullable String returnOnFailure) {
    return new ItemAction(
        kind,
        table,
        subject,
        expressions,
        Legacy.NONE,
        ReturnValue.NONE,
        returnsOld(returnOnFailure));
  }

  private static Legacy legacy(
      @Nullable Map<String, AttributeValueUpdate> attributeUpdates,
      @Nullable Map<String, ExpectedAttributeValue> expected,
      @Nullable String conditionalOperator) {
    return attributeUpdates == null && expected == null && conditionalOperator == null
        ? Legacy.NONE
        : new Legacy(attributeUpdates, expected, conditionalOperator);
  }

  private static ReturnValue returnValues(@Nullable String sent) {
    ReturnValue found = ReturnValue.find(sent);
    return found == null ? ReturnValue.NONE : found;
  }

  /** Returns the update for observers; null if there is none. */
  @Nullable ExpressionText updateText() {
    return expressions.update() == null
        ? LegacyText.updates(legacy.attributeUpdates())
        : ExpressionText.of(expressions.update(), expressions.names(), expressions.values());
  }

  /** Returns the condition for observers; null if there is none. */
  @Nullable ExpressionText conditionText() {
    return expressions.condition() == null
        ? LegacyText.expected(legacy.expected(), legacy.conditionalOperator())
        : ExpressionText.of(expressions.condition(), expressions.names(), expressions.values());
  }

  /** Returns whether ReturnValuesOnConditionCheckFailure asks for the item. */
  public static boolean returnsOld(@Nullable String sent) {
    return ReturnValuesOnConditionCheckFailure.find(sent)
        == ReturnValuesOnConditionCheckFailure.ALL_OLD;
  }
}

package dev.monotable.design.rule;

import static dev.monotable.design.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.function.UnaryOperator;

/** Requests with flaws, and what they need. */
final class Flaws {
  private Flaws() {}

  static MutatedDesign mutated(String name, ExampleDesign example) throws Exception {
    return MutatedDesign.of(name, example);
  }

  static QueryInput.Builder consistent(QueryInput.Builder query) {
    return query.consistentRead(true);
  }

  static QueryOutput failing(Requests to, QueryInput query) {
    fail(() -> to.send(Operations.QUERY, query));
    return QueryOutput.builder().items(List.of()).build();
  }

  static void fail(org.assertj.core.api.ThrowableAssert.ThrowingCallable request) {
    assertThat(catchThrowableOfType(DynamoException.class, request)).isNotNull();
  }

  static QueryOutput scan(Requests to, QueryInput query, String filter) {
    ScanOutput output =
        to.send(
            Operations.SCAN,
            ScanInput.builder()
                .tableName(query.tableName())
                .filterExpression(filter)
                .expressionAttributeNames(query.expressionAttributeNames())
                .expressionAttributeValues(query.expressionAttributeValues())
                .build());
    return QueryOutput.builder().items(output.items()).build();
  }

  static void messages(Requests to, UnaryOperator<QueryInput.Builder> change) {
    to.query(
        "Connect40-Table-dev",
        null,
        "PK = 'CHATROOM#room-xyz' AND begins_with(SK, 'MESSAGE#')",
        change);
  }

  static TransactWriteItem unconditional(TransactWriteItem action) {
    return action.update() == null
        ? action
        : action.toBuilder()
            .update(action.update().toBuilder().conditionExpression(null).build())
            .build();
  }

  static void inject(Requests to, InjectedFault fault, OperationSchema<?, ?> operation) {
    to.engine().faults().add(FaultRule.on(operation).times(1).inject(fault));
  }

  static void update(
      Requests to, String table, String pk, String sk, String expression, Object value) {
    to.send(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(table)
            .key(key(pk, sk))
            .updateExpression(expression)
            .expressionAttributeValues(Item.of(":v", value))
            .build());
  }

  static TransactWriteItem put(String pk, String sk) {
    return Requests.putAction("Connect40-Table-dev", key(pk, sk));
  }

  static Item replaced(Item item, String attribute, String from, String to) {
    AttributeValue value = item.find(attribute);
    return value == null
        ? item
        : MutatedDesign.with(
            item, attribute, AttributeValue.string(value.string().replace(from, to)));
  }
}

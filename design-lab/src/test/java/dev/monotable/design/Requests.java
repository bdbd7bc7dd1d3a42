package dev.monotable.design;

import static dev.monotable.testing.Calls.putIf;

import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.ConditionCheck;
import dev.monotable.model.Delete;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutRequest;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Notation;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Sends the requests that tests need most, in short. */
public class Requests {
  private final MonotableEngine engine;

  public Requests(MonotableEngine engine) {
    this.engine = engine;
  }

  public MonotableEngine engine() {
    return engine;
  }

  /** Sends a request as it is; a subclass may send another one. */
  public <I extends Record, O extends Record> O send(OperationSchema<I, O> operation, I request) {
    return engine.call(operation, request);
  }

  /** Returns an item with the keys PK and SK. */
  public static Item key(String pk, String sk) {
    return Item.of("PK", pk, "SK", sk);
  }

  /** Returns an item with the keys PK and SK, and more attributes in the {@link Notation}. */
  public static Item key(String pk, String sk, String more, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("PK", pk, "SK", sk));
    all.addAll(List.of(new Notation(arguments).attributes(more)));
    return Item.of(all.toArray());
  }

  /** Advances the clock of the engine, if it is a manual one. */
  public void pause(Duration duration) {
    if (engine.config().clock() instanceof ManualTime time) {
      time.advance(duration);
    }
  }

  public Item get(String table, Item key) {
    return Calls.get(this::send, table, key);
  }

  public void put(String table, Item... items) {
    for (Item item : items) {
      put(table, item, null);
    }
  }

  public void put(String table, Item item, String condition) {
    putIf(this::send, table, item, condition);
  }

  public void putBatch(String table, List<Item> items) {
    for (int i = 0; i < items.size(); i += 25) {
      List<WriteRequest> writes =
          items.subList(i, Math.min(i + 25, items.size())).stream()
              .map(item -> WriteRequest.builder().putRequest(new PutRequest(item)).build())
              .toList();
      send(
          Operations.BATCH_WRITE_ITEM,
          BatchWriteItemInput.builder().requestItems(Map.of(table, writes)).build());
    }
  }

  public List<Item> getBatch(String table, List<Item> keys) {
    return send(
            Operations.BATCH_GET_ITEM,
            BatchGetItemInput.builder()
                .requestItems(Map.of(table, KeysAndAttributes.builder().keys(keys).build()))
                .build())
        .responses()
        .get(table);
  }

  public void transact(TransactWriteItem... actions) {
    send(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder().transactItems(Arrays.asList(actions)).build());
  }

  public static TransactWriteItem putAction(String table, Item item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(table).item(item).build())
        .build();
  }

  /** Returns a check that an item does not have an attribute. */
  public static TransactWriteItem conditionAction(String table, Item key, String attribute) {
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
                .tableName(table)
                .key(key)
                .conditionExpression("attribute_not_exists(" + attribute + ")")
                .build())
        .build();
  }

  public static TransactWriteItem deleteAction(String table, Item key) {
    return TransactWriteItem.builder()
        .delete(Delete.builder().tableName(table).key(key).build())
        .build();
  }

  /**
   * Sends a Query.
   *
   * @param index null for the table
   * @param condition in the {@link Notation}, as is a filter
   */
  public QueryOutput query(String table, String index, String condition, Object... arguments) {
    return query(table, index, condition, query -> query, arguments);
  }

  public QueryOutput query(
      String table,
      String index,
      String condition,
      UnaryOperator<QueryInput.Builder> more,
      Object... arguments) {
    Notation notation = new Notation(arguments);
    QueryInput query =
        more.apply(
                QueryInput.builder()
                    .tableName(table)
                    .indexName(index)
                    .keyConditionExpression(notation.expression(condition)))
            .build();
    return send(
        Operations.QUERY,
        query.toBuilder()
            .filterExpression(notation.expression(query.filterExpression()))
            .expressionAttributeValues(notation.values())
            .build());
  }
}

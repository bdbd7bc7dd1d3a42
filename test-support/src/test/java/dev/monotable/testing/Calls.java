package dev.monotable.testing;

import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteItemOutput;
import dev.monotable.model.DeleteTableInput;
import dev.monotable.model.DeleteTableOutput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutItemOutput;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateItemOutput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.UpdateTimeToLiveOutput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests that many tests send, to whatever answers them: {@code put(engine::call, "Orders",
 * item)}. Expressions are in the {@link Notation}.
 */
public final class Calls {
  private Calls() {}

  /** Answers requests, such as an engine or a client. */
  @FunctionalInterface
  public interface Target {
    <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I input);
  }

  /**
   * Returns a table that is paid per request.
   *
   * @param keys the keys with their types, such as {@code PK, SK: N}; a string without a type
   * @param indexes global indexes that project all, such as {@code GSI1: GSI1PK, SK: N}
   */
  public static CreateTableInput.Builder table(String name, String keys, String... indexes) {
    Map<String, String> types = new LinkedHashMap<>();
    CreateTableInput.Builder table =
        CreateTableInput.builder()
            .tableName(name)
            .keySchema(keys(keys, types))
            .billingMode("PAY_PER_REQUEST");
    List<GlobalSecondaryIndex> global = new ArrayList<>();
    for (String index : indexes) {
      int colon = index.indexOf(": ");
      global.add(
          GlobalSecondaryIndex.builder()
              .indexName(index.substring(0, colon))
              .keySchema(keys(index.substring(colon + 2), types))
              .projection(new Projection("ALL", null))
              .build());
    }
    List<AttributeDefinition> definitions = new ArrayList<>();
    types.forEach((key, type) -> definitions.add(new AttributeDefinition(key, type)));
    return table
        .attributeDefinitions(definitions)
        .globalSecondaryIndexes(global.isEmpty() ? null : global);
  }

  private static List<KeySchemaElement> keys(String text, Map<String, String> types) {
    List<KeySchemaElement> keys = new ArrayList<>();
    for (String key : text.split(", ", -1)) {
      String[] parts = key.split(": ", -1);
      types.put(parts[0], parts.length == 1 ? "S" : parts[1]);
      keys.add(new KeySchemaElement(parts[0], keys.isEmpty() ? "HASH" : "RANGE"));
    }
    return keys;
  }

  public static TableDescription describe(Target target, String table) {
    return target
        .call(Operations.DESCRIBE_TABLE, DescribeTableInput.builder().tableName(table).build())
        .table();
  }

  public static DeleteTableOutput drop(Target target, String table) {
    return target.call(
        Operations.DELETE_TABLE, DeleteTableInput.builder().tableName(table).build());
  }

  public static PutItemOutput put(Target target, String table, Item item) {
    return target.call(
        Operations.PUT_ITEM, PutItemInput.builder().tableName(table).item(item).build());
  }

  /** Puts an item on a condition without values. */
  public static PutItemOutput putIf(Target target, String table, Item item, String condition) {
    return target.call(
        Operations.PUT_ITEM,
        PutItemInput.builder().tableName(table).item(item).conditionExpression(condition).build());
  }

  public static @Nullable Item get(Target target, String table, Item key) {
    return target
        .call(Operations.GET_ITEM, GetItemInput.builder().tableName(table).key(key).build())
        .item();
  }

  public static @Nullable Item getConsistent(Target target, String table, Item key) {
    return target
        .call(
            Operations.GET_ITEM,
            GetItemInput.builder().tableName(table).key(key).consistentRead(true).build())
        .item();
  }

  public static DeleteItemOutput delete(Target target, String table, Item key) {
    return target.call(
        Operations.DELETE_ITEM, DeleteItemInput.builder().tableName(table).key(key).build());
  }

  public static UpdateItemOutput update(
      Target target, String table, Item key, String expression, Object... arguments) {
    Notation notation = new Notation(arguments);
    return target.call(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(table)
            .key(key)
            .updateExpression(notation.expression(expression))
            .expressionAttributeValues(notation.values())
            .build());
  }

  public static QueryOutput query(
      Target target, String table, String condition, Object... arguments) {
    return target.call(Operations.QUERY, queryOf(table, condition, arguments).build());
  }

  public static QueryOutput queryIndex(
      Target target, String table, String index, String condition, Object... arguments) {
    return target.call(
        Operations.QUERY, queryOf(table, condition, arguments).indexName(index).build());
  }

  /** Returns a Query to which more can be added. */
  public static QueryInput.Builder queryOf(String table, String condition, Object... arguments) {
    Notation notation = new Notation(arguments);
    return QueryInput.builder()
        .tableName(table)
        .keyConditionExpression(notation.expression(condition))
        .expressionAttributeValues(notation.values());
  }

  /** Returns the first page of a Scan. */
  public static List<Item> scan(Target target, String table) {
    return target.call(Operations.SCAN, ScanInput.builder().tableName(table).build()).items();
  }

  public static List<Item> scanIndex(Target target, String table, String index) {
    return target
        .call(Operations.SCAN, ScanInput.builder().tableName(table).indexName(index).build())
        .items();
  }

  /** Lets the items of a table expire at the time in an attribute. */
  public static UpdateTimeToLiveOutput expire(Target target, String table, String attribute) {
    return target.call(
        Operations.UPDATE_TIME_TO_LIVE,
        new UpdateTimeToLiveInput(table, new TimeToLiveSpecification(true, attribute)));
  }

  /** Returns the names of the first tables. */
  public static List<String> tableNames(Target target) {
    return target.call(Operations.LIST_TABLES, ListTablesInput.builder().build()).tableNames();
  }

  public static ExecuteStatementOutput execute(Target target, String statement) {
    return target.call(
        Operations.EXECUTE_STATEMENT, ExecuteStatementInput.builder().statement(statement).build());
  }
}

package dev.monotable.torture.lincheck;

import static dev.monotable.testing.Calls.getConsistent;
import static dev.monotable.testing.Calls.putIf;

import dev.monotable.engine.BackgroundScheduler;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.Get;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.ItemResponse;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.Update;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * A table with an index and a stream, in a fresh engine. Time stands still, and nothing runs in the
 * background, so that Lincheck can repeat an execution.
 *
 * <p>Lincheck wants a generator for each parameter, although {@link Scenarios} chooses the
 * arguments.
 */
@Param(name = "key", gen = IntGen.class)
@Param(name = "from", gen = IntGen.class)
@Param(name = "value", gen = IntGen.class)
@Param(name = "expected", gen = IntGen.class)
@Param(name = "amount", gen = IntGen.class)
public final class TableUnderTest implements TableActions {
  private static final String TABLE = "Table";
  private static final String INDEX = "ByValue";

  private static final EngineConfig CONFIG =
      EngineConfig.builder()
          .clock(() -> Instant.EPOCH)
          .scheduler(new NoBackgroundWork())
          .seed(1)
          .build();

  private static final Snapshot WITH_TABLE = withTable();

  private final MonotableEngine engine = MonotableEngine.create(CONFIG);

  /** Creates the table. Called by Lincheck before each execution. */
  public TableUnderTest() {
    engine.restore(WITH_TABLE);
  }

  private static final class NoBackgroundWork implements BackgroundScheduler {
    @Override
    public Registration every(java.time.Duration interval, Runnable task) {
      return () -> {};
    }
  }

  private static Snapshot withTable() {
    try (MonotableEngine engine = MonotableEngine.create(CONFIG)) {
      engine.call(
          Operations.CREATE_TABLE,
          CreateTableInput.builder()
              .tableName(TABLE)
              .billingMode("PAY_PER_REQUEST")
              .attributeDefinitions(
                  List.of(
                      new AttributeDefinition("pk", "N"),
                      new AttributeDefinition("every", "S"),
                      new AttributeDefinition("n", "N")))
              .keySchema(List.of(new KeySchemaElement("pk", "HASH")))
              .globalSecondaryIndexes(
                  List.of(
                      GlobalSecondaryIndex.builder()
                          .indexName(INDEX)
                          .keySchema(
                              List.of(
                                  new KeySchemaElement("every", "HASH"),
                                  new KeySchemaElement("n", "RANGE")))
                          .projection(Projection.builder().projectionType("ALL").build())
                          .build()))
              .build());
      return engine.snapshot();
    }
  }

  @Override
  @Operation
  public @Nullable Integer put(int key, int value) {
    return value(
        engine
            .call(
                Operations.PUT_ITEM,
                PutItemInput.builder()
                    .tableName(TABLE)
                    .item(Item.of("pk", key, "every", "item", "n", value))
                    .returnValues("ALL_OLD")
                    .build())
            .attributes());
  }

  @Override
  @Operation
  public boolean putIfAbsent(int key, int value) {
    return succeeds(
        () ->
            putIf(
                engine::call,
                TABLE,
                Item.of("pk", key, "every", "item", "n", value),
                "attribute_not_exists(pk)"));
  }

  @Override
  @Operation
  public @Nullable Integer add(int key, int value) {
    return value(
        engine
            .call(
                Operations.UPDATE_ITEM,
                UpdateItemInput.builder()
                    .tableName(TABLE)
                    .key(key(key))
                    .updateExpression("SET every = :item ADD n :value")
                    .expressionAttributeValues(Item.of(":value", value, ":item", "item"))
                    .returnValues("UPDATED_NEW")
                    .build())
            .attributes());
  }

  @Override
  @Operation
  public boolean replace(int key, int expected, int value) {
    return succeeds(
        () ->
            engine.call(
                Operations.UPDATE_ITEM,
                UpdateItemInput.builder()
                    .tableName(TABLE)
                    .key(key(key))
                    .updateExpression("SET n = :value")
                    .conditionExpression("n = :expected")
                    .expressionAttributeValues(Item.of(":value", value, ":expected", expected))
                    .build()));
  }

  @Override
  @Operation
  public @Nullable Integer get(int key) {
    return value(getConsistent(engine::call, TABLE, key(key)));
  }

  @Override
  @Operation
  public @Nullable Integer delete(int key) {
    return value(
        engine
            .call(
                Operations.DELETE_ITEM,
                DeleteItemInput.builder()
                    .tableName(TABLE)
                    .key(key(key))
                    .returnValues("ALL_OLD")
                    .build())
            .attributes());
  }

  @Override
  @Operation
  public boolean transfer(int from, int amount) {
    Item values = Item.of(":amount", amount, ":item", "item");
    TransactWriteItem take =
        TransactWriteItem.builder()
            .update(
                Update.builder()
                    .tableName(TABLE)
                    .key(key(from))
                    .updateExpression("SET n = n - :amount, every = :item")
                    .conditionExpression("n >= :amount")
                    .expressionAttributeValues(values)
                    .build())
            .build();
    TransactWriteItem give =
        TransactWriteItem.builder()
            .update(
                Update.builder()
                    .tableName(TABLE)
                    .key(key((from + 1) % KEYS))
                    .updateExpression("SET every = :item ADD n :amount")
                    .expressionAttributeValues(values)
                    .build())
            .build();
    return succeeds(
        () ->
            engine.call(
                Operations.TRANSACT_WRITE_ITEMS,
                TransactWriteItemsInput.builder().transactItems(List.of(take, give)).build()));
  }

  @Override
  @Operation
  public String getAll() {
    List<TransactGetItem> gets = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      gets.add(
          TransactGetItem.builder()
              .get(Get.builder().tableName(TABLE).key(key(key)).build())
              .build());
    }
    List<@Nullable Integer> values = new ArrayList<>();
    for (ItemResponse response :
        engine
            .call(
                Operations.TRANSACT_GET_ITEMS,
                TransactGetItemsInput.builder().transactItems(gets).build())
            .responses()) {
      values.add(value(response.item()));
    }
    return values.toString();
  }

  @Override
  @Operation
  public String scan() {
    return read(ScanInput.builder().tableName(TABLE).consistentRead(true).build());
  }

  @Override
  @Operation
  public String scanIndex() {
    return read(ScanInput.builder().tableName(TABLE).indexName(INDEX).build());
  }

  private String read(ScanInput scan) {
    Map<Integer, Integer> items = new TreeMap<>();
    for (Item item : engine.call(Operations.SCAN, scan).items()) {
      items.put(number(item, "pk"), number(item, "n"));
    }
    return items.toString();
  }

  private static Item key(int key) {
    return Item.of("pk", key);
  }

  private static @Nullable Integer value(@Nullable Item item) {
    return item == null || item.isEmpty() ? null : number(item, "n");
  }

  private static int number(Item item, String name) {
    AttributeValue value = item.find(name);
    if (value == null) {
      throw new IllegalStateException(name + " is missing in " + item);
    }
    return Integer.parseInt(value.numberText());
  }

  /** Runs an operation; returns false if its condition failed. */
  private static boolean succeeds(Runnable operation) {
    try {
      operation.run();
      return true;
    } catch (DynamoException e) {
      if (e.code() != ErrorCode.CONDITIONAL_CHECK_FAILED
          && e.code() != ErrorCode.TRANSACTION_CANCELED) {
        throw e;
      }
      return false;
    }
  }
}

package dev.monotable.engine.operation;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.Condition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * Shorthand for the requests that tests of operations on items send. JSON has single quotes instead
 * of double quotes.
 */
final class Requests {
  /** The prefix of errors for operations that write one item, in the wording 2026-10. */
  static final String ONE = "1 validation error detected: ";

  static final String INVALID = "One or more parameter values were invalid: ";

  private Requests() {}

  static Item item(String json) {
    return Item.parse(json.replace('\'', '"'));
  }

  static AttributeValue value(String json) {
    return AttributeValue.parse(json.replace('\'', '"'));
  }

  static List<AttributeValue> valueList(String... json) {
    List<AttributeValue> values = new ArrayList<>();
    for (String one : json) {
      values.add(value(one));
    }
    return values;
  }

  static Condition condition(String operator, String... arguments) {
    return new Condition(arguments.length == 0 ? null : valueList(arguments), operator);
  }

  /** Returns the message of the ValidationException that the call throws. */
  static String messageOf(ThrowingCallable call) {
    DynamoException thrown = catchThrowableOfType(DynamoException.class, call);
    assertThat(thrown).as("an exception").isNotNull();
    assertThat(thrown.code()).as(thrown.getMessage()).isEqualTo(ErrorCode.VALIDATION);
    return String.valueOf(thrown.getMessage());
  }

  /** Returns the code of the error that the call throws. */
  static ErrorCode codeOf(ThrowingCallable call) {
    DynamoException thrown = catchThrowableOfType(DynamoException.class, call);
    assertThat(thrown).as("an exception").isNotNull();
    return thrown.code();
  }

  /** Returns an engine with the classic wording and the tables {@code Hash} and {@code Range}. */
  static MonotableEngine classic() {
    ManualTime time = new ManualTime(EngineExtension.NOON);
    MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder()
                .clock(time)
                .scheduler(time)
                .seed(1)
                .wording(Wording.classic())
                .build());
    createTables(engine);
    return engine;
  }

  /**
   * Creates the tables {@code Hash}, with the partition key a, and {@code Range}, with the
   * partition key a and the sort key b. Range has the local secondary indexes index1 on c, ALL, and
   * index2 on d, INCLUDE c, and the global secondary indexes index3 on c, ALL, and index4 on c and
   * d, INCLUDE e. All key attributes are strings.
   */
  static void createTables(MonotableEngine engine) {
    engine.call(Operations.CREATE_TABLE, table("Hash", "a").build());
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName("Range")
            .attributeDefinitions(
                List.of(
                    new AttributeDefinition("a", "S"),
                    new AttributeDefinition("b", "S"),
                    new AttributeDefinition("c", "S"),
                    new AttributeDefinition("d", "S")))
            .keySchema(keys("a", "b"))
            .localSecondaryIndexes(
                List.of(
                    LocalSecondaryIndex.builder()
                        .indexName("index1")
                        .keySchema(keys("a", "c"))
                        .projection(new Projection("ALL", null))
                        .build(),
                    LocalSecondaryIndex.builder()
                        .indexName("index2")
                        .keySchema(keys("a", "d"))
                        .projection(new Projection("INCLUDE", List.of("c")))
                        .build()))
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndex.builder()
                        .indexName("index3")
                        .keySchema(List.of(new KeySchemaElement("c", "HASH")))
                        .projection(new Projection("ALL", null))
                        .build(),
                    GlobalSecondaryIndex.builder()
                        .indexName("index4")
                        .keySchema(keys("c", "d"))
                        .projection(new Projection("INCLUDE", List.of("e")))
                        .build()))
            .billingMode("PAY_PER_REQUEST")
            .build());
  }

  private static List<KeySchemaElement> keys(String partition, String sort) {
    return List.of(new KeySchemaElement(partition, "HASH"), new KeySchemaElement(sort, "RANGE"));
  }

  static void put(MonotableEngine engine, String table, String json) {
    Calls.put(engine::call, table, item(json));
  }

  static @Nullable Item get(MonotableEngine engine, String table, String key) {
    return Calls.get(engine::call, table, item(key));
  }
}

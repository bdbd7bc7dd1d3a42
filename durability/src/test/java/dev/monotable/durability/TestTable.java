package dev.monotable.durability;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.StateText;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateGlobalSecondaryIndexAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.List;

/** The table {@code Table}, whose partition key is the number {@code pk}. */
final class TestTable {
  private TestTable() {}

  /** Returns the request that creates the table. */
  static CreateTableInput.Builder definition() {
    return table("Table", "pk: N");
  }

  static void createTable(MonotableEngine engine) {
    engine.call(Operations.CREATE_TABLE, definition().build());
  }

  /** Adds the index {@code Groups} by the attribute {@code group}. */
  static void addIndex(MonotableEngine engine) {
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName("Table")
            .attributeDefinitions(
                List.of(new AttributeDefinition("pk", "N"), new AttributeDefinition("group", "S")))
            .globalSecondaryIndexUpdates(
                List.of(
                    GlobalSecondaryIndexUpdate.builder()
                        .create(
                            CreateGlobalSecondaryIndexAction.builder()
                                .indexName("Groups")
                                .keySchema(List.of(new KeySchemaElement("group", "HASH")))
                                .projection(new Projection("ALL", null))
                                .build())
                        .build()))
            .build());
  }

  static void put(MonotableEngine engine, int number) {
    put(engine, Item.of("pk", number));
  }

  static void put(MonotableEngine engine, Item item) {
    Calls.put(engine::call, "Table", item);
  }

  /** Requires that a write fails because of the log, and changes nothing. */
  static void requireFailure(MonotableEngine engine, String reason) {
    String before = StateText.of(engine);
    assertThatThrownBy(() -> put(engine, 99))
        .isInstanceOf(DynamoException.class)
        .hasMessage("Monotable could not write to its data directory: " + reason);
    assertThat(StateText.of(engine)).isEqualTo(before);
  }
}

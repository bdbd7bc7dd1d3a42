package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.INVALID;
import static dev.monotable.engine.operation.Requests.codeOf;
import static dev.monotable.engine.operation.Requests.item;
import static dev.monotable.engine.operation.Requests.messageOf;
import static dev.monotable.engine.operation.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** BatchGetItem; the cases are from architect/dynalite {@code test/batchGetItem.js}. */
@ExtendWith(EngineExtension.class)
class BatchGetItemTest {
  private MonotableEngine engine;

  @BeforeEach
  void createTables(MonotableEngine engine) {
    this.engine = engine;
    Requests.createTables(engine);
  }

  private static KeysAndAttributes.Builder keys(String... keys) {
    List<Item> items = new ArrayList<>();
    for (String key : keys) {
      items.add(item(key));
    }
    return KeysAndAttributes.builder().keys(items);
  }

  private BatchGetItemOutput send(Map<String, KeysAndAttributes> tables) {
    return engine.call(
        Operations.BATCH_GET_ITEM, BatchGetItemInput.builder().requestItems(tables).build());
  }

  private String error(KeysAndAttributes.Builder part) {
    return messageOf(() -> send(Map.of("None", part.build())));
  }

  @Nested
  class Validation {
    @Test
    void attributesAreNamedOnceAndSoAreKeys() {
      KeysAndAttributes.Builder part =
          keys("{'a':{'S':'1'},'b':{'N':'1'}}", "{'b':{'N':'1'},'a':{'S':'1'}}")
              .attributesToGet(List.of("a", "a"));

      assertThat(error(part)).isEqualTo(INVALID + "Duplicate value in attribute name: a");
      assertThat(error(part.attributesToGet(null)))
          .isEqualTo("Provided list of item keys contains duplicates");
      assertThat(error(part.projectionExpression("")))
          .isEqualTo("Invalid ProjectionExpression: The expression can not be empty;");
      assertThat(error(part.projectionExpression("").attributesToGet(List.of("a"))))
          .isEqualTo(
              "Can not use both expression and non-expression parameters in the same request: "
                  + "Non-expression parameters: {AttributesToGet} Expression parameters:"
                  + " {ProjectionExpression}");
    }

    @Test
    void theTableExistsAndItsKeyFits() {
      assertThat(codeOf(() -> send(Map.of("None", keys("{}").build()))))
          .isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
      assertThat(messageOf(() -> send(Map.of("Hash", keys("{'a':{'N':'1'}}").build()))))
          .isEqualTo("The provided key element does not match the schema");
    }

    @Test
    void aHundredKeysAreTheMost() {
      Map<String, KeysAndAttributes> tables = new LinkedHashMap<>();
      String[] many = new String[100];
      for (int i = 0; i < many.length; i++) {
        many[i] = "{'a':{'S':'" + i + "'}}";
      }
      tables.put("None", keys(many).build());
      tables.put("Nowhere", keys("{'a':{'S':'x'}}").build());

      assertThat(messageOf(() -> send(tables)))
          .isEqualTo("Too many items requested for the BatchGetItem call");
    }
  }

  @Nested
  class Behaviour {
    @Test
    void onlyTheAttributesAskedForAreRead() {
      put(engine, "Hash", "{'a':{'S':'1'},'b':{'N':'1'},'c.d':{'N':'2'}}");
      put(engine, "Hash", "{'a':{'S':'2'}}");

      BatchGetItemOutput output =
          send(
              Map.of(
                  "Hash",
                  keys("{'a':{'S':'2'}}", "{'a':{'S':'1'}}", "{'a':{'S':'none'}}")
                      .attributesToGet(List.of("c.d", "b", "none"))
                      .build()));

      assertThat(output.responses())
          .isEqualTo(Map.of("Hash", List.of(Item.EMPTY, item("{'b':{'N':'1'},'c.d':{'N':'2'}}"))));
      assertThat(output.unprocessedKeys()).isEmpty();
    }
  }
}

package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.INVALID;
import static dev.monotable.engine.operation.Requests.ONE;
import static dev.monotable.engine.operation.Requests.get;
import static dev.monotable.engine.operation.Requests.item;
import static dev.monotable.engine.operation.Requests.messageOf;
import static dev.monotable.engine.operation.Requests.put;
import static dev.monotable.engine.operation.Requests.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.AttributeValueUpdate;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** UpdateItem with AttributeUpdates. */
@ExtendWith(EngineExtension.class)
class AttributeUpdatesTest {
  private static final String KEY = "{'a':{'S':'k'}}";

  private MonotableEngine engine;

  @BeforeEach
  void createTables(MonotableEngine engine) {
    this.engine = engine;
    Requests.createTables(engine);
  }

  private static AttributeValueUpdate update(@Nullable String action, @Nullable String json) {
    return new AttributeValueUpdate(json == null ? null : value(json), action);
  }

  private static UpdateItemInput.Builder request(Map<String, AttributeValueUpdate> updates) {
    return UpdateItemInput.builder().tableName("Hash").key(item(KEY)).attributeUpdates(updates);
  }

  private @Nullable Item send(UpdateItemInput.Builder request) {
    return engine.call(Operations.UPDATE_ITEM, request.build()).attributes();
  }

  private @Nullable Item updated(String attribute, @Nullable String action, @Nullable String json) {
    send(request(Map.of(attribute, update(action, json))));
    return get(engine, "Hash", KEY);
  }

  private String error(String attribute, @Nullable String action, @Nullable String json) {
    return messageOf(() -> send(request(Map.of(attribute, update(action, json)))));
  }

  @Nested
  class Validation {
    @ParameterizedTest
    @ValueSource(strings = {"", "PUT", "ADD"})
    void onlyDeleteIsValidWithoutAValue(String action) {
      assertThat(error("b", action.isEmpty() ? null : action, null))
          .isEqualTo(
              ONE + INVALID + "Only DELETE action is allowed when no attribute value is specified");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "S|{'S':'1'}",
          "N|{'N':'1'}",
          "B|{'B':'Yg=='}",
          "NULL|{'NULL':true}",
          "BOOL|{'BOOL':true}",
          "M|{'M':{}}",
          "L|{'L':[]}"
        })
    void deleteAcceptsOnlySets(String type, String json) {
      assertThat(error("b", "DELETE", json))
          .isEqualTo(
              ONE + INVALID + "DELETE action with value is not supported for the type " + type);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "S|{'S':'1'}",
          "B|{'B':'Yg=='}",
          "NULL|{'NULL':true}",
          "BOOL|{'BOOL':true}",
          "M|{'M':{}}"
        })
    void addAcceptsOnlyNumbersSetsAndLists(String type, String json) {
      assertThat(error("b", "ADD", json))
          .isEqualTo(ONE + INVALID + "ADD action is not supported for the type " + type);
    }

    @Test
    void theKeyIsCheckedBeforeTheUpdatesAndTheseBeforeExpected() {
      UpdateItemInput.Builder request =
          request(Map.of("b", update(null, null)))
              .expected(Map.of("b", new ExpectedAttributeValue(null, null, null, null)));

      assertThat(messageOf(() -> send(request)))
          .isEqualTo(
              ONE + INVALID + "Only DELETE action is allowed when no attribute value is specified");
      request.attributeUpdates(Map.of("b", update("DELETE", null)));
      assertThat(messageOf(() -> send(request)))
          .isEqualTo(ONE + INVALID + "Value must be provided when Exists is null for Attribute: b");
    }

    @Test
    void theClassicEditionDoesNotCount() {
      try (MonotableEngine classic = Requests.classic()) {
        assertThat(
                messageOf(
                    () ->
                        classic.call(
                            Operations.UPDATE_ITEM,
                            request(Map.of("b", update("ADD", "{'S':'x'}"))).build())))
            .isEqualTo(INVALID + "ADD action is not supported for the type S");
      }
    }

    @Test
    void expressionsCannotBeCombinedWithLegacyParameters() {
      UpdateItemInput.Builder request =
          request(Map.of("b", update("DELETE", null)))
              .expected(Map.of())
              .conditionalOperator("AND")
              .updateExpression("REMOVE c")
              .conditionExpression("c = d");

      assertThat(messageOf(() -> send(request)))
          .isEqualTo(
              ONE
                  + "Can not use both expression and non-expression parameters in the same request:"
                  + " Non-expression parameters: {AttributeUpdates, Expected, ConditionalOperator}"
                  + " Expression parameters: {UpdateExpression, ConditionExpression}");
    }

    @Test
    void valuesNeedAnExpression() {
      UpdateItemInput.Builder request =
          request(Map.of("b", update("DELETE", null)))
              .expressionAttributeValues(item("{':v':{'N':'1'}}"));

      assertThat(messageOf(() -> send(request)))
          .isEqualTo(
              ONE + "ExpressionAttributeValues can only be specified when using expressions");
    }

    @Test
    void keyAttributesStayAsTheyAre() {
      Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
      updates.put("d", update(null, "{'N':'1'}"));
      updates.put("b", update(null, "{'S':'x'}"));

      assertThat(
              messageOf(
                  () ->
                      send(
                          request(updates)
                              .tableName("Range")
                              .key(item("{'a':{'S':'k'},'b':{'S':'k'}}")))))
          .isEqualTo(INVALID + "Cannot update attribute b. This attribute is part of the key");
      assertThat(error("a", "DELETE", null))
          .isEqualTo(INVALID + "Cannot update attribute a. This attribute is part of the key");
    }

    @Test
    void indexKeysHaveTheirTypes() {
      assertThat(
              messageOf(
                  () ->
                      send(
                          request(Map.of("c", update(null, "{'N':'1'}")))
                              .tableName("Range")
                              .key(item("{'a':{'S':'k'},'b':{'S':'k'}}")))))
          .matches(
              INVALID + "Type mismatch for Index Key c Expected: S Actual: N IndexName: index\\d");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "b|DELETE|{'NS':['1']}",
          "b|DELETE|{'BS':['YQ==']}",
          "c|DELETE|{'NS':['1']}",
          "b|ADD|{'NS':['1']}",
          "d|ADD|{'N':'1'}",
          "d|ADD|{'L':[]}",
          "e|ADD|{'NS':['1']}"
        })
    void theAttributeMustHaveTheTypeOfTheValue(String attribute, String action, String json) {
      String before =
          "{'a':{'S':'k'},'b':{'SS':['1']},'c':{'N':'1'},'d':{'NS':['1']},'e':{'L':[]}}";
      put(engine, "Hash", before);

      assertThat(error(attribute, action, json)).isEqualTo("Type mismatch for attribute to update");
      assertThat(get(engine, "Hash", KEY)).isEqualTo(item(before));
    }

    @Test
    void theItemStaysWithinItsSize() {
      assertThat(error("b", "PUT", "{'S':'" + "x".repeat(400 * 1024) + "'}"))
          .isEqualTo("Item size to update has exceeded the maximum allowed size");
    }

    @Test
    void aNameIsNotEmpty() {
      assertThat(error("", "PUT", "{'N':'1'}")).isEqualTo(ONE + "Empty attribute name");
    }
  }

  @Nested
  class Behaviour {
    @Test
    void putIsTheDefaultAction() {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'S':'x'},'c':{'N':'1'}}");

      assertThat(updated("b", null, "{'L':[{'N':'1'}]}"))
          .isEqualTo(item("{'a':{'S':'k'},'b':{'L':[{'N':'1'}]},'c':{'N':'1'}}"));
      assertThat(updated("b", "PUT", "{'S':''}"))
          .isEqualTo(item("{'a':{'S':'k'},'b':{'S':''},'c':{'N':'1'}}"));
    }

    @Test
    void aNameWithDotsOrAReservedWordIsOneName() {
      Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
      updates.put("b.c[0]", update("PUT", "{'N':'1'}"));
      updates.put("name", update("ADD", "{'N':'2'}"));
      updates.put("#x", update("PUT", "{'N':'3'}"));
      send(request(updates));

      assertThat(get(engine, "Hash", KEY))
          .isEqualTo(item("{'a':{'S':'k'},'b.c[0]':{'N':'1'},'name':{'N':'2'},'#x':{'N':'3'}}"));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "{'N':'7'}|{'N':'-3.5'}|{'N':'3.5'}",
          "{'SS':['x','y']}|{'SS':['y','z']}|{'SS':['x','y','z']}",
          "{'NS':['1','2']}|{'NS':['3']}|{'NS':['1','2','3']}",
          "{'BS':['YQ==']}|{'BS':['Yg==']}|{'BS':['YQ==','Yg==']}",
          "{'L':[{'N':'1'},{'N':'2'}]}|{'L':[{'N':'2'},{'S':'x'}]}"
              + "|{'L':[{'N':'1'},{'N':'2'},{'N':'2'},{'S':'x'}]}"
        })
    void addAddsNumbersSetsAndLists(String before, String added, String after) {
      put(engine, "Hash", "{'a':{'S':'k'},'b':" + before + "}");

      assertThat(updated("b", "ADD", added)).isEqualTo(item("{'a':{'S':'k'},'b':" + after + "}"));
      assertThat(updated("c", "ADD", added))
          .isEqualTo(item("{'a':{'S':'k'},'b':" + after + ",'c':" + added + "}"));
    }

    @Test
    void deleteRemovesAnAttribute() {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'S':'x'}}");

      assertThat(updated("b", "DELETE", null)).isEqualTo(item(KEY));
      assertThat(updated("b", "DELETE", null)).isEqualTo(item(KEY));
    }

    @Test
    void deleteRemovesElementsOfASetAndTheSetWithTheLastOne() {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'SS':['x','y','z']}}");

      assertThat(updated("b", "DELETE", "{'SS':['y','none']}"))
          .isEqualTo(item("{'a':{'S':'k'},'b':{'SS':['x','z']}}"));
      assertThat(updated("b", "DELETE", "{'SS':['x','z']}")).isEqualTo(item(KEY));
      assertThat(updated("b", "DELETE", "{'SS':['x']}")).isEqualTo(item(KEY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'N':'3'}", "{'NS':['1','2']}", "{'SS':['x']}", "{'L':[{'N':'1'}]}"})
    void putAndAddMakeTheItem(String json) {
      assertThat(updated("b", "ADD", json)).isEqualTo(item("{'a':{'S':'k'},'b':" + json + "}"));
      send(request(Map.of("b", update("PUT", json))).key(item("{'a':{'S':'l'}}")));
      assertThat(get(engine, "Hash", "{'a':{'S':'l'}}"))
          .isEqualTo(item("{'a':{'S':'l'},'b':" + json + "}"));
    }

    @Test
    void deleteCreatesNoItem() {
      assertThat(updated("b", "DELETE", null)).isNull();
      assertThat(updated("b", "DELETE", "{'SS':['x']}")).isNull();
    }

    @Test
    void anEmptyUpdateCreatesTheItem() {
      send(request(Map.of()));

      assertThat(get(engine, "Hash", KEY)).isEqualTo(item(KEY));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "NONE|",
          "ALL_OLD|{'a':{'S':'k'},'b':{'N':'1'},'c':{'SS':['x']},'e':{'N':'0'}}",
          "ALL_NEW|{'a':{'S':'k'},'b':{'N':'3'},'e':{'N':'0'},'d':{'S':'new'}}",
          "UPDATED_OLD|{'b':{'N':'1'},'c':{'SS':['x']}}",
          "UPDATED_NEW|{'b':{'N':'3'},'d':{'S':'new'}}"
        })
    void returnValuesSelectsTheReturnedAttributes(String returnValues, @Nullable String answer) {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'N':'1'},'c':{'SS':['x']},'e':{'N':'0'}}");
      Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
      updates.put("b", update("ADD", "{'N':'2'}"));
      updates.put("c", update("DELETE", "{'SS':['x']}"));
      updates.put("d", update("PUT", "{'S':'new'}"));

      Item attributes = send(request(updates).returnValues(returnValues));

      assertThat(attributes).isEqualTo(answer == null ? null : item(answer));
    }

    @Test
    void manyUpdatesAreDoneAtOnce() {
      StringBuilder before = new StringBuilder("{'a':{'S':'k'},'rest':{'N':'7'}");
      StringBuilder after = new StringBuilder(before);
      Map<String, AttributeValueUpdate> updates = new LinkedHashMap<>();
      for (int i = 0; i < 20_000; i++) {
        if (i % 2 == 0) {
          before.append(",'x").append(i).append("':{'N':'1'}");
        }
        updates.put("x" + i, i % 3 == 0 ? update("DELETE", null) : update("ADD", "{'N':'2'}"));
        if (i % 3 != 0) {
          after.append(",'x").append(i).append("':{'N':'").append(i % 2 == 0 ? 3 : 2).append("'}");
        }
      }
      put(engine, "Hash", before.append('}').toString());

      send(request(updates));

      assertThat(get(engine, "Hash", KEY)).isEqualTo(item(after.append('}').toString()));
      updates.put("rest", update("ADD", "{'L':[]}"));
      assertThat(messageOf(() -> send(request(updates))))
          .isEqualTo("Type mismatch for attribute to update");
    }

    @Test
    void updatesRequireTheExpectedValues() {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'N':'1'}}");
      UpdateItemInput.Builder request =
          request(Map.of("b", update("PUT", "{'N':'2'}")))
              .expected(
                  Map.of(
                      "b",
                      new ExpectedAttributeValue(null, null, "EQ", List.of(value("{'N':'1'}")))));

      send(request);

      assertThat(Requests.codeOf(() -> send(request)))
          .isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
      assertThat(get(engine, "Hash", KEY)).isEqualTo(item("{'a':{'S':'k'},'b':{'N':'2'}}"));
    }
  }
}

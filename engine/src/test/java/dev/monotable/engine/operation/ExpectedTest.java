package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.INVALID;
import static dev.monotable.engine.operation.Requests.ONE;
import static dev.monotable.engine.operation.Requests.codeOf;
import static dev.monotable.engine.operation.Requests.get;
import static dev.monotable.engine.operation.Requests.item;
import static dev.monotable.engine.operation.Requests.messageOf;
import static dev.monotable.engine.operation.Requests.put;
import static dev.monotable.engine.operation.Requests.value;
import static dev.monotable.engine.operation.Requests.valueList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.UpdateItemInput;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PutItem, UpdateItem and DeleteItem with Expected. */
@ExtendWith(EngineExtension.class)
class ExpectedTest {
  private static final String KEY = "{'a':{'S':'k'}}";

  private MonotableEngine engine;

  @BeforeEach
  void createTables(MonotableEngine engine) {
    this.engine = engine;
    Requests.createTables(engine);
  }

  private static ExpectedAttributeValue operator(String operator, String... arguments) {
    return ExpectedAttributeValue.builder()
        .comparisonOperator(operator)
        .attributeValueList(valueList(arguments))
        .build();
  }

  private static ExpectedAttributeValue exists(@Nullable Boolean exists, @Nullable String json) {
    return ExpectedAttributeValue.builder()
        .exists(exists)
        .value(json == null ? null : value(json))
        .build();
  }

  private static UpdateItemInput.Builder request(Map<String, ExpectedAttributeValue> expected) {
    return UpdateItemInput.builder().tableName("Hash").key(item(KEY)).expected(expected);
  }

  private String error(ExpectedAttributeValue expected) {
    return messageOf(
        () -> engine.call(Operations.UPDATE_ITEM, request(Map.of("b", expected)).build()));
  }

  private boolean holds(Map<String, ExpectedAttributeValue> expected, @Nullable String operator) {
    try {
      engine.call(Operations.UPDATE_ITEM, request(expected).conditionalOperator(operator).build());
      return true;
    } catch (DynamoException e) {
      assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
      return false;
    }
  }

  @Nested
  class Validation {
    @Test
    void valueAndListAreOneTooMany() {
      assertThat(
              error(
                  ExpectedAttributeValue.builder()
                      .value(value("{'S':'a'}"))
                      .attributeValueList(valueList())
                      .comparisonOperator("EQ")
                      .exists(true)
                      .build()))
          .isEqualTo(
              ONE
                  + INVALID
                  + "Value and AttributeValueList cannot be used together for Attribute: b");
    }

    @Test
    void anOperatorExcludesExists() {
      assertThat(
              error(ExpectedAttributeValue.builder().comparisonOperator("LT").exists(true).build()))
          .isEqualTo(
              ONE
                  + INVALID
                  + "Exists and ComparisonOperator cannot be used together for Attribute: b");
    }

    @Test
    void anOperatorRequiresAValue() {
      assertThat(error(ExpectedAttributeValue.builder().comparisonOperator("LT").build()))
          .isEqualTo(
              ONE
                  + INVALID
                  + "Value or AttributeValueList must be used with ComparisonOperator: LT"
                  + " for Attribute: b");
    }

    @Test
    void aListOfValuesRequiresAnOperator() {
      assertThat(
              error(
                  ExpectedAttributeValue.builder()
                      .attributeValueList(valueList())
                      .exists(true)
                      .build()))
          .isEqualTo(
              ONE
                  + INVALID
                  + "AttributeValueList can only be used with a ComparisonOperator for Attribute: b");
    }

    @Test
    void existsAndValueFitTogether() {
      assertThat(error(exists(null, null)))
          .isEqualTo(ONE + INVALID + "Value must be provided when Exists is null for Attribute: b");
      assertThat(error(exists(true, null)))
          .isEqualTo(ONE + INVALID + "Value must be provided when Exists is true for Attribute: b");
      assertThat(error(exists(false, "{'S':'a'}")))
          .isEqualTo(ONE + INVALID + "Value cannot be used when Exists is false for Attribute: b");
    }

    @ParameterizedTest
    @CsvSource({
      "EQ,0",
      "EQ,2",
      "NE,2",
      "LE,2",
      "LT,0",
      "GE,2",
      "GT,2",
      "CONTAINS,2",
      "NOT_CONTAINS,0",
      "BEGINS_WITH,2",
      "NULL,1",
      "NOT_NULL,1",
      "IN,0",
      "BETWEEN,0",
      "BETWEEN,1",
      "BETWEEN,3"
    })
    void everyOperatorRequiresItsNumberOfArguments(String operator, int count) {
      String[] arguments = new String[count];
      Arrays.fill(arguments, "{'S':'a'}");

      assertThat(error(operator(operator, arguments)))
          .isEqualTo(
              ONE
                  + INVALID
                  + "Invalid number of argument(s) for the "
                  + operator
                  + " ComparisonOperator");
    }

    @ParameterizedTest
    @CsvSource({"BETWEEN", "NULL"})
    void aValueIsOneArgument(String operator) {
      assertThat(
              error(
                  ExpectedAttributeValue.builder()
                      .comparisonOperator(operator)
                      .value(value("{'S':'a'}"))
                      .build()))
          .isEqualTo(
              ONE
                  + INVALID
                  + "Invalid number of argument(s) for the "
                  + operator
                  + " ComparisonOperator");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "LT|BOOL|{'BOOL':true}",
          "LE|NULL|{'NULL':true}",
          "GT|SS|{'SS':['a']}",
          "GE|M|{'M':{}}",
          "IN|L|{'L':[]}",
          "BEGINS_WITH|N|{'N':'1'}",
          "CONTAINS|L|{'L':[]}",
          "CONTAINS|SS|{'SS':['a']}",
          "NOT_CONTAINS|M|{'M':{}}"
        })
    void someOperatorsTakeNotEveryType(String operator, String type, String json) {
      assertThat(error(operator(operator, json)))
          .isEqualTo(
              ONE
                  + INVALID
                  + "ComparisonOperator "
                  + operator
                  + " is not valid for "
                  + type
                  + " AttributeValue type");
    }

    @Test
    void argumentsAreOfOneTypeAndInOrder() {
      assertThat(error(operator("IN", "{'S':'b'}", "{'N':'1'}")))
          .isEqualTo(
              ONE + INVALID + "AttributeValues inside AttributeValueList must be of same type");
      assertThat(error(operator("BETWEEN", "{'NS':['1']}", "{'NS':['2']}")))
          .isEqualTo(
              ONE + INVALID + "ComparisonOperator BETWEEN is not valid for NS AttributeValue type");
      assertThat(error(operator("BETWEEN", "{'N':'10'}", "{'N':'9'}")))
          .isEqualTo(
              ONE
                  + "The BETWEEN condition was provided a range where the lower bound is greater"
                  + " than the upper bound");
    }

    @Test
    void nothingInItIsNull() {
      assertThat(
              messageOf(
                  () ->
                      engine.call(
                          Operations.UPDATE_ITEM,
                          request(Collections.singletonMap("b", null)).build())))
          .isEqualTo(
              ONE
                  + "Value null at 'expected.b.member' failed to satisfy constraint: Member must not"
                  + " be null");
      assertThat(
              error(
                  ExpectedAttributeValue.builder()
                      .comparisonOperator("EQ")
                      .attributeValueList(Collections.singletonList(null))
                      .build()))
          .isEqualTo(
              ONE
                  + "Value null at 'expected.b.member.attributeValueList.1.member' failed to satisfy"
                  + " constraint: Member must not be null");
    }

    @Test
    void somethingIsCombined() {
      String without = "ConditionalOperator cannot be used without Filter or Expected";
      String one =
          "ConditionalOperator can only be used when Filter or Expected has two or more elements";
      PutItemInput.Builder put =
          PutItemInput.builder().tableName("Hash").item(item(KEY)).conditionalOperator("AND");
      DeleteItemInput.Builder delete =
          DeleteItemInput.builder().tableName("Hash").key(item(KEY)).conditionalOperator("OR");
      UpdateItemInput.Builder update = request(Map.of()).conditionalOperator("AND");

      assertThat(messageOf(() -> engine.call(Operations.PUT_ITEM, put.build())))
          .isEqualTo(ONE + without);
      assertThat(messageOf(() -> engine.call(Operations.DELETE_ITEM, delete.build())))
          .isEqualTo(ONE + without);
      assertThat(messageOf(() -> engine.call(Operations.UPDATE_ITEM, update.build())))
          .isEqualTo(ONE + without);
      Map<String, ExpectedAttributeValue> single = Map.of("b", operator("EQ"));
      assertThat(messageOf(() -> engine.call(Operations.PUT_ITEM, put.expected(single).build())))
          .isEqualTo(ONE + one);
      assertThat(
              messageOf(() -> engine.call(Operations.DELETE_ITEM, delete.expected(single).build())))
          .isEqualTo(ONE + one);
      assertThat(
              messageOf(() -> engine.call(Operations.UPDATE_ITEM, update.expected(single).build())))
          .isEqualTo(ONE + one);
    }

    @Test
    void theClassicEditionDoesNotCount() {
      try (MonotableEngine classic = Requests.classic()) {
        assertThat(
                messageOf(
                    () ->
                        classic.call(
                            Operations.DELETE_ITEM,
                            DeleteItemInput.builder()
                                .tableName("Hash")
                                .key(item(KEY))
                                .expected(Map.of("b", exists(true, null)))
                                .build())))
            .isEqualTo(INVALID + "Value must be provided when Exists is true for Attribute: b");
      }
    }
  }

  @Nested
  class Behaviour {
    private static final String ITEM =
        "{'a':{'S':'k'},'s':{'S':'hello'},'n':{'N':'2'},'b':{'B':'aGkgdGhlcmU='},"
            + "'ss':{'SS':['x','y']},'ns':{'NS':['2','4','7']},'l':{'L':[{'N':'4'},{'BOOL':true}]},"
            + "'m':{'M':{'x':{'N':'1'}}},'t':{'BOOL':true},'u':{'NULL':true},'p.q':{'N':'1'}}";

    /**
     * Behaviour of AWS according to scylladb/scylladb test/alternator/test_expected.py and
     * test_query_filter.py.
     */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "n|EQ|{'N':'2.0'}||true",
          "n|EQ|{'N':'3'}||false",
          "n|EQ|{'S':'2'}||false",
          "none|EQ|{'N':'2'}||false",
          "ss|EQ|{'SS':['y','x']}||true",
          "l|EQ|{'L':[{'N':'4'},{'BOOL':true}]}||true",
          "m|EQ|{'M':{'x':{'N':'1'}}}||true",
          "t|EQ|{'BOOL':true}||true",
          "u|EQ|{'NULL':true}||true",
          "p.q|EQ|{'N':'1'}||true",
          "n|NE|{'N':'3'}||true",
          "n|NE|{'N':'2'}||false",
          "n|NE|{'S':'2'}||true",
          "none|NE|{'N':'2'}||true",
          "ss|NE|{'SS':['y','x']}||false",
          "n|LE|{'N':'2'}||true",
          "n|LE|{'N':'1'}||false",
          "n|LE|{'S':'3'}||false",
          "none|LE|{'N':'3'}||false",
          "s|LT|{'S':'world'}||true",
          "s|LT|{'S':'hello'}||false",
          "b|GE|{'B':'aGk='}||true",
          "b|GE|{'B':'enp6'}||false",
          "n|GT|{'N':'-1'}||true",
          "n|GT|{'N':'2'}||false",
          "none|GT|{'N':'2'}||false",
          "n|BETWEEN|{'N':'1'}|{'N':'2'}|true",
          "n|BETWEEN|{'N':'2'}|{'N':'2'}|true",
          "n|BETWEEN|{'N':'3'}|{'N':'4'}|false",
          "n|BETWEEN|{'S':'1'}|{'S':'3'}|false",
          "none|BETWEEN|{'N':'0'}|{'N':'100'}|false",
          "n|IN|{'N':'1'}|{'N':'2'}|true",
          "n|IN|{'N':'1'}|{'N':'3'}|false",
          "ns|IN|{'N':'2'}|{'N':'4'}|false",
          "none|IN|{'N':'2'}||false",
          "s|BEGINS_WITH|{'S':'hell'}||true",
          "s|BEGINS_WITH|{'S':'dog'}||false",
          "b|BEGINS_WITH|{'B':'aGk='}||true",
          "n|BEGINS_WITH|{'S':'2'}||false",
          "none|BEGINS_WITH|{'S':''}||false",
          "s|CONTAINS|{'S':'ell'}||true",
          "s|CONTAINS|{'S':'dog'}||false",
          "s|CONTAINS|{'N':'1'}||false",
          "b|CONTAINS|{'B':'aGVy'}||true",
          "ss|CONTAINS|{'S':'x'}||true",
          "ss|CONTAINS|{'S':'z'}||false",
          "ns|CONTAINS|{'N':'4'}||true",
          "ns|CONTAINS|{'N':'1'}||false",
          "l|CONTAINS|{'N':'4'}||true",
          "l|CONTAINS|{'BOOL':true}||true",
          "l|CONTAINS|{'N':'5'}||false",
          "none|CONTAINS|{'N':'1'}||false",
          "s|NOT_CONTAINS|{'S':'dog'}||true",
          "s|NOT_CONTAINS|{'N':'1'}||true",
          "s|NOT_CONTAINS|{'S':'ell'}||false",
          "ns|NOT_CONTAINS|{'N':'1'}||true",
          "ns|NOT_CONTAINS|{'N':'4'}||false",
          "l|NOT_CONTAINS|{'N':'4'}||false",
          "none|NOT_CONTAINS|{'N':'1'}||false",
          "n|NULL|||false",
          "u|NULL|||false",
          "none|NULL|||true",
          "n|NOT_NULL|||true",
          "u|NOT_NULL|||true",
          "none|NOT_NULL|||false"
        })
    void operatorsCompareTheAttributeWithTheValue(
        String attribute,
        String operator,
        @Nullable String first,
        @Nullable String second,
        boolean expected) {
      put(engine, "Hash", ITEM);
      String[] arguments =
          first == null
              ? new String[0]
              : second == null ? new String[] {first} : new String[] {first, second};

      assertThat(holds(Map.of(attribute, operator(operator, arguments)), null)).isEqualTo(expected);
    }

    @Test
    void aValueAloneIsEqual() {
      put(engine, "Hash", ITEM);

      assertThat(holds(Map.of("n", exists(null, "{'N':'2'}")), null)).isTrue();
      assertThat(holds(Map.of("n", exists(true, "{'N':'2'}")), null)).isTrue();
      assertThat(holds(Map.of("n", exists(true, "{'N':'3'}")), null)).isFalse();
      assertThat(holds(Map.of("none", exists(null, "{'N':'3'}")), null)).isFalse();
      assertThat(holds(Map.of("none", exists(false, null)), null)).isTrue();
      assertThat(holds(Map.of("n", exists(false, null)), null)).isFalse();
    }

    @Test
    void allOrOneOfThemHold() {
      put(engine, "Hash", ITEM);
      Map<String, ExpectedAttributeValue> two = new LinkedHashMap<>();
      two.put("n", exists(true, "{'N':'2'}"));
      two.put("s", operator("EQ", "{'S':'hello'}"));
      two.put("none", exists(false, null));
      Map<String, ExpectedAttributeValue> one = new LinkedHashMap<>();
      one.put("n", exists(true, "{'N':'74'}"));
      one.put("s", operator("EQ", "{'S':'other'}"));
      one.put("none", exists(false, null));
      Map<String, ExpectedAttributeValue> zero = new LinkedHashMap<>(one);
      zero.put("none", operator("NOT_NULL"));

      assertThat(holds(two, null)).isTrue();
      assertThat(holds(two, "AND")).isTrue();
      assertThat(holds(one, null)).isFalse();
      assertThat(holds(one, "OR")).isTrue();
      assertThat(holds(zero, "OR")).isFalse();
    }

    @Test
    void nothingIsExpectedByAnEmptyMap() {
      assertThat(holds(Map.of(), null)).isTrue();
    }

    @Test
    void manyExpectationsAreNoDeepTree() {
      Map<String, ExpectedAttributeValue> many = new LinkedHashMap<>();
      for (int i = 0; i < 20_000; i++) {
        many.put("x" + i, exists(false, null));
      }

      assertThat(holds(many, "AND")).isTrue();
    }

    @Test
    void manyCandidatesAreTaken() {
      put(engine, "Hash", ITEM);
      String[] candidates = new String[500];
      for (int i = 0; i < candidates.length; i++) {
        candidates[i] = "{'N':'" + (candidates.length + 1 - i) + "'}";
      }

      assertThat(holds(Map.of("n", operator("IN", candidates)), null)).isTrue();
    }

    @Test
    void itemsArePutAndDeletedUnderConditions() {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'N':'1'}}");
      PutItemInput.Builder put =
          PutItemInput.builder()
              .tableName("Hash")
              .item(item("{'a':{'S':'k'},'b':{'N':'2'}}"))
              .expected(Map.of("a", exists(false, null)));
      DeleteItemInput.Builder delete =
          DeleteItemInput.builder()
              .tableName("Hash")
              .key(item(KEY))
              .expected(Map.of("b", exists(null, "{'N':'2'}")));

      assertThat(codeOf(() -> engine.call(Operations.PUT_ITEM, put.build())))
          .isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
      assertThat(codeOf(() -> engine.call(Operations.DELETE_ITEM, delete.build())))
          .isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
      engine.call(
          Operations.PUT_ITEM, put.expected(Map.of("b", operator("LT", "{'N':'2'}"))).build());
      assertThat(get(engine, "Hash", KEY)).isEqualTo(item("{'a':{'S':'k'},'b':{'N':'2'}}"));
      engine.call(Operations.DELETE_ITEM, delete.build());
      assertThat(get(engine, "Hash", KEY)).isNull();
    }

    @Test
    void theItemIsShownWhenAskedFor() {
      put(engine, "Hash", "{'a':{'S':'k'},'b':{'N':'1'}}");

      DynamoException thrown =
          catchThrowableOfType(
              DynamoException.class,
              () ->
                  engine.call(
                      Operations.PUT_ITEM,
                      PutItemInput.builder()
                          .tableName("Hash")
                          .item(item(KEY))
                          .expected(Map.of("a", exists(false, null)))
                          .returnValuesOnConditionCheckFailure("ALL_OLD")
                          .build()));

      assertThat(thrown.detail())
          .isEqualTo(
              ConditionalCheckFailedException.builder()
                  .item(item("{'a':{'S':'k'},'b':{'N':'1'}}"))
                  .build());
    }
  }
}

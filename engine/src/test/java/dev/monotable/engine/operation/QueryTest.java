package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.INVALID;
import static dev.monotable.engine.operation.Requests.ONE;
import static dev.monotable.engine.operation.Requests.codeOf;
import static dev.monotable.engine.operation.Requests.condition;
import static dev.monotable.engine.operation.Requests.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.Condition;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.value.Item;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Query, mainly with KeyConditions and QueryFilter. Most cases are from architect/dynalite {@code
 * test/query.js}, which was written against the live service.
 */
@ExtendWith(EngineExtension.class)
class QueryTest extends QueryFixture {
  @Nested
  class Validation {
    @Test
    void expressionsAndTheOldParametersDoNotMix() {
      QueryInput.Builder request =
          range(A)
              .attributesToGet(List.of("a", "a"))
              .queryFilter(A)
              .conditionalOperator("OR")
              .projectionExpression("")
              .filterExpression("");

      assertThat(error(request))
          .isEqualTo(
              "Can not use both expression and non-expression parameters in the same request: "
                  + "Non-expression parameters: {AttributesToGet, QueryFilter, ConditionalOperator}"
                  + " Expression parameters: {ProjectionExpression, FilterExpression}");
      assertThat(error(request.keyConditionExpression("")))
          .isEqualTo(
              "Can not use both expression and non-expression parameters in the same request: "
                  + "Non-expression parameters: {AttributesToGet, QueryFilter,"
                  + " ConditionalOperator, KeyConditions} Expression parameters:"
                  + " {ProjectionExpression, FilterExpression, KeyConditionExpression}");
    }

    @Test
    void aProjectionUsesNoValues() {
      assertThat(
              error(
                  range(A)
                      .projectionExpression("a")
                      .expressionAttributeValues(item("{':v':{'N':'1'}}"))))
          .isEqualTo(
              "ExpressionAttributeValues can only be specified when using expressions: "
                  + "FilterExpression and KeyConditionExpression are null");
    }

    @Test
    void somethingIsCombined() {
      assertThat(error(range().conditionalOperator("AND")))
          .isEqualTo("ConditionalOperator cannot be used without Filter or Expected");
      assertThat(error(range(A).conditionalOperator("AND").queryFilter(Map.of())))
          .isEqualTo("ConditionalOperator cannot be used without Filter or Expected");
      assertThat(error(range(A).conditionalOperator("OR").queryFilter(A)))
          .isEqualTo(
              "ConditionalOperator can only be used when Filter or Expected has two or more"
                  + " elements");
    }

    @Test
    void theFilterIsCheckedBeforeTheAttributesAndTheStartKey() {
      QueryInput.Builder request =
          range(Map.of("a", condition("EQ")))
              .exclusiveStartKey(Item.parse("{\"a\":{}}"))
              .attributesToGet(List.of("a", "b", "a"))
              .queryFilter(Map.of("x", condition("EQ")));

      assertThat(error(request))
          .isEqualTo(INVALID + "Invalid number of argument(s) for the EQ ComparisonOperator");
      assertThat(error(request.queryFilter(Map.of())))
          .isEqualTo(INVALID + "Duplicate value in attribute name: a");
      assertThat(error(request.attributesToGet(List.of("a"))))
          .isEqualTo(
              INVALID_START
                  + ": Supplied AttributeValue is empty, must contain exactly one of the supported"
                  + " datatypes");
      assertThat(error(request.exclusiveStartKey(null).keyConditions(null)))
          .isEqualTo(
              "Either the KeyConditions or KeyConditionExpression parameter must be specified in"
                  + " the request.");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "{'NULL':false}|" + INVALID + "Null attribute value types must have the value of true",
          "{'SS':[]}|" + INVALID + "An string set  may not be empty",
          "{'BS':[]}|" + INVALID + "Binary sets should not be empty",
          "{'NS':[]}|" + INVALID + "An number set  may not be empty",
          "{'SS':['a','a']}|" + INVALID + "Input collection [\"a\", \"a\"] contains duplicates.",
          "{'NS':['1','1']}|" + INVALID + "Input collection contains duplicates.",
          "{'N':'b'}|The parameter cannot be converted to a numeric value: b",
          "{'S':'a','N':'1'}|"
              + INVALID_START
              + ": Supplied AttributeValue has more than one datatypes set, must contain exactly"
              + " one of the supported datatypes"
        })
    void someFaultsOfAStartKeyAreNotIntroduced(String json, String message) {
      assertThat(
              error(
                  range(A)
                      .exclusiveStartKey(Item.parse(("{'a':" + json + "}").replace('\'', '"')))))
          .isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"QueryFilter", "KeyConditions"})
    void bothAreCheckedAlike(String parameter) {
      Map<String, String> messages = new LinkedHashMap<>();
      messages.put(
          "IN {'S':'b'} {'N':'1'}",
          INVALID + "AttributeValues inside AttributeValueList must be of same type");
      messages.put(
          "BETWEEN {'S':'b'} {'S':'a'}",
          "The BETWEEN condition was provided a range where the lower bound is greater than the"
              + " upper bound");
      messages.put(
          "BEGINS_WITH {'N':'1'}",
          INVALID + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type");
      messages.put(
          "LT {'SS':['a']}",
          INVALID + "ComparisonOperator LT is not valid for SS AttributeValue type");
      messages.put(
          "NULL {'S':'a'}",
          INVALID + "Invalid number of argument(s) for the NULL ComparisonOperator");
      messages.forEach(
          (text, message) -> {
            String[] parts = text.split(" ", -1);
            Condition one = condition(parts[0], Arrays.copyOfRange(parts, 1, parts.length));
            QueryInput.Builder request = QueryInput.builder().tableName("None");
            assertThat(
                    error(
                        parameter.equals("QueryFilter")
                            ? request.queryFilter(Map.of("x", one))
                            : request.keyConditions(Map.of("x", one))))
                .isEqualTo(message);
          });
    }

    @Test
    void aKeyConditionIsCheckedBeforeTheFilterAndThatBeforeTheProjection() {
      QueryInput.Builder request =
          range()
              .keyConditionExpression("")
              .filterExpression("")
              .projectionExpression("")
              .expressionAttributeValues(item("{':a':{'S':'N'}}"));

      assertThat(error(request))
          .isEqualTo("Invalid KeyConditionExpression: The expression can not be empty;");
      assertThat(error(request.keyConditionExpression("attribute_type(a, :a)")))
          .isEqualTo("Invalid FilterExpression: The expression can not be empty;");
      assertThat(error(request.filterExpression("b > c")))
          .isEqualTo("Invalid ProjectionExpression: The expression can not be empty;");
      assertThat(error(request.projectionExpression("b")))
          .isEqualTo(
              "Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression:"
                  + " attribute_type");
    }

    @Test
    void theStartKeyIsCheckedBeforeNames() {
      assertThat(
              error(
                  range()
                      .keyConditionExpression("")
                      .expressionAttributeNames(Map.of())
                      .exclusiveStartKey(Item.parse("{\"a\":{\"N\":\"x\"}}"))))
          .isEqualTo("The parameter cannot be converted to a numeric value: x");
    }

    @Test
    void thereAreOneOrTwoKeyConditions() {
      Map<String, Condition> three =
          conditions("a", condition("NULL"), "b", condition("NULL"), "x", condition("NULL"));

      assertThat(error(range(Map.of()))).isEqualTo("Conditions can be of length 1 or 2 only");
      assertThat(error(range(three)))
          .isEqualTo(
              "The number of query conditions (3) exceeds the number of key attributes defined in"
                  + " the schema (2)");
      try (MonotableEngine classic = Requests.classic()) {
        assertThat(
                codeOf(
                    () ->
                        classic.call(
                            Operations.QUERY,
                            QueryInput.builder().tableName("None").keyConditions(three).build())))
            .isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
      }
    }

    @Test
    void theTableIsLookedUpBeforeTheKeyIsJudged() {
      assertThat(
              codeOf(
                  () ->
                      send(
                          QueryInput.builder()
                              .tableName("None")
                              .keyConditions(Map.of("z", condition("NULL")))
                              .exclusiveStartKey(Item.EMPTY))))
          .isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
    }

    @Test
    void theIndexExistsAndIsReadAsItCanBe() {
      QueryInput.Builder request =
          range(Map.of("z", condition("NULL"))).exclusiveStartKey(Item.EMPTY);

      assertThat(error(request.indexName("whatever")))
          .isEqualTo("The table does not have the specified index: whatever");
      assertThat(error(request.indexName("index3").consistentRead(true)))
          .isEqualTo("Consistent reads are not supported on global secondary indexes");
    }

    @ParameterizedTest
    @CsvSource({"a,", "a,index1", "c,index3"})
    void thePartitionKeyIsNeeded(String key, @Nullable String index) {
      assertThat(error(range(Map.of("z", condition("NULL"))).indexName(index)))
          .isEqualTo("Query condition missed key schema element: " + key);
    }

    @ParameterizedTest
    @CsvSource({"a,b,", "a,c,index1", "c,d,index4"})
    void aSecondConditionIsOnTheSortKey(String partition, String sort, @Nullable String index) {
      assertThat(
              error(
                  range(conditions(partition, condition("EQ", "{'S':'b'}"), "z", condition("NULL")))
                      .indexName(index)))
          .isEqualTo("Query condition missed key schema element: " + sort);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "NULL|",
          "NOT_NULL|",
          "NE|{'N':'1'}",
          "CONTAINS|{'S':'a'}",
          "NOT_CONTAINS|{'S':'a'}",
          "IN|{'S':'a'}"
        })
    void noIndexServesSomeOperators(String operator, @Nullable String argument) {
      Condition one = argument == null ? condition(operator) : condition(operator, argument);

      assertThat(error(range(Map.of("a", one)).tableName("Hash")))
          .isEqualTo("Attempted conditional constraint is not an indexable operation");
      assertThat(error(range(conditions("b", one, "a", condition("EQ", "{'S':'b'}")))))
          .isEqualTo("Attempted conditional constraint is not an indexable operation");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LE", "LT", "GE", "GT", "BEGINS_WITH"})
    void thePartitionKeyIsEqual(String operator) {
      assertThat(error(range(Map.of("a", condition(operator, "{'S':'a'}")))))
          .isEqualTo("Query key condition not supported");
      assertThat(
              error(
                  range(Map.of("c", condition("BETWEEN", "{'S':'a'}", "{'S':'a'}")))
                      .indexName("index3")))
          .isEqualTo("Query key condition not supported");
    }

    @Test
    void valuesHaveTheTypesOfTheKey() {
      String message = INVALID + "Condition parameter type does not match schema type";

      assertThat(error(range(Map.of("a", condition("GT", "{'N':'1'}"))))).isEqualTo(message);
      assertThat(
              error(
                  range(
                      conditions(
                          "a", condition("EQ", "{'S':'b'}"), "b", condition("EQ", "{'N':'1'}")))))
          .isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        nullValues = "-",
        value = {
          // The number and names of its attributes.
          "-|{}|" + INVALID_START,
          "-|{'z':{'N':'1'}}|" + INVALID_START,
          "-|{'b':{'S':'a'},'c':{'S':'b'}}|" + INVALID_START,
          "-|{'a':{'N':'1'},'b':{'S':'a'},'c':{'S':'b'}}|" + INVALID_START,
          "-|{'a':{'S':'a'},'z':{'S':'1'}}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'b':{'S':'a'}}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'c':{'N':'1'}}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'b':{'S':'1'},'c':{'S':'1'},'d':{'S':'1'}}|" + INVALID_START,
          // The types of the key of the table or index that is read.
          "-|{'a':{'N':'1'},'z':{'S':'a'}}|" + INVALID_START,
          "-|{'a':{'B':'YQ=='},'b':{'S':'a'}}|" + INVALID_START,
          "-|{'a':{'S':'a'},'b':{'N':'1'}}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'b':{'N':'1'},'c':{'N':'1'}}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'b':{'S':'a'},'c':{'B':'YQ=='}}|" + INVALID_START,
          // The types of the key of the table.
          "index1|{'a':{'S':'1'},'b':{'N':'1'},'c':{'S':'a'}}|" + INVALID_START + ": " + NO_FIT,
          // The part of the table or index that the key condition selects.
          "-|{'a':{'S':'a'},'b':{'S':'a'}}"
              + "|The provided starting key is outside query boundaries based on provided conditions",
          "index1|{'a':{'S':'a'},'b':{'S':'a'},'c':{'S':'a'}}"
              + "|The provided starting key is outside query boundaries based on provided conditions"
        })
    void theStartKeyFitsTheKey(@Nullable String index, String startKey, String message) {
      assertThat(error(range(A).indexName(index).exclusiveStartKey(item(startKey))))
          .isEqualTo(message);
      assertThat(
              error(
                  range()
                      .keyConditionExpression("a = :a")
                      .expressionAttributeValues(item("{':a':{'S':'b'}}"))
                      .indexName(index)
                      .exclusiveStartKey(item(startKey))))
          .isEqualTo(message);
    }

    @Test
    void eachAttributeOfTheStartKeyIsCheckedBeforeItsCondition() {
      QueryInput.Builder request = range(Map.of("z", condition("NULL")));

      assertThat(error(request.exclusiveStartKey(item("{'a':{'S':'a'},'b':{'N':'1'}}"))))
          .isEqualTo("Query condition missed key schema element: a");
      assertThat(error(request.exclusiveStartKey(item("{'a':{'N':'1'},'b':{'N':'1'}}"))))
          .isEqualTo(INVALID_START);
    }

    @Test
    void theStartKeyOfAGlobalIndexContainsTheKeyOfTheTable() {
      QueryInput.Builder request =
          range(Map.of("c", condition("EQ", "{'S':'b'}"))).indexName("index3");

      assertThat(
              error(request.exclusiveStartKey(item("{'x':{'N':'1'},'y':{'N':'1'},'c':{'S':'a'}}"))))
          .isEqualTo(INVALID_START + ": " + NO_FIT);
      assertThat(
              error(request.exclusiveStartKey(item("{'a':{'S':'1'},'b':{'S':'1'},'c':{'N':'1'}}"))))
          .isEqualTo(INVALID_START);
      assertThat(
              error(request.exclusiveStartKey(item("{'a':{'S':'1'},'b':{'S':'1'},'c':{'S':'a'}}"))))
          .isEqualTo(
              "The provided starting key is outside query boundaries based on provided conditions");
    }

    @Test
    void theStartKeySatisfiesTheCondition() {
      Item startKey = item("{'a':{'S':'a'},'b':{'S':'a'}}");

      assertThat(
              error(
                  range(
                          conditions(
                              "a", condition("EQ", "{'S':'b'}"), "b", condition("GT", "{'S':'a'}")))
                      .exclusiveStartKey(startKey)))
          .isEqualTo("The provided starting key does not match the range key predicate");
      assertThat(
              error(
                  range(
                          conditions(
                              "a", condition("EQ", "{'S':'b'}"), "b", condition("LT", "{'S':'b'}")))
                      .exclusiveStartKey(startKey)))
          .isEqualTo("The query can return at most one row and cannot be restarted");
      assertThat(
              error(
                  range(
                          conditions(
                              "c", condition("EQ", "{'S':'a'}"), "d", condition("EQ", "{'S':'a'}")))
                      .indexName("index4")
                      .exclusiveStartKey(
                          item("{'a':{'S':'a'},'b':{'S':'a'},'c':{'S':'c'},'d':{'S':'a'}}"))))
          .isEqualTo("The query can return at most one row and cannot be restarted");
    }

    @Test
    void theFilterMustNotUseTheKey() {
      QueryInput.Builder request = range(A);

      assertThat(error(request.queryFilter(A)))
          .isEqualTo(
              "QueryFilter can only contain non-primary key attributes: Primary key attribute: a");
      assertThat(error(request.queryFilter(Map.of("b", condition("NULL")))))
          .isEqualTo(
              "QueryFilter can only contain non-primary key attributes: Primary key attribute: b");
      assertThat(
              error(
                  range(Map.of("c", condition("EQ", "{'S':'a'}")))
                      .indexName("index4")
                      .select("ALL_ATTRIBUTES")
                      .queryFilter(Map.of("d", condition("EQ", "{'S':'a'}")))))
          .isEqualTo(
              "QueryFilter can only contain non-primary key attributes: Primary key attribute: d");
    }

    @Test
    void aGlobalIndexReturnsOnlyProjectedAttributes() {
      assertThat(
              error(
                  range(Map.of("c", condition("EQ", "{'S':'a'}")))
                      .indexName("index4")
                      .select("ALL_ATTRIBUTES")
                      .queryFilter(Map.of("a", condition("EQ", "{'N':'1'}")))
                      .exclusiveStartKey(
                          item("{'a':{'S':'a'},'b':{'S':'b'},'c':{'S':'a'},'d':{'S':'b'}}"))))
          .isEqualTo(
              INVALID
                  + "Select type ALL_ATTRIBUTES is not supported for global secondary index index4"
                  + " because its projection type is not ALL");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "d.x = :v|Key attributes must be scalars; list random access '[]' and map lookup '.' are"
              + " not allowed: IndexKey: d",
          "d[1] = :v|Key attributes must be scalars; list random access '[]' and map lookup '.' are"
              + " not allowed: IndexKey: d",
          "b.x = :v|Filter Expression can only contain non-primary key attributes: Primary key"
              + " attribute: b"
        },
        quoteCharacter = '"')
    void keysAreScalars(String filter, String message) {
      assertThat(
              error(
                  range()
                      .keyConditionExpression("a = :a")
                      .filterExpression(filter)
                      .expressionAttributeValues(item("{':a':{'S':'1'},':v':{'N':'1'}}"))))
          .isEqualTo(message);
    }

    @Test
    void aProjectionLeadsIntoNoKey() {
      assertThat(error(range(A).projectionExpression("b.x, c[0]")))
          .isEqualTo(
              "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
                  + " allowed: Key: b");
      assertThat(error(range(A).projectionExpression("x, c[0]")))
          .isEqualTo(
              "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
                  + " allowed: IndexKey: c");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "ALL_PROJECTED_ATTRIBUTES|b|Cannot specify the ProjectionExpression when choosing to get"
              + " ALL_PROJECTED_ATTRIBUTES",
          "ALL_ATTRIBUTES|b|Cannot specify the ProjectionExpression when choosing to get"
              + " ALL_ATTRIBUTES",
          "COUNT|b|Cannot specify the ProjectionExpression when choosing to get only the Count"
        })
    void selectIsGivenOnlyOnce(String select, String projection, String message) {
      assertThat(error(range(A).select(select).projectionExpression(projection)))
          .isEqualTo(ONE + message);
    }

    @Test
    void anInvalidSelectIsReported() {
      assertThat(error(range(A).select("ALL_PROJECTED_ATTRIBUTES")))
          .isEqualTo(
              ONE + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
      assertThat(error(range(A).select("SPECIFIC_ATTRIBUTES")))
          .isEqualTo(
              ONE
                  + "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
                  + " SPECIFIC_ATTRIBUTES");
    }
  }
}

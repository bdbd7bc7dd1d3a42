package dev.monotable.engine.operation;

import static dev.monotable.engine.operation.Requests.INVALID;
import static dev.monotable.engine.operation.Requests.codeOf;
import static dev.monotable.engine.operation.Requests.condition;
import static dev.monotable.engine.operation.Requests.item;
import static dev.monotable.engine.operation.Requests.messageOf;
import static dev.monotable.engine.operation.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import java.util.ArrayList;
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

/**
 * Scan, mainly with ScanFilter. Most cases are from architect/dynalite {@code test/scan.js}, which
 * was written against the live service.
 */
@ExtendWith(EngineExtension.class)
class ScanTest {
  private static final String INVALID_START = "The provided starting key is invalid";
  private static final String NO_FIT = "The provided key element does not match the schema";

  private MonotableEngine engine;

  @BeforeEach
  void createTables(MonotableEngine engine) {
    this.engine = engine;
    Requests.createTables(engine);
  }

  private static ScanInput.Builder range() {
    return ScanInput.builder().tableName("Range");
  }

  private ScanOutput send(ScanInput.Builder request) {
    return engine.call(Operations.SCAN, request.build());
  }

  private String error(ScanInput.Builder request) {
    return messageOf(() -> send(request));
  }

  @Nested
  class Validation {
    @Test
    void everyCheckHasItsTurn() {
      ScanInput.Builder request =
          range()
              .segment(1)
              .select("COUNT")
              .exclusiveStartKey(Item.parse("{\"a\":{}}"))
              .attributesToGet(List.of("a", "a"))
              .scanFilter(Map.of("x", condition("EQ")))
              .conditionalOperator("OR")
              .filterExpression("")
              .projectionExpression("")
              .expressionAttributeNames(Map.of());

      assertThat(error(request))
          .isEqualTo(
              "Can not use both expression and non-expression parameters in the same request: "
                  + "Non-expression parameters: {AttributesToGet, ScanFilter, ConditionalOperator}"
                  + " Expression parameters: {ProjectionExpression, FilterExpression}");
      request.filterExpression(null).projectionExpression(null);
      assertThat(error(request))
          .isEqualTo("ExpressionAttributeNames can only be specified when using expressions");
      request.expressionAttributeNames(null);
      assertThat(error(request))
          .isEqualTo(
              "ConditionalOperator can only be used when Filter or Expected has two or more"
                  + " elements");
      request.conditionalOperator(null);
      assertThat(error(request)).isEqualTo(INVALID + "Duplicate value in attribute name: a");
      request.attributesToGet(List.of("a"));
      assertThat(error(request))
          .isEqualTo(INVALID + "Invalid number of argument(s) for the EQ ComparisonOperator");
      request.scanFilter(Map.of("x", condition("EQ", "{'SS':['a']}")));
      assertThat(error(request))
          .isEqualTo(
              INVALID_START
                  + ": Supplied AttributeValue is empty, must contain exactly one of the supported"
                  + " datatypes");
    }

    @Test
    void everyCheckFromTheStartKeyOnHasItsTurn() {
      ScanInput.Builder request =
          range()
              .segment(1)
              .select("COUNT")
              .exclusiveStartKey(Item.parse("{\"a\":{}}"))
              .attributesToGet(List.of("a"))
              .scanFilter(Map.of("x", condition("EQ", "{'SS':['a']}")));

      assertThat(error(request))
          .isEqualTo(
              INVALID_START
                  + ": Supplied AttributeValue is empty, must contain exactly one of the supported"
                  + " datatypes");
      request.exclusiveStartKey(Item.EMPTY);
      assertThat(error(request))
          .isEqualTo(
              "The TotalSegments parameter is required but was not present in the request when"
                  + " Segment parameter is present");
      request.totalSegments(1);
      assertThat(error(request))
          .isEqualTo(
              "The Segment parameter is zero-based and must be less than parameter TotalSegments:"
                  + " Segment: 1 is not less than TotalSegments: 1");
      request.segment(null);
      assertThat(error(request))
          .isEqualTo(
              "The Segment parameter is required but was not present in the request when parameter"
                  + " TotalSegments is present");
      request.segment(0);
      assertThat(error(request))
          .isEqualTo("Cannot specify the AttributesToGet when choosing to get only the Count");
      request.select(null);
      assertThat(error(request)).isEqualTo(INVALID_START + ": " + NO_FIT);
      request.tableName("None");
      assertThat(codeOf(() -> send(request))).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
    }

    @Test
    void segmentsAreCheckedBeforeNames() {
      ScanInput.Builder request =
          range()
              .totalSegments(1)
              .filterExpression("")
              .projectionExpression("")
              .expressionAttributeNames(Map.of());

      assertThat(error(request))
          .isEqualTo(
              "The Segment parameter is required but was not present in the request when parameter"
                  + " TotalSegments is present");
      request.totalSegments(null);
      assertThat(error(request)).isEqualTo("ExpressionAttributeNames must not be empty");
      request.expressionAttributeNames(null);
      assertThat(error(request))
          .isEqualTo("Invalid FilterExpression: The expression can not be empty;");
      request.filterExpression("b > c");
      assertThat(error(request))
          .isEqualTo("Invalid ProjectionExpression: The expression can not be empty;");
    }

    @Test
    void somethingIsCombined() {
      assertThat(error(range().conditionalOperator("AND").attributesToGet(List.of("a"))))
          .isEqualTo("ConditionalOperator cannot be used without Filter or Expected");
      assertThat(error(range().conditionalOperator("OR").scanFilter(Map.of())))
          .isEqualTo("ConditionalOperator cannot be used without Filter or Expected");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        nullValues = "-",
        value = {
          "-|{}|" + INVALID_START + ": " + NO_FIT,
          "-|{'a':{'S':'a'}}|" + INVALID_START + ": " + NO_FIT,
          "-|{'a':{'S':'a'},'b':{'N':'1'}}|" + INVALID_START + ": " + NO_FIT,
          "-|{'a':{'S':'a'},'b':{'S':'1'},'c':{'S':'1'}}|" + INVALID_START + ": " + NO_FIT,
          "index1|{}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'b':{'S':'a'}}|" + INVALID_START,
          "index1|{'a':{'S':'a'},'b':{'S':'1'},'c':{'S':'1'},'d':{'S':'1'}}|" + INVALID_START,
          "index1|{'a':{'N':'1'},'x':{'S':'1'},'y':{'S':'1'}}|" + NO_FIT,
          "index1|{'a':{'S':'a'},'b':{'N':'1'},'c':{'N':'1'}}|" + NO_FIT,
          "index1|{'a':{'S':'1'},'b':{'N':'1'},'c':{'S':'a'}}|" + INVALID_START + ": " + NO_FIT,
          "index3|{'a':{'S':'a'},'b':{'S':'a'},'z':{'S':'a'}}|" + INVALID_START,
          "index3|{'x':{'S':'1'},'y':{'S':'1'},'c':{'N':'1'}}|" + NO_FIT,
          "index3|{'x':{'N':'1'},'y':{'N':'1'},'c':{'S':'a'}}|" + INVALID_START + ": " + NO_FIT,
          "whatever|{}|The table does not have the specified index: whatever"
        })
    void theStartKeyFitsTheKey(@Nullable String index, String startKey, String message) {
      assertThat(error(range().indexName(index).exclusiveStartKey(item(startKey))))
          .isEqualTo(message);
    }

    @Test
    void aGlobalIndexReturnsOnlyProjectedAttributes() {
      ScanInput.Builder request =
          range()
              .indexName("index4")
              .select("ALL_ATTRIBUTES")
              .filterExpression("attribute_exists(a.b.c)")
              .exclusiveStartKey(item("{'x':{'N':'1'},'y':{'N':'1'},'c':{'S':'a'},'d':{'S':'a'}}"));

      assertThat(error(request))
          .isEqualTo(
              INVALID
                  + "Select type ALL_ATTRIBUTES is not supported for global secondary index index4"
                  + " because its projection type is not ALL");
      assertThat(error(request.exclusiveStartKey(item("{'c':{'S':'1'}}"))))
          .isEqualTo(INVALID_START);
    }

    @Test
    void keysAreScalars() {
      assertThat(error(range().filterExpression("attribute_exists(a.b.c)")))
          .isEqualTo(
              "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
                  + " allowed: Key: a");
    }

    @Test
    void aStartKeyLiesInItsSegment() {
      for (int i = 0; i < 10; i++) {
        put(engine, "Hash", "{'a':{'S':'" + i + "'}}");
      }
      Item other =
          send(ScanInput.builder().tableName("Hash").segment(1).totalSegments(2)).items().get(0);

      assertThat(
              error(
                  ScanInput.builder()
                      .tableName("Hash")
                      .segment(0)
                      .totalSegments(2)
                      .exclusiveStartKey(other)))
          .isEqualTo(
              INVALID_START
                  + ": Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct"
                  + " Segment. TotalSegments: 2 Segment: 0");
    }
  }

  @Nested
  class Behaviour {
    @Test
    void theFilterMayBeOnTheKey() {
      List<Item> items = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String json = "{'a':{'S':'p'},'b':{'S':'" + i + "'},'n':{'N':'" + i + "'}}";
        put(engine, "Range", json);
        items.add(item(json));
      }
      Map<String, dev.monotable.model.Condition> filter = new LinkedHashMap<>();
      filter.put("b", condition("GE", "{'S':'4'}"));
      filter.put("n", condition("LE", "{'N':'4'}"));

      ScanOutput all = send(range().scanFilter(filter));
      ScanOutput some =
          send(
              range()
                  .scanFilter(filter)
                  .conditionalOperator("OR")
                  .attributesToGet(List.of("b"))
                  .limit(5));

      assertThat(all.items()).containsExactly(items.get(4));
      assertThat(all.count()).isEqualTo(1);
      assertThat(all.scannedCount()).isEqualTo(6);
      assertThat(some.items())
          .containsExactly(
              item("{'b':{'S':'0'}}"),
              item("{'b':{'S':'1'}}"),
              item("{'b':{'S':'2'}}"),
              item("{'b':{'S':'3'}}"),
              item("{'b':{'S':'4'}}"));
      assertThat(some.lastEvaluatedKey()).isEqualTo(item("{'a':{'S':'p'},'b':{'S':'4'}}"));
    }
  }
}

package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.item;
import static dev.monotable.engine.expression.Expressions.messageOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyConditionTest {
  private static final String VALUES =
      "{':s':{'S':'x'},':t':{'S':'y'},':n':{'N':'1'},':m':{'N':'2'},':y':{'BOOL':true}}";
  private static final List<KeyAttribute> PK = List.of(new KeyAttribute("pk", AttributeType.S));
  private static final List<KeyAttribute> SK = List.of(new KeyAttribute("sk", AttributeType.S));
  private static final List<KeyAttribute> NUMBER_SK =
      List.of(new KeyAttribute("sk", AttributeType.N));
  private static final List<KeyAttribute> TWO_PK =
      List.of(new KeyAttribute("h1", AttributeType.S), new KeyAttribute("h2", AttributeType.N));
  private static final List<KeyAttribute> TWO_SK =
      List.of(new KeyAttribute("r1", AttributeType.S), new KeyAttribute("r2", AttributeType.N));
  private static final AttributeValue S = AttributeValue.string("x");
  private static final AttributeValue T = AttributeValue.string("y");
  private static final AttributeValue N = AttributeValue.number(1);
  private static final AttributeValue M = AttributeValue.number(2);

  private static BoundCondition bound(String text) {
    return COMPILER
        .condition(ExpressionKind.KEY_CONDITION, text)
        .bind(Expressions.bindings(null, item(VALUES)));
  }

  private static KeyCondition read(
      String text, List<KeyAttribute> partition, List<KeyAttribute> sort) {
    BoundCondition bound = bound(text);
    return bound.keyConditions().match(partition, sort, key -> {});
  }

  private static String error(String text, List<KeyAttribute> partition, List<KeyAttribute> sort) {
    return messageOf(() -> read(text, partition, sort));
  }

  @Nested
  class Behaviour {
    @Test
    void aPartitionKeyAlone() {
      assertThat(read("pk = :s", PK, SK))
          .isEqualTo(new KeyCondition(List.of(S), List.of(), null, null, null));
    }

    @Test
    void equalityOnTheSortKeyIsPartOfThePrefix() {
      assertThat(read("sk = :t AND (:s = pk)", PK, SK))
          .isEqualTo(new KeyCondition(List.of(S), List.of(T), null, null, null));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "sk < :t | LESS",
          "sk <= :t | LESS_OR_EQUAL",
          "sk > :t | GREATER",
          "sk >= :t | GREATER_OR_EQUAL",
          ":t < sk | GREATER",
          ":t <= sk | GREATER_OR_EQUAL",
          ":t > sk | LESS",
          ":t >= sk | LESS_OR_EQUAL",
          "begins_with(sk, :t) | BEGINS_WITH"
        })
    void theSortKeyMayBeCompared(String condition, KeyCondition.Operator operator) {
      assertThat(read("pk = :s AND " + condition, PK, SK))
          .isEqualTo(new KeyCondition(List.of(S), List.of(), operator, T, null));
    }

    @Test
    void theSortKeyMayLieBetween() {
      assertThat(read("pk = :s AND sk BETWEEN :n AND :m", PK, NUMBER_SK))
          .isEqualTo(new KeyCondition(List.of(S), List.of(), KeyCondition.Operator.BETWEEN, N, M));
    }

    @Test
    void severalKeyAttributesAreReadInTheOrderOfTheSchema() {
      assertThat(read("r2 > :m AND h2 = :n AND r1 = :t AND h1 = :s", TWO_PK, TWO_SK))
          .isEqualTo(
              new KeyCondition(List.of(S, N), List.of(T), KeyCondition.Operator.GREATER, M, null));
      assertThat(read("h1 = :s AND h2 = :n", TWO_PK, TWO_SK))
          .isEqualTo(new KeyCondition(List.of(S, N), List.of(), null, null, null));
      assertThat(read("h1 = :s AND h2 = :n AND r1 = :t AND r2 = :m", TWO_PK, TWO_SK))
          .isEqualTo(new KeyCondition(List.of(S, N), List.of(T, M), null, null, null));
      assertThat(read("h1 = :s AND h2 = :n AND begins_with(r1, :t)", TWO_PK, TWO_SK))
          .isEqualTo(
              new KeyCondition(
                  List.of(S, N), List.of(), KeyCondition.Operator.BEGINS_WITH, T, null));
    }
  }

  @Nested
  class Validation {
    // Shapes: architect/dynalite test/query.js; the text around them: nubo-db/dynamodb-conformance.
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "a > :n and size(b) > c or a > c | Invalid operator used in KeyConditionExpression: OR",
          "a in (b, size(c), d) | Invalid operator used in KeyConditionExpression: IN",
          "attribute_exists(a) | Invalid operator used in KeyConditionExpression: attribute_exists",
          "attribute_not_exists(a) "
              + "| Invalid operator used in KeyConditionExpression: attribute_not_exists",
          "contains(a.d, b) | Invalid operator used in KeyConditionExpression: contains",
          "not a > b | Invalid operator used in KeyConditionExpression: NOT",
          "a <> b | Invalid operator used in KeyConditionExpression: <>",
          ":s between size(b) and size(a) and b > :t | Invalid condition in KeyConditionExpression:"
              + " BETWEEN operator must have the key attribute as its first operand",
          "begins_with(:s, b) and a > :t | Invalid condition in KeyConditionExpression: begins_with"
              + " operator must have the key attribute as its first operand",
          "size(b) > a AND a.b > b AND b > c "
              + "| KeyConditionExpressions cannot contain nested operations",
          "a > size(b.d) | KeyConditionExpressions cannot contain nested operations",
          "a between size(b) and size(a) "
              + "| KeyConditionExpressions cannot contain nested operations",
          "b > a.b | Invalid condition in KeyConditionExpression: Multiple attribute names used in"
              + " one condition",
          "b between c[1] and d | Invalid condition in KeyConditionExpression: Multiple attribute"
              + " names used in one condition",
          "begins_with(a, b) | Invalid condition in KeyConditionExpression: Multiple attribute names"
              + " used in one condition",
          "b.d > a AND c.d > e.f "
              + "| KeyConditionExpressions cannot have conditions on nested attributes",
          "b[0] > a | KeyConditionExpressions cannot have conditions on nested attributes",
          ":n > :m AND a < :n "
              + "| Invalid condition in KeyConditionExpression: No key attribute specified",
          "b > :n AND b < :n and c = :n and d = :n "
              + "| KeyConditionExpressions must only contain one condition per key",
          "(a > :n and b > :n) and (b > :n and c > :n) "
              + "| KeyConditionExpressions must only contain one condition per key"
        })
    void shapesThatNoKeyHas(String text, String message) {
      assertThat(messageOf(() -> bound(text).keyConditions()))
          .isEqualTo("Invalid KeyConditionExpression: " + message);
    }

    private static final String GAP =
        "RANGE key attributes r1 must have equality conditions specified in the query because a"
            + " condition is present on key attribute r2";

    @Test
    void missingKeys() {
      assertThat(error("sk = :s", PK, SK))
          .isEqualTo("Query condition missed key schema element: pk");
      assertThat(error("z = :s", PK, List.of()))
          .isEqualTo("Query condition missed key schema element: pk");
      assertThat(error("pk = :s AND c = :n", PK, SK))
          .isEqualTo("Query condition missed key schema element: sk");
      assertThat(error("h1 = :s", TWO_PK, TWO_SK)).isEqualTo(withoutEquality("h2"));
      assertThat(error("r1 = :s", TWO_PK, TWO_SK)).isEqualTo(withoutEquality("h1, h2"));
      assertThat(error("h1 = :s AND h2 = :n AND r2 = :m", TWO_PK, TWO_SK)).isEqualTo(GAP);
    }

    private String withoutEquality(String attributes) {
      return "HASH key attributes "
          + attributes
          + " must have equality conditions specified in the query";
    }

    @Test
    void tooManyConditions() {
      String three = "pk = :s AND sk > :n AND extra = :m";
      assertThat(error(three, PK, NUMBER_SK))
          .isEqualTo(
              "The number of query conditions (3) exceeds the number of key attributes defined in"
                  + " the schema (2)");
    }

    @Test
    void typesOtherThanTheSchemas() {
      String mismatch =
          "One or more parameter values were invalid: Condition parameter type does not match schema"
              + " type";
      assertThat(error("pk > :n", PK, SK)).isEqualTo(mismatch);
      assertThat(error("pk = :s AND sk = :y", PK, NUMBER_SK)).isEqualTo(mismatch);
      assertThat(error("pk = :s AND begins_with(sk, :t)", PK, NUMBER_SK)).isEqualTo(mismatch);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "pk = :s AND begins_with(sk, :n) | begins_with | N",
          "pk = :s AND sk < :y | < | BOOL",
          "pk = :s AND :y >= sk | >= | BOOL",
          "pk = :s AND sk BETWEEN :y AND :y | BETWEEN | BOOL"
        })
    void typesThatNoKeyHas(String text, String operator, String type) {
      assertThat(error(text, PK, NUMBER_SK))
          .isEqualTo(
              "Invalid KeyConditionExpression: Incorrect operand type for operator or function;"
                  + " operator or function: "
                  + operator
                  + ", operand type: "
                  + type);
    }

    @Test
    void conditionsThatDoNotSelectARange() {
      String message = "Query key condition not supported";
      for (String condition :
          List.of("pk > :s", ":s >= pk", "begins_with(pk, :s)", "pk BETWEEN :s AND :t")) {
        assertThat(error(condition, PK, SK)).as(condition).isEqualTo(message);
      }
      assertThat(error("h1 = :s AND h2 > :n", TWO_PK, TWO_SK)).isEqualTo(withoutEquality("h2"));
      assertThat(error("h1 > :s", TWO_PK, TWO_SK)).isEqualTo(withoutEquality("h2"));
      assertThat(error("h1 = :s AND h2 = :n AND r1 > :t AND r2 = :m", TWO_PK, TWO_SK))
          .isEqualTo(GAP);
    }

    @Test
    void filtersThatNameAKeyAttribute() {
      BoundCondition filter =
          COMPILER
              .condition(ExpressionKind.FILTER, "zz = :s OR sk = :s")
              .bind(Expressions.bindings(null, item("{':s':{'S':'x'}}")));
      assertThat(messageOf(() -> filter.requireNoKeyAttribute(List.of(PK.get(0), SK.get(0)))))
          .isEqualTo(
              "Filter Expression can only contain non-primary key attributes: Primary key attribute:"
                  + " sk");
      filter.requireNoKeyAttribute(PK);
    }
  }
}

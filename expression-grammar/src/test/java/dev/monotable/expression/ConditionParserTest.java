package dev.monotable.expression;

import static dev.monotable.expression.Trees.and;
import static dev.monotable.expression.Trees.call;
import static dev.monotable.expression.Trees.compare;
import static dev.monotable.expression.Trees.function;
import static dev.monotable.expression.Trees.or;
import static dev.monotable.expression.Trees.path;
import static dev.monotable.expression.Trees.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionParserTest {
  private static ConditionExpression tree(String text) {
    return Trees.tree(ExpressionParser.condition(text));
  }

  private static SyntaxProblem problem(String text) {
    return Trees.problem(ExpressionParser.condition(text));
  }

  @Nested
  class Tree {
    @ParameterizedTest
    @CsvSource({
      "=, EQUAL",
      "<>, NOT_EQUAL",
      "<, LESS",
      "<=, LESS_OR_EQUAL",
      ">, GREATER",
      ">=, GREATER_OR_EQUAL"
    })
    void readsEveryComparator(String symbol, ConditionExpression.Comparison.Operator operator) {
      assertThat(tree("a" + symbol + ":v"))
          .isEqualTo(new ConditionExpression.Comparison(operator, path("a"), value(":v")));
    }

    @Test
    void bindsNotTighterThanAndAndAndTighterThanOr() {
      assertThat(tree("a = :a OR NOT b = :b AND c = :c OR d = :d"))
          .isEqualTo(
              or(
                  or(
                      compare("a", ":a"),
                      and(new ConditionExpression.Not(compare("b", ":b")), compare("c", ":c"))),
                  compare("d", ":d")));
    }

    @Test
    void groupsRepeatedOperatorsFromTheLeft() {
      assertThat(tree("a = :a AND b = :b AND c = :c"))
          .isEqualTo(and(and(compare("a", ":a"), compare("b", ":b")), compare("c", ":c")));
    }

    @Test
    void bindsParenthesesFirst() {
      assertThat(tree("a = :a AND (b = :b OR NOT (c = :c))"))
          .isEqualTo(
              and(
                  compare("a", ":a"),
                  or(compare("b", ":b"), new ConditionExpression.Not(compare("c", ":c")))));
    }

    @Test
    void readsTheAndOfBetweenAsPartOfBetween() {
      assertThat(tree("a BETWEEN :low AND :high AND b = :b"))
          .isEqualTo(
              and(
                  new ConditionExpression.Between(path("a"), value(":low"), value(":high")),
                  compare("b", ":b")));
      assertThat(tree("(a)between(b.c[45].#d)and(:a)"))
          .isEqualTo(
              new ConditionExpression.Between(path("a"), path("b", "c", 45, "#d"), value(":a")));
    }

    @Test
    void readsInWithOverAHundredCandidates() {
      for (int count : new int[] {1, 2, 100, 101}) {
        List<Operand> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          candidates.add(value(":" + i));
        }
        String list =
            IntStream.range(0, count).mapToObj(i -> ":" + i).collect(Collectors.joining(", "));
        assertThat(tree("a.b IN (" + list + ")"))
            .isEqualTo(new ConditionExpression.In(path("a", "b"), candidates));
      }
    }

    @Test
    void readsAnyFunctionAsACallOrAnOperand() {
      assertThat(tree("begins_with(#sk, :prefix)"))
          .isEqualTo(call("begins_with", path("#sk"), value(":prefix")));
      assertThat(tree("size(a[0].b) >= :n"))
          .isEqualTo(
              new ConditionExpression.Comparison(
                  ConditionExpression.Comparison.Operator.GREATER_OR_EQUAL,
                  function("size", path("a", 0, "b")),
                  value(":n")));
      assertThat(tree("noSuchThing(f(a), (:b))"))
          .isEqualTo(call("noSuchThing", function("f", path("a")), value(":b")));
    }

    @Test
    void acceptsParenthesesAroundOperandsAndTheBeginningOfPaths() {
      assertThat(tree("(a) = (:v)")).isEqualTo(compare("a", ":v"));
      assertThat(tree("(a.b).c[1] = :v"))
          .isEqualTo(
              new ConditionExpression.Comparison(
                  ConditionExpression.Comparison.Operator.EQUAL,
                  path("a", "b", "c", 1),
                  value(":v")));
      assertThat(tree("((size(a)) < b.c) AND (b = :b)"))
          .isEqualTo(
              and(
                  new ConditionExpression.Comparison(
                      ConditionExpression.Comparison.Operator.LESS,
                      function("size", path("a")),
                      path("b", "c")),
                  compare("b", ":b")));
      assertThat(tree("((a = :a) AND b = :b)"))
          .isEqualTo(and(compare("a", ":a"), compare("b", ":b")));
      assertThat(tree("f((a))")).isEqualTo(call("f", path("a")));
      assertThat(tree("a IN ((:v))"))
          .isEqualTo(new ConditionExpression.In(path("a"), List.of(value(":v"))));
    }

    @Test
    void readsNestedNot() {
      assertThat(tree("NOT NOT a = :a"))
          .isEqualTo(new ConditionExpression.Not(new ConditionExpression.Not(compare("a", ":a"))));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "NOT a BETWEEN :l AND :h OR b IN (:v)",
          "not a between :l and :h or b in (:v)",
          "Not a bEtWeEn :l aNd :h oR b In (:v)",
          "NOT\ta\r\nBETWEEN :l\nAND :h OR b IN(:v)  "
        })
    void readsKeywordsInAnyCaseAndAnyWhiteSpace(String text) {
      assertThat(tree(text))
          .isEqualTo(
              or(
                  new ConditionExpression.Not(
                      new ConditionExpression.Between(path("a"), value(":l"), value(":h"))),
                  new ConditionExpression.In(path("b"), List.of(value(":v")))));
    }

    @Test
    void readsLettersDigitsAndUnderscoresInNames() {
      assertThat(tree("A_1b.#_9[7] = :0_x"))
          .isEqualTo(
              new ConditionExpression.Comparison(
                  ConditionExpression.Comparison.Operator.EQUAL,
                  path("A_1b", "#_9", 7),
                  value(":0_x")));
      assertThat(tree("a . b [ 2147483647 ] = :v"))
          .isEqualTo(
              new ConditionExpression.Comparison(
                  ConditionExpression.Comparison.Operator.EQUAL,
                  path("a", "b", Integer.MAX_VALUE),
                  value(":v")));
    }

    @Test
    void countsOperatorsAndFunctions() {
      ParseResult<ConditionExpression> result =
          ExpressionParser.condition(
              "NOT a = :a AND size(b) > :b OR c IN (:c, :d) AND e BETWEEN f(:f) AND :g");
      assertThat(result).isEqualTo(new ParseResult.Success<>(Trees.tree(result), 10, null, null));
    }

    @Test
    void reportsTheFirstReservedWordAsWritten() {
      assertThat(ExpressionParser.condition("a = :a and x.Name = :s and staTus = :t"))
          .isEqualTo(
              new ParseResult.Success<>(
                  tree("a = :a and x.Name = :s and staTus = :t"), 5, "Name", null));
      // Function names and placeholders may be reserved words.
      assertThat(ExpressionParser.condition("size(#name) = :name"))
          .isEqualTo(new ParseResult.Success<>(tree("size(#name) = :name"), 2, null, null));
    }
  }

  @Nested
  class Problems {
    @Test
    void reportsEmptyText() {
      assertThat(problem("")).isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.EMPTY, "", ""));
    }

    /** As DynamoDB Local does. */
    @ParameterizedTest
    @ValueSource(strings = {" ", "\t\r\n "})
    void reportsTextOfWhiteSpaceOnly(String text) {
      assertThat(problem(text))
          .isEqualTo(
              new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, SyntaxProblem.END_OF_INPUT, text));
    }

    /** As DynamoDB Local does. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        ignoreLeadingAndTrailingWhitespace = false,
        value = {
          "a = |<EOF>|= ",
          "  = a|=|  = a",
          " , |,| , ",
          "a = :v OR |<EOF>|OR ",
          "a b |b|a b "
        })
    void includesTheWhiteSpaceAtTheEndsInTheNearText(String text, String token, String near) {
      assertThat(problem(text))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, token, near));
    }

    /** As AWS does, by the changelog of nubo-db/dynoxide 3.2.0. */
    @ParameterizedTest
    @CsvSource({"a[00] = :v, 0, 00]", "a[01] = :v, 1, 01]", "a[007] = :v, 0, 007"})
    void reportsLeadingZerosOfAListIndex(String text, String token, String near) {
      assertThat(problem(text))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, token, near));
    }

    @Test
    void reportsTheSizeOfALongText() {
      String longest = "a = :" + "v".repeat(4091);
      assertThat(tree(longest)).isEqualTo(compare("a", longest.substring(4)));
      assertThat(problem(longest + "v"))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.TOO_LONG, "4097", ""));
      assertThat(problem("é".repeat(100) + "€".repeat(1000) + "😀".repeat(300)))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.TOO_LONG, "4400", ""));
    }

    /** Texts and messages that users of AWS have reported, and similar ones. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "foo | <EOF> | foo",
          "attribute_exists(car_id) AND NOT #has_air_conditioner | <EOF> | #has_air_conditioner",
          "attribute_not_exists( | <EOF> | (",
          "contains (themes, :theme | <EOF> | :theme",
          "a-b | - | a-b",
          "GI-1-PK = :v | - | GI-1",
          "[object Object] | [ | [object",
          "#articleId attribute_not_exists :ckpst | attribute_not_exists"
              + " | #articleId attribute_not_exists :ckpst",
          "tenantAgent:abc123-x = :v | :abc123 | tenantAgent:abc123-",
          "PK = :pk and begins_with(LSI_SK_1, G_M#) | # | G_M#)",
          "a > 4 | 4 | > 4",
          "a in b, c | b | in b,",
          "a in () | ) | ()",
          "a in (b,c,) | ) | ,)",
          "a > between | between | > between",
          "(a)between(b.(c.d))and(c) | ( | .(c",
          "(a)between(b.c.d)and((c) | <EOF> | )",
          "a > :things.stuff | . | :things.stuff",
          "b[:a] > a | :a | [:a]",
          "b[#_] > a | #_ | [#_]",
          "b[4.5] > a | . | 4.5",
          "ü > a | ü | ü >",
          "😀b > a | 😀 | 😀b",
          "size(a).b > a | . | ).b",
          "(size(a)).b > a | . | ).b",
          "(size(a))[0] > a | [ | )[0",
          "(a = b) = c | = | ) = c",
          "a = (b = c) | = | b = c",
          "a = b) AND c = d | ) | b) AND",
          "_a = :v | _ | _a",
          "1a = :v | 1 | 1a",
          "a..b = :v | . | ..b",
          "a = :v AND | <EOF> | AND",
          "AND | AND | AND",
          "a = :v and and b = :w | and | and and b",
          "a = b = c | = | b = c",
          "a == b | = | == b",
          "a NOT IN (:b) | NOT | a NOT IN",
          "SET = :v | SET | SET =",
          "a.remove = add | remove | .remove =",
          "a = :v   OR\t; | ; | OR\t;"
        })
    void reportsTheFirstUnexpectedTokenBetweenItsNeighbours(
        String text, String token, String near) {
      assertThat(problem(text))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, token, near));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "((a = :v))",
          "( (a)) = :v",
          "a=a and a > ((views))",
          "(a)between(((b.c)).d)and(c)",
          "a > whatever((:things), ((a)))",
          "a=a AND ((a=a AND a=a)) AND a=a",
          "a=a OR ((a=a OR (a=a OR a=a)))",
          "NOT ((f(a)))",
          "((((((((((a = :v))))))))))"
        })
    void reportsRedundantParentheses(String text) {
      assertThat(problem(text))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.REDUNDANT_PARENTHESES, "", ""));
    }

    @Test
    void reportsRedundantParenthesesBeforeASyntaxError() {
      for (String text :
          List.of("((a = :v)) AND ((b)) x", "((a)) = :v AND", "a = ((b)) :v", "a IN (((b)), :v")) {
        assertThat(problem(text))
            .as(text)
            .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.REDUNDANT_PARENTHESES, "", ""));
      }
    }

    @Test
    void reportsASyntaxErrorBeforeOrWithinRedundantParentheses() {
      assertThat(problem("((a)) :v"))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, ":v", ") :v"));
      assertThat(problem("a = :b (((c)))"))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, "(", ":b (("));
      assertThat(problem("(((a = )))"))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, ")", "= ))"));
    }

    @Test
    void reportsAnIndexThatIsTooLarge() {
      assertThat(problem("a[1][2147483648] = :v"))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.INDEX_OUT_OF_RANGE, "2147483648", ""));
      assertThat(problem("a[99999999999999999999999999] = :v"))
          .isEqualTo(
              new SyntaxProblem(
                  SyntaxProblem.Kind.INDEX_OUT_OF_RANGE, "99999999999999999999999999", ""));
    }
  }
}

package dev.monotable.expression;

import static dev.monotable.expression.Trees.document;
import static dev.monotable.expression.Trees.function;
import static dev.monotable.expression.Trees.path;
import static dev.monotable.expression.Trees.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateParserTest {
  private static UpdateExpression tree(String text) {
    return Trees.tree(ExpressionParser.update(text));
  }

  private static SyntaxProblem problem(String text) {
    return Trees.problem(ExpressionParser.update(text));
  }

  private static UpdateExpression.Set set(String name, Operand value) {
    return new UpdateExpression.Set(document(name), value);
  }

  private static UpdateExpression sets(UpdateExpression.Set... sets) {
    return new UpdateExpression(List.of(sets), List.of(), List.of(), List.of());
  }

  private static Operand plus(Operand left, Operand right) {
    return new Operand.Arithmetic(Operand.Arithmetic.Operator.PLUS, left, right);
  }

  private static Operand minus(Operand left, Operand right) {
    return new Operand.Arithmetic(Operand.Arithmetic.Operator.MINUS, left, right);
  }

  @Nested
  class Tree {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "SET a = :v, b.#c[1] = d REMOVE e, f[0] ADD g :g, h.i :i DELETE j :j",
          "delete j :j add g :g,h.i :i remove e,f[0] set a=:v,b.#c[1]=d",
          "\n sEt a=:v , b . #c [ 1 ]=d\tReMoVe e,f[0]aDd g:g,h.i:i dElEtE j:j "
        })
    void readsEveryClauseInAnyOrderAndCase(String text) {
      UpdateExpression tree = tree(text);
      assertThat(new UpdateExpression(tree.sets(), tree.removes(), tree.adds(), tree.deletes()))
          .isEqualTo(
              new UpdateExpression(
                  List.of(
                      set("a", value(":v")),
                      new UpdateExpression.Set(document("b", "#c", 1), path("d"))),
                  List.of(document("e"), document("f", 0)),
                  List.of(
                      new UpdateExpression.Add(document("g"), value(":g")),
                      new UpdateExpression.Add(document("h", "i"), value(":i"))),
                  List.of(new UpdateExpression.Delete(document("j"), value(":j")))));
    }

    @Test
    void reportsClausesOutOfOrder() {
      assertThat(tree("delete j :j add g :g remove e set a=:v").clauses())
          .containsExactly(
              UpdateExpression.Clause.DELETE,
              UpdateExpression.Clause.ADD,
              UpdateExpression.Clause.REMOVE,
              UpdateExpression.Clause.SET);
      assertThat(tree("REMOVE e").clauses()).containsExactly(UpdateExpression.Clause.REMOVE);
    }

    @Test
    void readsSumsAndDifferences() {
      assertThat(tree("SET a = a + :one, b = :n - b, c = if_not_exists(c, :zero) + :one"))
          .isEqualTo(
              sets(
                  set("a", plus(path("a"), value(":one"))),
                  set("b", minus(value(":n"), path("b"))),
                  set(
                      "c",
                      plus(function("if_not_exists", path("c"), value(":zero")), value(":one")))));
    }

    @Test
    void readsNestedFunctions() {
      assertThat(tree("SET l = list_append(if_not_exists(l, :empty), :more)"))
          .isEqualTo(
              sets(
                  set(
                      "l",
                      function(
                          "list_append",
                          function("if_not_exists", path("l"), value(":empty")),
                          value(":more")))));
    }

    @Test
    void acceptsParenthesesAroundValuesAndOperands() {
      assertThat(tree("SET a = (b - :v), c = (:w), d = (e) + (:x), f = ((b.c.d)-(e))"))
          .isEqualTo(
              sets(
                  set("a", minus(path("b"), value(":v"))),
                  set("c", value(":w")),
                  set("d", plus(path("e"), value(":x"))),
                  set("f", minus(path("b", "c", "d"), path("e")))));
    }

    @ParameterizedTest
    @CsvSource({
      "SET, set a = #c set c = :d",
      "REMOVE, remove #d set a = b remove e",
      "ADD, add #d :e set a = b add e :f",
      "DELETE, delete #d :e set a = b delete #e :f delete x :x set y = :y"
    })
    void reportsTheFirstRepeatedClause(String clause, String text) {
      assertThat(ExpressionParser.update(text))
          .isEqualTo(new ParseResult.Success<>(tree(text), 0, null, clause));
    }

    @Test
    void reportsReservedWordsAndOperators() {
      String text = " set #c = f(:c) + g set abOrt = true, name = :v ";
      assertThat(ExpressionParser.update(text))
          .isEqualTo(
              new ParseResult.Success<>(
                  sets(
                      new UpdateExpression.Set(
                          document("#c"), plus(function("f", value(":c")), path("g"))),
                      set("abOrt", path("true")),
                      set("name", value(":v"))),
                  2,
                  "abOrt",
                  "SET"));
    }
  }

  @Nested
  class Problems {
    @Test
    void reportsEmptyText() {
      assertThat(problem("")).isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.EMPTY, "", ""));
    }

    /** Texts and messages that users of AWS have reported, and similar ones. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "INVALID SYNTAX | INVALID | INVALID SYNTAX",
          "INVALID SYNTAX HERE | INVALID | INVALID SYNTAX",
          "SET #attr1 = :val1, #attr2 = :val2, | <EOF> | ,",
          "ADD hits : incr | : | hits : incr",
          "SET a = :v, #, b = :w | # | , #,",
          "SET _123 = :val1 | _ | SET _123",
          "SET a = if_not_exists(a, 0) | 0 | , 0)",
          "ADD  SET #createdAt = :v | SET | ADD  SET #createdAt",
          "SET | <EOF> | SET",
          "set a | <EOF> | a",
          "add a | <EOF> | a",
          "set a=set | set | =set",
          "remove a = b | = | a = b",
          "delete a b | b | a b",
          "add a if_not_exist(b) | if_not_exist | a if_not_exist(",
          "add abort b | b | abort b",
          "remove a b | b | a b",
          "set :a = b | :a | set :a =",
          "remove :a | :a | remove :a",
          "set a = b / c | / | b / c",
          "set a = b * c | * | b * c",
          "set a[1] = \"eight\" | \" | = \"eight",
          "SET if_not_exist(a, b) = a | ( | if_not_exist(a",
          "set (a = (b + c)) | ( | set (a",
          "set a = (b.c).d + e | . | ).d",
          "set a = (b.c)[0] + e | [ | )[0",
          "set a = b + c + d | + | c + d",
          "set a = (b + c) + d | + | ) + d",
          "set a = f(b + c) | + | b + c",
          "set a = :v; | ; | :v;",
          "set a = :v and b = :w | and | :v and b",
          "REMOVE and.or | and | REMOVE and.",
          "SET a = between(b) | between | = between("
        })
    void reportsTheFirstUnexpectedTokenBetweenItsNeighbours(
        String text, String token, String near) {
      assertThat(problem(text))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, token, near));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET a = ((b))", "SET a = ((b + :c))", "SET a = b + ((:c))"})
    void reportsRedundantParentheses(String text) {
      assertThat(problem(text))
          .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.REDUNDANT_PARENTHESES, "", ""));
    }
  }
}

package dev.monotable.expression;

import static dev.monotable.expression.Trees.document;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionParserTest {
  @Test
  void readsPathsInOrder() {
    assertThat(ExpressionParser.projection("a, b.c[0][12].#d ,#e"))
        .isEqualTo(
            new ParseResult.Success<>(
                new ProjectionExpression(
                    List.of(document("a"), document("b", "c", 0, 12, "#d"), document("#e"))),
                0,
                null,
                null));
  }

  @Test
  void readsReservedWordsAsNames() {
    assertThat(ExpressionParser.projection("a.abORt, setter"))
        .isEqualTo(
            new ParseResult.Success<>(
                new ProjectionExpression(List.of(document("a", "abORt"), document("setter"))),
                0,
                "abORt",
                null));
  }

  @Test
  void reportsEmptyText() {
    assertThat(Trees.problem(ExpressionParser.projection("")))
        .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.EMPTY, "", ""));
  }

  /** Texts and messages that users of AWS have reported, and similar ones. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "!!! | ! | !!",
        "dummy-id | - | dummy-id",
        "whatever(stuff) | ( | whatever(stuff",
        ":a | :a | :a",
        "abort, | <EOF> | ,",
        "a,,b | , | ,,b",
        "a..b | . | ..b",
        "a[b] | b | [b]",
        "a[].b | ] | [].",
        "[0] | [ | [0",
        "(a.b).c | ( | (a",
        "_airbyte_data | _ | _airbyte_data",
        "a b | b | a b",
        "a, AND, b | AND | , AND,",
        "a.set | set | .set"
      })
  void reportsTheFirstUnexpectedTokenBetweenItsNeighbours(String text, String token, String near) {
    assertThat(Trees.problem(ExpressionParser.projection(text)))
        .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, token, near));
  }
}

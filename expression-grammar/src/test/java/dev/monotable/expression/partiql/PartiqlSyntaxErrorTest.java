package dev.monotable.expression.partiql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.expression.partiql.ParsedStatement.Failure;
import dev.monotable.expression.partiql.ParsedStatement.Failure.Kind;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unexpected tokens and their kinds of errors, as recorded from AWS in
 * paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/partiqlGrammar} and
 * partiqlFunctions unless noted.
 */
class PartiqlSyntaxErrorTest {
  private static ParsedStatement failure(Kind kind) {
    return new Failure(kind, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM \"t\" WHERE pk = 1 foo              | LEFTOVER_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 1 e5               | LEFTOVER_TOKEN",
        "INSERT INTO \"t\" VALUE {'pk': 1} foo             | LEFTOVER_TOKEN",
        "UPDATE \"t\" SET a = 9 WHERE pk = 1 foo           | LEFTOVER_TOKEN",
        "DELETE FROM \"t\" WHERE pk = 1 foo                | LEFTOVER_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 1)                 | LEFTOVER_TOKEN",
        "DELETE FROM \"t\" WHERE pk = 1 ORDER BY pk        | LEFTOVER_TOKEN",
        "SELECT * FROM \"t\" ORDER BY pk WHERE pk = 1      | LEFTOVER_TOKEN",
        "INSERT INTO \"t\" u VALUE {'pk': 'x'}             | LEFTOVER_TOKEN",
        "FROM \"t\" SET c = 1 WHERE pk = 'x'               | LEFTOVER_TOKEN",
        "FROM \"t\" SET c = 1 WHERE pk = 'x' SET d = 2     | LEFTOVER_TOKEN",
        "SELECT * FROM \"t\"; SELECT * FROM \"t\"          | LEFTOVER_TOKEN",
        "SELECT * FROM t-1                                 | LEFTOVER_TOKEN",
        "SELECTT * FROMM \"t\"                             | LEFTOVER_TOKEN",
        "NOT A STATEMENT                                   | LEFTOVER_TOKEN",
        "SELECT * FROM \"t\" WHERE                         | UNEXPECTED_TERM",
        "SELECT * FROM \"t\" WHERE;                        | UNEXPECTED_TERM",
        "SELECT pk FROM \"t\" WHERE                        | UNEXPECTED_TERM",
        "UPDATE \"t\" SET a = 1 WHERE                      | UNEXPECTED_TERM",
        "DELETE FROM \"t\" WHERE                           | UNEXPECTED_TERM",
        "SELECT * FROM \"t\" WHERE NOT                     | UNEXPECTED_TERM",
        "SELECT * FROM \"t\" WHERE (                       | UNEXPECTED_TERM",
        "SELECT * FROM                                     | UNEXPECTED_TERM",
        "SELECT * FROM \"t\" WHERE pk = 'p1' AND           | MISSING_RIGHT_SIDE",
        "SELECT * FROM \"t\" WHERE pk = 'p1' OR            | MISSING_RIGHT_SIDE",
        "SELECT * FROM \"t\" WHERE ORDER BY pk             | UNEXPECTED_KEYWORD",
        "INSERT INTO urls (key, clicks) VALUES (?, ?)      | UNEXPECTED_KEYWORD",
        "SELECT * FROM \"t\" WHERE pad = 'none'            | UNEXPECTED_KEYWORD",
        "SELECT * FROM \"t\" WHERE pk = 'a' AND x IS FOO   | EXPECTED_TYPE_NAME",
        "SELECT * FROM \"t\" WHERE IS NULL                 | UNEXPECTED_OPERATOR",
        "SELECT * FROM \"t\" WHERE pk = LIKE               | UNEXPECTED_OPERATOR",
        "DELETE FROM                                       | EXPECTED_SIMPLE_PATH",
        "DELETE FROM;                                      | EXPECTED_SIMPLE_PATH",
        "DELETE FROM WHERE pk = 'a'                        | EXPECTED_SIMPLE_PATH",
        "SELECT a FROM \"t\" WHERE attribute_exists(m.inner) | INVALID_DOT_COMPONENT",
        "UPDATE \"t\" SET m.inner = 1 WHERE pk = 'a'       | INVALID_DOT_COMPONENT",
        "SLECT * FROM \"t\" WHERE pk = 'x'                 | EXPECTED_DATA_MANIPULATION",
        "UPDATE Payment-t SET active=? WHERE id=?          | EXPECTED_DATA_MANIPULATION",
        "FROM \"t\" WHERE pk = 'x'                         | EXPECTED_DATA_MANIPULATION",
        "SELECT * FROM \"t\" WHERE pk = 1 # note           | BROKEN_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 1 /* note          | BROKEN_TOKEN",
        "SELECT * FROM \"t                                 | BROKEN_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 'a                 | BROKEN_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 1e2147483648       | BROKEN_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 1e99999999999      | BROKEN_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = 1.5e-2147483647    | BROKEN_TOKEN",
        "SELECT * FROM \"t\" WHERE pk = :p                 | UNEXPECTED_TERM",
      })
  void anInvalidStatementIsReportedAsByAws(String text, Kind kind) {
    assertThat(PartiqlParser.parse(text)).isEqualTo(failure(kind));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM t WHERE (a = 1      | RIGHT_PAREN",
        "SELECT * FROM t WHERE size(a = 1  | RIGHT_PAREN",
        "SELECT * FROM t WHERE a IN (1     | RIGHT_PAREN",
        "SELECT * FROM t WHERE a = [1      | RIGHT_BRACKET",
        "INSERT INTO t VALUE {'a': 1       | RIGHT_CURLY",
        "INSERT INTO t VALUE {'a' 1}       | COLON",
        "INSERT INTO t VALUE {'a': <<1}    | RIGHT_DOUBLE_ANGLE_BRACKET",
        "INSERT t VALUE {}                 | INTO",
        "SELECT a b FROM t                 | FROM",
        "SELECT *, a FROM t                | FROM",
        "DELETE t                          | FROM",
        "SELECT * FROM t ORDER a           | BY",
        "SELECT * FROM t WHERE a BETWEEN 1 | AND",
        "UPDATE t SET a 1                  | OPERATOR",
        "EXISTS a                          | LEFT_PAREN",
        "DELETE FROM t RETURNING ALL OLD   | STAR",
      })
  void aSpecificExpectedTokenIsNamed(String text, String expected) {
    assertThat(PartiqlParser.parse(text)).isEqualTo(new Failure(Kind.EXPECTED_TOKEN, expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "-- nothing", ";"})
  void anEmptyStatementIsRejected(String text) {
    assertThat(PartiqlParser.parse(text)).isEqualTo(failure(Kind.UNEXPECTED_TERM));
  }

  /** The tables above contain every kind of failure. */
  @Test
  void everyKindOfFailureIsTested() {
    List<Kind> met = new ArrayList<>();
    for (Method method : PartiqlSyntaxErrorTest.class.getDeclaredMethods()) {
      CsvSource table = method.getAnnotation(CsvSource.class);
      for (String row : table == null ? new String[0] : table.value()) {
        if (PartiqlParser.parse(row.substring(0, row.lastIndexOf('|')))
            instanceof Failure failure) {
          met.add(failure.kind());
        }
      }
    }
    assertThat(EnumSet.complementOf(EnumSet.copyOf(met))).containsExactly(Kind.TOO_DEEP);
  }
}

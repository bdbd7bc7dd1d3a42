package dev.monotable.engine.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.monotable.engine.EngineExtension;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.ItemWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the reports of invalid statements. */
@ExtendWith(EngineExtension.class)
class StatementValidationTest extends StatementFixture {
  @Nested
  class Validation {
    private static final String WHERE = "SELECT * FROM \"tab\" WHERE pk = 'p' AND ";

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "attribute_exists('ss') | Operator or function requires a document path; operator or function: attribute_exists",
          "attribute_exists() | Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 0",
          "attribute_exists(ss, ns) | Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2",
          "EXISTS(ss) | Unrecognized function: exists at 1:40:6",
          "set_add(ss, <<'x'>>) = ss | Unrecognized function: set_add at 1:40:7",
          "attribute_type(l, 1) | Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
          "attribute_type(l, true) | Incorrect operand type for operator or function; operator or function: attribute_type, operand type: BOOL",
          "attribute_type(l, 'X') | Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}",
          "val < true | Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
          "val BETWEEN true AND false | Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: BOOL",
          "attribute_exists(n) > false | Incorrect operand type for operator or function; operator or function: >, operand type: BOOL",
          "s = <<'a','a'>> | One or more parameter values were invalid: Input collection [a, a] contains duplicates.",
          "sk = 5 | Key attribute's data type should match its data type in table's schema: Key sk",
          "sk IN ['1', 2] | Key attribute's data type should match its data type in table's schema: Key sk",
          "(sk > '0' OR sk < '5') | Overlapping conditions with range keys are not supported in where clause",
          "(sk='1' OR flag='two') | Overlapping conditions with range keys are not supported in where clause",
        })
    void anInvalidConditionIsRejected(String condition, String message) {
      assertThat(partiql.fail(WHERE + condition)).isEqualTo(INVALID + message);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "SELECT * FROM \"tab\" t WHERE pk = 'x' | Aliasing is not supported",
          "SELECT * FROM \"tab\" AS t WHERE pk = 'x' | Aliasing is not supported",
          "UPDATE \"tab\" t SET a = 3 WHERE pk = 'x' | Aliasing is not supported",
          "DELETE FROM \"tab\" t WHERE pk = 'x' | Aliasing is not supported",
          "SELECT * FROM \"tab\".\"gsi-all\".\"x\" WHERE pk = 'p' | A path may contain at most 2 components in the FROM clause",
          "SELECT * FROM \"tab\".\"\" WHERE pk = 'p' | Path component cannot be an empty string",
          "SELECT * FROM \"\" WHERE pk = 'p' | Path component cannot be an empty string",
          "SELECT * FROM \"tab\".\"none\" WHERE pk = 'p' | The table does not have the specified index",
          "SELECT * FROM \"tab\".\"tab\" WHERE pk = 'p' | The table does not have the specified index",
          "SELECT * FROM \"tab\" LIMIT 5 | Unsupported clause: LIMIT",
          "SELECT attribute_exists(ss) FROM \"tab\" | Unexpected path component at 1:8:16",
          "SELECT COUNT(*) FROM \"tab\" | Unexpected path component at 1:8:5",
          "SELECT COUNT(*) FROM \"nowhere\" | Unexpected path component at 1:8:5",
          "SELECT m.z, z FROM \"tab\" | Duplicate identifiers in select clause: z",
          "SELECT l[-1] FROM \"tab\" | List index is not within the allowable range; index: [-1] at 1:11:1",
          "SELECT l[2147483648] FROM \"tab\" | List index is not within the allowable range; index: [2147483648] at 1:10:10",
          "x IS INT4 | Unsupported operation: IsType",
          "x IS DOUBLE PRECISION | Unsupported operation: IsType",
          "EXISTS(SELECT * FROM \"tab\" WHERE pk='a') | EXISTS can only be used in ExecuteTransaction write requests.",
          "SELECT * FROM \"tab\" WHERE pk = ? | Number of parameters in request and statement don't match.",
          "SELECT sk FROM \"tab\" ORDER BY sk | Must have WHERE clause in the statement when using ORDER BY clause.",
          "SELECT sk FROM \"tab\" WHERE pk = 'o' ORDER BY Total DESC | Attribute Total in ORDER BY clause must be part of the primary key",
          "SELECT sk FROM \"tab\" WHERE pk > 'a' ORDER BY sk | Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.",
          "SELECT sk FROM \"tab\" WHERE pk IN ['o', 'p'] ORDER BY sk DESC | Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.",
          "SELECT sk FROM \"tab\" WHERE pk = 1 OR pk = 'r' | Key attribute's data type should match its data type in table's schema: Key pk",
          "SELECT sk FROM \"tab\" WHERE pk IN ['r','r'] | Overlapping conditions with range keys are not supported in where clause",
          "SELECT sk FROM \"tab\" WHERE pk='r' OR pk='r' | Overlapping conditions with range keys are not supported in where clause",
          "SELECT sk FROM \"tab\" WHERE (pk='r' AND f='1') OR (pk='r' AND f='2') | Overlapping conditions with range keys are not supported in where clause",
          "SELECT * FROM \"tab\" WHERE pk = 'a' AND x <> '1' OR pk = 'a' AND sk = '2' | Overlapping conditions with range keys are not supported in where clause",
          "SELECT * FROM \"tab\".\"gsi-multi\" WHERE h1 = 'a' | PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.",
          "SELECT COUNT(*) FROM \"tab\".\"gsi-multi\" | PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.",
          "SELECT nonproj FROM \"tab\".\"gsi-inc\" WHERE gsiPk2 = 'y' | One or more parameter values were invalid: Global secondary index gsi-inc does not project [nonproj]",
          "SELECT a, b FROM \"tab\".\"gsi-inc\" | One or more parameter values were invalid: Global secondary index gsi-inc does not project [a, b]",
          "SELECT pk FROM \"tab\".\"gsi-inc\" WHERE gsiPk2 = 'y' AND nonproj = 'np1' | One or more parameter values were invalid: Secondary index gsi-inc does not project one or more filter attributes: [nonproj]",
          "SELECT pk FROM \"tab\".\"gsi-inc\" WHERE gsiPk2 = 'y' AND nonproj IS MISSING | One or more parameter values were invalid: Secondary index gsi-inc does not project one or more filter attributes: [nonproj]",
          "SELECT pk FROM \"tab\".\"gsi-inc\" WHERE gsiPk2 IN ['y','z'] AND nonproj = 'np1' | One or more parameter values were invalid: Secondary index gsi-inc does not project one or more filter attributes: [nonproj]",
          "SELECT pk FROM \"tab\".\"gsi-inc\" WHERE gsiPk2='y' AND b='1' AND (a='2' OR projattr='3') | One or more parameter values were invalid: Secondary index gsi-inc does not project one or more filter attributes: [a, b]",
          "SELECT pk FROM \"tab\".\"gsi-inc\" WHERE gsiPk2='y' AND (zz='1' OR aa='2' OR mm='3') | One or more parameter values were invalid: Secondary index gsi-inc does not project one or more filter attributes: [zz, aa, mm]",
          "SELECT pk FROM \"tab\".\"gsi-inc\" WHERE (gsiPk2='q' AND u1='1') OR (gsiPk2='b' AND u2='1') | One or more parameter values were invalid: Secondary index gsi-inc does not project one or more filter attributes: [u1]",
          "SELECT pk FROM \"tab\".\"lsi-keys\" WHERE pk = 'p' AND nonproj = 'np1' | One or more parameter values were invalid: Secondary index lsi-keys does not project one or more filter attributes: [nonproj]",
          "INSERT INTO \"tab\".\"gsi-all\" VALUE {'pk': 'w', 'sk': 'w'} | FROM clause may only contain a single table name in data manipulation statements at 1:13:5",
          "UPDATE \"tab\".\"gsi-all\" SET a = 'z' WHERE pk = 'p' | This operation is not supported on an index",
          "DELETE FROM \"tab\".\"gsi-all\" WHERE pk = 'p' | This operation is not supported on an index",
          "UPDATE \"tab\" SET a = 1 WHERE pk = 'p' | Where clause does not contain a mandatory equality on all key attributes",
          "UPDATE \"tab\" SET a = 1 | Where clause does not contain a mandatory equality on all key attributes",
          "DELETE FROM \"tab\" WHERE a = 'b' | Where clause does not contain a mandatory equality on all key attributes",
          "FROM \"hash\" SET c = 1 | Where clause does not contain a mandatory equality on all key attributes",
          "FROM \"hash\" REMOVE a | Where clause does not contain a mandatory equality on all key attributes",
          "FROM \"hash\" WHERE a = 1 SET c = 1 | Where clause does not contain a mandatory equality on all key attributes",
          "UPDATE \"hash\" SET a = 1 WHERE pk = 'p' AND pk = 'q' | Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported",
          "DELETE FROM \"hash\" WHERE pk = 'x' RETURNING MODIFIED OLD * | Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
          "DELETE FROM \"hash\" WHERE pk = 'x' RETURNING ALL NEW * | Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
          "INSERT INTO \"tab\" VALUE {'pk': 'w'} | One or more parameter values were invalid: Missing the key sk in the item",
        })
    void anUnsupportedStatementIsRejected(String statement, String message) {
      assertThat(partiql.fail(statement)).isEqualTo(INVALID + message);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "t = set_add(ss, <<'x'>>) | The first argument to SET_ADD must equal the assignment value at 1:23:7",
          "ss = set_add(<<'a'>>, <<'b'>>) | The first argument to SET_ADD must equal the assignment value at 1:24:7",
          "ss = set_add(ss, 'x') | The second argument to SET_ADD must be a value with type SET at 1:32:2",
          "\"ss\" = set_delete(\"ss\", ['x']) | The second argument to SET_DELETE must be a value with type SET at 1:37:4",
          "ss = set_add(ss) | SET_ADD must have exactly two arguments at 1:24:7",
          "ss = set_add(ss, <<'x'>>, <<'y'>>) | SET_ADD must have exactly two arguments at 1:24:7",
          "ss = set_add(ss, <<1>>) | An operand in the update expression has an incorrect data type",
          "s = set_add(s, <<'x'>>) | An operand in the update expression has an incorrect data type",
          "ss = set_add(ss, <<'x', 'x'>>) | One or more parameter values were invalid: Input collection [x, x] contains duplicates.",
          "n = set_add(n, <<2, 2.0>>) | One or more parameter values were invalid: Input collection [2, 2.0] contains duplicates! under root",
          "ss = set_add(ss, <<>>) | Empty bags are not supported",
          "ss = <<1, 'a'>> | Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
          "nolist = list_append(nolist, [1]) | The provided expression refers to an attribute that does not exist in the item",
          "n = 'a' + 1 | Incorrect operand type for operator or function; operator or function: +, operand type: S",
          "n = n - null | Incorrect operand type for operator or function; operator or function: -, operand type: NULL",
          "x = [?] | Unsupported data type: Parameter under key root[0] at 1:24:1",
          "x = {'k': ?} | Unsupported data type: Parameter under key root.k at 1:29:1",
          "a = 1e-131 | Number underflow. Attempting to store a number with magnitude smaller than supported range under root",
          "a = [1, 1e126] | Number overflow. Attempting to store a number with magnitude larger than supported range under root[1]",
          "a = {'x': 123456789012345678901234567890123456789} | Attempting to store more than 38 significant digits in a Number under root.x",
          "pk = 'other' | One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key",
        })
    void anInvalidChangeIsRejected(String change, String message) {
      partiql.put(
          "hash",
          "{\"pk\":{\"S\":\"p\"},\"ss\":{\"SS\":[\"a\"]},\"s\":{\"S\":\"x\"},\"n\":{\"N\":\"1\"}}");

      assertThat(
              partiql.fail(
                  "UPDATE \"hash\" SET " + change + " WHERE pk = 'p'", AttributeValue.string("v")))
          .isEqualTo(INVALID + message);
    }

    @Test
    void aLiteralThatNestsTooDeepIsRejectedWithItsPosition() {
      String update = "UPDATE \"hash\" SET d = %s WHERE pk = 'p'";
      partiql.put("hash", "{\"pk\":{\"S\":\"p\"}}");

      assertThat(partiql.fail(update.formatted("{'a':".repeat(32) + "1" + "}".repeat(32))))
          .isEqualTo(
              INVALID
                  + "Nesting Levels have exceeded supported limits under root"
                  + ".a".repeat(32));
      assertThat(
              partiql.fail(update.formatted("{'a':" + "[".repeat(31) + "1" + "]".repeat(31) + "}")))
          .isEqualTo(
              INVALID
                  + "Nesting Levels have exceeded supported limits under root.a"
                  + "[0]".repeat(31));
      assertThat(partiql.run(update.formatted("{'a':".repeat(31) + "1" + "}".repeat(31))))
          .isEmpty();
    }

    @Test
    void aWriteThatNestsTheItemTooDeepIsRejected() {
      partiql.put("hash", "{\"pk\":{\"S\":\"p\"},\"m\":{\"M\":{}}}");
      String deep = "{\"M\":{\"a\":".repeat(31) + "{\"S\":\"x\"}" + "}}".repeat(31);

      assertThat(partiql.fail("UPDATE \"hash\" SET m.deep = ? WHERE pk = 'p'", value(deep)))
          .isEqualTo(INVALID + "Nesting Levels have exceeded supported limits");
    }

    @Test
    void operandsAreCheckedBeforeTheTableIsLookedUp() {
      assertThat(
              partiql.fail(
                  "SELECT pk FROM \"nowhere\" WHERE pk = ? AND val < ?",
                  AttributeValue.string("x"),
                  AttributeValue.bool(true)))
          .isEqualTo(
              INVALID
                  + "Incorrect operand type for operator or function; operator or function: <,"
                  + " operand type: BOOL");
      assertThat(partiql.fail("SELECT pk FROM \"nowhere\" WHERE pk = 'x'"))
          .isEqualTo("ResourceNotFoundException Requested resource not found");
      assertThat(partiql.fail("FROM \"nowhere\" WHERE pk = 'x' SET c = 1"))
          .isEqualTo("ResourceNotFoundException Requested resource not found");
      assertThat(partiql.fail("SELECT * FROM \"nowhere\" WHERE"))
          .isEqualTo(UNFORMED + "Unexpected term");
    }

    @Test
    void tooManyQueriesAndTooManyOperandsAreRejected() {
      String select = "SELECT sk FROM \"tab\" WHERE ";
      String reads = INVALID + "Too many decomposed read operations for a given query.";

      assertThat(partiql.fail(select + "pk IN [" + values(51) + "]")).isEqualTo(reads);
      assertThat(partiql.fail(select + "pk='r' AND sk IN [" + values(51) + "]")).isEqualTo(reads);
      assertThat(partiql.fail(select + "pk IN [" + values(26) + "] AND sk IN ['1','2']"))
          .isEqualTo(reads);
      assertThat(partiql.run(select + "pk IN [" + values(50) + "] AND f IN [" + values(100) + "]"))
          .isEmpty();
      assertThat(partiql.run(select + "pk IN [" + values(51) + "] OR f='one'")).isEmpty();
      assertThat(partiql.fail(select + "pk='r' AND f IN [" + values(101) + "]"))
          .isEqualTo(
              INVALID
                  + "The IN operator is provided with too many operands; number of operands: 101");
    }

    private String values(int count) {
      return IntStream.range(0, count)
          .mapToObj(i -> "'v" + i + "'")
          .collect(Collectors.joining(","));
    }

    @Test
    void tooManyAlternativesAreRejectedCheaply() {
      String either = "(sk = 'a' OR sk = 'b')";

      assertThat(partiql.fail("SELECT * FROM tab WHERE pk = 'p'" + (" AND " + either).repeat(300)))
          .isEqualTo(INVALID + "Too many decomposed read operations for a given query.");
    }

    @Test
    void aGlobalIndexIsNotReadConsistently() {
      assertThat(
              catchThrowable(
                  () ->
                      partiql.call(
                          PartiqlFixture.request(
                                  "SELECT * FROM \"tab\".\"gsi-all\" WHERE gsiPk = 'x'")
                              .consistentRead(true)
                              .build())))
          .hasMessage("Strongly consistent read is not supported on Global Secondary Indexes");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "SELECT * FROM \"tab\" WHERE pk = 'pq' AND n = ?",
          "INSERT INTO \"tab\" VALUE {'pk': 'pq', 'sk': 's', 'n': ?}",
          "UPDATE \"tab\" SET n = ? WHERE pk = 'pq' AND sk = 's'",
          "SELECT * FROM \"tab\" WHERE pk = ?",
          "SELECT WHERE ?",
        })
    void anInvalidParameterIsReportedFirst(String statement) {
      String unconvertible = INVALID + "The parameter cannot be converted to a numeric value";
      for (String number :
          List.of("1e99999999999", "-1e99999999999", "1e-99999999999", "1e2147483648")) {
        assertThat(partiql.fail(statement, number(number)))
            .isEqualTo(unconvertible + ": " + number);
      }
      assertThat(partiql.fail(statement, number(""))).isEqualTo(unconvertible);
      assertThat(partiql.fail(statement, number("1e2147483647")))
          .isEqualTo(
              INVALID
                  + "Number underflow. Attempting to store a number with magnitude smaller than"
                  + " supported range");
    }

    /** Returns a value as the protocol decodes it, including its fault. */
    private AttributeValue number(String text) {
      ItemWriter writer = new ItemWriter();
      writer.beginValue();
      writer.number(text);
      return writer.endValue();
    }
  }
}

package dev.monotable.engine.partiql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.ItemResponse;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Single statements. Texts and results were recorded from AWS in paritysuite/dynamodb-conformance
 * and nubo-db/dynamodb-conformance ({@code tests/tier2/partiql}, {@code
 * tests/tier3/error-messages/partiql*}) and floci-io/floci ({@code DynamoDbPartiQL*Test}), unless
 * noted.
 */
@ExtendWith(EngineExtension.class)
class StatementTest extends StatementFixture {
  @Nested
  class Behaviour {
    @Test
    void anInsertCreatesAnItemAndRejectsAnExistingOne() {
      String insert =
          "INSERT INTO \"tab\" value {'pk':'dt', 'sk':'1', 'NumberType':1,"
              + " 'MapType' : {'entryname1': 'value', 'entryname2': 4},"
              + " 'ListType': [1,'stringval'], 'NumberSetType':<<1,34,32,4.5>>,"
              + " 'StringSetType':<<'stringval','stringval2'>>, 'q':'it''s', 'b':TRUE, 'z':null,"
              + " 'e':-1.5e-3}";

      assertThat(partiql.run(insert)).isEmpty();
      assertThat(partiql.get("tab", "{\"pk\":{\"S\":\"dt\"},\"sk\":{\"S\":\"1\"}}"))
          .isEqualTo(
              Item.parse(
                  "{\"pk\":{\"S\":\"dt\"},\"sk\":{\"S\":\"1\"},\"NumberType\":{\"N\":\"1\"},"
                      + "\"MapType\":{\"M\":{\"entryname1\":{\"S\":\"value\"},\"entryname2\":{\"N\":\"4\"}}},"
                      + "\"ListType\":{\"L\":[{\"N\":\"1\"},{\"S\":\"stringval\"}]},"
                      + "\"NumberSetType\":{\"NS\":[\"1\",\"34\",\"32\",\"4.5\"]},"
                      + "\"StringSetType\":{\"SS\":[\"stringval\",\"stringval2\"]},"
                      + "\"q\":{\"S\":\"it's\"},\"b\":{\"BOOL\":true},\"z\":{\"NULL\":true},"
                      + "\"e\":{\"N\":\"-0.0015\"}}"));
      assertThat(partiql.fail(insert))
          .isEqualTo("DuplicateItemException Duplicate primary key exists in table");
    }

    @Test
    void anUpdateChangesAnExistingItemAndCreatesNone() {
      partiql.put(
          "hash",
          "{\"pk\":{\"S\":\"u\"},\"n\":{\"N\":\"1\"},\"l\":{\"L\":[{\"N\":\"1\"}]},\"m\":{\"M\":{}},"
              + "\"ss\":{\"SS\":[\"a\",\"b\"]},\"old\":{\"S\":\"x\"}}");

      List<Item> modified =
          partiql.run(
              "UPDATE \"hash\" SET n = n + 100 SET m.k = [2020, 'v'], l = LIST_APPEND(l, [4])"
                  + " SET ss = set_delete(ss, <<'a'>>) SET fresh = set_add(fresh, <<1>>)"
                  + " REMOVE \"old\" WHERE pk = 'u' AND n = 1 RETURNING MODIFIED NEW *");

      assertThat(modified)
          .isEqualTo(
              items(
                  "{\"n\":{\"N\":\"101\"},\"l\":{\"L\":[{\"N\":\"1\"},{\"N\":\"4\"}]},"
                      + "\"m\":{\"M\":{\"k\":{\"L\":[{\"N\":\"2020\"},{\"S\":\"v\"}]}}},"
                      + "\"ss\":{\"SS\":[\"b\"]},\"fresh\":{\"NS\":[\"1\"]}}"));
      assertThat(partiql.fail("UPDATE \"hash\" SET n = 0 WHERE pk = 'u' AND n = 1"))
          .isEqualTo("ConditionalCheckFailedException The conditional request failed");
      assertThat(
              partiql.fail("UPDATE \"hash\" SET n = 0 WHERE pk = 'x' AND attribute_not_exists(pk)"))
          .isEqualTo("ConditionalCheckFailedException The conditional request failed");
      assertThat(partiql.get("hash", "{\"pk\":{\"S\":\"x\"}}")).isNull();
    }

    @Test
    void returningReturnsTheWholeItemOrTheChangedAttributes() {
      partiql.put("hash", "{\"pk\":{\"S\":\"r\"},\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"b\"}}");
      String update = "UPDATE \"hash\" SET a = %d WHERE pk = 'r' RETURNING %s *";

      assertThat(partiql.run(update.formatted(2, "ALL OLD")))
          .isEqualTo(items("{\"pk\":{\"S\":\"r\"},\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"b\"}}"));
      assertThat(partiql.run(update.formatted(3, "ALL NEW")))
          .isEqualTo(items("{\"pk\":{\"S\":\"r\"},\"a\":{\"N\":\"3\"},\"b\":{\"S\":\"b\"}}"));
      assertThat(partiql.run(update.formatted(4, "MODIFIED OLD")))
          .isEqualTo(items("{\"a\":{\"N\":\"3\"}}"));
      assertThat(partiql.run(update.formatted(5, "MODIFIED NEW")))
          .isEqualTo(items("{\"a\":{\"N\":\"5\"}}"));
      assertThat(partiql.run("UPDATE \"hash\" REMOVE a WHERE pk = 'r' RETURNING MODIFIED NEW *"))
          .isEmpty();
      assertThat(partiql.run("DELETE FROM \"hash\" WHERE pk = 'r' RETURNING ALL OLD *"))
          .isEqualTo(items("{\"pk\":{\"S\":\"r\"},\"b\":{\"S\":\"b\"}}"));
      assertThat(partiql.run("DELETE FROM \"hash\" WHERE pk = 'r' RETURNING ALL OLD *")).isEmpty();
    }

    @Test
    void aDeleteFailsOnItsConditionAndNotOnAbsence() {
      partiql.put("hash", "{\"pk\":{\"S\":\"d\"},\"a\":{\"N\":\"5\"}}");

      assertThat(partiql.fail("DELETE FROM \"hash\" WHERE pk = 'd' AND a = 6"))
          .isEqualTo("ConditionalCheckFailedException The conditional request failed");
      assertThat(partiql.run("DELETE FROM \"hash\" WHERE pk = 'absent' AND a = 6")).isEmpty();
      assertThat(partiql.run("DELETE FROM \"hash\" WHERE pk = 'd' AND a = 5")).isEmpty();
      assertThat(partiql.get("hash", "{\"pk\":{\"S\":\"d\"}}")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "attribute_exists(ss)",
          "attribute_not_exists(nope)",
          "NOT attribute_exists(nope)",
          "ATTRIBUTE_EXISTS(\"ss\")",
          "(attribute_exists(nope) OR attribute_exists(ss))",
          "attribute_exists(ss) = true",
          "attribute_exists(m.sub)",
          "size(s) = 3",
          "attribute_type(ss, 'SS')",
          "nul IS NULL",
          "s IS NOT NULL",
          "absent IS NOT NULL",
          "flag IS BOOL",
          "s IS STRING",
          "m IS STRUCT",
          "n IS NUMERIC",
          "absent IS MISSING",
          "s IS NOT MISSING",
          "begins_with(s, 'st')",
          "contains(ss, 'a')",
          "contains(s, 'tr')",
          "n != 4",
          "n <> 4",
          "n >= 5",
          "n <= 5",
          "n > 4",
          "n < 6",
          "n BETWEEN - 2 AND +5",
          "n NOT BETWEEN 6 AND 7",
          "n IN [- 1, 5]",
          "n IN (1, 5)",
          "n NOT IN [1]",
          "NOT n = 4",
          "n = 1 OR s = 'str' AND n = 5",
          "attribute_exists(nope) = false",
          "true = attribute_exists(n)",
          "attribute_exists(n) <> 1",
          "contains(nope, 'z') = false",
          "(n BETWEEN 0 AND 5) = true",
          "(n = 4 OR s = 'x') = false",
          "attribute_exists(nope) IN [true, false]",
          "attribute_exists(n) = attribute_exists(s)",
          "attribute_exists(n) = flag",
          "l[0] = 'a'",
          "l = ['a', 'b']",
          "ss = <<'b', 'a', 'c'>>",
          "m = {'sub': 'x'}",
          "n = - - 5",
          "n > -/* c */-1",
          "5 = n",
        })
    void aConditionThatHoldsSelects(String condition) {
      seedFunctions();

      assertThat(partiql.run("SELECT pk FROM \"hash\" WHERE pk = 'f' AND " + condition))
          .isEqualTo(items("{\"pk\":{\"S\":\"f\"}}"));
      assertThat(partiql.run("SELECT pk FROM \"hash\" WHERE " + condition))
          .isEqualTo(items("{\"pk\":{\"S\":\"f\"}}"));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "attribute_exists(nope)",
          "size(s) = 4",
          "attribute_type(ss, 'S')",
          "s IS NULL",
          "nul IS NOT NULL",
          "s IS BOOL",
          "absent IS NULL",
          "l = ['b', 'a']",
          "attribute_exists(n) = 1",
          "NOT attribute_exists(n) = true",
          "(attribute_exists(n) = true) = false",
          "attribute_exists(n) = s",
          "n = '5'",
          "n < '9'",
        })
    void aConditionThatFailsSelectsNothing(String condition) {
      seedFunctions();

      assertThat(partiql.run("SELECT pk FROM \"hash\" WHERE pk = 'f' AND " + condition)).isEmpty();
    }

    private void seedFunctions() {
      partiql.put(
          "hash",
          "{\"pk\":{\"S\":\"f\"},\"ss\":{\"SS\":[\"a\",\"b\",\"c\"]},\"s\":{\"S\":\"str\"},"
              + "\"m\":{\"M\":{\"sub\":{\"S\":\"x\"}}},\"nul\":{\"NULL\":true},"
              + "\"flag\":{\"BOOL\":true},\"n\":{\"N\":\"5\"},"
              + "\"l\":{\"L\":[{\"S\":\"a\"},{\"S\":\"b\"}]}}");
    }

    @Test
    void nestedColumnsBecomeTopLevelAttributes() {
      partiql.put(
          "hash",
          "{\"pk\":{\"S\":\"c\"},\"m\":{\"M\":{\"k\":{\"L\":[{\"S\":\"c\"}]},\"z\":{\"N\":\"1\"}}},"
              + "\"m.z\":{\"S\":\"dotted\"},\"l\":{\"L\":[{\"S\":\"a\"}]}}");

      assertThat(
              partiql.run(
                  "SELECT m.k[0], m.z, \"m.z\", l[-0], absent, pk FROM \"hash\" WHERE pk = 'c'"))
          .isEqualTo(
              items(
                  "{\"k[0]\":{\"S\":\"c\"},\"z\":{\"N\":\"1\"},\"m.z\":{\"S\":\"dotted\"},"
                      + "\"l[0]\":{\"S\":\"a\"},\"pk\":{\"S\":\"c\"}}"));
      assertThat(partiql.run("SELECT absent FROM \"hash\" WHERE pk = 'c'")).isEqualTo(items("{}"));
    }

    private void seedRows() {
      for (String pk : List.of("o", "p")) {
        for (String sk : List.of("1", "2", "3")) {
          partiql.put("tab", "{\"pk\":{\"S\":\"" + pk + "\"},\"sk\":{\"S\":\"" + sk + "\"}}");
        }
      }
    }

    private List<String> rows(String where) {
      return rows(partiql.run("SELECT pk, sk FROM \"tab\" WHERE " + where));
    }

    private List<String> rows(List<Item> items) {
      return items.stream().map(i -> i.find("pk").string() + "/" + i.find("sk").string()).toList();
    }

    @Test
    void orderByFollowsTheKeyAndTurnsRoundWithoutTheSortKey() {
      seedRows();

      assertThat(rows("pk = 'o'")).containsExactly("o/1", "o/2", "o/3");
      assertThat(rows("pk = 'o' ORDER BY sk DESC")).containsExactly("o/3", "o/2", "o/1");
      assertThat(rows("pk = 'o' ORDER BY sk")).containsExactly("o/1", "o/2", "o/3");
      assertThat(rows("pk = 'o' ORDER BY pk ASC")).containsExactly("o/3", "o/2", "o/1");
      assertThat(rows("pk IN ['o', 'p'] ORDER BY pk DESC, sk ASC"))
          .containsExactly("p/1", "p/2", "p/3", "o/1", "o/2", "o/3");
      assertThat(rows("pk = 'o' AND sk IN ['3', '1'] ORDER BY sk DESC"))
          .containsExactly("o/3", "o/1");
    }

    @Test
    void alternativesOnTheSortKeyAreAUnion() {
      seedRows();

      assertThat(rows("pk = 'o' AND (sk = '1' OR sk = '2')")).containsExactly("o/1", "o/2");
      assertThat(rows("pk = 'o' AND (sk < '2' OR sk > '2' OR sk = '2')"))
          .containsExactly("o/1", "o/2", "o/3");
      assertThat(rows("pk = 'o' AND sk <> '1'")).containsExactly("o/2", "o/3");
      assertThat(rows("pk = 'o' AND sk = '1' AND sk > '0'")).containsExactly("o/1");
      assertThat(rows("pk = 'o' AND sk BETWEEN '2' AND '3'")).containsExactly("o/2", "o/3");
      assertThat(rows("pk = 'o' AND begins_with(sk, '2')")).containsExactly("o/2");
      assertThat(rows("pk = 'o' AND NOT sk = '1' OR pk = 'o' AND sk = '2'"))
          .containsExactly("o/2", "o/3");
      assertThat(rows("pk = 'o' OR pk = 'o' AND NOT sk = '1'"))
          .containsExactly("o/1", "o/2", "o/3");
      assertThat(rows("pk = 'o' OR sk = '1'"))
          .containsExactlyInAnyOrder("o/1", "o/2", "o/3", "p/1");
      assertThat(rows("pk > 1")).isEmpty();
      assertThat(rows("pk = 'o' AND pk = 'p'")).isEmpty();
    }

    @Test
    void aNextTokenIsBoundToItsStatement() {
      seedRows();
      String statement = "SELECT pk, sk FROM \"tab\" WHERE pk IN ['o', 'p'] ORDER BY pk DESC";

      ExecuteStatementOutput first =
          partiql.call(PartiqlFixture.request(statement).limit(2).build());
      ExecuteStatementOutput second =
          partiql.call(
              PartiqlFixture.request(statement).limit(3).nextToken(first.nextToken()).build());

      assertThat(rows(first.items())).containsExactly("p/3", "p/2");
      assertThat(first.lastEvaluatedKey())
          .isEqualTo(Item.parse("{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"2\"}}"));
      assertThat(rows(second.items())).containsExactly("p/1", "o/3", "o/2");
      assertThat(tokenError(statement + " ", first.nextToken()))
          .isEqualTo("NextToken does not match request");
      assertThat(tokenError(statement, "nonsense")).isEqualTo("Invalid NextToken");
    }

    private String tokenError(String statement, String token) {
      return catchThrowable(
              () -> partiql.call(PartiqlFixture.request(statement).nextToken(token).build()))
          .getMessage();
    }

    @Test
    void anItemReadByItsKeyHasNoSecondPage() {
      seedRows();

      ExecuteStatementOutput answer =
          partiql.call(
              PartiqlFixture.request("SELECT * FROM \"tab\" WHERE pk = 'o' AND sk = '1'")
                  .limit(1)
                  .build());

      assertThat(rows(answer.items())).containsExactly("o/1");
      assertThat(answer.nextToken()).isNull();
    }

    @Test
    void severalQueriesGivePagesOfTen() {
      for (int i = 10; i < 30; i++) {
        partiql.put("hash", "{\"pk\":{\"S\":\"i" + i + "\"}}");
      }
      String keys =
          IntStream.range(10, 30).mapToObj(i -> "'i" + i + "'").collect(Collectors.joining(","));
      String statement = "SELECT pk FROM \"hash\" WHERE pk IN [" + keys + "]";

      ExecuteStatementOutput first = partiql.call(PartiqlFixture.request(statement).build());

      assertThat(first.items()).hasSize(10);
      assertThat(partiql.run(statement)).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void anIndexIsReadAsItProjects() {
      partiql.put(
          "tab",
          "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s1\"},\"gsiPk\":{\"S\":\"x\"},"
              + "\"gsiPk2\":{\"S\":\"y\"},\"lsiSk\":{\"S\":\"l\"},\"projattr\":{\"S\":\"proj1\"},"
              + "\"nonproj\":{\"S\":\"np1\"}}");
      partiql.put("tab", "{\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s3\"},\"nonproj\":{\"S\":\"n\"}}");
      Item keys =
          Item.parse("{\"gsiPk2\":{\"S\":\"y\"},\"pk\":{\"S\":\"p\"},\"sk\":{\"S\":\"s1\"}}");

      assertThat(partiql.run("SELECT * FROM \"tab\".\"gsi-keys\" WHERE gsiPk2 = 'y'"))
          .containsExactly(keys);
      assertThat(partiql.run("SELECT nonproj FROM \"tab\".\"lsi-keys\" WHERE pk = 'p'"))
          .isEqualTo(items("{\"nonproj\":{\"S\":\"np1\"}}"));
      assertThat(partiql.run("SELECT pk FROM \"tab\".\"gsi-inc\" WHERE nonproj = 'np1'")).isEmpty();
      assertThat(partiql.run("SELECT sk FROM \"tab\".\"gsi-keys\" WHERE NOT nonproj = 'np1'"))
          .isEqualTo(items("{\"sk\":{\"S\":\"s1\"}}"));
      for (String accepted :
          List.of(
              "(gsiPk2='y' AND projattr='1') OR (gsiPk2='z' AND aa='1')",
              "gsiPk2 > 'a' AND zz='1'",
              "gsiPk2='y' AND (gsiPk2='z' OR zz='1')",
              "(gsiPk2='y' AND zz='1') OR aa='1'")) {
        assertThat(partiql.run("SELECT pk FROM \"tab\".\"gsi-inc\" WHERE " + accepted)).isEmpty();
      }
    }

    @Test
    void parametersReplaceValuesOfAnyType() {
      AttributeValue map = value("{\"M\":{\"x\":{\"B\":\"AQI=\"}}}");

      partiql.run("INSERT INTO hash VALUE {'pk': ?, 'v': ?}", AttributeValue.string("k"), map);

      assertThat(
              partiql.run(
                  "SELECT v FROM hash WHERE pk = ? AND v = ?", AttributeValue.string("k"), map))
          .containsExactly(Item.of("v", map));
    }

    @Test
    void aFailedConditionReturnsTheItemIfRequested() {
      partiql.put("hash", "{\"pk\":{\"S\":\"c\"},\"a\":{\"N\":\"1\"}}");

      DynamoException e =
          catchThrowableOfType(
              DynamoException.class,
              () ->
                  partiql.call(
                      PartiqlFixture.request("UPDATE hash SET a = 2 WHERE pk = 'c' AND a = 5")
                          .returnValuesOnConditionCheckFailure("ALL_OLD")
                          .build()));

      assertThat(e.detail())
          .isEqualTo(
              ConditionalCheckFailedException.builder()
                  .item(Item.parse("{\"pk\":{\"S\":\"c\"},\"a\":{\"N\":\"1\"}}"))
                  .build());
    }
  }

  @Nested
  class Transactions {
    private static final String PREFIX = INVALID + "Validation failed in TransactStatements[0]: ";
    private static final String CANCELED =
        "TransactionCanceledException Transaction cancelled, please refer cancellation reasons for"
            + " specific reasons ";

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "SELECT * FROM tab WHERE | Statement wasn't well formed, can't be processed: Unexpected term",
          "SELECT * FROM tab WHERE pk='k' AND sk='1' AND flag='r' | Select statements within ExecuteTransaction must specify the primary key in the where clause.",
          "SELECT * FROM tab WHERE pk='k' AND sk='1' AND pk='r' | Select statements within ExecuteTransaction must specify the primary key in the where clause.",
          "SELECT * FROM tab WHERE pk='k' | Select statements within ExecuteTransaction must specify the primary key in the where clause.",
          "SELECT * FROM tab WHERE pk IN ['o'] AND pk='r' AND sk='1' | Select statements within ExecuteTransaction must specify the primary key in the where clause.",
          "SELECT * FROM tab WHERE pk IN ['r','r'] AND sk='1' | Overlapping conditions with range keys are not supported in where clause",
          "SELECT * FROM tab.\"gsi-all\" WHERE gsiPk = 'x' | Reads on indices are not supported within transactions.",
          "UPDATE tab SET a='v' WHERE pk='x' AND sk='1' RETURNING ALL NEW * | RETURNING clause is not supported in ExecuteTransaction.",
          "EXISTS(SELECT * FROM tab WHERE pk='x' AND sk='1') | EXISTS() must contain a single item read with additional condition",
          "EXISTS(SELECT * FROM tab WHERE pk IN ['x'] AND sk='1' AND f='o') | EXISTS() must contain a single item read with additional condition",
          "UPDATE tab SET n = n + [1] WHERE pk='x' AND sk='1' | Incorrect operand type for operator or function; operator or function: +, operand type: L",
          "INSERT INTO tab VALUE {'pk':'b','sk':'1','x':[<<'a','a'>>]} | One or more parameter values were invalid: Input collection [a, a] contains duplicates.",
        })
    void aStatementThatDoesNotRunIsNamed(String statement, String message) {
      assertThat(partiql.failTogether(statement)).isEqualTo(PREFIX + message);
    }

    @Test
    void aStatementThatDoesNotNameOneItemCancels() {
      String update = "UPDATE tab SET a=1 WHERE ";

      assertThat(
              partiql.failTogether(
                  update + "pk='k'",
                  update + "pk IN ['k'] AND sk='1'",
                  update + "pk='k' AND sk='1' AND pk='o'",
                  update + "pk='k' AND sk=1",
                  update + "pk='k' AND sk='1'"))
          .isEqualTo(
              CANCELED
                  + "[ValidationError, ValidationError, ValidationError, ValidationError, None]");
      assertThat(
              partiql.failTogether(
                  "UPDATE gone SET a=1 WHERE pk='x'", "DELETE FROM gone WHERE pk='x'"))
          .isEqualTo(CANCELED + "[ResourceNotFound, ResourceNotFound]");
      assertThat(
              partiql.failTogether(
                  "SELECT * FROM tab WHERE pk='k' AND sk='1'",
                  "SELECT * FROM tab WHERE pk='k' AND sk='1'",
                  "SELECT * FROM tab WHERE pk=1 AND sk='1'"))
          .isEqualTo(CANCELED + "[None, None, ValidationError]");
      assertThat(
              partiql.failTogether(
                  "SELECT * FROM tab WHERE pk='k' AND sk='1'",
                  "SELECT a FROM tab WHERE sk='1' AND pk='k'"))
          .isEqualTo(
              INVALID + "Transaction request cannot include multiple operations on one item");
      assertThat(
              partiql.failTogether(
                  "SELECT * FROM tab WHERE pk='k' AND sk='1'",
                  "UPDATE tab SET a=1 WHERE pk='k' AND sk='1'"))
          .isEqualTo(
              INVALID
                  + "ExecuteTransaction API does not support both read and write operations in the"
                  + " same request.");
    }

    @Test
    void aTransactionIsAllOrNothing() {
      partiql.put("tab", "{\"pk\":{\"S\":\"k\"},\"sk\":{\"S\":\"1\"},\"f\":{\"S\":\"x\"}}");
      String check = "EXISTS(SELECT * FROM tab WHERE (pk='k' AND sk='1') AND nope IS MISSING)";

      assertThat(partiql.transact(check, "INSERT INTO tab VALUE {'pk':'n','sk':'1'}").responses())
          .isEmpty();
      assertThat(
              partiql.failTogether(
                  "INSERT INTO tab VALUE {'pk':'n','sk':'2'}",
                  "INSERT INTO tab VALUE {'pk':'n','sk':'1'}"))
          .isEqualTo(CANCELED + "[None, DuplicateItem]");
      assertThat(
              partiql.failTogether(
                  "EXISTS(SELECT * FROM tab WHERE pk='k' AND sk='1' AND pk='o' AND f='x')",
                  "UPDATE tab SET b=1 WHERE pk='n' AND sk='1'"))
          .isEqualTo(CANCELED + "[ConditionalCheckFailed, None]");
      assertThat(partiql.run("SELECT pk, sk FROM tab WHERE pk = 'n'"))
          .isEqualTo(items("{\"pk\":{\"S\":\"n\"},\"sk\":{\"S\":\"1\"}}"));
      assertThat(
              partiql
                  .transact(
                      "SELECT sk FROM tab WHERE pk IN ['n'] AND sk='1'",
                      "SELECT * FROM tab WHERE pk='none' AND sk='1'")
                  .responses())
          .containsExactly(
              new ItemResponse(Item.parse("{\"sk\":{\"S\":\"1\"}}")), new ItemResponse(null));
    }
  }
}

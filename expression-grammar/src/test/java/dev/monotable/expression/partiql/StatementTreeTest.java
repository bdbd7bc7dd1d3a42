package dev.monotable.expression.partiql;

import static dev.monotable.expression.partiql.Terms.and;
import static dev.monotable.expression.partiql.Terms.at;
import static dev.monotable.expression.partiql.Terms.bag;
import static dev.monotable.expression.partiql.Terms.call;
import static dev.monotable.expression.partiql.Terms.compare;
import static dev.monotable.expression.partiql.Terms.equal;
import static dev.monotable.expression.partiql.Terms.index;
import static dev.monotable.expression.partiql.Terms.list;
import static dev.monotable.expression.partiql.Terms.map;
import static dev.monotable.expression.partiql.Terms.name;
import static dev.monotable.expression.partiql.Terms.not;
import static dev.monotable.expression.partiql.Terms.number;
import static dev.monotable.expression.partiql.Terms.or;
import static dev.monotable.expression.partiql.Terms.parameter;
import static dev.monotable.expression.partiql.Terms.path;
import static dev.monotable.expression.partiql.Terms.remove;
import static dev.monotable.expression.partiql.Terms.set;
import static dev.monotable.expression.partiql.Terms.source;
import static dev.monotable.expression.partiql.Terms.statement;
import static dev.monotable.expression.partiql.Terms.text;
import static dev.monotable.expression.partiql.Terms.truth;
import static dev.monotable.expression.partiql.Terms.where;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Complete trees of statements, by clause. */
class StatementTreeTest {

  @Nested
  class Select {
    private static Statement.Select plain(Statement.Source source) {
      return new Statement.Select(null, false, List.of(source), null, List.of(), List.of());
    }

    @Test
    void aStarSelectsAllColumns() {
      assertThat(statement("SELECT * FROM Music")).isEqualTo(plain(source(15, 5, "Music")));
    }

    @Test
    void keywordsIgnoreCaseAndNamesKeepTheirs() {
      assertThat(statement("sElEcT * fRoM mUsIc")).isEqualTo(plain(source(15, 5, "mUsIc")));
    }

    @Test
    void aQuotedNameHasNoQuotesButItsPositionIncludesThem() {
      assertThat(statement("SELECT * FROM \"a\"\"b\"")).isEqualTo(plain(source(15, 6, "a\"b")));
      assertThat(statement("SELECT * FROM \"select\"")).isEqualTo(plain(source(15, 8, "select")));
    }

    @Test
    void anIndexIsASecondNameAfterADot() {
      assertThat(statement("SELECT * FROM \"t\".\"i\"")).isEqualTo(plain(source(15, 3, "t", "i")));
      assertThat(statement("SELECT * FROM t . i . x"))
          .isEqualTo(plain(source(15, 1, "t", "i", "x")));
    }

    @Test
    void columnsCanBeAnyTerms() {
      assertThat(statement("SELECT a, b.c[0], size(d), 1 FROM t"))
          .isEqualTo(
              new Statement.Select(
                  List.of(
                      path(8, "a"),
                      path(name(11, "b"), name(13, "c"), index(15, "0", 1)),
                      call(19, "size", path(24, "d")),
                      number(28, "1")),
                  false,
                  List.of(source(35, 1, "t")),
                  null,
                  List.of(),
                  List.of()));
    }

    @Test
    void aliasesAreRecorded() {
      Statement.Source t = new Statement.Source(List.of("t"), true, at(18, 1));

      assertThat(statement("SELECT a AS b FROM t"))
          .isEqualTo(
              new Statement.Select(
                  List.of(path(8, "a")),
                  true,
                  List.of(source(20, 1, "t")),
                  null,
                  List.of(),
                  List.of()));
      assertThat(statement("SELECT *    FROM t AS u"))
          .isEqualTo(statementWith(t))
          .isEqualTo(statement("SELECT *    FROM t    u"));
    }

    private static Statement.Select statementWith(Statement.Source source) {
      return plain(source);
    }

    @Test
    void multipleSourcesAreRead() {
      assertThat(statement("SELECT * FROM t, u.i"))
          .isEqualTo(
              new Statement.Select(
                  null,
                  false,
                  List.of(source(15, 1, "t"), source(18, 1, "u", "i")),
                  null,
                  List.of(),
                  List.of()));
    }

    @Test
    void whereAndOrder() {
      assertThat(statement("SELECT * FROM t WHERE a = 1 ORDER BY b, c.d ASC, e DESC"))
          .isEqualTo(
              new Statement.Select(
                  null,
                  false,
                  List.of(source(15, 1, "t")),
                  equal(path(23, "a"), number(27, "1")),
                  List.of(
                      new Statement.Order(path(38, "b"), false),
                      new Statement.Order(path(name(41, "c"), name(43, "d")), false),
                      new Statement.Order(path(50, "e"), true)),
                  List.of()));
    }

    @Test
    void unsupportedClausesAreListedInTheirOrder() {
      assertThat(
              statement("SELECT DISTINCT * FROM t GROUP BY a HAVING b ORDER BY c LIMIT 1 OFFSET 2"))
          .isEqualTo(
              new Statement.Select(
                  null,
                  false,
                  List.of(source(24, 1, "t")),
                  null,
                  List.of(new Statement.Order(path(55, "c"), false)),
                  List.of("DISTINCT", "GROUP", "HAVING", "LIMIT", "OFFSET")));
      assertThat(statement("SELECT ALL * FROM t")).isEqualTo(plain(source(19, 1, "t")));
    }
  }

  @Nested
  class Insert {
    @Test
    void anItem() {
      assertThat(statement("INSERT INTO t VALUE {'a': 1, 'b': ?}"))
          .isEqualTo(
              new Statement.Insert(
                  source(13, 1, "t"),
                  true,
                  map(21, text(22, "a"), number(27, "1"), text(30, "b"), parameter(35, 0)),
                  null));
    }

    @Test
    void aParameterForAnItemAndAnIndexToInsertInto() {
      assertThat(statement("INSERT INTO t.i VALUE ?"))
          .isEqualTo(new Statement.Insert(source(13, 1, "t", "i"), true, parameter(23, 0), null));
    }

    @Test
    void multipleItemsAreNotASingleValue() {
      assertThat(statement("INSERT INTO t << {'a': 1} >>"))
          .isEqualTo(
              new Statement.Insert(
                  source(13, 1, "t"),
                  false,
                  bag(15, map(18, text(19, "a"), number(24, "1"))),
                  null));
    }

    @Test
    void returning() {
      assertThat(statement("INSERT INTO t VALUE {} RETURNING ALL OLD *"))
          .isEqualTo(
              new Statement.Insert(source(13, 1, "t"), true, map(21), Statement.Returning.ALL_OLD));
    }
  }

  @Nested
  class Update {
    private static Statement.Update update(Term where, Statement.Change... changes) {
      return new Statement.Update(source(8, 1, "t"), List.of(changes), where, null);
    }

    @Test
    void setsAndRemovesInTheirOrder() {
      assertThat(statement("UPDATE t SET a = 1 REMOVE b SET c = 2, d = 3 REMOVE e WHERE k = 'x'"))
          .isEqualTo(
              update(
                  equal(path(61, "k"), text(65, "x")),
                  set(path(14, "a"), number(18, "1")),
                  remove(path(27, "b")),
                  set(path(33, "c"), number(37, "2")),
                  set(path(40, "d"), number(44, "3")),
                  remove(path(53, "e"))));
    }

    @Test
    void pathsAndFunctions() {
      assertThat(statement("UPDATE t SET a.b[1] = list_append(a.b, [?]) REMOVE \"c d\"[0]"))
          .isEqualTo(
              update(
                  null,
                  set(
                      path(name(14, "a"), name(16, "b"), index(18, "1", 1)),
                      call(
                          23,
                          "list_append",
                          path(name(35, "a"), name(37, "b")),
                          list(40, parameter(41, 0)))),
                  remove(
                      path(
                          new Term.Step(Term.Step.Kind.NAME, "c d", at(52, 5)),
                          index(58, "0", 1)))));
    }

    @Test
    void sumsGroupFromTheLeft() {
      assertThat(statement("UPDATE t SET a = a + 1 - b"))
          .isEqualTo(
              update(
                  null,
                  set(
                      path(14, "a"),
                      new Term.Arithmetic(
                          "-",
                          new Term.Arithmetic("+", path(18, "a"), number(22, "1")),
                          path(26, "b")))));
    }

    @ParameterizedTest
    @CsvSource({
      "ALL OLD, ALL_OLD",
      "ALL NEW, ALL_NEW",
      "MODIFIED OLD, MODIFIED_OLD",
      "modified new, MODIFIED_NEW"
    })
    void returning(String clause, Statement.Returning returning) {
      assertThat(statement("UPDATE t REMOVE a RETURNING " + clause + " *"))
          .isEqualTo(
              new Statement.Update(
                  source(8, 1, "t"), List.of(remove(path(17, "a"))), null, returning));
    }

    @Test
    void anUpdateMayBeginWithFrom() {
      assertThat(statement("FROM t WHERE k = 1 SET a = 2 REMOVE b RETURNING ALL NEW *"))
          .isEqualTo(
              new Statement.Update(
                  source(6, 1, "t"),
                  List.of(set(path(24, "a"), number(28, "2")), remove(path(37, "b"))),
                  equal(path(14, "k"), number(18, "1")),
                  Statement.Returning.ALL_NEW));
    }

    @Test
    void anAliasIsRecorded() {
      assertThat(statement("UPDATE t u REMOVE a"))
          .isEqualTo(
              new Statement.Update(
                  new Statement.Source(List.of("t"), true, at(8, 1)),
                  List.of(remove(path(19, "a"))),
                  null,
                  null));
    }
  }

  @Nested
  class Delete {
    @Test
    void clausesAreOptional() {
      assertThat(statement("DELETE FROM t"))
          .isEqualTo(new Statement.Delete(source(13, 1, "t"), null, null));
      assertThat(statement("DELETE FROM \"t\" WHERE k = ? RETURNING ALL OLD *;"))
          .isEqualTo(
              new Statement.Delete(
                  source(13, 3, "t"),
                  equal(path(23, "k"), parameter(27, 0)),
                  Statement.Returning.ALL_OLD));
    }
  }

  @Nested
  class Bare {
    @Test
    void existsContainsASelect() {
      assertThat(statement("EXISTS(SELECT * FROM t WHERE a = 1)"))
          .isEqualTo(
              new Statement.Bare(
                  new Term.Subselect(
                      new Statement.Select(
                          null,
                          false,
                          List.of(source(22, 1, "t")),
                          equal(path(30, "a"), number(34, "1")),
                          List.of(),
                          List.of()),
                      true,
                      at(1, 6))));
    }

    @Test
    void aSelectInParenthesesIsNotAnExists() {
      assertThat(((Statement.Bare) statement("(SELECT * FROM t)")).term())
          .isEqualTo(
              new Term.Subselect(
                  new Statement.Select(
                      null, false, List.of(source(16, 1, "t")), null, List.of(), List.of()),
                  false,
                  at(1, 1)));
    }

    @Test
    void anyExpressionIsRead() {
      assertThat(statement("x IS INT4"))
          .isEqualTo(new Statement.Bare(new Term.Is(path(1, "x"), "INT4")));
    }
  }

  @Nested
  class Conditions {
    @ParameterizedTest
    @CsvSource({
      "=, EQUAL",
      "<>, NOT_EQUAL",
      "!=, NOT_EQUAL",
      "<, LESS",
      "<=, LESS_OR_EQUAL",
      ">, GREATER",
      ">=, GREATER_OR_EQUAL"
    })
    void comparisons(String sign, Operator operator) {
      assertThat(where("a " + sign + " 1"))
          .isEqualTo(compare(operator, path(23, "a"), number(26 + sign.length(), "1")));
    }

    @Test
    void andBindsTighterThanOrAndNotBindsTighterThanBoth() {
      assertThat(where("a = 1 OR NOT b = 2 AND c = 3 OR d = 4"))
          .isEqualTo(
              or(
                  equal(path(23, "a"), number(27, "1")),
                  and(
                      not(32, 3, equal(path(36, "b"), number(40, "2"))),
                      equal(path(46, "c"), number(50, "3"))),
                  equal(path(55, "d"), number(59, "4"))));
    }

    @Test
    void parenthesesAffectOnlyTheGrouping() {
      assertThat(where("(a = 1 OR (b = 2)) AND ((c))"))
          .isEqualTo(
              and(
                  or(equal(path(24, "a"), number(28, "1")), equal(path(34, "b"), number(38, "2"))),
                  path(48, "c")));
    }

    @Test
    void twoNegationsCancelOut() {
      assertThat(where("NOT NOT a")).isEqualTo(path(31, "a"));
      assertThat(where("NOT NOT NOT a")).isEqualTo(not(23, 3, path(35, "a")));
    }

    @Test
    void betweenKeepsItsAnd() {
      assertThat(where("a BETWEEN 1 AND 2 AND b NOT BETWEEN 3 AND 4"))
          .isEqualTo(
              and(
                  new Term.Between(path(23, "a"), number(33, "1"), number(39, "2")),
                  not(47, 3, new Term.Between(path(45, "b"), number(59, "3"), number(65, "4")))));
    }

    @Test
    void inAcceptsListsBagsParenthesesAndAParameter() {
      assertThat(where("a IN [1, ?]"))
          .isEqualTo(new Term.In(path(23, "a"), list(28, number(29, "1"), parameter(32, 0))));
      assertThat(where("a IN <<1>>"))
          .isEqualTo(new Term.In(path(23, "a"), bag(28, number(30, "1"))));
      assertThat(where("a IN (1, 2)"))
          .isEqualTo(new Term.In(path(23, "a"), list(28, number(29, "1"), number(32, "2"))));
      assertThat(where("a IN ?")).isEqualTo(new Term.In(path(23, "a"), parameter(28, 0)));
      assertThat(where("a NOT IN [1]"))
          .isEqualTo(not(25, 3, new Term.In(path(23, "a"), list(32, number(33, "1")))));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "NULL",
          "MISSING",
          "STRING",
          "DOUBLE PRECISION",
          "CHARACTER",
          "CHARACTER VARYING",
          "BAG"
        })
    void isNamesAType(String type) {
      assertThat(where("a IS " + type)).isEqualTo(new Term.Is(path(23, "a"), type));
      assertThat(where("a IS NOT " + type)).isEqualTo(not(25, 2, new Term.Is(path(23, "a"), type)));
    }

    @Test
    void likeAndConcatenationAreRead() {
      assertThat(where("a LIKE 'x%'")).isEqualTo(new Term.Like(path(23, "a"), text(30, "x%")));
      assertThat(where("a || 'x' = 'y'"))
          .isEqualTo(equal(new Term.Arithmetic("||", path(23, "a"), text(28, "x")), text(34, "y")));
    }

    @Test
    void productsBindTighterThanSums() {
      assertThat(where("a + b * c = 1"))
          .isEqualTo(
              equal(
                  new Term.Arithmetic(
                      "+", path(23, "a"), new Term.Arithmetic("*", path(27, "b"), path(31, "c"))),
                  number(35, "1")));
    }

    @Test
    void functionNamesAreInLowerCase() {
      assertThat(where("BEGINS_WITH(a.b, 'x') AND Size(c) > 1"))
          .isEqualTo(
              and(
                  call(23, "begins_with", path(name(35, "a"), name(37, "b")), text(40, "x")),
                  compare(Operator.GREATER, call(49, "size", path(54, "c")), number(59, "1"))));
      assertThat(where("f()")).isEqualTo(call(23, "f"));
      assertThat(where("count(*) = 1"))
          .isEqualTo(equal(new Term.Call("count", List.of(), true, at(23, 5)), number(34, "1")));
    }

    @Test
    void aComparisonCanBeCompared() {
      assertThat(where("a = 1 = true"))
          .isEqualTo(equal(equal(path(23, "a"), number(27, "1")), truth(31, true)));
    }
  }

  @Nested
  class Literals {
    @Test
    void doubledQuotesInStringsAreUnescaped() {
      assertThat(where("'it''s'")).isEqualTo(new Term.Text("it's", at(23, 7)));
      assertThat(where("''")).isEqualTo(text(23, ""));
      assertThat(where("'ä\n'")).isEqualTo(new Term.Text("ä\n", at(23, 4)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.", "1.5", ".5", "1e3", "1E+3", "1.5e-3", "007"})
    void numbersKeepTheirNotation(String number) {
      assertThat(where(number)).isEqualTo(number(23, number));
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "+1, 1", "--1, 1", "- - -1, -1", "-(-1), 1", "+-1, -1"})
    void aSignBecomesPartOfItsNumber(String text, String number) {
      assertThat(where(text.replace("--", "- -"))).isEqualTo(new Term.Number(number, at(23, 1)));
    }

    @Test
    void anyOtherTermKeepsItsSign() {
      assertThat(where("-a")).isEqualTo(new Term.Signed(true, path(24, "a"), at(23, 1)));
      assertThat(where("+?")).isEqualTo(new Term.Signed(false, parameter(24, 0), at(23, 1)));
    }

    @Test
    void literalKeywordsIgnoreCase() {
      assertThat(where("[TRUE, false, Null, missing]"))
          .isEqualTo(
              list(
                  23,
                  truth(24, true),
                  truth(30, false),
                  new Term.Null(at(37, 4)),
                  new Term.Missing(at(43, 7))));
    }

    @Test
    void collectionsNest() {
      assertThat(where("[[], {}, <<1>>, {'a': {'b': [2]}}]"))
          .isEqualTo(
              list(
                  23,
                  list(24),
                  map(28),
                  bag(32, number(34, "1")),
                  map(39, text(40, "a"), map(45, text(46, "b"), list(51, number(52, "2"))))));
    }

    @Test
    void aPathAcceptsStarsAndSignedIndexes() {
      assertThat(where("a.*"))
          .isEqualTo(path(name(23, "a"), new Term.Step(Term.Step.Kind.STAR, "*", at(25, 1))));
      assertThat(where("a[-1]")).isEqualTo(path(name(23, "a"), index(26, "-1", 1)));
    }
  }

  @Nested
  class Places {
    @Test
    void parametersAreNumberedByTheOrderOfTheText() {
      String text = "UPDATE t SET a = ? WHERE k BETWEEN ? AND ? AND l = ?";

      assertThat(PartiqlParser.parse(text))
          .isEqualTo(
              new ParsedStatement.Success(
                  new Statement.Update(
                      source(8, 1, "t"),
                      List.of(set(path(14, "a"), parameter(18, 0))),
                      and(
                          new Term.Between(path(26, "k"), parameter(36, 1), parameter(42, 2)),
                          equal(path(48, "l"), parameter(52, 3))),
                      null),
                  4));
    }

    @Test
    void aQuestionMarkInAStringOrCommentIsNotAParameter() {
      assertThat(PartiqlParser.parse("SELECT * FROM t /* ? */ WHERE a = '?' -- ?"))
          .isEqualTo(
              new ParsedStatement.Success(
                  new Statement.Select(
                      null,
                      false,
                      List.of(source(15, 1, "t")),
                      equal(path(31, "a"), text(35, "?")),
                      List.of(),
                      List.of()),
                  0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/**/", "/***/", "/* ** */", "/*/*/", "/* -- */", "--\n", "-- /*\n"})
    void aCommentIsWhiteSpace(String comment) {
      assertThat(statement("SELECT *" + comment + "FROM t" + comment))
          .isInstanceOf(Statement.Select.class);
    }

    @Test
    void linesAndColumnsCountFromOne() {
      Statement.Select select =
          (Statement.Select) statement("SELECT *\nFROM t -- here\n\r\n  WHERE \ta = 1");

      assertThat(select.sources().get(0).position()).isEqualTo(new Position(2, 6, 1));
      assertThat(select.where())
          .isEqualTo(
              equal(
                  new Term.Path(
                      List.of(new Term.Step(Term.Step.Kind.NAME, "a", new Position(4, 10, 1))),
                      new Position(4, 10, 1)),
                  new Term.Number("1", new Position(4, 14, 1))));
    }

    @Test
    void thePositionOfATermIsThatOfItsFirstToken() {
      for (String condition :
          List.of(
              "a = 1",
              "a BETWEEN 1 AND 2",
              "a IN [1]",
              "a IS NULL",
              "a LIKE 'x'",
              "a + 1",
              "a = 1 AND b",
              "a = 1 OR b",
              "a.b[0]")) {
        assertThat(where(condition).position()).as(condition).isEqualTo(at(23, 1));
      }
    }
  }
}

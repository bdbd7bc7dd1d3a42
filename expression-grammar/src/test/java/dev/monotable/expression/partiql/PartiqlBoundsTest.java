package dev.monotable.expression.partiql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.expression.partiql.ParsedStatement.Failure;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Parses statements that are crafted to exhaust the parser. */
class PartiqlBoundsTest {
  /** Half the default stack size. */
  private static final long SMALL_STACK_BYTES = 512 * 1024;

  /** AWS page: API_ExecuteStatement. */
  private static final int MAX_CHARACTERS = 8192;

  private static final String WHERE = "SELECT * FROM t WHERE ";

  private static String fill(String before, String part, String after) {
    int times = (MAX_CHARACTERS - before.length() - after.length()) / part.length();
    return before + part.repeat(times) + after;
  }

  private static String nested(String open, String middle, String close) {
    return WHERE
        + open.repeat(PartiqlParser.MAX_DEPTH)
        + middle
        + close.repeat(PartiqlParser.MAX_DEPTH);
  }

  static Stream<Arguments> bombs() {
    return Stream.of(
        Arguments.of("open parentheses", fill(WHERE, "(", "")),
        Arguments.of("open lists", fill(WHERE, "[", "")),
        Arguments.of("open bags", fill(WHERE, "<<", "")),
        Arguments.of("open maps", fill(WHERE, "{'a':", "")),
        Arguments.of("open calls", fill(WHERE, "f(", "")),
        Arguments.of("open selects", fill("", "(SELECT a FROM t WHERE ", "")),
        Arguments.of("parentheses", nested("(", "a", ")")),
        Arguments.of("lists", nested("[", "a", "]")),
        Arguments.of("calls", nested("f(", "a", ")")),
        Arguments.of("selects", nested("EXISTS(SELECT * FROM t WHERE ", "a", ")")),
        Arguments.of("groups on the left", nested("(", "a=b", " OR a=b)")),
        Arguments.of("groups on the right", nested("(a=b OR ", "a=b", ")")),
        Arguments.of("AND", fill(WHERE + "a=a", " AND a=a", "")),
        Arguments.of("OR", fill(WHERE + "a=a", " OR a=a", "")),
        Arguments.of("NOT", fill(WHERE, "NOT ", "a")),
        Arguments.of("comparisons of comparisons", fill(WHERE + "a", "=a", "")),
        Arguments.of("IS", fill(WHERE + "a", " IS NULL", "")),
        Arguments.of("sums", fill(WHERE + "a", "+a", "=1")),
        Arguments.of("products", fill(WHERE + "a", "*a", "=1")),
        Arguments.of("signs", fill(WHERE, "- ", "1")),
        Arguments.of("a path", fill(WHERE + "a", ".a", "")),
        Arguments.of("indexes", fill(WHERE + "a", "[0]", "")),
        Arguments.of("IN", fill(WHERE + "a IN [1", ",1", "]")),
        Arguments.of("parameters", fill(WHERE + "a IN [?", ",?", "]")),
        Arguments.of("columns", fill("SELECT a", ",a", " FROM t")),
        Arguments.of("sources", fill("SELECT a FROM t", ",t", "")),
        Arguments.of("orders", fill("SELECT a FROM t ORDER BY a", ",a", "")),
        Arguments.of("changes", fill("UPDATE t", " SET a=a REMOVE a", "")),
        Arguments.of("members", fill("INSERT INTO t VALUE {'a':1", ",'a':1", "}")),
        Arguments.of("comments", fill(WHERE, "/**/", "a")),
        Arguments.of("an open comment", fill(WHERE, "/*", "")),
        Arguments.of("open strings", fill(WHERE, "''", "'")),
        Arguments.of("strange characters", fill(WHERE, "\u0000\u00e9", "")),
        Arguments.of("lone surrogates", fill(WHERE, "\ud800", "")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bombs")
  void aTextIsParsedOnASmallStackInBoundedTime(String name, String text) throws Exception {
    FutureTask<ParsedStatement> task = new FutureTask<>(() -> PartiqlParser.parse(text));
    Thread thread = new Thread(null, task, name, SMALL_STACK_BYTES);
    thread.setDaemon(true);
    thread.start();

    assertThat(task.get(240, TimeUnit.SECONDS)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"(,)", "[,]", "<<,>>", "{'a':,}", "f(,)", "'EXISTS(SELECT * FROM t WHERE ',)"})
  void bracketsNestUpToTheLimit(String open, String close) {
    String text = nested(open, "a", close);

    assertThat(PartiqlParser.parse(text)).isInstanceOf(ParsedStatement.Success.class);
    assertThat(PartiqlParser.parse(text.replace(WHERE, WHERE + open) + close))
        .isEqualTo(Failure.of(Failure.Kind.TOO_DEEP));
  }

  @Test
  void comparisonsOfComparisonsAreBounded() {
    for (String test : new String[] {" = a", " IS NULL", " IN (1)", " BETWEEN 1 AND 2"}) {
      String text = "SELECT * FROM t WHERE a" + test.repeat(PartiqlParser.MAX_DEPTH + 1);
      assertThat(PartiqlParser.parse(text)).isInstanceOf(ParsedStatement.Success.class);
      assertThat(PartiqlParser.parse(text + test)).isEqualTo(Failure.of(Failure.Kind.TOO_DEEP));
    }
  }
}

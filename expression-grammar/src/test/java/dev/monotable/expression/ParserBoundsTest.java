package dev.monotable.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parses texts that are crafted to exhaust the parser. */
@Tag("slow")
class ParserBoundsTest {
  /** Half the default stack size. */
  private static final long SMALL_STACK_BYTES = 512 * 1024;

  private static String fill(String before, String part, String after) {
    int times = (ExpressionParser.MAX_BYTES - before.length() - after.length()) / part.length();
    return before + part.repeat(times) + after;
  }

  static Stream<Arguments> bombs() {
    return Stream.of(
        Arguments.of("open parentheses", fill("", "(", "")),
        Arguments.of("spaced parentheses", fill("", "( ", "")),
        Arguments.of("as many parentheses as may be", "(".repeat(ExpressionParser.MAX_DEPTH)),
        Arguments.of("redundant parentheses", "(".repeat(2000) + "a = :v" + ")".repeat(2000)),
        Arguments.of("closing parentheses", fill("", ")", "")),
        Arguments.of("calls", fill("", "f(", "")),
        Arguments.of("nested calls", calls(ExpressionParser.MAX_DEPTH)),
        Arguments.of(
            "nested groups",
            "(a=b OR ".repeat(ExpressionParser.MAX_DEPTH)
                + "a=b"
                + ")".repeat(ExpressionParser.MAX_DEPTH)),
        Arguments.of(
            "nested paths",
            "(".repeat(ExpressionParser.MAX_DEPTH)
                + "a"
                + ").a".repeat(ExpressionParser.MAX_DEPTH)
                + " = :v"),
        Arguments.of(
            "groups nested on the left",
            "(".repeat(ExpressionParser.MAX_DEPTH)
                + "a=b"
                + " OR a=b)".repeat(ExpressionParser.MAX_DEPTH)),
        Arguments.of(
            "nested NOT groups",
            "NOT(".repeat(ExpressionParser.MAX_DEPTH)
                + "a=b"
                + ")".repeat(ExpressionParser.MAX_DEPTH)),
        Arguments.of("NOT", fill("", "NOT ", "a=b")),
        Arguments.of("NOT without end", fill("", "NOT ", "")),
        Arguments.of("path", fill("a", ".a", " = :v")),
        Arguments.of("indexes", fill("a", "[0]", " = :v")),
        Arguments.of("AND", fill("a=a", " AND a=a", "")),
        Arguments.of("AND of names", fill("", "a AND ", "a")),
        Arguments.of("OR of groups", fill("(a=a)", "OR(a=a)", "")),
        Arguments.of("IN", fill("a IN(a", ",a", ")")),
        Arguments.of("arguments", fill("f(a", ",(a)", ")")),
        Arguments.of("parentheses in a SET", "SET a=" + "(".repeat(ExpressionParser.MAX_DEPTH)),
        Arguments.of("calls in a SET", "SET a=" + calls(ExpressionParser.MAX_DEPTH)),
        Arguments.of("SET clauses", fill("", "SET a=a ", "")),
        Arguments.of("SET actions", fill("SET a=a", ",a=a", "")),
        Arguments.of("strange characters", fill("", "\u0000\u00e9", "")),
        Arguments.of("lone surrogates", "\ud800".repeat(4096)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bombs")
  void parsesOnASmallStackInBoundedTime(String name, String text) throws Exception {
    FutureTask<List<ParseResult<?>>> task =
        new FutureTask<>(
            () ->
                List.of(
                    ExpressionParser.condition(text),
                    ExpressionParser.update(text),
                    ExpressionParser.projection(text)));
    Thread thread = new Thread(null, task, name, SMALL_STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    assertThat(task.get(240, TimeUnit.SECONDS)).hasSize(3);
  }

  @Test
  void stopsAtTheDepthLimit() {
    int limit = ExpressionParser.MAX_DEPTH;
    String nested = "NOT (".repeat(limit) + "a = :v" + ")".repeat(limit);
    assertThat(ExpressionParser.condition(nested)).isInstanceOf(ParseResult.Success.class);
    assertThat(Trees.problem(ExpressionParser.condition("NOT (" + nested + ")")))
        .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.TOO_DEEP, "", ""));
    assertThat(Trees.problem(ExpressionParser.condition("a = " + calls(limit + 1))))
        .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.TOO_DEEP, "f", ""));
    assertThat(Trees.problem(ExpressionParser.condition("(".repeat(limit + 1) + "a")))
        .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.SYNTAX_ERROR, "<EOF>", "a"));
  }

  private static String calls(int depth) {
    return "f(".repeat(depth) + "a" + ")".repeat(depth);
  }

  @Test
  void redundantParenthesesDoNotCountTowardsTheDepth() {
    String redundant = "(".repeat(2000) + "a = :v" + ")".repeat(2000);
    assertThat(Trees.problem(ExpressionParser.condition(redundant)))
        .isEqualTo(new SyntaxProblem(SyntaxProblem.Kind.REDUNDANT_PARENTHESES, "", ""));
  }

  @Test
  void returnsTheSameTreesToConcurrentThreads() throws Exception {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      texts.add(nested(i * 7919) + (i % 3 == 0 ? " = :v" : i % 3 == 1 ? "" : " = (b = c)"));
    }
    List<ParseResult<ConditionExpression>> alone = new ArrayList<>();
    texts.forEach(text -> alone.add(ExpressionParser.condition(text)));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<ParseResult<ConditionExpression>>>> together = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        together.add(
            threads.submit(() -> texts.stream().map(ExpressionParser::condition).toList()));
      }
      for (Future<List<ParseResult<ConditionExpression>>> results : together) {
        assertThat(results.get(480, TimeUnit.SECONDS)).isEqualTo(alone);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns an operand whose parentheses nest differently for each number. */
  private static String nested(int number) {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    for (int bits = number + 2; bits > 1; bits >>= 1) {
      text.append((bits & 1) == 0 ? "(" : "f(a,");
      depth++;
    }
    return text + "a" + ")".repeat(depth);
  }

  @Test
  void limitsItsMemoryForEverNewTexts() {
    Assertions.assertTimeout(
        Duration.ofMinutes(4),
        () -> {
          int dropped = 0;
          int before = Grammar.MEMORY.states();
          for (int i = 0; dropped == 0 && i < 1_000_000; i++) {
            ExpressionParser.condition(nested(i) + " = :v");
            int states = Grammar.MEMORY.states();
            assertThat(states).isLessThan(2 * PredictionMemory.MAX_STATES);
            dropped += states < before ? 1 : 0;
            before = states;
          }
          assertThat(dropped).isEqualTo(1);
        });
  }
}

package dev.monotable.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Parses random tokens and mutated expressions. Each results in a tree or a problem. A syntax error
 * is at the first unexpected token: the text before the token can be completed to an expression,
 * and the text up to and including it cannot.
 *
 * <p>System properties: {@code monotable.fuzz.seconds} and {@code monotable.fuzz.inputs}, the
 * minimum duration and number of inputs, and {@code monotable.seed} to repeat a run.
 */
@Tag("slow")
@Tag("seeds")
class ExpressionFuzzTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "b.c",
          "#n",
          ":v",
          "size",
          "f",
          "0",
          "12",
          "99999999999",
          "=",
          "<>",
          "<",
          "<=",
          ">",
          ">=",
          "+",
          "-",
          ",",
          ".",
          "(",
          ")",
          "(",
          ")",
          "[",
          "]",
          "[0]",
          "AND",
          "or",
          "Not",
          "BETWEEN",
          "in",
          "SET",
          "remove",
          "Add",
          "DELETE",
          "name",
          " ",
          "\n",
          "#",
          ":",
          "_",
          "\"",
          "é",
          "😀",
          "\ud83d",
          "\u0000",
          "a = :v",
          "(a = :v)",
          "f(a, :v)",
          "a IN (:v, b)",
          "a BETWEEN :v AND b");

  private static final List<String> EXPRESSIONS =
      List.of(
          "PK = :pk AND begins_with(SK, :sk)",
          "attribute_not_exists(PK)",
          "(a = :a OR NOT b <> :b) AND c IN (:c, :d, (e)) AND size(f.g[1]) >= :h",
          "(a)between(b.c[45].#d)and(:a)",
          "NOT (NOT ((a.b).c = :v OR f(g(x), (y))) AND z = :z)",
          "SET a = :v, b.#c[1] = if_not_exists(d, :zero) + :one REMOVE e, f[0] ADD g :g DELETE j"
              + " :j",
          "set l = list_append(if_not_exists(l, :empty), :more), n = (n - :x)",
          "a, b.c[0][12].#d, #e");

  private static final List<Function<String, ParseResult<?>>> KINDS =
      List.of(ExpressionParser::condition, ExpressionParser::update, ExpressionParser::projection);

  @Test
  void everyTextResultsInATreeOrAProblem() {
    long seed = Long.getLong("monotable.seed", System.nanoTime());
    long seconds = Long.getLong("monotable.fuzz.seconds", 2);
    long inputs = Long.getLong("monotable.fuzz.inputs", 0);
    System.out.println("[seed] " + getClass().getName() + ": -Dmonotable.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    long start = System.nanoTime();
    long count = 0;
    long trees = 0;
    while (count < inputs || System.nanoTime() - start < seconds * 1_000_000_000L) {
      String text = random.nextInt(4) == 0 ? soup(random) : mutation(random);
      for (Function<String, ParseResult<?>> kind : KINDS) {
        try {
          trees += check(kind, text) ? 1 : 0;
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
          throw new AssertionError("seed " + seed + ", input " + count + ": " + text, e);
        }
      }
      count++;
    }
    System.out.println("expression fuzz: " + count + " inputs, " + trees + " trees");
    assertThat(trees).isPositive();
  }

  private static boolean check(Function<String, ParseResult<?>> kind, String text) {
    ParseResult<?> result = kind.apply(text);
    if (result instanceof ParseResult.Success<?> success) {
      assertThat(success.operators()).isNotNegative();
      return true;
    }
    SyntaxProblem problem = ((ParseResult.Failure<?>) result).problem();
    if (problem.kind() == SyntaxProblem.Kind.SYNTAX_ERROR
        && !problem.token().equals(SyntaxProblem.END_OF_INPUT)) {
      List<Integer> ends = endsOf(text, problem);
      assertThat(ends).as("%s: places of the token", problem).isNotEmpty();
      assertThat(ends)
          .as("%s: is the first", problem)
          .anyMatch(end -> isFirst(kind, text, end, problem));
    }
    return false;
  }

  /** Returns where the problem's token may end, as the near text may occur more than once. */
  private static List<Integer> endsOf(String text, SyntaxProblem problem) {
    List<Integer> ends = new ArrayList<>();
    int tokenLength = problem.token().length();
    for (int at = text.indexOf(problem.near());
        at >= 0;
        at = text.indexOf(problem.near(), at + 1)) {
      int nearEnd = at + problem.near().length();
      for (int from = text.indexOf(problem.token(), at);
          from >= 0 && from + tokenLength <= nearEnd;
          from = text.indexOf(problem.token(), from + 1)) {
        ends.add(from + tokenLength);
      }
    }
    return ends;
  }

  private static boolean isFirst(
      Function<String, ParseResult<?>> kind, String text, int end, SyntaxProblem problem) {
    String before = text.substring(0, end - problem.token().length());
    return canContinue(kind.apply(before)) && !canContinue(kind.apply(text.substring(0, end)));
  }

  private static boolean canContinue(ParseResult<?> result) {
    if (result instanceof ParseResult.Success<?>) {
      return true;
    }
    SyntaxProblem problem = ((ParseResult.Failure<?>) result).problem();
    return problem.kind() != SyntaxProblem.Kind.SYNTAX_ERROR
        || problem.token().equals(SyntaxProblem.END_OF_INPUT);
  }

  private static String soup(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    int length = 1 + random.nextInt(random.nextInt(20) == 0 ? 400 : 12);
    for (int i = 0; i < length; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
      if (random.nextBoolean()) {
        text.append(' ');
      }
    }
    return text.toString();
  }

  private static String mutation(SplittableRandom random) {
    StringBuilder text = new StringBuilder(EXPRESSIONS.get(random.nextInt(EXPRESSIONS.size())));
    for (int times = random.nextInt(4); times > 0 && text.length() > 0; times--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(6));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        case 2 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
        default -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
      }
    }
    return text.toString();
  }
}

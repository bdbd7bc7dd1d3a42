package dev.monotable.expression.partiql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every text has one result, which does not change, and the parser's memory is bounded.
 *
 * <p>System properties: {@code monotable.fuzz.seconds} and {@code monotable.fuzz.inputs}, the
 * minimum duration and number of inputs, and {@code monotable.seed} to repeat a run.
 */
@Tag("slow")
@Tag("seeds")
class PartiqlFuzzTest {
  private static final int MAX_REMEMBERED = 20_000;

  private static final List<String> WORDS =
      List.of(
          "SELECT",
          "*",
          "FROM",
          "\"t\"",
          ".",
          "WHERE",
          "a",
          "=",
          "'x'",
          "1",
          "-",
          "+",
          "AND",
          "OR",
          "NOT",
          "IN",
          "[",
          "]",
          "(",
          ")",
          "<<",
          ">>",
          "{",
          "}",
          ":",
          ",",
          "BETWEEN",
          "IS",
          "MISSING",
          "NULL",
          "INSERT",
          "INTO",
          "VALUE",
          "UPDATE",
          "SET",
          "REMOVE",
          "DELETE",
          "size",
          "EXISTS",
          "ORDER",
          "BY",
          "DESC",
          "RETURNING",
          "ALL",
          "OLD",
          "?",
          ";",
          "begins_with",
          "<>",
          "<=",
          "1e5",
          "--",
          "/*",
          "*/",
          "'",
          "\"",
          "#",
          "LIMIT",
          "key",
          "true",
          "||");

  private static final List<String> STATEMENTS =
      List.of(
          "SELECT a.b[0], c FROM \"t\".\"i\" WHERE a = 'x' AND (b IN [1, 2] OR NOT c IS MISSING)"
              + " ORDER BY a DESC",
          "INSERT INTO t VALUE {'a': ?, 'b': [1, <<'x', 'y'>>, {'c': null}]}",
          "UPDATE t SET a = a + 1, b = list_append(b, [1]) REMOVE c[1] WHERE pk = 'x'"
              + " RETURNING MODIFIED NEW *",
          "DELETE FROM t WHERE pk = 'x' AND size(b) BETWEEN 1 AND 2 RETURNING ALL OLD *",
          "EXISTS(SELECT * FROM t WHERE pk = 'x' AND begins_with(a, 'b'))");

  private final long seed = Long.getLong("monotable.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @Test
  void everyTextHasAResult() {
    long seconds = Long.getLong("monotable.fuzz.seconds", 2);
    long inputs = Long.getLong("monotable.fuzz.inputs", 0);
    System.out.println("[seed] " + getClass().getName() + ": -Dmonotable.seed=" + seed);
    long start = System.nanoTime();
    long count = 0;
    long trees = 0;
    while (count < inputs || System.nanoTime() - start < seconds * 1_000_000_000L) {
      String text = random.nextInt(4) == 0 ? words() : damaged();
      try {
        trees += check(text) ? 1 : 0;
      } catch (RuntimeException | StackOverflowError | AssertionError e) {
        throw new AssertionError("seed " + seed + ", input " + count + ": " + text, e);
      }
      count++;
    }
    System.out.println("statement fuzz: " + count + " inputs, " + trees + " trees");
    assertThat(trees).isPositive();
  }

  /**
   * Checks that trailing white space and comments, and earlier parses, do not change the result.
   */
  private static boolean check(String text) {
    ParsedStatement parsed = PartiqlParser.parse(text);
    assertThat(PartiqlParser.rememberedStates()).isLessThan(MAX_REMEMBERED);
    boolean isBroken =
        parsed.equals(ParsedStatement.Failure.of(ParsedStatement.Failure.Kind.BROKEN_TOKEN));
    if (!isBroken) {
      assertThat(PartiqlParser.parse(text + "\n-- the same\n")).isEqualTo(parsed);
    }
    return parsed instanceof ParsedStatement.Success;
  }

  @Test
  void everyUnmodifiedStatementIsValid() {
    for (String text : STATEMENTS) {
      assertThat(PartiqlParser.parse(text)).isInstanceOf(ParsedStatement.Success.class);
    }
  }

  private String words() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i >= 0; i--) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append(random.nextBoolean() ? " " : "");
    }
    return text.toString();
  }

  /** Returns a statement with some characters removed, doubled or replaced with a word. */
  private String damaged() {
    StringBuilder text = new StringBuilder(STATEMENTS.get(random.nextInt(STATEMENTS.size())));
    for (int i = random.nextInt(4); i >= 0 && text.length() > 1; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, text.charAt(random.nextInt(text.length())));
        default -> text.insert(at, WORDS.get(random.nextInt(WORDS.size())));
      }
    }
    return text.toString();
  }
}

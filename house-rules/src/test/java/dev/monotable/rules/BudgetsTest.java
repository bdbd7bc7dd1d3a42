package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the project does not grow unnoticed. {@code budgets.txt} has the lines of each
 * module's own Java, without generated code, and the words of all pages, as {@code what | least |
 * most | reason}: the smallest number so far, the number that is permitted now, and if that is
 * larger the reason. A change that needs fewer lowers both, which {@code
 * -Dmonotable.expected=write} does.
 *
 * <p>The budgets of bytes per request are in {@code AllocationTest}, that of classes at the start
 * in {@code StartClassesTest}.
 */
class BudgetsTest {
  private static final Path FILE =
      Project.root().resolve("house-rules/src/test/resources/dev/monotable/rules/budgets.txt");

  /** The part by which a number may be smaller than its budget before the budget has to follow. */
  private static final double SLACK = 0.02;

  /**
   * The part by which a number may be larger than its budget, so that an operation, a rule or a
   * finding does not edit the file. Since a budget does not rise by itself, more needs a reason.
   */
  private static final double GROWTH = 0.005;

  /** A line of the file. */
  private record Budget(String what, int least, int most, String reason) {

    static Budget of(String line) {
      String[] columns = line.split(" \\|( |$)", -1);
      assertThat(columns).as(line).hasSize(4);
      return new Budget(
          columns[0], Integer.parseInt(columns[1]), Integer.parseInt(columns[2]), columns[3]);
    }

    /** Returns what is wrong with a number; empty if nothing is. */
    List<String> problems(int now) {
      List<String> problems = new ArrayList<>();
      if (now > most * (1 + GROWTH)) {
        problems.add("%s: %d, more than the budget of %d".formatted(what, now, most));
      }
      if (now < most * (1 - SLACK)) {
        problems.add("%s: %d, so lower the budget of %d".formatted(what, now, most));
      }
      if (most > least && reason.isBlank()) {
        problems.add("%s: no reason why %d became %d".formatted(what, least, most));
      }
      return problems;
    }

    /** Returns the budget after a number was measured; it never rises by that. */
    Budget lowered(int now) {
      return now >= most ? this : new Budget(what, Math.min(least, now), now, reason);
    }

    String line() {
      return what + " | " + least + " | " + most + " | " + reason;
    }
  }

  @Test
  void nothingIsLargerThanItsBudget() throws IOException {
    Map<String, Integer> now = measured();
    List<String> comments = new ArrayList<>();
    List<Budget> budgets = new ArrayList<>();
    for (String line : Files.readAllLines(FILE)) {
      if (line.startsWith("#") || line.isBlank()) {
        comments.add(line);
      } else {
        budgets.add(Budget.of(line));
      }
    }
    assertThat(budgets).extracting(Budget::what).containsExactlyElementsOf(now.keySet());
    if ("write".equals(System.getProperty("monotable.expected"))) {
      Stream<String> lines = budgets.stream().map(b -> b.lowered(now.get(b.what)).line().strip());
      Files.write(FILE, Stream.concat(comments.stream(), lines).toList());
      return;
    }
    assertThat(budgets.stream().flatMap(budget -> budget.problems(now.get(budget.what)).stream()))
        .as("mvn -pl house-rules -am test -Dmonotable.expected=write lowers budgets")
        .isEmpty();
  }

  private static Map<String, Integer> measured() throws IOException {
    Map<String, Integer> now = new TreeMap<>();
    for (Module module : Project.modules()) {
      if (!module.isTestOnly()) {
        now.put(
            "lines of " + module.name(),
            module.mainSources().stream().mapToInt(SourceFile::lines).sum());
      }
    }
    now.put("words of pages", WordsTest.pages().stream().mapToInt(BudgetsTest::words).sum());
    return now;
  }

  private static int words(Path page) {
    try (Stream<String> lines = Files.lines(page)) {
      return lines.mapToInt(line -> line.isBlank() ? 0 : line.strip().split("\\s+").length).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the types, tests among them, that {@code ARCHITECTURE.md} names exist, that an
 * invariant names what enforces it, and a decision its alternative and its price.
 */
class ArchitecturePageTest {
  /** A type: at least two words without a space between them. */
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][a-z]+)+)[`.]");

  /** Names of that form that are not types of the project. */
  private static final Set<String> OTHERS =
      Set.of("BigDecimal", "ExclusiveStartKey", "LastEvaluatedKey", "SpringExtension");

  @Test
  void theTypesNamedOnThePageExist() throws IOException {
    Set<String> types = new TreeSet<>(OTHERS);
    for (Module module : Project.modules()) {
      Stream.of(module.mainSources(), module.generatedSources(), module.testSources())
          .flatMap(List::stream)
          .forEach(file -> types.addAll(file.types()));
    }
    Set<String> named = new TreeSet<>();
    page().forEach(line -> TYPE.matcher(line).results().forEach(type -> named.add(type.group(1))));
    assertThat(named).hasSizeGreaterThan(100);
    assertThat(types).containsAll(named);
  }

  @Test
  void anInvariantNamesWhatEnforcesIt() throws IOException {
    List<String> rows =
        section("## Invariants").stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| invariant |"))
            .toList();
    assertThat(rows)
        .hasSizeGreaterThan(30)
        .allMatch(row -> row.matches("\\| [^|]+ \\| [^|]*[a-z][^|]* \\|"));
  }

  @Test
  void aDecisionNamesItsAlternativeAndItsPrice() throws IOException {
    List<String> decisions =
        section("## Decisions").stream().filter(line -> line.startsWith("**")).toList();
    assertThat(decisions)
        .hasSizeGreaterThan(40)
        .allMatch(text -> text.matches(".*\\*Alternatives?:\\* .*\\*Price:\\* .*"));
  }

  private static List<String> page() throws IOException {
    return Files.readAllLines(Project.root().resolve("ARCHITECTURE.md"));
  }

  private static List<String> section(String heading) throws IOException {
    return page().stream()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .toList();
  }
}

package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that {@code ARCHITECTURE.md} names what enforces a claim, and what a decision costs. */
class ArchitecturePageTest {
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Tests?)`");

  @Test
  void theTestsNamedOnThePageExist() throws IOException {
    Set<String> tests =
        Project.modules().stream()
            .flatMap(module -> module.testSources().stream())
            .flatMap(file -> file.types().stream())
            .collect(Collectors.toSet());
    Set<String> named = new TreeSet<>();
    page().forEach(line -> TEST.matcher(line).results().forEach(test -> named.add(test.group(1))));
    assertThat(named).hasSizeGreaterThan(40);
    assertThat(tests).containsAll(named);
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

package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that the types, tests among them, that {@code ARCHITECTURE.md}, {@code docs/invariants.md}
 * and {@code docs/decisions} name exist, that an invariant names what enforces it, and a decision
 * its alternative and its price.
 */
class ArchitecturePageTest {
  private static final Path INVARIANTS = Project.root().resolve("docs/invariants.md");

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
    for (String page : pages()) {
      TYPE.matcher(page).results().forEach(type -> named.add(type.group(1)));
    }
    assertThat(named).hasSizeGreaterThan(100);
    assertThat(types).containsAll(named);
  }

  @Test
  void anInvariantNamesWhatEnforcesIt() throws IOException {
    List<String> rows =
        Files.readAllLines(INVARIANTS).stream().filter(line -> line.startsWith("- ")).toList();
    assertThat(rows).hasSizeGreaterThan(30).allMatch(row -> row.matches("- .+\\. \\(.*[a-z].*\\)"));
  }

  @Test
  void aDecisionNamesItsAlternativeAndItsPrice() throws IOException {
    assertThat(decisions())
        .hasSizeGreaterThan(40)
        .allMatch(
            text ->
                text.matches(
                    "# .+\n\n.+\n\n\\*\\*Alternatives?\\.\\*\\* .+\n\n\\*\\*Price\\.\\*\\* .+\n"));
  }

  private static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(decisions());
    pages.add(Files.readString(INVARIANTS));
    pages.add(Files.readString(Project.root().resolve("ARCHITECTURE.md")));
    return pages;
  }

  private static List<String> decisions() throws IOException {
    List<String> decisions = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(Project.root().resolve("docs/decisions"), "*.md")) {
      for (Path file : files) {
        decisions.add(Files.readString(file));
      }
    }
    return decisions;
  }
}

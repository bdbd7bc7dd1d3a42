package dev.monotable.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.rules.Project.Module;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that nobody lists operations: main code asks for the traits of an operation, which {@code
 * operations.txt} says, or uses the constant of one operation.
 */
class OperationsTest {
  private static final String TABLE = "service-model/src/main/smithy/operations.txt";

  private static Set<String> names() throws IOException {
    return Files.readAllLines(Project.root().resolve(TABLE)).stream()
        .filter(line -> !line.isBlank() && Character.isLetter(line.charAt(0)))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .collect(Collectors.toSet());
  }

  @Test
  void theFrontPageHasTheirNumber() throws IOException {
    assertThat(Project.root().resolve("README.md"))
        .content()
        .contains("| operations | all " + names().size() + " |");
  }

  @Test
  void mainCodeHasNoNamesOfOperations() throws IOException {
    Set<String> names = names();
    assertThat(names).contains("PutItem", "Query", "GetRecords").hasSizeGreaterThan(60);
    Findings findings = new Findings("operation");
    int files = 0;
    for (Module module : Project.modules()) {
      // Benchmarks send requests as clients do.
      List<SourceFile> sources =
          module.name().equals("benchmarks") ? List.of() : module.mainSources();
      files += sources.size();
      for (SourceFile file : sources) {
        Set<String> found = new TreeSet<>(file.texts());
        found.retainAll(names);
        if (!found.isEmpty()) {
          findings.add(file.name(), "has " + found);
        }
      }
    }
    assertThat(files).isGreaterThan(500);
    findings.check();
  }
}

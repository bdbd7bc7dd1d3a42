package dev.monotable.conformance.cases;

import dev.monotable.engine.error.Edition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Sends every case of every file, in each edition that it holds in, to a fresh database. */
class OperationCasesTest {
  private static final Map<String, Database> DATABASES = new HashMap<>();

  @AfterAll
  static void close() {
    DATABASES.values().forEach(Database::close);
    DATABASES.clear();
  }

  @TestFactory
  Stream<DynamicNode> cases() {
    return CaseFile.all().stream()
        .map(
            file ->
                DynamicContainer.dynamicContainer(
                    file.name(), file.cases().stream().flatMap(c -> tests(file, c))));
  }

  private static Stream<DynamicNode> tests(CaseFile file, Case it) {
    return Stream.of(Edition.values())
        .filter(it.expected()::containsKey)
        .map(
            edition ->
                DynamicTest.dynamicTest(
                    it.name() + " [" + edition.label() + ']', () -> run(file, it, edition)));
  }

  private static void run(CaseFile file, Case it, Edition edition) {
    List<String> differences = differences(file, it, edition);
    Assertions.assertThat(differences)
        .withFailMessage(
            () ->
                it.file()
                    + ", "
                    + it.name()
                    + " ["
                    + edition.label()
                    + "]: "
                    + String.join("; ", differences)
                    + "\n     source "
                    + it.source())
        .isEmpty();
  }

  /** What is answered otherwise than a case says. */
  static List<String> differences(CaseFile file, Case it, Edition edition) {
    Database given =
        DATABASES.computeIfAbsent(
            file.name() + ' ' + it.given() + ' ' + edition,
            key -> Database.of(file.fixture(it.given()), edition));
    try (Database database = given.copy()) {
      return CaseRun.differences(database, it, edition);
    }
  }
}

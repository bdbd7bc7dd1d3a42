package dev.monotable.conformance.cases;

import dev.monotable.engine.error.Wording;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Runs all cases of all files against fresh databases, in each wording that they apply to. */
final class OperationCases implements AutoCloseable {
  /** Only one of this many cases runs in the profile {@code quick}; otherwise all cases run. */
  private static final int EVERY = Integer.getInteger("monotable.cases.every", 1);

  private final Map<String, Database> given = new HashMap<>();

  /** Sends the request of a case to a database. */
  interface Transport {
    Subject reach(Database database, Wording wording);
  }

  Stream<DynamicNode> tests(Transport transport) {
    return CaseFile.all().stream()
        .map(
            file ->
                DynamicContainer.dynamicContainer(
                    file.name(), sample(file.cases()).flatMap(c -> tests(file, c, transport))));
  }

  private static Stream<Case> sample(List<Case> cases) {
    return IntStream.range(0, cases.size()).filter(i -> i % EVERY == 0).mapToObj(cases::get);
  }

  private Stream<DynamicNode> tests(CaseFile file, Case it, Transport transport) {
    return Wording.all().stream()
        .filter(it.expected()::containsKey)
        .map(
            wording ->
                DynamicTest.dynamicTest(
                    it.name() + " [" + wording.label() + ']',
                    () -> run(file, it, wording, transport)));
  }

  private void run(CaseFile file, Case it, Wording wording, Transport transport) {
    List<String> differences = differences(file, it, wording, transport);
    Assertions.assertThat(differences)
        .withFailMessage(
            () ->
                it.file()
                    + ", "
                    + it.name()
                    + " ["
                    + wording.label()
                    + "]: "
                    + String.join("; ", differences)
                    + "\n     source "
                    + it.source())
        .isEmpty();
  }

  /** Returns the differences between the response and the case. */
  List<String> differences(CaseFile file, Case it, Wording wording, Transport transport) {
    Database original =
        given.computeIfAbsent(
            file.name() + ' ' + it.given() + ' ' + wording,
            key -> Database.of(file.fixture(it.given()), wording));
    try (Database database = original.copy()) {
      return CaseRun.differences(transport.reach(database, wording), it, wording);
    }
  }

  @Override
  public void close() {
    given.values().forEach(Database::close);
    given.clear();
  }
}

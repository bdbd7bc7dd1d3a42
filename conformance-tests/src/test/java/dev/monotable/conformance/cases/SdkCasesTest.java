package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.TargetKind;
import dev.monotable.engine.error.Wording;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs the PartiQL cases over HTTP through the AWS SDK, with the current wording; {@link
 * SdkCasesInProcessTest} runs them in process. Each case has its own tables. {@link
 * OperationCasesTest} sends the same cases as bytes, including requests that an SDK cannot send.
 */
@Tag("slow")
@ResourceLock("monotable.server")
class SdkCasesTest {
  private static final Set<String> FILES =
      Set.of("BatchExecuteStatement.yaml", "ExecuteStatement.yaml", "ExecuteTransaction.yaml");

  @TestFactory
  Stream<DynamicNode> cases() {
    return cases(kind -> !kind.inProcess());
  }

  static Stream<DynamicNode> cases(Predicate<TargetKind> isTarget) {
    List<CaseFile> files =
        CaseFile.all().stream().filter(file -> FILES.contains(file.name())).toList();
    return TargetKind.reachable().stream()
        .filter(isTarget)
        .map(
            kind -> {
              Dynamo dynamo = kind.open();
              return DynamicContainer.dynamicContainer(
                  kind.toString(), files.stream().map(file -> tests(file, dynamo)));
            });
  }

  private static DynamicNode tests(CaseFile file, Dynamo dynamo) {
    return DynamicContainer.dynamicContainer(
        file.name(),
        file.cases().stream()
            .filter(it -> isForSdk(file, it))
            .map(it -> DynamicTest.dynamicTest(it.name(), () -> run(file, it, dynamo))));
  }

  private static boolean isForSdk(CaseFile file, Case it) {
    return !it.raw()
        && it.expected().containsKey(Wording.usEast1())
        && file.fixture(it.given()).limits().isEmpty()
        && file.fixture(it.given()).delays().isEmpty()
        && Stream.concat(it.before().stream(), it.then().stream())
            .allMatch(step -> step.time() == null);
  }

  private static void run(CaseFile file, Case it, Dynamo dynamo) {
    try (SdkSubject subject = new SdkSubject(dynamo)) {
      Kept kept = new Kept();
      for (Step step : file.fixture(it.given()).steps()) {
        if (it.mentions(step.request().path("TableName").asText())) {
          subject.step(step, kept);
        }
      }
      assertThat(CaseRun.differences(subject, it, Wording.usEast1())).as(it.source()).isEmpty();
    }
  }
}

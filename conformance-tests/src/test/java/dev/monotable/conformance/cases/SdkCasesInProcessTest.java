package dev.monotable.conformance.cases;

import dev.monotable.conformance.TargetKind;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the cases of {@link SdkCasesTest} in process, beside the tests that share a server. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class SdkCasesInProcessTest {
  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicNode> cases() {
    return SdkCasesTest.cases(TargetKind::inProcess);
  }
}

package dev.monotable.conformance.cases;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the cases as bytes of HTTP exchanges, without a network. */
@Execution(ExecutionMode.CONCURRENT)
class OperationCasesTest {
  private static final OperationCases CASES = new OperationCases();

  @AfterAll
  static void close() {
    CASES.close();
  }

  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicNode> cases() {
    return CASES.tests((database, edition) -> database);
  }
}

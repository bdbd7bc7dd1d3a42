package dev.monotable.conformance.cases;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Runs the cases as bytes of HTTP exchanges, without a network. */
class OperationCasesTest {
  private static final OperationCases CASES = new OperationCases();

  @AfterAll
  static void close() {
    CASES.close();
  }

  @TestFactory
  Stream<DynamicNode> cases() {
    return CASES.tests((database, edition) -> database);
  }
}

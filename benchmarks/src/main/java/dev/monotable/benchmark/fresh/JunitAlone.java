package dev.monotable.benchmark.fresh;

import org.junit.jupiter.api.RepeatedTest;

/** Tests that do nothing: what JUnit costs on its own. */
class JunitAlone {
  @RepeatedTest(FreshRun.TESTS)
  void test() {}
}

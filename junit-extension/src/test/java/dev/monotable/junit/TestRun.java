package dev.monotable.junit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs a test class by JUnit, and keeps its results, its report entries and what it prints on
 * standard error. Its tests may fail.
 */
final class TestRun implements TestExecutionListener {
  private final List<String> results = Collections.synchronizedList(new ArrayList<>());
  private final List<String> reports = Collections.synchronizedList(new ArrayList<>());
  private final List<String> suppressed = Collections.synchronizedList(new ArrayList<>());
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  private TestRun() {}

  static TestRun of(Class<?> testClass) {
    return of(Map.of(), testClass);
  }

  /** Runs classes with configuration parameters of JUnit. */
  static TestRun of(Map<String, String> parameters, Class<?>... testClasses) {
    TestRun run = new TestRun();
    PrintStream standardError = System.err;
    PrintStream standardOutput = System.out;
    System.setOut(new PrintStream(run.output, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(run.errors, true, StandardCharsets.UTF_8));
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      Arrays.stream(testClasses)
                          .map(DiscoverySelectors::selectClass)
                          .toArray(ClassSelector[]::new))
                  .configurationParameters(parameters)
                  .build(),
              run);
    } finally {
      System.setErr(standardError);
      System.setOut(standardOutput);
    }
    return run;
  }

  /** Returns the tests and containers that failed, and the tests that did not, sorted. */
  List<String> results() {
    return results.stream().sorted().toList();
  }

  /** Returns the entries of the test report with their tests, sorted. */
  List<String> reports() {
    return reports.stream().sorted().toList();
  }

  /** Returns the exceptions that the failures of tests have suppressed, sorted. */
  List<String> suppressed() {
    return suppressed.stream().sorted().toList();
  }

  /** Returns what was printed on standard output. */
  String output() {
    return output.toString(StandardCharsets.UTF_8);
  }

  /** Returns what was printed on standard error. */
  String errors() {
    return errors.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Throwable failure = result.getThrowable().orElse(null);
    if (failure != null) {
      results.add(name(test) + ": " + failure.getMessage());
      for (Throwable each : failure.getSuppressed()) {
        suppressed.add(name(test) + ": " + each.getMessage());
      }
    } else if (test.isTest()) {
      results.add(name(test) + ": " + result.getStatus());
    }
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    for (Map.Entry<String, String> pair : entry.getKeyValuePairs().entrySet()) {
      reports.add(name(test) + " " + pair.getKey() + "\n" + pair.getValue());
    }
  }

  /**
   * Returns the display name, without the class around a nested class, which not all versions name.
   */
  private static String name(TestIdentifier test) {
    String name = test.getDisplayName();
    return name.substring(name.indexOf('$') + 1);
  }
}

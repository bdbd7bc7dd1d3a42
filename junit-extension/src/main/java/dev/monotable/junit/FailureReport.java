package dev.monotable.junit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * Publishes what a failed test has requested, as an entry of the test report, which listeners and
 * XML reports show, and on standard error.
 */
final class FailureReport {
  /** The key of the entry. */
  static final String KEY = "monotable";

  private FailureReport() {}

  /**
   * Publishes the report of a scope; nothing if the test was aborted, or has made no request.
   *
   * @param scope the scope of the test; null if it has none
   */
  static void publish(Throwable failure, @Nullable DatabaseScope scope, ExtensionContext context) {
    if (scope == null || failure instanceof TestAbortedException) {
      return;
    }
    String report;
    try {
      report = scope.findReport();
    } catch (RuntimeException e) {
      report = "The report has failed: " + e + "\n"; // the failure of the test matters more
    }
    if (report != null) {
      context.publishReportEntry(KEY, report);
      System.err.println(
          "Monotable's report of the failure of " + context.getDisplayName() + "\n" + report);
    }
  }
}

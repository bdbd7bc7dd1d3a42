package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.ReportLimits;
import dev.monotable.Transport;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a test class.
 *
 * @param builder builds the database of a class
 * @param report the limits of the report after a failed test
 */
record Settings(
    Isolation isolation, Transport transport, Monotable.Builder builder, ReportLimits report) {
  /** Returns these settings with those of an annotation. */
  Settings overriddenBy(MonotableTest annotation) {
    return new Settings(
        annotation.isolation(),
        annotation.transport(),
        builder,
        new ReportLimits(
            annotation.reportedRequests(),
            annotation.reportedItems(),
            annotation.reportedCharacters()));
  }

  Settings withTransport(Transport other) {
    return new Settings(isolation, other, builder, report);
  }

  /**
   * Returns the report of the requests to a database.
   *
   * @param after the last request that is not reported; null to report all of them
   * @return null if there are no requests, or reports are turned off
   */
  @Nullable String findReport(Monotable database, @Nullable ObservedRequest after) {
    List<ObservedRequest> requests = database.requests();
    for (int i = requests.size() - 1; i >= 0 && after != null; i--) {
      if (requests.get(i) == after) {
        requests = requests.subList(i + 1, requests.size());
        break;
      }
    }
    return report.requests() == 0 || requests.isEmpty() ? null : database.report(requests, report);
  }
}

package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.ReportLimits;
import dev.monotable.Transport;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.pattern.DesignSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * The settings of a test class.
 *
 * @param builder builds the database of a class
 * @param design the design file; null for that of the test run
 * @param setUp adds data to the database of a class; null if nothing does
 * @param report the limits of the report after a failed test
 */
record Settings(
    Isolation isolation,
    Transport transport,
    Monotable.Builder builder,
    @Nullable DesignSource design,
    @Nullable ThrowingConsumer<Monotable> setUp,
    ReportLimits report) {
  /**
   * Returns the settings of a class: these ones, with those of its annotation.
   *
   * @param forAll the transport of all classes of the test run; null if they choose their own
   */
  Settings of(Class<?> testClass, @Nullable Transport forAll) {
    MonotableTest annotation =
        AnnotationSupport.findAnnotation(testClass, MonotableTest.class).orElse(null);
    Settings chosen = annotation == null ? this : overriddenBy(annotation, testClass);
    return forAll == null ? chosen : chosen.withTransport(forAll);
  }

  private Settings overriddenBy(MonotableTest annotation, Class<?> testClass) {
    return new Settings(
        annotation.isolation(),
        annotation.transport(),
        builder,
        annotation.design().isEmpty() ? design : DesignSource.named(annotation.design(), testClass),
        setUp,
        new ReportLimits(
            annotation.reportedRequests(),
            annotation.reportedItems(),
            annotation.reportedCharacters()));
  }

  private Settings withTransport(Transport other) {
    return new Settings(isolation, other, builder, design, setUp, report);
  }

  /**
   * Runs the set-up of a class, if there is one.
   *
   * @param database leads to the database of the class
   * @throws ExtensionConfigurationException if it fails
   */
  void setUp(Class<?> testClass, Monotable database) {
    if (setUp == null) {
      return;
    }
    try {
      setUp.accept(database);
    } catch (TestAbortedException | VirtualMachineError e) {
      throw e;
    } catch (Throwable failure) {
      throw new ExtensionConfigurationException(
          "setUp(…) of the extension of " + testClass.getName() + " has failed: " + failure,
          failure);
    }
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

package dev.monotable.junit;

import dev.monotable.pattern.DesignSession;
import dev.monotable.pattern.DesignSource;
import dev.monotable.pattern.ReportDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The design and the report of a test class.
 *
 * @param source the design file; null without one
 * @param reports where the report is written; null for no report
 */
record DesignSettings(@Nullable DesignSource source, @Nullable Path reports) {
  private static final String DESIGN = "monotable.design";
  private static final String REPORT = "monotable.report";

  /**
   * Returns the settings of a class.
   *
   * @param declared the design file of the class; null for that of the test run
   */
  static DesignSettings of(@Nullable DesignSource declared, ExtensionContext context) {
    DesignSource source =
        declared != null
            ? ofClass(declared, context.getRequiredTestClass())
            : context
                .getConfigurationParameter(DESIGN)
                .filter(name -> !name.isBlank())
                .map(name -> DesignSource.named(name, null))
                .orElse(null);
    String report =
        context.getConfigurationParameter(REPORT).orElse(Boolean.toString(source != null));
    return new DesignSettings(source, ReportDirectory.find(report));
  }

  /** Returns a file that a field names, relative to the class of the field. */
  private static DesignSource ofClass(DesignSource declared, Class<?> testClass) {
    return declared.origin() == null ? declared.relativeTo(testClass) : declared;
  }

  /** Returns the session of the class; null without a design and a report. */
  @Nullable DesignSession open(Class<?> testClass) {
    if (source == null && reports == null) {
      return null;
    }
    try {
      return DesignSession.open(source, reports);
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException(
          "the design of " + testClass.getName() + ": " + e.getMessage(), e);
    }
  }
}

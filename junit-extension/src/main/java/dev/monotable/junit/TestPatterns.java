package dev.monotable.junit;

import dev.monotable.design.model.Design;
import dev.monotable.pattern.Contracts;
import dev.monotable.pattern.DesignSession;
import dev.monotable.pattern.PatternLimits;
import dev.monotable.pattern.Sender;
import dev.monotable.pattern.SendingDatabase;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks the requests of test methods by {@link AccessPattern} and by the design. */
final class TestPatterns {
  private TestPatterns() {}

  /** Returns the annotation of a test, of its class or of an enclosing one; null without one. */
  static @Nullable AccessPattern find(Method method, Class<?> testClass) {
    Optional<AccessPattern> found = AnnotationSupport.findAnnotation(method, AccessPattern.class);
    for (Class<?> type = testClass;
        found.isEmpty() && type != null;
        type = type.getEnclosingClass()) {
      found = AnnotationSupport.findAnnotation(type, AccessPattern.class);
    }
    return found.orElse(null);
  }

  /**
   * Calls the body of a test, and checks what it requests.
   *
   * @param test the name of the test
   * @param pattern null if the test names no access pattern
   * @param session null without a design and a report
   */
  static <T> T call(
      SendingDatabase database,
      String test,
      @Nullable AccessPattern pattern,
      @Nullable DesignSession session,
      Contracts.Block<T> body)
      throws Throwable {
    if (pattern != null) {
      return Contracts.useInBody(database, test, limits(pattern), body);
    }
    if (session == null) {
      return body.call();
    }
    Design design = session.design();
    if (design != null) {
      return Contracts.check(database, test, design, body);
    }
    Sender sender = database.senders().startBody(test, null, null);
    try (sender) {
      return body.call();
    }
  }

  /** Reports once for each class that an annotation without a limit and a design checks nothing. */
  static void reportUnchecked(ClassScope testClass, ExtensionContext context) {
    AccessPattern pattern = testClass.findPattern(context.getRequiredTestMethod());
    if (pattern == null
        || testClass.session() != null
        || !limits(pattern).equals(unlimited(pattern.value()))) {
      return;
    }
    context
        .getRoot()
        .getStore(Namespace.create(TestPatterns.class, context.getRequiredTestClass()))
        .getOrComputeIfAbsent(
            pattern.value(),
            name -> {
              String text =
                  "@AccessPattern(\"" + name + "\") checks nothing: give it a limit, or a design";
              context.publishReportEntry(FailureReport.KEY, text);
              System.err.println("Monotable: " + text + " (" + context.getDisplayName() + ")");
              return text;
            });
  }

  private static PatternLimits unlimited(String name) {
    return new PatternLimits(name, null, null, null, null, null, false);
  }

  private static PatternLimits limits(AccessPattern pattern) {
    return new PatternLimits(
        pattern.value(),
        pattern.index().isEmpty() ? null : pattern.index(),
        limit(pattern.maxReadUnits()),
        limit(pattern.maxWriteUnits()),
        pattern.maxRequests() == AccessPattern.UNLIMITED ? null : pattern.maxRequests(),
        limit(pattern.maxDiscarded()),
        pattern.noScan());
  }

  private static @Nullable Double limit(double value) {
    return value == AccessPattern.UNLIMITED ? null : value;
  }
}

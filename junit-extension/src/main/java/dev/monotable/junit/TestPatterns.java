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

package dev.monotable.junit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** The application contexts of tests that use Spring's extension. */
final class SpringContexts {
  private static final String EXTENSION =
      "org.springframework.test.context.junit.jupiter.SpringExtension";

  private SpringContexts() {}

  /**
   * Returns whether Spring provides the tests of a class with an application context that has a
   * database.
   */
  static boolean haveDatabase(Class<?> testClass) {
    return isSpringTest(testClass) && SpringCustomizerFactory.isRegistered(testClass);
  }

  private static boolean isSpringTest(Class<?> testClass) {
    for (Class<?> next = testClass; next != null; next = next.getEnclosingClass()) {
      for (ExtendWith declared :
          AnnotationSupport.findRepeatableAnnotations(next, ExtendWith.class)) {
        for (Class<?> extension : declared.value()) {
          if (extension.getName().equals(EXTENSION)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Returns the database of the application context of a test class. Starts the application if it
   * is not running.
   *
   * @return null if the context has no database
   */
  static @Nullable SpringDatabase find(ExtensionContext test) {
    return Loaded.find(test);
  }

  /** Code that needs Spring's classes, which may be missing. */
  private static final class Loaded {
    static @Nullable SpringDatabase find(ExtensionContext test) {
      ApplicationContext context = SpringExtension.getApplicationContext(test);
      return context.containsBean(SpringDatabase.BEAN)
          ? context.getBean(SpringDatabase.BEAN, SpringDatabase.class)
          : null;
    }
  }
}

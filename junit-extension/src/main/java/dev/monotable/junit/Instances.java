package dev.monotable.junit;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The databases of test instances that are being created, by thread. JUnit creates the instances of
 * a test, from the outermost class to the innermost, and then starts the test, all on one thread.
 * It does not say for which test an instance is created, at least before version 5.12.
 */
final class Instances {
  private final CurrentDatabase current;

  @SuppressWarnings("ThreadLocalUsage") // each extension has its own
  private final ThreadLocal<Pending> pending = new ThreadLocal<>();

  Instances(CurrentDatabase current) {
    this.current = current;
  }

  /**
   * A test whose instances are being created.
   *
   * @param last the class whose instance was created last
   */
  private record Pending(TestScope test, Class<?> last) {}

  /** Prepares for an instance of a class, before it is created. */
  void construct(ClassScope testClass, Class<?> type) {
    Pending known = pending.get();
    if (known != null && !isEnclosedBy(type, known.last())) {
      // The creation of an earlier instance failed, so its test has not started.
      pending.remove();
      known.test().close();
      known = null;
    }
    TestScope test;
    if (known == null) {
      test = new TestScope(testClass);
      current.enter(test);
    } else {
      test = known.test();
      test.enter(testClass);
    }
    pending.set(new Pending(test, type));
  }

  /**
   * Removes the test of this thread whose instances could not be created. The caller closes it.
   *
   * @return null if there is none
   */
  @Nullable TestScope takeFailed() {
    Pending known = pending.get();
    if (known == null) {
      return null;
    }
    pending.remove();
    return known.test();
  }

  private static boolean isEnclosedBy(Class<?> type, Class<?> outer) {
    Class<?> enclosing = type.getEnclosingClass();
    return enclosing != null && enclosing.isAssignableFrom(outer);
  }

  /** Returns the test whose instances are being created. */
  TestScope require(ClassScope testClass) {
    Pending known = pending.get();
    if (known == null) {
      throw new IllegalStateException("no instance of a test class is being created");
    }
    return known.test();
  }

  /** Returns the test that starts on this thread. */
  TestScope start(ClassScope innermost, Method method) {
    Pending known = pending.get();
    TestScope test;
    if (known == null) {
      test = new TestScope(innermost);
      current.enter(test);
    } else {
      pending.remove();
      test = known.test();
    }
    test.start(innermost, method);
    return test;
  }
}

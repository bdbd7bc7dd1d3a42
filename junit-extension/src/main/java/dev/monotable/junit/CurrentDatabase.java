package dev.monotable.junit;

import dev.monotable.Monotable;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The database to which the clients of a class lead: that of the test that is running, or that of
 * the class while no test is running. Thread-safe.
 *
 * <p>If tests may run at the same time, the thread decides: JUnit runs a test, with its constructor
 * and its lifecycle methods, on one thread. On other threads, such as those of the code under test,
 * the current database is unknown then, even while a single test happens to be running: the thread
 * may be left over from another one.
 */
final class CurrentDatabase {
  private static final String NO_DATABASE =
      "Monotable has no database now: no test and no lifecycle method is running";

  @SuppressWarnings("ThreadLocalUsage") // each extension has its own
  private final ThreadLocal<DatabaseScope> ofThread = new ThreadLocal<>();

  private final Set<TestScope> tests = new LinkedHashSet<>();
  private final Set<ClassScope> classes = new LinkedHashSet<>();

  /** Whether tests of this extension may run at the same time. */
  private volatile boolean concurrentTests;

  /** Whether test classes may run at the same time, those of other extensions as well. */
  private volatile boolean concurrentClasses;

  /** Makes a scope the current one of this thread. */
  void enter(DatabaseScope scope) {
    scope.previous = ofThread.get();
    ofThread.set(scope);
    synchronized (this) {
      if (scope instanceof TestScope test) {
        tests.add(test);
      } else if (scope instanceof ClassScope testClass) {
        classes.add(testClass);
      }
    }
  }

  /** Records that tests of this extension may run at the same time. */
  void allowConcurrentTests() {
    concurrentTests = true;
  }

  /** Records that test classes may run at the same time. */
  void allowConcurrentClasses() {
    concurrentClasses = true;
  }

  /** Returns whether test classes may run at the same time. */
  boolean allowsConcurrentClasses() {
    return concurrentClasses;
  }

  /** Returns whether a class has been entered. */
  synchronized boolean hasEntered(ClassScope testClass) {
    return classes.contains(testClass);
  }

  /** Ends a scope, on the thread that entered it. */
  void leave(DatabaseScope scope) {
    if (ofThread.get() == scope) {
      if (scope.previous == null) {
        ofThread.remove();
      } else {
        ofThread.set(scope.previous);
      }
    }
    scope.previous = null;
    synchronized (this) {
      if (scope instanceof TestScope test) {
        tests.remove(test);
      } else if (scope instanceof ClassScope testClass) {
        classes.remove(testClass);
      }
    }
  }

  /**
   * Returns the current database.
   *
   * @throws IllegalStateException if there is none, or several tests are running and this thread
   *     belongs to none of them
   */
  Monotable require() {
    return require(List.of(this), false);
  }

  /**
   * Returns the current database of the extensions whose tests use an application.
   *
   * @throws IllegalStateException if there is none, or several tests are running and this thread
   *     belongs to none of them
   */
  static Monotable require(Collection<CurrentDatabase> extensions) {
    return require(extensions, true);
  }

  private static Monotable require(Collection<CurrentDatabase> extensions, boolean ofApplication) {
    for (CurrentDatabase extension : extensions) {
      DatabaseScope scope = extension.ofThread.get();
      if (scope != null) {
        return scope.database();
      }
    }
    Set<DatabaseScope> tests = new LinkedHashSet<>();
    Set<DatabaseScope> classes = new LinkedHashSet<>();
    boolean concurrent = false;
    for (CurrentDatabase extension : extensions) {
      concurrent |= extension.concurrentTests;
      concurrent |= extension.concurrentClasses && ofApplication;
      synchronized (extension) {
        tests.addAll(extension.tests);
        classes.addAll(extension.classes);
      }
    }
    return single(tests.isEmpty() ? classes : tests, concurrent && !tests.isEmpty()).database();
  }

  private static DatabaseScope single(Set<DatabaseScope> running, boolean concurrent) {
    if (running.size() == 1 && !concurrent) {
      return running.iterator().next();
    }
    throw new IllegalStateException(
        running.isEmpty()
            ? NO_DATABASE
            : "Monotable cannot know to which of the parallel tests this thread belongs: declare the"
                + " client as a parameter of the test, not of its class");
  }
}

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
 * <p>If tests run at the same time, the thread decides: JUnit runs a test, with its constructor and
 * its lifecycle methods, on one thread. On other threads, such as those of the code under test, the
 * current database is known only while a single test is running.
 */
final class CurrentDatabase {
  @SuppressWarnings("ThreadLocalUsage") // each extension has its own
  private final ThreadLocal<DatabaseScope> ofThread = new ThreadLocal<>();

  private final Set<TestScope> tests = new LinkedHashSet<>();
  private final Set<ClassScope> classes = new LinkedHashSet<>();

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
    return require(List.of(this));
  }

  /**
   * Returns the current database of several extensions.
   *
   * @throws IllegalStateException if there is none, or several tests are running and this thread
   *     belongs to none of them
   */
  static Monotable require(Collection<CurrentDatabase> extensions) {
    for (CurrentDatabase extension : extensions) {
      DatabaseScope scope = extension.ofThread.get();
      if (scope != null) {
        return scope.database();
      }
    }
    Set<DatabaseScope> tests = new LinkedHashSet<>();
    Set<DatabaseScope> classes = new LinkedHashSet<>();
    for (CurrentDatabase extension : extensions) {
      synchronized (extension) {
        tests.addAll(extension.tests);
        classes.addAll(extension.classes);
      }
    }
    return single(tests.isEmpty() ? classes : tests).database();
  }

  private static DatabaseScope single(Set<DatabaseScope> running) {
    if (running.size() == 1) {
      return running.iterator().next();
    }
    throw new IllegalStateException(
        running.isEmpty()
            ? "Monotable has no database now: no test and no lifecycle method is running"
            : "Monotable cannot know to which of "
                + running.size()
                + " parallel tests this thread belongs: declare the client as a parameter of the"
                + " test, not of its class");
  }
}

package dev.monotable.junit;

import dev.monotable.ForwardingMonotable;
import dev.monotable.Monotable;
import dev.monotable.Transport;
import dev.monotable.engine.snapshot.Snapshot;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The database of a Spring application context, which is a bean of it. While the application
 * starts, its requests go to a database of the context. Each test class starts from what that
 * contains then, even if Spring has cached the context and the application does not start again.
 * While a test is running, requests of the application go to the database of the test.
 *
 * <p>An application may also start with clients of its test class. Their requests go to the
 * database of the context as well, because that of the class does not exist before the application
 * has started.
 */
final class SpringDatabase extends ForwardingMonotable {
  /** The name of the bean. */
  static final String BEAN = SpringDatabase.class.getName();

  /** The contexts that are starting, few at a time. */
  private static final List<SpringDatabase> STARTING = new CopyOnWriteArrayList<>();

  private final Class<?> testClass;
  private final Monotable origin;
  private final Monotable following;
  private final List<CurrentDatabase> followed = new CopyOnWriteArrayList<>();
  private @Nullable Snapshot started;
  private @Nullable Monotable shared;

  /**
   * Creates the database of a context.
   *
   * @param testClass the class for which the context starts
   * @param origin the database with the declared tables; closed with this one
   */
  SpringDatabase(Class<?> testClass, Monotable origin, Transport transport) {
    this.testClass = testClass;
    this.origin = origin;
    this.following = Monotable.following(this::current, transport);
  }

  @Override
  protected Monotable delegate() {
    return following;
  }

  private Monotable current() {
    return followed.isEmpty() ? origin : CurrentDatabase.require(followed);
  }

  /**
   * Lets requests of the test class go to this database until {@link #endStart}. An earlier start
   * that has failed ends.
   */
  void beginStart() {
    STARTING.removeIf(other -> other.testClass == testClass);
    STARTING.add(this);
  }

  /** Ends {@link #beginStart}. */
  void endStart() {
    STARTING.remove(this);
  }

  /** Returns the database of the context that is starting for a test class; null if none is. */
  static @Nullable Monotable findStarting(Class<?> testClass) {
    for (SpringDatabase each : STARTING) {
      if (each.testClass.isAssignableFrom(testClass)) {
        return each.origin;
      }
    }
    return null;
  }

  /** Lets requests go to the tests of a class from now on. */
  void follow(CurrentDatabase tests) {
    followed.add(tests);
  }

  /** Ends what one call of {@link #follow} has begun. */
  void leave(CurrentDatabase tests) {
    followed.remove(tests);
  }

  /** Returns a new database with the data of the application after its start. */
  synchronized Monotable newDatabase() {
    Snapshot known = started;
    if (known == null) {
      started = origin.snapshot();
    } else {
      // Threads of the application may have written since the last test.
      origin.restore(known);
    }
    return DatabaseScope.forkFor(origin);
  }

  /** Returns the database of all test classes that share one. */
  synchronized Monotable shared() {
    Monotable known = shared;
    if (known == null) {
      known = newDatabase();
      shared = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    endStart();
    DatabaseScope.close(following, shared);
    origin.close();
  }
}

package dev.monotable.junit;

import dev.monotable.Monotable;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A test with its database. It may exist before its method is known: a parameter of a constructor
 * refers to the database of the test that the instance is created for.
 */
final class TestScope extends DatabaseScope {
  private ClassScope testClass;
  private @Nullable Method method;
  private @Nullable Monotable database;
  private @Nullable Monotable handle;
  private boolean closed;

  TestScope(ClassScope testClass) {
    this.testClass = testClass;
  }

  /** Sets the innermost class of the test, when its instance is about to be created. */
  synchronized void enter(ClassScope innermost) {
    testClass = innermost;
  }

  /** Sets the method of the test, when it is about to start. */
  synchronized void start(ClassScope innermost, Method testMethod) {
    testClass = innermost;
    method = testMethod;
    if (database != null) {
      createTables(database, testMethod);
    }
  }

  @Override
  synchronized Monotable database() {
    if (closed) {
      throw new IllegalStateException("the test has ended, and its database is closed");
    }
    Monotable known = database;
    if (known == null) {
      known =
          testClass.settings().isolation() == Isolation.PER_METHOD
              ? testClass.database().fork()
              : testClass.database();
      database = known;
      if (method != null) {
        createTables(known, method);
      }
    }
    return known;
  }

  @Override
  synchronized Monotable handle() {
    Monotable known = handle;
    if (known == null) {
      known = Monotable.following(this::database, testClass.settings().transport());
      handle = known;
    }
    return known;
  }

  @Override
  public void close() {
    testClass.current().leave(this);
    synchronized (this) {
      closed = true;
      boolean owned = testClass.settings().isolation() == Isolation.PER_METHOD;
      close(handle, owned ? database : null);
      database = null;
      handle = null;
    }
  }
}

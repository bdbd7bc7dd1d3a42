package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.pattern.Contracts;
import dev.monotable.pattern.Sender;
import dev.monotable.pattern.SenderSource;
import dev.monotable.pattern.SendingDatabase;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A test with its database. It may exist before its method is known: a parameter of a constructor
 * refers to the database of the test that the instance is created for.
 */
final class TestScope extends DatabaseScope {
  private volatile ClassScope testClass;
  private @Nullable Method method;
  private @Nullable Monotable database;
  private @Nullable Monotable handle;

  /** The last request to a shared database before the test; null if there is none. */
  private @Nullable ObservedRequest before;

  /** The sender of what the test requests; null if it does not matter. */
  private @Nullable Sender sender;

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
    Monotable known = database;
    if (!hasOwnDatabase()) {
      before = innermost.findLastRequest();
    }
    if (known != null) {
      innermost.declarations(testMethod).applyTo(known);
      if (hasOwnDatabase()) {
        known.setResetPoint();
      }
    } else if (!innermost.declarations(testMethod).isEmpty()) {
      database(); // so that an invalid file fails the test
    }
    if ((innermost.needsSenders() || innermost.findPattern(testMethod) != null)
        && database() instanceof SendingDatabase sending) {
      Sender test =
          sending.senders().startTest(innermost.sender(), innermost.name(), innermost.session());
      sender = test;
      if (innermost.session() != null) {
        innermost.session().describeTables(sending.engine(), test);
      }
    }
  }

  /** Calls the body of the test, and checks what it requests. */
  <T> T call(Contracts.Block<T> body) throws Throwable {
    Method testMethod = method;
    return testMethod == null
            || sender() == null
            || !(database() instanceof SendingDatabase sending)
        ? body.call()
        : TestPatterns.call(
            sending,
            testClass.name() + "." + testMethod.getName(),
            testClass.findPattern(testMethod),
            testClass.session(),
            body);
  }

  private synchronized @Nullable Sender sender() {
    return sender;
  }

  private boolean hasOwnDatabase() {
    return testClass.settings().isolation() == Isolation.PER_METHOD;
  }

  @Override
  Monotable database() {
    Monotable starting = testClass.findStarting();
    return starting == null ? ownDatabase() : starting;
  }

  private synchronized Monotable ownDatabase() {
    if (closed) {
      throw new IllegalStateException("the test has ended, and its database is closed");
    }
    Monotable known = database;
    if (known == null) {
      if (hasOwnDatabase()) {
        known = testClass.fork(method);
      } else {
        known = testClass.database();
        if (method != null) {
          testClass.declarations(method).applyTo(known);
        }
      }
      database = known;
    }
    return known;
  }

  /** Returns whether the innermost class is known, from whose data the database starts. */
  @Override
  synchronized boolean isStarted() {
    return method != null;
  }

  @Override
  Monotable declaring() {
    return isStarted() ? database() : testClass.database();
  }

  @Override
  synchronized Monotable handle() {
    Monotable known = handle;
    if (known == null) {
      known = Monotable.following(new Source(), testClass.settings().transport());
      handle = known;
    }
    return known;
  }

  private final class Source implements Supplier<Monotable>, SenderSource {
    @Override
    public Monotable get() {
      return database();
    }

    @Override
    public @Nullable Sender sender() {
      return TestScope.this.sender();
    }
  }

  @Override
  synchronized @Nullable String findReport() {
    return database == null ? null : testClass.settings().findReport(database, before);
  }

  @Override
  public void close() {
    testClass.current().leave(this);
    synchronized (this) {
      closed = true;
      if (sender != null) {
        sender.close();
        sender = null;
      }
      if (hasOwnDatabase() && method != null) {
        testClass.reportEnd(testClass.name() + "." + method.getName(), database);
      }
      close(handle, hasOwnDatabase() ? database : null);
      database = null;
      handle = null;
    }
  }
}

package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test class with its database: the declared tables, and what {@code @BeforeAll} methods have
 * written. Each test starts from it.
 */
final class ClassScope extends DatabaseScope {
  private final Class<?> testClass;
  private final @Nullable ClassScope enclosing;
  private final Settings settings;
  private final boolean declaresIsolation;
  private final Supplier<Monotable> shared;
  private final CurrentDatabase current;
  private @Nullable Supplier<@Nullable SpringDatabase> springContext;
  private @Nullable SpringDatabase spring;
  private @Nullable Monotable database;
  private @Nullable Monotable handle;

  /**
   * Creates the scope of a class.
   *
   * @param enclosing the scope of the class around a nested class; null if there is none
   * @param forAll the transport of all classes of the test run; null if they choose their own
   * @param inherited the settings that the annotation of the class overrides
   * @param shared returns the database of {@link Isolation#SHARED}
   */
  ClassScope(
      Class<?> testClass,
      @Nullable ClassScope enclosing,
      @Nullable Transport forAll,
      Settings inherited,
      Supplier<Monotable> shared,
      CurrentDatabase current) {
    MonotableTest annotation =
        AnnotationSupport.findAnnotation(testClass, MonotableTest.class).orElse(null);
    this.testClass = testClass;
    this.enclosing = enclosing;
    this.declaresIsolation = annotation != null;
    Settings chosen = annotation == null ? inherited : inherited.overriddenBy(annotation);
    this.settings = forAll == null ? chosen : chosen.withTransport(forAll);
    this.shared = shared;
    this.current = current;
  }

  Settings settings() {
    return settings;
  }

  CurrentDatabase current() {
    return current;
  }

  @Override
  synchronized Monotable database() {
    Monotable known = database;
    if (known == null) {
      known = open();
      database = known;
    }
    return known;
  }

  /** Sets what finds the database of the Spring application context that the class uses. */
  void setSpringContext(Supplier<@Nullable SpringDatabase> finder) {
    springContext = finder;
  }

  /** Lets the clients in the class's Spring application context follow its tests. */
  synchronized void joinSpringContext() {
    SpringDatabase found = springContext == null ? null : springContext.get();
    if (found != spring) {
      leaveSpringContext();
      if (found != null) {
        found.follow(current);
      }
      spring = found;
    }
  }

  private void leaveSpringContext() {
    if (spring != null) {
      spring.leave(current);
      spring = null;
    }
  }

  private Monotable open() {
    joinSpringContext();
    if (enclosing == null && spring != null) {
      // Contains the declared tables.
      return settings.isolation() == Isolation.SHARED ? spring.shared() : spring.newDatabase();
    }
    Monotable opened =
        switch (settings.isolation()) {
          case SHARED -> shared.get();
          case PER_CLASS -> enclosing == null || declaresIsolation ? start() : enclosing.database();
          case PER_METHOD -> start();
        };
    createTables(opened, testClass);
    return opened;
  }

  private Monotable start() {
    return enclosing == null ? settings.builder().create() : enclosing.database().fork();
  }

  /** Returns whether the database ends with this scope. */
  private boolean ownsDatabase() {
    return switch (settings.isolation()) {
      case SHARED -> false;
      case PER_CLASS -> enclosing == null || declaresIsolation;
      case PER_METHOD -> true;
    };
  }

  /** Returns a handle that follows the tests of the class. */
  @Override
  synchronized Monotable handle() {
    Monotable known = handle;
    if (known == null) {
      Transport transport = settings.transport();
      known = Monotable.following(current::require, transport);
      handle = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    current.leave(this);
    leaveSpringContext();
    close(handle, ownsDatabase() ? database : null);
    database = null;
    handle = null;
  }
}

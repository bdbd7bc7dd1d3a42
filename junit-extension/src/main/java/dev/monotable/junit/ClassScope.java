package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.pattern.DesignSession;
import dev.monotable.pattern.Sender;
import dev.monotable.pattern.SendingDatabase;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test class with its database: the declared tables and items, and what {@code @BeforeAll}
 * methods have written. Each test starts from it.
 */
final class ClassScope extends DatabaseScope {
  private final Class<?> testClass;
  private final @Nullable ClassScope enclosing;
  private final Settings settings;
  private final boolean declaresIsolation;
  private final Supplier<ClosedAtTheEnd> shared;
  private final CurrentDatabase current;
  private @Nullable Supplier<@Nullable SpringDatabase> springContext;
  private @Nullable SpringDatabase spring;
  private final Declarations declarations;
  private final Map<Method, Declarations> ofMethods = new HashMap<>();
  private final Map<Method, LoadedFiles> loaded = new HashMap<>();
  private @Nullable InjectedFields fields;
  private @Nullable Monotable database;
  private @Nullable Monotable handle;

  /** The database while its set-up runs, which may use it from several threads; then null. */
  private volatile @Nullable Monotable preparing;

  private @Nullable DesignSettings design;
  private @Nullable DesignSession session;
  private @Nullable Sender sender;

  /**
   * The data of a method that declares files.
   *
   * @param from the data of the class, to which the files were added
   * @param data the data with those of the files
   */
  private record LoadedFiles(Snapshot from, Snapshot data) {}

  /**
   * Creates the scope of a class.
   *
   * @param enclosing the scope of the class around a nested class; null if there is none
   * @param shared returns the database of {@link Isolation#SHARED}
   */
  ClassScope(
      Class<?> testClass,
      @Nullable ClassScope enclosing,
      Settings settings,
      Supplier<ClosedAtTheEnd> shared,
      CurrentDatabase current) {
    this.testClass = testClass;
    this.enclosing = enclosing;
    this.declaresIsolation = AnnotationSupport.isAnnotated(testClass, MonotableTest.class);
    this.settings = settings;
    this.shared = shared;
    this.current = current;
    this.declarations = Declarations.ofClass(testClass, enclosing == null);
  }

  /** Sets the design and the report of the class. */
  void setDesign(DesignSettings value) {
    design = value;
  }

  /**
   * Returns the design and the report of the class; null without them.
   *
   * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if the design file does
   *     not exist or is invalid
   */
  synchronized @Nullable DesignSession session() {
    DesignSettings setting = design;
    if (session == null && setting != null) {
      session = setting.open(testClass);
    }
    return session;
  }

  /** Returns whether it matters who sends a request: to a report, or to a shared database. */
  boolean needsSenders() {
    return session() != null || settings.isolation() != Isolation.PER_METHOD;
  }

  /**
   * Makes the class the sender of what its lifecycle methods request, from now on.
   *
   * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if the design file does
   *     not exist or is invalid
   */
  synchronized void startSender() {
    // The database of a Spring application is opened when the application starts.
    if (sender == null
        && springContext == null
        && needsSenders()
        && database() instanceof SendingDatabase sending) {
      Sender around = enclosing == null ? null : enclosing.sender();
      sender = sending.senders().startTest(around, name(), session());
    }
  }

  /** Returns the sender of what the lifecycle methods of the class request; null if unknown. */
  synchronized @Nullable Sender sender() {
    return sender;
  }

  /** Returns the name of the class without its package, such as {@code ChatTest.WithMessages}. */
  String name() {
    String name = testClass.getName();
    return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
  }

  /** Returns the access pattern that a method names; null if it names none. */
  @Nullable AccessPattern findPattern(Method method) {
    return TestPatterns.find(method, testClass);
  }

  /**
   * Returns the fields of the class that are injected.
   *
   * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if one is invalid
   */
  synchronized InjectedFields fields() {
    InjectedFields known = fields;
    if (known == null) {
      known = new InjectedFields(testClass);
      fields = known;
    }
    return known;
  }

  /** Returns the fields of this class or of a class around it that are injected. */
  InjectedFields fields(Class<?> type) {
    if (type == testClass) {
      return fields();
    }
    return enclosing == null ? new InjectedFields(type) : enclosing.fields(type);
  }

  /** Returns the scope of the outermost class around this one that uses the extension. */
  ClassScope outermost() {
    return enclosing == null ? this : enclosing.outermost();
  }

  Settings settings() {
    return settings;
  }

  CurrentDatabase current() {
    return current;
  }

  @Override
  Monotable database() {
    Monotable starting = findStarting();
    return starting == null ? ownDatabase() : starting;
  }

  /**
   * Returns the database whose set-up is running, or that of the Spring application that is
   * starting for the class; null if there is none. Takes no lock: both may call from several
   * threads while another one waits for them.
   */
  @Nullable Monotable findStarting() {
    Monotable known = preparing;
    if (known != null) {
      return known;
    }
    return springContext == null ? null : SpringDatabase.findStarting(testClass);
  }

  private synchronized Monotable ownDatabase() {
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
    if (found != null) {
      found.endStart();
    }
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
      // Contains the declared tables and items.
      Monotable opened =
          settings.isolation() == Isolation.SHARED ? spring.shared() : spring.newDatabase();
      fields().createTables(opened);
      return opened;
    }
    if (settings.isolation() == Isolation.SHARED) {
      ClosedAtTheEnd opened = shared.get();
      opened.prepare(() -> declare(opened.database()), () -> setUp(opened.database()));
      return opened.database();
    }
    Monotable opened =
        enclosing == null || declaresIsolation || settings.isolation() == Isolation.PER_METHOD
            ? start()
            : enclosing.database();
    boolean complete = false;
    try {
      declare(opened);
      if (enclosing == null) {
        setUp(opened);
      }
      if (ownsDatabase()) {
        opened.setResetPoint();
      }
      complete = true;
    } finally {
      if (!complete && ownsDatabase()) {
        opened.close();
      }
    }
    return opened;
  }

  private void declare(Monotable opened) {
    declarations.applyTo(opened);
    fields().createTables(opened);
  }

  private void setUp(Monotable opened) {
    if (settings.setUp() == null) {
      return; // tests of other threads may have started, and must not get this database
    }
    preparing = opened;
    try {
      settings.setUp(testClass, handle());
    } finally {
      preparing = null;
    }
  }

  private Monotable start() {
    return enclosing == null
        ? settings.builder().createFor(testClass)
        : forkFor(enclosing.database());
  }

  /**
   * Opens the database if something is declared or set up, so that an invalid file fails the class.
   * That of a Spring application is opened when the application starts.
   */
  void openDeclared() {
    boolean prepared =
        !declarations.isEmpty() || fields().declareTables() || settings.setUp() != null;
    if (prepared && springContext == null) {
      database();
    }
  }

  /** Returns what is declared on a method. */
  synchronized Declarations declarations(Method method) {
    return ofMethods.computeIfAbsent(method, key -> Declarations.of(key, testClass));
  }

  /**
   * Returns a database for a test, which starts from the data of the class.
   *
   * @param method the method of the test; null if it is not known yet
   */
  Monotable fork(@Nullable Method method) {
    Monotable ofClass = database();
    Monotable fork = forkFor(ofClass);
    boolean complete = false;
    try {
      if (method != null) {
        add(declarations(method), method, fork, ofClass);
      }
      complete = true;
    } finally {
      if (!complete) {
        fork.close();
      }
    }
    return fork;
  }

  /** Adds what is declared on a method to its database. Its files are read once. */
  private void add(Declarations declared, Method method, Monotable fork, Monotable ofClass) {
    if (declared.isEmpty()) {
      return;
    }
    if (!declared.hasFiles()) {
      declared.createTables(fork);
    } else {
      Snapshot from = ofClass.snapshot();
      LoadedFiles known = findLoaded(method);
      if (known != null && known.from().equals(from)) {
        fork.restore(known.data());
        declared.createTables(fork); // they exist, but the handle must know their beans
      } else {
        declared.applyTo(fork);
        keepLoaded(method, new LoadedFiles(from, fork.snapshot()));
      }
    }
    fork.setResetPoint();
  }

  private synchronized @Nullable LoadedFiles findLoaded(Method method) {
    return loaded.get(method);
  }

  private synchronized void keepLoaded(Method method, LoadedFiles files) {
    loaded.put(method, files);
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

  /** Returns the last request to the database so far; null if there is none. */
  @Nullable ObservedRequest findLastRequest() {
    List<ObservedRequest> requests = database().requests();
    return requests.isEmpty() ? null : requests.get(requests.size() - 1);
  }

  @Override
  synchronized @Nullable String findReport() {
    return database == null ? null : settings.findReport(database, null);
  }

  /**
   * Adds the fault rules that no request matched, and what principals have used, to the report of
   * the design.
   */
  synchronized void reportEnd(String owner, @Nullable Monotable used) {
    if (session != null && used != null) {
      session.addUnmatched(owner, used.faults().rules());
      if (used instanceof SendingDatabase sending) {
        session.addUsages(sending.usages());
      }
    }
  }

  @Override
  public synchronized void close() {
    current.leave(this);
    leaveSpringContext();
    if (sender != null) {
      sender.close();
      sender = null;
    }
    loaded.clear();
    if (ownsDatabase()) {
      reportEnd(name(), database);
    }
    close(handle, ownsDatabase() ? database : null);
    database = null;
    handle = null;
  }
}

package dev.monotable.junit;

import dev.monotable.DatabaseBuilder;
import dev.monotable.ForwardingMonotable;
import dev.monotable.Monotable;
import dev.monotable.ReportLimits;
import dev.monotable.Transport;
import dev.monotable.engine.EngineConfig;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Provides each test method with a fresh DynamoDB database inside its own JVM.
 *
 * <pre>{@code
 * @MonotableTest
 * class OrdersTest {
 *   @Test
 *   void findsAnOrderByItsDay(DynamoDbClient dynamo) {
 *     dynamo.createTable(...);
 *   }
 * }
 * }</pre>
 *
 * <p>There are three ways in: the annotation {@link MonotableTest}, {@code @ExtendWith}, and a
 * field with settings, which is also a handle of the database:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MonotableExtension db = MonotableExtension.builder().table("Orders", Order.class).build();
 * }</pre>
 *
 * <p>A constructor, a lifecycle method or a test method can declare parameters of these types:
 *
 * <ul>
 *   <li>{@code DynamoDbClient}, {@code DynamoDbAsyncClient}, {@code DynamoDbEnhancedClient}, {@code
 *       DynamoDbEnhancedAsyncClient}, {@code DynamoDbStreamsClient}, {@code
 *       DynamoDbStreamsAsyncClient}: AWS SDK clients of the database;
 *   <li>{@code DynamoDbTable<T>}, {@code DynamoDbAsyncTable<T>}: a table of the enhanced client,
 *       declared with {@link Table};
 *   <li>{@code SdkHttpClient}, {@code SdkAsyncHttpClient}: the HTTP client only, for code that
 *       builds its own SDK clients;
 *   <li>{@link Monotable}: the handle of the database, with its clock, snapshots and forks;
 *   <li>{@code MonotableEngine}: the engine of the database;
 *   <li>{@link java.net.URI}: an HTTP endpoint on a free port of 127.0.0.1, for code that accepts
 *       nothing else. The port is opened when the parameter is resolved.
 * </ul>
 *
 * <p>{@link Injected} sets fields of these types.
 *
 * <p>The arguments of a parameterized test or class are not injected, regardless of their type. Nor
 * are parameters with annotations of other extensions, such as {@code @Mock}, and with {@link
 * NotInjected}.
 *
 * <p>All parameters of a test refer to the same database, including those of its constructor and of
 * its {@code @BeforeEach} methods. With {@link Isolation#PER_METHOD}, the default, tests never
 * share a database, so they can run in parallel.
 *
 * <p>A {@code @BeforeAll} method, and the constructor of a class with the lifecycle {@code
 * PER_CLASS}, write to a database of the class, from which each test starts. Their clients and
 * handles, and those of a field with this extension, follow the tests: while a test is running,
 * they lead to its database. So code under test can be created once for a class. If tests run in
 * parallel, this holds on the thread of a test only.
 *
 * <p>In a test that uses Spring's extension, such as one with {@code @SpringBootTest}, the beans
 * that are clients of DynamoDB or DynamoDB Streams are replaced by clients of the current test's
 * database. What the application writes while it starts is part of the data that each class starts
 * from, even if Spring has cached the application context. Clients that the application does not
 * define are beans too, also the enhanced ones, and so is the handle, of the type {@link
 * Monotable}. The property {@code monotable.endpoint} is the HTTP endpoint. The property {@code
 * monotable.replace=none} leaves the clients to the application.
 *
 * <p>{@link Schema}, {@link Table} and {@link Seed} declare the tables and items that a class or a
 * test starts with.
 *
 * <p>When a test or a lifecycle method fails, the extension publishes a {@linkplain
 * Monotable#report report} of its last requests and the tables that they name, as a report entry
 * with the key {@code monotable} and on standard error. Its limits are set by {@link MonotableTest}
 * or {@link Builder#report}. If parallel tests share a database, the report of one can contain
 * requests of others.
 *
 * <p>The extension requires JUnit 5.10 or later and the module {@code dynamodb} of the AWS SDK for
 * Java 2, in version 2.20 or later. The enhanced clients also require {@code dynamodb-enhanced}. No
 * HTTP client of the SDK is needed. The configuration parameter {@code monotable.transport=http}
 * makes the clients of all tests call their databases over HTTP.
 */
public final class MonotableExtension extends ForwardingMonotable
    implements BeforeAllCallback,
        AfterAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        InvocationInterceptor,
        TestInstancePreConstructCallback,
        TestInstancePostProcessor,
        TestWatcher,
        ParameterResolver {
  private static final String TRANSPORT = "monotable.transport";
  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  private final Namespace namespace = Namespace.create(MonotableExtension.class, this);
  private final Namespace sharedNamespace;
  private final Settings settings;
  private final CurrentDatabase current = new CurrentDatabase();
  private final Instances instances = new Instances(current);
  private final Monotable following;
  private volatile boolean registered;

  /** Creates an extension with the settings of {@link MonotableTest}, or the default ones. */
  public MonotableExtension() {
    this.settings =
        new Settings(
            Isolation.PER_METHOD,
            Transport.IN_PROCESS,
            Monotable.builder(),
            null,
            null,
            ReportLimits.DEFAULT);
    this.sharedNamespace = Namespace.create(MonotableExtension.class);
    this.following = Monotable.following(this::currentDatabase);
  }

  private MonotableExtension(Settings settings) {
    this.settings = settings;
    this.sharedNamespace = namespace;
    this.following = Monotable.following(this::currentDatabase, settings.transport());
  }

  /** Returns a builder of an extension for a field with {@code @RegisterExtension}. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns an extension whose databases have the given configuration.
   *
   * <pre>{@code
   * @RegisterExtension
   * static final MonotableExtension db = MonotableExtension.with(config);
   * }</pre>
   */
  public static MonotableExtension with(EngineConfig config) {
    return builder().config(config).build();
  }

  /** Builds an extension; the methods of {@link DatabaseBuilder} describe the other settings. */
  public static final class Builder extends DatabaseBuilder<Builder> {
    private Isolation isolation = Isolation.PER_METHOD;
    private ReportLimits report = ReportLimits.DEFAULT;
    private @Nullable ThrowingConsumer<Monotable> setUp;

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /** Sets which tests share a database; none by default. */
    public Builder isolation(Isolation value) {
      isolation = Objects.requireNonNull(value, "isolation");
      return this;
    }

    /**
     * Sets how much the report of a failed test contains; {@link ReportLimits#NONE} for no report.
     */
    public Builder report(ReportLimits value) {
      report = Objects.requireNonNull(value, "report");
      return this;
    }

    /**
     * Sets what adds data to the database of a class, from which each test then starts. It runs
     * once for each class, and not again for its {@code @Nested} classes: after {@link Schema},
     * {@link Table} and {@link Seed}, before the {@code @BeforeAll} methods, and before the class's
     * Spring application starts. If classes share a database, it runs for the first of them only. A
     * failure fails the class.
     *
     * @param value receives a handle that follows the tests, so code under test can keep its
     *     clients
     */
    public Builder setUp(ThrowingConsumer<Monotable> value) {
      setUp = Objects.requireNonNull(value, "setUp");
      return this;
    }

    /** Returns the extension. */
    public MonotableExtension build() {
      return new MonotableExtension(
          new Settings(isolation, transport(), databases(), design(), setUp, report));
    }
  }

  Settings settings() {
    return settings;
  }

  private Monotable currentDatabase() {
    if (!registered) {
      throw new IllegalStateException(UnregisteredField.message(this));
    }
    return current.require();
  }

  /** Returns the handle of this field: its clients follow the current database. */
  @Override
  protected Monotable delegate() {
    return following;
  }

  @Override
  public void preConstructTestInstance(
      TestInstanceFactoryContext instance, ExtensionContext context) {
    ClassScope testClass = classScope(context);
    if (isPerClass(context)) {
      enter(testClass);
    } else {
      instances.construct(testClass, instance.getTestClass());
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    requireOnly(context);
    setConcurrency(context);
    ClassScope testClass = classScope(context);
    enter(testClass);
    testClass.fields().setStatic(testClass, current.allowsConcurrentClasses());
    context.getTestInstance().ifPresent(each -> testClass.fields().set(each, testClass));
  }

  private void enter(ClassScope testClass) {
    if (!current.hasEntered(testClass)) {
      current.enter(testClass);
    }
    testClass.openDeclared();
    testClass.startSender();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    requireOnly(context);
    setConcurrency(context);
    ClassScope testClass = classScope(context);
    testClass.joinSpringContext();
    TestScope test = testScope(context);
    // The parts that are not set yet: endpoints, and all if the extension is that of an instance
    // field.
    for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
      testClass.fields(instance.getClass()).set(instance, test);
    }
    TestPatterns.reportUnchecked(testClass, context);
  }

  /**
   * Lets the clients of a Spring application follow the tests. Spring starts it while it processes
   * an instance too: after all {@code @BeforeAll} methods, which may start what it needs.
   */
  @Override
  public void postProcessTestInstance(Object instance, ExtensionContext context) {
    ClassScope testClass = classScope(context);
    testClass.joinSpringContext();
    testClass
        .fields()
        .set(instance, isPerClass(context) ? testClass : instances.require(testClass));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    reportFailure(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    reportFailure(context);
  }

  /** Publishes a report if the test or the class of a context has failed. */
  private void reportFailure(ExtensionContext context) {
    Throwable failure = context.getExecutionException().orElse(null);
    if (failure != null) {
      DatabaseScope scope =
          context.getStore(namespace).get(context.getUniqueId(), DatabaseScope.class);
      FailureReport.publish(failure, scope, context);
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    TestScope test = context.getStore(namespace).get(context.getUniqueId(), TestScope.class);
    Objects.requireNonNull(test, "test").call(invocation::proceed);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptTestMethod(invocation, method, context);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation,
      DynamicTestInvocationContext invocationContext,
      ExtensionContext context)
      throws Throwable {
    // The scope of the method that has created the dynamic test.
    DatabaseScope factory = find(DatabaseScope.class, Optional.of(context));
    try {
      if (factory instanceof TestScope test) {
        test.call(invocation::proceed);
      } else {
        invocation.proceed();
      }
    } catch (Throwable failure) {
      FailureReport.publish(failure, factory, context);
      throw failure;
    }
  }

  /** Returns the scope of a context or of the innermost one around it that has one. */
  private <T extends DatabaseScope> @Nullable T find(
      Class<T> type, Optional<ExtensionContext> innermost) {
    Optional<ExtensionContext> around = innermost;
    while (around.isPresent()) {
      String id = around.get().getUniqueId();
      T scope = around.get().getStore(namespace).get(id, type);
      if (scope != null) {
        return scope;
      }
      around = around.get().getParent();
    }
    return null;
  }

  /** Reports a test whose instance could not be created; {@link #afterEach} reports the others. */
  @Override
  public void testFailed(ExtensionContext context, Throwable failure) {
    try (TestScope scope = instances.takeFailed()) {
      FailureReport.publish(failure, scope, context);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return InjectedParameter.isSupported(parameter, context);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    try {
      return InjectedParameter.resolve(parameter, scope(parameter, context));
    } catch (NoClassDefFoundError missing) {
      throw new ParameterResolutionException(
          "Monotable cannot create a "
              + parameter.getParameter().getType().getSimpleName()
              + ": a class is missing from the class path: "
              + missing.getMessage(),
          missing);
    }
  }

  private DatabaseScope scope(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getDeclaringExecutable() instanceof Constructor<?> && !isPerClass(context)) {
      return instances.require(classScope(context));
    }
    return context.getTestMethod().isPresent() ? testScope(context) : classScope(context);
  }

  private static boolean isPerClass(ExtensionContext context) {
    return context.getTestInstanceLifecycle().orElse(Lifecycle.PER_METHOD) == Lifecycle.PER_CLASS;
  }

  /**
   * Returns the scope of a test, which is closed with its context. A store also finds the values of
   * enclosing contexts, so the key of each scope is the ID of its context.
   */
  private TestScope testScope(ExtensionContext context) {
    return context
        .getStore(namespace)
        .getOrComputeIfAbsent(
            context.getUniqueId(),
            id -> instances.start(classScope(context), context.getRequiredTestMethod()),
            TestScope.class);
  }

  /** Returns the scope of the class of a context. */
  private ClassScope classScope(ExtensionContext context) {
    ExtensionContext ofClass = context;
    while (ofClass.getTestMethod().isPresent()) {
      ofClass = ofClass.getParent().orElseThrow();
    }
    ExtensionContext owner = ofClass;
    return owner
        .getStore(namespace)
        .getOrComputeIfAbsent(owner.getUniqueId(), id -> newClassScope(owner), ClassScope.class);
  }

  private ClassScope newClassScope(ExtensionContext context) {
    registered = true;
    context
        .getRoot()
        .getStore(namespace)
        .getOrComputeIfAbsent(this, self -> new ClosedAtTheEnd(following), ClosedAtTheEnd.class);
    ClassScope enclosing = findEnclosing(context);
    Settings inherited = enclosing == null ? settings : enclosing.settings();
    Class<?> testClass = context.getRequiredTestClass();
    Settings chosen = inherited.of(testClass, transport(context));
    ClassScope scope = new ClassScope(testClass, enclosing, chosen, () -> shared(context), current);
    DesignSettings design = DesignSettings.of(chosen.design(), context);
    scope.setDesign(design);
    if (design.reports() != null) {
      context
          .getRoot()
          .getStore(Namespace.create(MonotableExtension.class))
          .getOrComputeIfAbsent(
              ReportsAtTheEnd.class, type -> new ReportsAtTheEnd(), ReportsAtTheEnd.class)
          .add(design.reports());
    }
    if (SpringContexts.haveDatabase(testClass)) {
      scope.setSpringContext(() -> SpringContexts.find(context));
    }
    return scope;
  }

  /** The first extension of a class or a test. */
  private record Registered(MonotableExtension extension) {}

  /**
   * Checks that a class or a test has one extension: two would have a database each.
   *
   * @throws ExtensionConfigurationException if it has another one
   */
  private void requireOnly(ExtensionContext context) {
    // Not this itself: JUnit closes what is AutoCloseable in a store, from version 5.13 on.
    Registered first =
        context
            .getStore(Namespace.create(MonotableExtension.class))
            .getOrComputeIfAbsent(
                context.getUniqueId(), id -> new Registered(this), Registered.class);
    if (first.extension() != this) {
      throw new ExtensionConfigurationException(
          context.getRequiredTestClass().getName()
              + " has two extensions of Monotable, so there would be two databases: keep either the"
              + " annotation, such as @MonotableTest, or the field of the type MonotableExtension");
    }
  }

  /** Records whether tests or classes may run at the same time. */
  private void setConcurrency(ExtensionContext context) {
    if (context.getExecutionMode() == ExecutionMode.CONCURRENT
        && context.getConfigurationParameter(PARALLEL, Boolean::valueOf).orElse(false)) {
      current.allowConcurrentClasses();
      if (context.getTestMethod().isPresent() || findEnclosing(context) != null) {
        current.allowConcurrentTests();
      }
    }
  }

  private static @Nullable Transport transport(ExtensionContext context) {
    return context
        .getConfigurationParameter(
            TRANSPORT, name -> Transport.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')))
        .orElse(null);
  }

  private @Nullable ClassScope findEnclosing(ExtensionContext context) {
    return find(ClassScope.class, context.getParent());
  }

  private ClosedAtTheEnd shared(ExtensionContext context) {
    Store ofRun = context.getRoot().getStore(sharedNamespace);
    return ofRun.getOrComputeIfAbsent(
        Isolation.SHARED,
        key -> new ClosedAtTheEnd(settings.builder().create()),
        ClosedAtTheEnd.class);
  }

  /** Finds the field of an extension that JUnit does not know, for the message that names it. */
  private static final class UnregisteredField {
    /** Returns why an extension has no database. */
    static String message(MonotableExtension extension) {
      Field field =
          StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
              .walk(
                  frames ->
                      frames
                          .map(frame -> find(frame.getDeclaringClass(), extension))
                          .filter(found -> found != null)
                          .findFirst()
                          .orElse(null));
      return "Monotable has no database, because JUnit does not know this extension: "
          + (field == null
              ? "annotate its field with @RegisterExtension"
              : "annotate "
                  + field.getDeclaringClass().getSimpleName()
                  + "."
                  + field.getName()
                  + " with @RegisterExtension");
    }

    private static @Nullable Field find(Class<?> type, MonotableExtension extension) {
      List<Field> fields = List.of(type.getDeclaredFields());
      for (Field field : fields) {
        if (field.getType() == MonotableExtension.class
            && Modifier.isStatic(field.getModifiers())
            && ReflectionSupport.tryToReadFieldValue(field, null).toOptional().orElse(null)
                == extension) {
          return field;
        }
      }
      return null;
    }
  }
}

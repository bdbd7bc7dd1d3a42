package dev.monotable.junit;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test method a fresh DynamoDB in the test's own JVM.
 *
 * <pre>{@code
 * @ExtendWith(MonotableExtension.class)
 * class OrdersTest {
 *   @Test
 *   void an_order_is_found_by_its_day(DynamoDbClient dynamo) {
 *     dynamo.createTable(...);
 *   }
 * }
 * }</pre>
 *
 * <p>A constructor, a life cycle method or a test method may ask for
 *
 * <ul>
 *   <li>{@code DynamoDbClient}, {@code DynamoDbAsyncClient}, {@code DynamoDbEnhancedClient}, {@code
 *       DynamoDbEnhancedAsyncClient}, {@code DynamoDbStreamsClient}, {@code
 *       DynamoDbStreamsAsyncClient}: AWS SDK clients whose requests reach the database without a
 *       socket;
 *   <li>{@code SdkHttpClient}, {@code SdkAsyncHttpClient}: the transport alone, for code that
 *       builds its clients itself;
 *   <li>{@link MonotableEngine}: the database itself, with its snapshots;
 *   <li>{@link java.net.URI}: an endpoint on a free port of 127.0.0.1, opened when it is asked for,
 *       for code that knows no other way.
 * </ul>
 *
 * <p>All parameters of one test, those of its constructor and of its {@code @BeforeEach} methods
 * included, lead to the same database, and no two tests share one: they may run in parallel. What
 * was opened is closed after the test.
 *
 * <p>A {@code @BeforeAll} method, and the constructor of a class whose instance lives for all its
 * tests, get a database of the class. Each test then begins with a fork of it: it finds the tables
 * and items that are there when its own database is first asked for, and what it changes, no other
 * test sees.
 *
 * <p>Needs JUnit 5.13 or later, and of the AWS SDK for Java 2 the module {@code dynamodb} and, for
 * the enhanced clients, {@code dynamodb-enhanced}; no HTTP client of the SDK is used.
 */
public final class MonotableExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(MonotableExtension.class);

  private final EngineConfig config;

  /** Databases as on AWS, in standard configuration. */
  public MonotableExtension() {
    this(EngineConfig.DEFAULT);
  }

  private MonotableExtension(EngineConfig config) {
    this.config = config;
  }

  /**
   * Databases of that configuration, with a clock of the test's for example.
   *
   * <pre>{@code
   * @RegisterExtension
   * static final MonotableExtension MONOTABLE = MonotableExtension.with(config);
   * }</pre>
   */
  public static MonotableExtension with(EngineConfig config) {
    return new MonotableExtension(Objects.requireNonNull(config, "config"));
  }

  /** Makes a constructor's parameters those of the test that the instance is made for. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return Injectable.find(parameter.getParameter().getType()) != null;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Injectable injectable = Injectable.find(type);
    if (injectable == null) {
      throw new ParameterResolutionException("not a parameter of Monotable: " + type.getName());
    }
    try {
      return database(context).give(injectable);
    } catch (NoClassDefFoundError missing) {
      throw new ParameterResolutionException(
          "a "
              + type.getSimpleName()
              + " needs a class that is not on the class path: "
              + missing.getMessage(),
          missing);
    }
  }

  /**
   * The database of that context. A store also answers for the contexts around its own, so each
   * database is kept under its context's id.
   */
  private TestDatabase database(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(context.getUniqueId(), id -> open(context), TestDatabase.class);
  }

  private TestDatabase open(ExtensionContext context) {
    Store store = context.getStore(NAMESPACE);
    Optional<ExtensionContext> around = context.getParent();
    while (around.isPresent()) {
      TestDatabase database = store.get(around.get().getUniqueId(), TestDatabase.class);
      if (database != null) {
        return database.fork();
      }
      around = around.get().getParent();
    }
    return new TestDatabase(MonotableEngine.create(config));
  }
}

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
 * Provides each test method with a fresh DynamoDB database inside its own JVM.
 *
 * <pre>{@code
 * @ExtendWith(MonotableExtension.class)
 * class OrdersTest {
 *   @Test
 *   void findsAnOrderByItsDay(DynamoDbClient dynamo) {
 *     dynamo.createTable(...);
 *   }
 * }
 * }</pre>
 *
 * <p>A constructor, a lifecycle method or a test method can declare parameters of these types:
 *
 * <ul>
 *   <li>{@code DynamoDbClient}, {@code DynamoDbAsyncClient}, {@code DynamoDbEnhancedClient}, {@code
 *       DynamoDbEnhancedAsyncClient}, {@code DynamoDbStreamsClient}, {@code
 *       DynamoDbStreamsAsyncClient}: AWS SDK clients that call the database without a socket;
 *   <li>{@code SdkHttpClient}, {@code SdkAsyncHttpClient}: the HTTP client only, for code that
 *       builds its own SDK clients;
 *   <li>{@link MonotableEngine}: the database itself, with snapshots and forks;
 *   <li>{@link java.net.URI}: an HTTP endpoint on a free port of 127.0.0.1, for code that accepts
 *       nothing else. The port is opened when the parameter is resolved.
 * </ul>
 *
 * <p>All parameters of a test refer to the same database, including those of its constructor and of
 * its {@code @BeforeEach} methods. Tests never share a database, so they can run in parallel. The
 * extension closes all clients and endpoints after the test.
 *
 * <p>A {@code @BeforeAll} method, and the constructor of a class with the lifecycle {@code
 * PER_CLASS}, get a database of the class. Each test then starts with a fork of that database: it
 * sees the tables and items that exist when its first parameter is resolved, and no other test sees
 * its changes.
 *
 * <p>The extension requires JUnit 5.13 or later and the module {@code dynamodb} of the AWS SDK for
 * Java 2. The enhanced clients also require {@code dynamodb-enhanced}. No HTTP client of the SDK is
 * needed.
 */
public final class MonotableExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(MonotableExtension.class);

  private final EngineConfig config;

  /** Creates an extension whose databases have the default configuration. */
  public MonotableExtension() {
    this(EngineConfig.DEFAULT);
  }

  private MonotableExtension(EngineConfig config) {
    this.config = config;
  }

  /**
   * Returns an extension whose databases have the given configuration, for example a manual clock.
   *
   * <pre>{@code
   * @RegisterExtension
   * static final MonotableExtension MONOTABLE = MonotableExtension.with(config);
   * }</pre>
   */
  public static MonotableExtension with(EngineConfig config) {
    return new MonotableExtension(Objects.requireNonNull(config, "config"));
  }

  /** Resolves the parameters of a constructor in the context of the test that it is called for. */
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
      throw new ParameterResolutionException(
          "Monotable cannot resolve a parameter of type " + type.getName());
    }
    try {
      return database(context).give(injectable);
    } catch (NoClassDefFoundError missing) {
      throw new ParameterResolutionException(
          "Monotable cannot create a "
              + type.getSimpleName()
              + ": a class is missing from the class path: "
              + missing.getMessage(),
          missing);
    }
  }

  /**
   * Returns the database of a context. A store also finds the values of enclosing contexts, so the
   * key of each database is the ID of its context.
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

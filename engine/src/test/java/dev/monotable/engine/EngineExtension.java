package dev.monotable.engine;

import java.time.Instant;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a new engine whose clock is stopped at noon of a day in 2026, and audits the
 * engine after the test.
 */
public final class EngineExtension
    implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  /** The time at which every test begins. */
  public static final Instant NOON = Instant.parse("2026-10-15T12:00:00Z");

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(EngineExtension.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    ManualTime time = new ManualTime(NOON);
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    store.put(ManualTime.class, time);
    store.put(
        MonotableEngine.class,
        MonotableEngine.create(
            EngineConfig.builder().clock(time).scheduler(time).seed(20261015).build()));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    MonotableEngine engine =
        context.getStore(NAMESPACE).get(MonotableEngine.class, MonotableEngine.class);
    Audit.check(engine);
    engine.close();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == MonotableEngine.class || type == ManualTime.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return context.getStore(NAMESPACE).get(type);
  }
}

package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Adds a database to an application context: the bean, the clients, and the property {@code
 * monotable.endpoint}. Test classes whose databases start from the same declarations share a
 * context.
 */
final class SpringCustomizer implements ContextCustomizer {
  private static final String ENDPOINT = "monotable.endpoint";

  private final Key key;
  private final Monotable.Builder builder;
  private final List<Class<?>> testClasses;

  /**
   * The key by which two test classes share a context.
   *
   * @param field the extension that is registered as a field
   * @param declarations the annotations that declare tables and items
   * @param packages the packages to which the names of files in the declarations are relative
   */
  record Key(
      @Nullable MonotableExtension field,
      Transport transport,
      List<Annotation> declarations,
      Set<String> packages) {
    Key {
      declarations = List.copyOf(declarations);
      packages = Set.copyOf(packages);
    }
  }

  /**
   * Creates a customizer.
   *
   * @param testClasses the classes with the declarations, the outermost first
   */
  SpringCustomizer(Key key, Monotable.Builder builder, List<Class<?>> testClasses) {
    this.key = key;
    this.builder = builder;
    this.testClasses = testClasses;
  }

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    Class<?> testClass = testClasses.get(testClasses.size() - 1);
    SpringDatabase database = new SpringDatabase(testClass, createOrigin(), key.transport());
    ConfigurableListableBeanFactory beans = context.getBeanFactory();
    beans.registerSingleton(SpringDatabase.BEAN, database);
    ((DefaultSingletonBeanRegistry) beans)
        .registerDisposableBean(SpringDatabase.BEAN, database::close);
    ConfigurableEnvironment environment = context.getEnvironment();
    environment.getPropertySources().addFirst(new EndpointProperty(database));
    SpringClients clients = new SpringClients(database, environment);
    beans.addBeanPostProcessor(clients);
    context.addBeanFactoryPostProcessor(clients);
    database.beginStart();
    setUp(testClass, database);
  }

  private void setUp(Class<?> testClass, SpringDatabase database) {
    MonotableExtension field = key.field();
    boolean complete = false;
    try {
      if (field != null) {
        field.settings().setUp(testClass, database);
      }
      complete = true;
    } finally {
      if (!complete) {
        database.close();
      }
    }
  }

  /** Returns a database with the declared tables and items. */
  private Monotable createOrigin() {
    Monotable origin = builder.createFor(testClasses.get(0));
    boolean complete = false;
    try {
      for (Class<?> testClass : testClasses) {
        Declarations.of(testClass, testClass).applyTo(origin);
      }
      complete = true;
    } finally {
      if (!complete) {
        origin.close();
      }
    }
    return origin;
  }

  /** The endpoint of the database, which is opened when the property is read. */
  private static final class EndpointProperty extends PropertySource<SpringDatabase> {
    EndpointProperty(SpringDatabase database) {
      super("monotable", database);
    }

    @Override
    public @Nullable Object getProperty(String name) {
      return name.equals(ENDPOINT) ? getSource().endpoint().toString() : null;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SpringCustomizer that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }
}

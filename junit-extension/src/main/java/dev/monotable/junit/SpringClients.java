package dev.monotable.junit;

import dev.monotable.Monotable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.ReflectionSupport;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.PropertyResolver;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Replaces the beans that are clients of DynamoDB by clients of a database, as Spring Boot replaces
 * data sources by an embedded database, and defines those that an application context does not
 * have. The original beans are not created, nor is a client before it is used.
 */
final class SpringClients implements InstantiationAwareBeanPostProcessor, BeanFactoryPostProcessor {
  /** {@code none} keeps the clients of the application. */
  private static final String REPLACE = "monotable.replace";

  /** The beginning of the names of beans that are defined here. */
  private static final String PREFIX = "monotable.";

  private static final List<Class<?>> REPLACED =
      List.of(
          DynamoDbClient.class,
          DynamoDbAsyncClient.class,
          DynamoDbStreamsClient.class,
          DynamoDbStreamsAsyncClient.class);

  /** Those of the enhanced client, which may be missing from the class path. */
  private static final List<String> ENHANCED =
      List.of(
          "software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient",
          "software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient");

  private final Monotable database;
  private final PropertyResolver properties;
  private @Nullable ConfigurableListableBeanFactory factory;

  /**
   * Creates a post-processor.
   *
   * @param properties read when the first client is created, since a test may add them dynamically
   */
  SpringClients(Monotable database, PropertyResolver properties) {
    this.database = database;
    this.properties = properties;
  }

  /** Defines the missing clients. Spring calls this when it knows all beans of the application. */
  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    factory = beans;
    if (keepsClients() || !(beans instanceof BeanDefinitionRegistry registry)) {
      return;
    }
    for (Class<?> client : REPLACED) {
      define(client, beans, registry);
    }
    for (String name : ENHANCED) {
      ReflectionSupport.tryToLoadClass(name)
          .toOptional()
          .ifPresent(client -> define(client, beans, registry));
    }
  }

  private <T> void define(
      Class<T> client, ConfigurableListableBeanFactory beans, BeanDefinitionRegistry registry) {
    for (String name :
        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, client, true, false)) {
      if (!name.startsWith(PREFIX)) {
        return;
      }
    }
    RootBeanDefinition definition = new RootBeanDefinition(client, () -> database.client(client));
    definition.setLazyInit(true);
    definition.setDestroyMethodName(""); // the database closes its clients
    registry.registerBeanDefinition(PREFIX + client.getSimpleName(), definition);
  }

  @Override
  public @Nullable Object postProcessBeforeInstantiation(Class<?> type, String name) {
    return find(type);
  }

  /**
   * Replaces a bean whose type is known only after its creation. From then on, it is injected
   * instead of one that is defined here.
   */
  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Class<?> type = findType(bean.getClass());
    if (type == null || name.startsWith(PREFIX)) {
      return bean;
    }
    String defined = PREFIX + type.getSimpleName();
    if (factory != null && factory.containsBeanDefinition(defined)) {
      factory.getBeanDefinition(defined).setAutowireCandidate(false);
      factory.getMergedBeanDefinition(defined).setAutowireCandidate(false);
    }
    return database.client(type);
  }

  private @Nullable Object find(Class<?> type) {
    Class<?> client = findType(type);
    return client == null ? null : database.client(client);
  }

  /** Returns the type of client that a bean is; null if it is none, or the application keeps it. */
  private @Nullable Class<?> findType(Class<?> type) {
    for (Class<?> client : REPLACED) {
      if (client.isAssignableFrom(type)) {
        return keepsClients() ? null : client;
      }
    }
    return null;
  }

  private boolean keepsClients() {
    return properties.getProperty(REPLACE, "any").equals("none");
  }
}

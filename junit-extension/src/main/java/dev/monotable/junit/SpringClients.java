package dev.monotable.junit;

import dev.monotable.Monotable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.core.env.PropertyResolver;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Replaces the beans that are clients of DynamoDB by clients of a database, as Spring Boot replaces
 * data sources by an embedded database. The original beans are not created.
 */
final class SpringClients implements InstantiationAwareBeanPostProcessor {
  /** {@code none} keeps the clients of the application. */
  private static final String REPLACE = "monotable.replace";

  private static final List<Class<?>> REPLACED =
      List.of(
          DynamoDbClient.class,
          DynamoDbAsyncClient.class,
          DynamoDbStreamsClient.class,
          DynamoDbStreamsAsyncClient.class);

  private final Monotable database;
  private final PropertyResolver properties;

  /**
   * Creates a post-processor.
   *
   * @param properties read when the first client is created, since a test may add them dynamically
   */
  SpringClients(Monotable database, PropertyResolver properties) {
    this.database = database;
    this.properties = properties;
  }

  @Override
  public @Nullable Object postProcessBeforeInstantiation(Class<?> type, String name) {
    return find(type);
  }

  /** Replaces a bean whose type is known only after its creation. */
  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    Object client = find(bean.getClass());
    return client == null ? bean : client;
  }

  private @Nullable Object find(Class<?> type) {
    for (Class<?> client : REPLACED) {
      if (client.isAssignableFrom(type)) {
        return properties.getProperty(REPLACE, "any").equals("none")
            ? null
            : database.client(client);
      }
    }
    return null;
  }
}

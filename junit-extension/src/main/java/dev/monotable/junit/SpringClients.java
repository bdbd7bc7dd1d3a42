package dev.monotable.junit;

import dev.monotable.Monotable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Replaces the beans that are clients of DynamoDB by clients of a database, as Spring Boot replaces
 * data sources by an embedded database. The original beans are not created.
 */
final class SpringClients implements InstantiationAwareBeanPostProcessor {
  private static final List<Class<?>> REPLACED =
      List.of(
          DynamoDbClient.class,
          DynamoDbAsyncClient.class,
          DynamoDbStreamsClient.class,
          DynamoDbStreamsAsyncClient.class);

  private final Monotable database;

  SpringClients(Monotable database) {
    this.database = database;
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
        return database.client(client);
      }
    }
    return null;
  }
}

package dev.monotable.client;

import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Creates the enhanced clients and their tables. This is a separate class because the enhanced
 * client may be missing from the class path.
 */
public final class EnhancedClients {
  /** Reading the annotations of a bean takes milliseconds. */
  private static final ClassValue<TableSchema<?>> SCHEMAS =
      new ClassValue<>() {
        @Override
        protected TableSchema<?> computeValue(Class<?> bean) {
          return TableSchema.fromClass(bean);
        }
      };

  private EnhancedClients() {}

  static Object sync(Object client) {
    return DynamoDbEnhancedClient.builder().dynamoDbClient((DynamoDbClient) client).build();
  }

  static Object async(Object client) {
    return DynamoDbEnhancedAsyncClient.builder()
        .dynamoDbClient((DynamoDbAsyncClient) client)
        .build();
  }

  /** Returns the schema of a bean, which is read once. */
  public static TableSchema<?> schema(Class<?> bean) {
    return SCHEMAS.get(bean);
  }

  /** Returns a table of the synchronous or asynchronous enhanced client. */
  static Object table(Object client, String name, Class<?> bean) {
    return client instanceof DynamoDbEnhancedAsyncClient async
        ? async.table(name, schema(bean))
        : ((DynamoDbEnhancedClient) client).table(name, schema(bean));
  }
}

package dev.monotable.junit;

import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The enhanced clients, in a class of their own: not every test has them on its class path. */
final class EnhancedClients {
  private EnhancedClients() {}

  static Object sync(DynamoDbClient client) {
    return DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
  }

  static Object async(DynamoDbAsyncClient client) {
    return DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build();
  }
}

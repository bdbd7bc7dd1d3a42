package dev.monotable.client;

import org.jspecify.annotations.Nullable;

/**
 * The types of AWS SDK clients that a database provides. They are identified by name, so that no
 * type is loaded before a test asks for it: of the AWS SDK, only the modules in use must be on the
 * class path.
 */
public enum ClientKind {
  SYNC("software.amazon.awssdk.services.dynamodb.DynamoDbClient"),
  ASYNC("software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient"),
  ENHANCED(
      "software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient",
      "software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable"),
  ENHANCED_ASYNC(
      "software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient",
      "software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable"),
  STREAMS("software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient"),
  STREAMS_ASYNC("software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient"),
  HTTP("software.amazon.awssdk.http.SdkHttpClient"),
  HTTP_ASYNC("software.amazon.awssdk.http.async.SdkAsyncHttpClient");

  private final String typeName;
  private final @Nullable String tableName;

  ClientKind(String typeName) {
    this(typeName, null);
  }

  ClientKind(String typeName, @Nullable String tableName) {
    this.typeName = typeName;
    this.tableName = tableName;
  }

  /** Returns the constant with exactly this type, or null if the type is not supported. */
  public static @Nullable ClientKind find(Class<?> type) {
    String name = type.getName();
    for (ClientKind kind : values()) {
      if (kind.typeName.equals(name)) {
        return kind;
      }
    }
    return null;
  }

  /** Returns the client that has tables of exactly this type; null if there is none. */
  public static @Nullable ClientKind findOfTable(Class<?> type) {
    String name = type.getName();
    for (ClientKind kind : values()) {
      if (name.equals(kind.tableName)) {
        return kind;
      }
    }
    return null;
  }
}

package dev.monotable.junit;

import org.jspecify.annotations.Nullable;

/**
 * The types that a test can declare as parameters. They are identified by name, so that no type is
 * loaded before a test declares it: of JUnit and the AWS SDK, only the modules in use must be on
 * the class path.
 */
enum Injectable {
  ENGINE("dev.monotable.engine.MonotableEngine"),
  CLIENT("software.amazon.awssdk.services.dynamodb.DynamoDbClient"),
  ASYNC_CLIENT("software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient"),
  ENHANCED_CLIENT("software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient"),
  ENHANCED_ASYNC_CLIENT("software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient"),
  STREAMS_CLIENT("software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient"),
  STREAMS_ASYNC_CLIENT(
      "software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient"),
  HTTP_CLIENT("software.amazon.awssdk.http.SdkHttpClient"),
  ASYNC_HTTP_CLIENT("software.amazon.awssdk.http.async.SdkAsyncHttpClient"),
  ENDPOINT("java.net.URI");

  private final String typeName;

  Injectable(String typeName) {
    this.typeName = typeName;
  }

  /** Returns the constant with exactly this type, or null if the type is not supported. */
  static @Nullable Injectable find(Class<?> parameterType) {
    String name = parameterType.getName();
    for (Injectable injectable : values()) {
      if (injectable.typeName.equals(name)) {
        return injectable;
      }
    }
    return null;
  }
}

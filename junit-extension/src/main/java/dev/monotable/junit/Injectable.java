package dev.monotable.junit;

import org.jspecify.annotations.Nullable;

/**
 * What a test may ask for. Types are known by their names, so that none is loaded before a test
 * names it: of JUnit's and the AWS SDK's parts only those in use need be on the class path.
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

  /** The one whose type is exactly the parameter's, or null. */
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

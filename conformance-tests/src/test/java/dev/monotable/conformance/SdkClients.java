package dev.monotable.conformance;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Creates AWS SDK clients for an endpoint. Only AWS itself gets real credentials. */
public final class SdkClients {
  private SdkClients() {}

  public static DynamoDbClient sync(URI endpoint, SdkHttpClient transport) {
    return configured(DynamoDbClient.builder(), endpoint).httpClient(transport).build();
  }

  public static DynamoDbClient syncWithoutRetries(URI endpoint, SdkHttpClient transport) {
    return configured(DynamoDbClient.builder(), endpoint)
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .httpClient(transport)
        .build();
  }

  public static DynamoDbAsyncClient async(URI endpoint, SdkAsyncHttpClient transport) {
    return configured(DynamoDbAsyncClient.builder(), endpoint).httpClient(transport).build();
  }

  private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, URI endpoint) {
    builder.endpointOverride(endpoint);
    if (endpoint.getHost().endsWith(".amazonaws.com")) {
      return builder.credentialsProvider(DefaultCredentialsProvider.builder().build());
    }
    return builder
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")));
  }
}

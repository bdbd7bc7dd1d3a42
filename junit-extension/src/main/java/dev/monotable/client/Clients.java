package dev.monotable.client;

import java.lang.reflect.Method;
import java.net.URI;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.retry.RetryPolicy;
import software.amazon.awssdk.core.retry.backoff.BackoffStrategy;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Builds AWS SDK clients that pass their requests to a route or to an endpoint. The credentials,
 * the region and the profile files of the machine do not affect them. They retry without pauses.
 */
final class Clients {
  /** A host name that is never resolved: the HTTP client passes requests to the exchange. */
  private static final URI NOWHERE = URI.create("http://in-process.monotable.invalid");

  private static final ProfileFile NO_PROFILES = ProfileFile.aggregator().build();

  private static final int RETRIES = 8;

  /** Whether a synchronous client can be used after it was closed; not with an SDK before 2.21. */
  static final boolean SURVIVES_CLOSE = survivesClose();

  private Clients() {}

  static DynamoDbClient sync(Route route) {
    return reusable(configured(DynamoDbClient.builder(), NOWHERE))
        .httpClientBuilder(defaults -> new ExchangeHttpClient(route, !SURVIVES_CLOSE))
        .build();
  }

  static DynamoDbAsyncClient async(Route route) {
    return configured(DynamoDbAsyncClient.builder(), NOWHERE)
        .httpClientBuilder(defaults -> new ExchangeAsyncHttpClient(route, true))
        .build();
  }

  static DynamoDbStreamsClient streams(Route route) {
    return reusable(configured(DynamoDbStreamsClient.builder(), NOWHERE))
        .httpClientBuilder(defaults -> new ExchangeHttpClient(route, !SURVIVES_CLOSE))
        .build();
  }

  static DynamoDbStreamsAsyncClient streamsAsync(Route route) {
    return configured(DynamoDbStreamsAsyncClient.builder(), NOWHERE)
        .httpClientBuilder(defaults -> new ExchangeAsyncHttpClient(route, true))
        .build();
  }

  static DynamoDbClient sync(URI endpoint) {
    return configured(DynamoDbClient.builder(), endpoint).build();
  }

  static DynamoDbAsyncClient async(URI endpoint) {
    return configured(DynamoDbAsyncClient.builder(), endpoint).build();
  }

  static DynamoDbStreamsClient streams(URI endpoint) {
    return configured(DynamoDbStreamsClient.builder(), endpoint).build();
  }

  static DynamoDbStreamsAsyncClient streamsAsync(URI endpoint) {
    return configured(DynamoDbStreamsAsyncClient.builder(), endpoint).build();
  }

  @SuppressWarnings("deprecation") // retryPolicy: its successor is missing in the oldest SDK
  private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, URI endpoint) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .overrideConfiguration(
            config ->
                config
                    .defaultProfileFile(NO_PROFILES)
                    .defaultProfileName("default")
                    .retryPolicy(retries()));
  }

  /**
   * Gives a synchronous client the thread for its time-outs, if the SDK allows it. This is all that
   * the client would end when a test closes it, and another one takes as long to build as a test.
   */
  private static <B extends AwsClientBuilder<B, ?>> B reusable(B builder) {
    return SURVIVES_CLOSE
        ? builder.overrideConfiguration(
            builder.overrideConfiguration().toBuilder()
                .scheduledExecutorService(TimeOuts.THREAD)
                .build())
        : builder;
  }

  private static boolean survivesClose() {
    for (Method method : ClientOverrideConfiguration.Builder.class.getMethods()) {
      if (method.getName().equals("scheduledExecutorService")) {
        return true;
      }
    }
    return false;
  }

  /** The thread that ends calls with time-outs; it ends itself when there is nothing to do. */
  private static final class TimeOuts {
    private static final int IDLE_SECONDS = 5;

    static final ScheduledExecutorService THREAD = create();

    private static ScheduledExecutorService create() {
      ScheduledThreadPoolExecutor executor =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread thread = new Thread(task, "monotable-timeouts");
                thread.setDaemon(true);
                return thread;
              });
      executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      executor.allowCoreThreadTimeOut(true);
      executor.setRemoveOnCancelPolicy(true);
      return executor;
    }
  }

  /**
   * Returns as many retries as the SDK's default ones for DynamoDB, without the pauses between
   * them. These take a minute in all if DynamoDB keeps throttling, and no fault passes while a test
   * waits. A client has its own, since they are limited by what earlier requests have used.
   */
  @SuppressWarnings("deprecation") // its successor is missing in the oldest SDK
  private static RetryPolicy retries() {
    return RetryPolicy.builder(RetryMode.LEGACY)
        .numRetries(RETRIES)
        .backoffStrategy(BackoffStrategy.none())
        .throttlingBackoffStrategy(BackoffStrategy.none())
        .build();
  }
}

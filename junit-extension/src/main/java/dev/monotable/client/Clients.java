package dev.monotable.client;

import java.lang.reflect.Method;
import java.net.URI;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsAsyncClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientAsyncConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
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

  /** Whether a client can be used after it was closed; not with an SDK before 2.21. */
  static final boolean SURVIVES_CLOSE = survivesClose();

  private Clients() {}

  static DynamoDbClient sync(Connector connector) {
    return build(DynamoDbClient.builder(), connector);
  }

  static DynamoDbAsyncClient async(Connector connector) {
    return buildAsync(DynamoDbAsyncClient.builder(), connector);
  }

  static DynamoDbStreamsClient streams(Connector connector) {
    return build(DynamoDbStreamsClient.builder(), connector);
  }

  static DynamoDbStreamsAsyncClient streamsAsync(Connector connector) {
    return buildAsync(DynamoDbStreamsAsyncClient.builder(), connector);
  }

  private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C build(
      B builder, Connector connector) {
    if (connector.endpoint() != null) {
      return configured(builder, connector.endpoint().get()).build();
    }
    return reusable(configured(builder, NOWHERE))
        .httpClientBuilder(defaults -> new ExchangeHttpClient(connector.route(), !SURVIVES_CLOSE))
        .build();
  }

  private static <B extends AwsClientBuilder<B, C> & AwsAsyncClientBuilder<B, C>, C> C buildAsync(
      B builder, Connector connector) {
    if (connector.endpoint() != null) {
      return configured(builder, connector.endpoint().get()).build();
    }
    return reusable(configured(builder, NOWHERE))
        .asyncConfiguration(config -> completeBy(connector.route(), config))
        .httpClientBuilder(
            defaults -> new ExchangeAsyncHttpClient(connector.route(), !SURVIVES_CLOSE))
        .build();
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
   * Gives a client the thread for its time-outs, if the SDK allows it. With that of {@link
   * #completeBy}, this is all that the client would end when a test closes it, and another one
   * takes as long to build as a test.
   */
  private static <B extends AwsClientBuilder<B, ?>> B reusable(B builder) {
    return SURVIVES_CLOSE
        ? builder.overrideConfiguration(
            builder.overrideConfiguration().toBuilder()
                .scheduledExecutorService(SharedThreads.TIME_OUTS)
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

  /** Lets an asynchronous client complete its futures where its database says. */
  private static void completeBy(Route route, ClientAsyncConfiguration.Builder config) {
    // The SDK shuts down an ExecutorService that is passed as it is.
    config.advancedOption(
        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, task -> route.complete(task));
  }

  /** The threads of all clients. They are daemons, and end when there is nothing to do. */
  static final class SharedThreads {
    /**
     * Beyond it, the thread of the request completes a future. An SDK's own executor rejects it.
     */
    static final int MAX_COMPLETIONS = 1_000;

    private static final int IDLE_SECONDS = 5;

    /** Ends calls with time-outs. */
    static final ScheduledExecutorService TIME_OUTS = timeOuts();

    /**
     * Completes the futures of asynchronous calls. It has no queue, so that stages of one test that
     * wait do not stop another one.
     */
    static final Executor COMPLETIONS =
        new ThreadPoolExecutor(
            0,
            MAX_COMPLETIONS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> daemon(task, "monotable-completions"),
            new ThreadPoolExecutor.CallerRunsPolicy());

    private static ScheduledExecutorService timeOuts() {
      ScheduledThreadPoolExecutor executor =
          new ScheduledThreadPoolExecutor(1, task -> daemon(task, "monotable-timeouts"));
      executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      executor.allowCoreThreadTimeOut(true);
      executor.setRemoveOnCancelPolicy(true);
      return executor;
    }

    private static Thread daemon(Runnable task, String name) {
      Thread thread = new Thread(outermost(), task, name);
      thread.setDaemon(true);
      return thread;
    }

    /** Returns the group of all threads: these do not belong to whoever needs one at first. */
    private static ThreadGroup outermost() {
      ThreadGroup group = Thread.currentThread().getThreadGroup();
      while (group.getParent() != null) {
        group = group.getParent();
      }
      return group;
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

package dev.monotable.conformance.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import com.amazonaws.services.dynamodbv2.streamsadapter.model.DynamoDBStreamsProcessRecordsInput;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import com.amazonaws.services.dynamodbv2.streamsadapter.processor.DynamoDBStreamsShardRecordProcessor;
import dev.monotable.conformance.ServerProcess;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.lifecycle.events.InitializationInput;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShardEndedInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;
import software.amazon.kinesis.metrics.NullMetricsFactory;
import software.amazon.kinesis.processor.StreamTracker;
import software.amazon.kinesis.retrieval.RetrievalConfig;

/**
 * Tests that the Kinesis Client Library, with its adapter for DynamoDB Streams, consumes a stream
 * while eight writers write. Its lease tables are on the same server.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class KinesisClientLibraryTest {
  private static final long SEED = 20261015;
  private static final String APPLICATION = "changes-consumer";

  private @Nullable ServerProcess server;
  private @Nullable DynamoDbClient client;
  private @Nullable DynamoDbAsyncClient asyncClient;
  private @Nullable DynamoDbStreamsClient streams;

  @BeforeEach
  void open() {
    ServerProcess process = ServerProcess.start();
    URI endpoint = process.endpoint();
    server = process;
    client =
        configured(DynamoDbClient.builder(), endpoint)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    asyncClient =
        configured(DynamoDbAsyncClient.builder(), endpoint)
            .httpClientBuilder(NettyNioAsyncHttpClient.builder())
            .build();
    streams =
        configured(DynamoDbStreamsClient.builder(), endpoint)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
  }

  private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, URI endpoint) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")));
  }

  @AfterEach
  void close() {
    for (AutoCloseable closeable : new AutoCloseable[] {client, asyncClient, streams}) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    if (server != null) {
      server.close();
    }
  }

  /** Passes records on, and counts the shards that it has read to their end. */
  private static final class Processor implements DynamoDBStreamsShardRecordProcessor {
    private final Writers writers;
    private final CountDownLatch all;
    private final Set<String> ended;
    private String shard = "";

    Processor(Writers writers, CountDownLatch all, Set<String> ended) {
      this.writers = writers;
      this.all = all;
      this.ended = ended;
    }

    @Override
    public void initialize(InitializationInput input) {
      shard = input.shardId();
    }

    @Override
    public void processRecords(DynamoDBStreamsProcessRecordsInput input) {
      for (DynamoDBStreamsClientRecord record : input.records()) {
        writers.see(record.getRecord());
        all.countDown();
      }
    }

    @Override
    public void leaseLost(LeaseLostInput input) {}

    @Override
    public void shardEnded(ShardEndedInput input) {
      try {
        input.checkpointer().checkpoint();
        ended.add(shard);
      } catch (ShutdownException | InvalidStateException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void shutdownRequested(ShutdownRequestedInput input) {}
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void itSeesEveryChangeOnceAndInOrderAcrossSplits() throws Exception {
    DynamoDbClient table = client;
    DynamoDbAsyncClient leases = asyncClient;
    DynamoDbStreamsClient records = streams;
    assertThat(table).isNotNull();
    assertThat(leases).isNotNull();
    assertThat(records).isNotNull();
    String arn = table.createTable(Writers.TABLE).tableDescription().latestStreamArn();
    Set<String> ended = ConcurrentHashMap.newKeySet();
    // More item collections than the server keeps in one shard.
    try (Writers writers = new Writers(table, SEED, 1_000, 250, 300);
        CloudWatchAsyncClient unused =
            configured(CloudWatchAsyncClient.builder(), URI.create("http://127.0.0.1:1"))
                .httpClientBuilder(NettyNioAsyncHttpClient.builder())
                .build()) {
      CountDownLatch all = new CountDownLatch(writers.total());
      Scheduler scheduler = scheduler(arn, leases, records, unused, writers, all, ended);
      Thread consumer = new Thread(scheduler, "consumer");
      consumer.setDaemon(true);
      consumer.start();
      writers.start();

      assertThat(all.await(15, TimeUnit.MINUTES))
          .as("seed %s: saw %s of %s", SEED, writers.seen(), writers.total())
          .isTrue();
      scheduler.shutdown();
      consumer.join(240_000);

      writers.check();
      assertThat(ended).as("shards read to their end, seed %s", SEED).isNotEmpty();
      assertThat(table.listTables().tableNames()).contains(APPLICATION);
    }
  }

  private static Scheduler scheduler(
      String arn,
      DynamoDbAsyncClient leases,
      DynamoDbStreamsClient records,
      CloudWatchAsyncClient unused,
      Writers writers,
      CountDownLatch all,
      Set<String> ended) {
    AmazonDynamoDBStreamsAdapterClient adapter =
        new AmazonDynamoDBStreamsAdapterClient(records, Region.US_EAST_1);
    StreamTracker tracker =
        StreamsSchedulerFactory.createSingleStreamTracker(
            arn,
            InitialPositionInStreamExtended.newInitialPosition(
                InitialPositionInStream.TRIM_HORIZON));
    ConfigsBuilder configs =
        new ConfigsBuilder(
            tracker,
            APPLICATION,
            adapter,
            leases,
            unused,
            "worker-1",
            () -> new Processor(writers, all, ended));
    DynamoDBStreamsPollingConfig polling = new DynamoDBStreamsPollingConfig(adapter);
    polling.idleTimeBetweenReadsInMillis(50);
    RetrievalConfig retrieval = configs.retrievalConfig();
    retrieval.retrievalSpecificConfig(polling);
    // Shorten the library's own waits.
    LeaseManagementConfig leaseManagement =
        configs
            .leaseManagementConfig()
            .failoverTimeMillis(20_000)
            .leaseAssignmentIntervalMillis(1_000L)
            .shardSyncIntervalMillis(1_000);
    leaseManagement
        .workerUtilizationAwareAssignmentConfig()
        .workerMetricsReporterFreqInMillis(500)
        .inMemoryWorkerMetricsCaptureFrequencyMillis(500);
    return StreamsSchedulerFactory.createScheduler(
        configs.checkpointConfig(),
        configs
            .coordinatorConfig()
            .parentShardPollIntervalMillis(200)
            .schedulerInitializationBackoffTimeMillis(100),
        leaseManagement,
        configs.lifecycleConfig(),
        configs.metricsConfig().metricsFactory(new NullMetricsFactory()),
        configs.processorConfig(),
        retrieval,
        adapter);
  }
}

package dev.monotable.conformance.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.limits.Limits;
import dev.monotable.junit.MonotableExtension;
import dev.monotable.testing.Seed;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tests a consumer that follows the shards of a stream while eight writers write. */
@Tag("slow")
@Tag("seeds")
@Execution(ExecutionMode.CONCURRENT)
class ConsumerTest {
  private static final long SEED = Seed.of(20_261_015);

  @RegisterExtension
  final MonotableExtension monotable =
      MonotableExtension.with(
          EngineConfig.builder()
              .limits(Limits.builder().shard(shard -> shard.withMaxCollections(20)).build())
              .build());

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void itSeesEveryChangeOnceAndInOrderAcrossSplits(
      DynamoDbClient client, DynamoDbStreamsClient streams) throws Exception {
    String arn = client.createTable(Writers.TABLE).tableDescription().latestStreamArn();
    try (Writers writers = new Writers(client, SEED, 1_500, 60, 80)) {
      ShardFollower follower = new ShardFollower(streams, arn, writers::see);
      writers.start();
      boolean done;
      do {
        // Check whether the writers have finished before the last read, not after it.
        done = writers.areDone();
      } while (follower.poll() > 0 || !done);

      writers.check();
      assertThat(writers.seen()).as("seed %s", SEED).isEqualTo(writers.total());
      assertThat(follower.finished())
          .as("shards that were closed, seed %s", SEED)
          .isGreaterThan(15);
    }
  }
}

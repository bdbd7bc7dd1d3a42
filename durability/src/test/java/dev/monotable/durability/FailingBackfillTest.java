package dev.monotable.durability;

import static dev.monotable.testing.Calls.describe;
import static dev.monotable.testing.Calls.expire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.Operations;
import dev.monotable.model.PutRequest;
import dev.monotable.model.ScanInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.Item;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a disk that is full for a while, while an index or TTL is being filled. */
class FailingBackfillTest {
  private static final Instant NOON = Instant.parse("2026-10-15T12:00:00Z");
  private static final int ITEMS = 5000;

  /**
   * All commits of a backfill may be in one group. Then nothing fails, and another round begins.
   */
  private static final int ROUNDS = 20;

  @TempDir private Path directory;

  private final ManualTime time = new ManualTime(NOON);
  private final EngineConfig config =
      EngineConfig.builder()
          .clock(time)
          .scheduler(time)
          .seed(1)
          .limits(Limits.builder().commit(commit -> commit.withMaxItems(1)).build())
          .build();

  /**
   * Keeps the change itself, waits until the request has committed all it has, and is then full for
   * some writes.
   */
  private static final class FullMeanwhile implements WatchedChannel.Watcher {
    private final int failing;
    private volatile @Nullable Thread request;
    private int writes;
    private final AtomicInteger failed = new AtomicInteger();

    FullMeanwhile(int failing) {
      this.failing = failing;
    }

    @Override
    public int write(int bytes) throws IOException {
      Thread filling = request;
      if (filling == null) {
        return bytes;
      }
      if (writes++ == 0) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (filling.getState() != Thread.State.WAITING && System.nanoTime() < deadline) {
          Thread.onSpinWait();
        }
        return bytes;
      }
      if (writes > failing + 1) {
        return bytes;
      }
      failed.incrementAndGet();
      return 0;
    }

    @Override
    public void force() {}

    @Override
    public void truncate() {}
  }

  /** Runs a change in new databases until the log has failed in the middle of it. */
  private void failDuring(
      int failingWrites, Consumer<MonotableEngine> change, Consumer<MonotableEngine> check)
      throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      FullMeanwhile disk = new FullMeanwhile(failingWrites);
      try (DataDirectory data =
              DataDirectory.open(
                  directory.resolve("data-" + round),
                  SyncMode.OS,
                  false,
                  (path, options) -> new WatchedChannel(FileChannel.open(path, options), disk),
                  64 << 20);
          MonotableEngine engine = data.database("main", config)) {
        fill(engine);
        disk.request = Thread.currentThread();
        boolean failed = false;
        try {
          change.accept(engine);
        } catch (DynamoException e) {
          failed = true;
          assertThat(e)
              .hasMessage(
                  "Monotable could not write to its data directory: No space left on device");
        }
        assertThat(failed).isEqualTo(disk.failed.get() > 0);
        if (failed) {
          check.accept(engine);
          return;
        }
      }
    }
    throw new AssertionError("the log never failed in " + ROUNDS + " rounds");
  }

  private static void fill(MonotableEngine engine) {
    TestTable.createTable(engine);
    for (int i = 0; i < ITEMS; i += 25) {
      List<WriteRequest> writes = new ArrayList<>();
      for (int j = i; j < i + 25; j++) {
        Item item = Item.of("pk", j, "group", "g" + j % 3, "expires", NOON.getEpochSecond() + 60);
        writes.add(new WriteRequest(new PutRequest(item), null));
      }
      engine.call(
          Operations.BATCH_WRITE_ITEM,
          BatchWriteItemInput.builder().requestItems(Map.of("Table", writes)).build());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void anIndexIsActiveOnlyWithAllItsEntries(int failingWrites) throws IOException {
    failDuring(
        failingWrites,
        TestTable::addIndex,
        engine -> {
          assertThat(index(engine).indexStatus()).isEqualTo("CREATING");
          assertThatThrownBy(
                  () ->
                      engine.call(
                          Operations.SCAN,
                          ScanInput.builder().tableName("Table").indexName("Groups").build()))
              .isInstanceOf(DynamoException.class);
          letBackgroundWorkRun();
          assertThat(index(engine).indexStatus()).isEqualTo("ACTIVE");
          assertThat(index(engine).itemCount()).isEqualTo(ITEMS);
          Audit.check(engine);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void allItemsExpireAfterTimeToLiveWasTurnedOn(int failingWrites) throws IOException {
    failDuring(
        failingWrites,
        engine -> expire(engine::call, "Table", "expires"),
        engine -> {
          assertThat(timeToLive(engine)).isEqualTo("ENABLING");
          letBackgroundWorkRun();
          assertThat(timeToLive(engine)).isEqualTo("ENABLED");
          Audit.check(engine);
          time.advance(Duration.ofMinutes(5));
          assertThat(
                  engine
                      .call(
                          Operations.SCAN,
                          ScanInput.builder().tableName("Table").select("COUNT").build())
                      .count())
              .isZero();
        });
  }

  /** Runs the background work more often than the disk is full. */
  private void letBackgroundWorkRun() {
    for (int i = 0; i < 6; i++) {
      time.advance(Duration.ofSeconds(2));
    }
  }

  private static GlobalSecondaryIndexDescription index(MonotableEngine engine) {
    return describe(engine::call, "Table").globalSecondaryIndexes().get(0);
  }

  private static String timeToLive(MonotableEngine engine) {
    return engine
        .call(Operations.DESCRIBE_TIME_TO_LIVE, new DescribeTimeToLiveInput("Table"))
        .timeToLiveDescription()
        .timeToLiveStatus();
  }
}

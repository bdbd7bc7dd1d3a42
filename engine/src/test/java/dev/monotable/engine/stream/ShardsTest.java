package dev.monotable.engine.stream;

import static dev.monotable.engine.stream.StreamTables.NAME;
import static dev.monotable.engine.stream.StreamTables.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.model.Shard;
import dev.monotable.model.ShardFilter;
import dev.monotable.testing.Seeded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of shards that close, split and follow each other. */
class ShardsTest {
  private static final Duration SHARD = Duration.ofHours(4);

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private MonotableEngine engine;
  private StreamTables tables;
  private String arn;

  @BeforeEach
  void open() {
    open(Limits.builder().shard(shard -> shard.withMaxCollections(2)).build());
  }

  private void open(Limits limits) {
    engine =
        MonotableEngine.create(
            EngineConfig.builder().clock(time).scheduler(time).seed(1).limits(limits).build());
    tables = new StreamTables(engine);
    arn = tables.create("NEW_AND_OLD_IMAGES");
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private static boolean isOpen(Shard shard) {
    return shard.sequenceNumberRange().endingSequenceNumber() == null;
  }

  private List<Shard> open(String streamArn) {
    return tables.shards(streamArn).stream().filter(ShardsTest::isOpen).toList();
  }

  @Test
  void aStreamBeginsWithOneOpenShard() {
    List<Shard> shards = tables.shards(arn);

    assertThat(shards).hasSize(1);
    assertThat(shards.get(0).shardId()).matches("shardId-[0-9]{20}-[0-9a-f]{8}");
    assertThat(shards.get(0).parentShardId()).isNull();
    assertThat(shards.get(0).sequenceNumberRange().startingSequenceNumber())
        .isEqualTo("100000000000000000001");
    assertThat(isOpen(shards.get(0))).isTrue();
  }

  @Test
  void aShardThatHasSeenEnoughCollectionsSplitsInTwo() {
    tables.put(item("a", "1", 1));
    tables.put(item("a", "2", 2));
    tables.put(item("b", "1", 3));
    tables.put(item("a", "3", 4));
    assertThat(tables.shards(arn)).hasSize(1);
    String parent = tables.shards(arn).get(0).shardId();

    tables.put(item("c", "1", 5));

    List<Shard> shards = tables.shards(arn);
    assertThat(shards).extracting(Shard::parentShardId).containsExactly(null, parent, parent);
    assertThat(shards).extracting(ShardsTest::isOpen).containsExactly(false, true, true);
    assertThat(shards.get(0).sequenceNumberRange().endingSequenceNumber())
        .isEqualTo("500000000000000000005");
    assertThat(shards.get(1).sequenceNumberRange().startingSequenceNumber())
        .isEqualTo(shards.get(2).sequenceNumberRange().startingSequenceNumber())
        .isEqualTo("700000000000000000007");
    GetRecordsOutput closed = tables.read(tables.first(arn));
    assertThat(closed.records())
        .extracting(StreamTables::brief)
        .containsExactly("INSERT 1", "INSERT 2", "INSERT 3", "INSERT 4");
    assertThat(closed.nextShardIterator()).isNull();
    assertThat(tables.all(arn)).extracting(StreamTables::brief).endsWith("INSERT 5");
  }

  @Test
  void aShardIsRolledAfterFourHours() {
    tables.put(item("a", "1", 1));
    Shard first = tables.shards(arn).get(0);
    time.advance(SHARD.minusMinutes(10));
    assertThat(tables.shards(arn)).containsExactly(first);
    String iterator = tables.iterator(arn, first.shardId(), "LATEST", null);
    time.advance(Duration.ofMinutes(10));

    List<Shard> shards = tables.shards(arn);
    assertThat(shards).extracting(Shard::parentShardId).containsExactly(null, first.shardId());
    assertThat(shards).extracting(ShardsTest::isOpen).containsExactly(false, true);
    assertThat(tables.read(iterator)).isEqualTo(new GetRecordsOutput(List.of(), null));
  }

  @Test
  void noMoreShardsThanTheLimitAreOpen() {
    open(
        Limits.builder()
            .shard(shard -> shard.withMaxCollections(1))
            .shard(shard -> shard.withMaxOpenShards(3))
            .build());
    for (int i = 0; i < 50; i++) {
      tables.put(item("pk" + i, "1", i));
    }

    assertThat(open(arn)).hasSize(3);
    assertThat(tables.all(arn)).hasSize(50);
  }

  @Test
  void oneCollectionNeverSplits() {
    for (int i = 0; i < 100; i++) {
      tables.put(item("a", "" + i, i));
    }

    assertThat(tables.shards(arn)).hasSize(1);
  }

  @Test
  void shardsAreDescribedInPages() {
    for (int i = 0; i < 12; i++) {
      tables.put(item("pk" + i, "1", i));
    }
    List<Shard> all = tables.shards(arn);
    assertThat(all).hasSizeGreaterThan(8);

    List<Shard> paged = new ArrayList<>();
    String last = null;
    do {
      var page =
          engine
              .call(
                  Operations.DESCRIBE_STREAM,
                  DescribeStreamInput.builder()
                      .streamArn(arn)
                      .limit(3)
                      .exclusiveStartShardId(last)
                      .build())
              .streamDescription();
      assertThat(page.shards()).hasSizeLessThanOrEqualTo(3);
      paged.addAll(page.shards());
      last = page.lastEvaluatedShardId();
    } while (last != null);

    assertThat(paged).isEqualTo(all);
    assertThat(all).extracting(Shard::shardId).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void childrenAreDescribedByTheirParent() {
    for (int i = 0; i < 12; i++) {
      tables.put(item("pk" + i, "1", i));
    }
    for (Shard parent : tables.shards(arn)) {
      List<Shard> children =
          engine
              .call(
                  Operations.DESCRIBE_STREAM,
                  DescribeStreamInput.builder()
                      .streamArn(arn)
                      .shardFilter(new ShardFilter("CHILD_SHARDS", parent.shardId()))
                      .build())
              .streamDescription()
              .shards();

      assertThat(children)
          .isEqualTo(
              tables.shards(arn).stream()
                  .filter(shard -> parent.shardId().equals(shard.parentShardId()))
                  .toList())
          .hasSize(isOpen(parent) ? 0 : 2);
    }
  }

  /** Writes at random while time advances; then follows the shards as a consumer does. */
  @Seeded
  void aConsumerThatFollowsTheShardsSeesEveryChangeOnceAndInOrder(long seed) {
    Random random = new Random(seed);
    Map<String, Integer> written = new HashMap<>();
    for (int i = 0; i < 400; i++) {
      String pk = "pk" + random.nextInt(40);
      tables.put(item(pk, "1", written.merge(pk, 1, Integer::sum)));
      if (i % 40 == 0) {
        // Less than 24 hours in all, after which records are trimmed.
        time.advance(Duration.ofMinutes(100 + random.nextInt(36)));
      }
    }

    Map<String, Integer> seen = new HashMap<>();
    Set<String> done = new HashSet<>();
    List<Shard> left = new ArrayList<>(tables.shards(arn));
    while (!left.isEmpty()) {
      Shard shard = left.remove(random.nextInt(left.size()));
      if (shard.parentShardId() != null
          && !done.contains(shard.parentShardId())
          && left.stream().anyMatch(l -> l.shardId().equals(shard.parentShardId()))) {
        left.add(shard);
        continue;
      }
      String iterator = tables.iterator(arn, shard.shardId(), "TRIM_HORIZON", null);
      while (iterator != null) {
        GetRecordsOutput page =
            engine.call(Operations.GET_RECORDS, new GetRecordsInput(iterator, 7));
        for (Record record : page.records()) {
          String pk = record.dynamodb().keys().find("PK").string();
          assertThat(record.dynamodb().newImage())
              .as("seed %s", seed)
              .isEqualTo(item(pk, "1", seen.merge(pk, 1, Integer::sum)));
        }
        iterator = isOpen(shard) && page.records().isEmpty() ? null : page.nextShardIterator();
      }
      done.add(shard.shardId());
    }
    assertThat(seen).as("seed %s", seed).isEqualTo(written);
    assertThat(done).as("seed %s", seed).hasSizeGreaterThan(30);
    assertThat(NAME).isEqualTo(tables.describe(arn).tableName());
  }
}

package dev.monotable.engine.ttl;

import static dev.monotable.engine.EngineExtension.NOON;
import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.queryIndex;
import static dev.monotable.testing.Calls.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineConfig.TtlSweep;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GetItemOutput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TimeToLiveDescription;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.UpdateTimeToLiveOutput;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests of TTL that is enabled and disabled, and of the removal of expired items. */
class TimeToLiveSettingsTest {
  private static final String TABLE = "Sessions";

  private final ManualTime time = new ManualTime(NOON);
  private final List<MonotableEngine> engines = new ArrayList<>();

  private MonotableEngine open(EngineConfig.Builder config) {
    MonotableEngine engine = MonotableEngine.create(config.clock(time).scheduler(time).build());
    engines.add(engine);
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(TABLE)
            .attributeDefinitions(
                List.of(
                    new AttributeDefinition("PK", "S"),
                    new AttributeDefinition("SK", "S"),
                    new AttributeDefinition("other", "S")))
            .keySchema(
                List.of(new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
            .localSecondaryIndexes(
                List.of(
                    LocalSecondaryIndex.builder()
                        .indexName("byOther")
                        .keySchema(
                            List.of(
                                new KeySchemaElement("PK", "HASH"),
                                new KeySchemaElement("other", "RANGE")))
                        .projection(new Projection("ALL", null))
                        .build()))
            .billingMode("PAY_PER_REQUEST")
            .build());
    return engine;
  }

  private MonotableEngine open() {
    return open(EngineConfig.builder().seed(1));
  }

  @AfterEach
  void audit() {
    for (MonotableEngine engine : engines) {
      Audit.check(engine);
      engine.close();
    }
  }

  private static UpdateTimeToLiveOutput turn(
      MonotableEngine engine, boolean enabled, String attribute) {
    return engine.call(
        Operations.UPDATE_TIME_TO_LIVE,
        new UpdateTimeToLiveInput(TABLE, new TimeToLiveSpecification(enabled, attribute)));
  }

  private static String rejection(MonotableEngine engine, boolean enabled, String attribute) {
    return catchThrowableOfType(DynamoException.class, () -> turn(engine, enabled, attribute))
        .getMessage();
  }

  private static TimeToLiveDescription describe(MonotableEngine engine) {
    return engine
        .call(Operations.DESCRIBE_TIME_TO_LIVE, new DescribeTimeToLiveInput(TABLE))
        .timeToLiveDescription();
  }

  private static Item key(String pk, String sk) {
    return Item.of("PK", AttributeValue.string(pk), "SK", AttributeValue.string(sk));
  }

  private static void put(MonotableEngine engine, String sk, Instant expires) {
    Calls.put(
        engine::call,
        TABLE,
        Item.of(
            "PK",
            AttributeValue.string("p"),
            "SK",
            AttributeValue.string(sk),
            "other",
            AttributeValue.string("o" + sk),
            "expires",
            AttributeValue.number(expires.getEpochSecond())));
  }

  private static boolean isThere(MonotableEngine engine, String sk) {
    return get(engine::call, TABLE, key("p", sk)) != null;
  }

  private static long count(MonotableEngine engine) {
    return Calls.describe(engine::call, TABLE).itemCount();
  }

  @Nested
  class Changing {
    private static final String TOO_SOON =
        "Time to live has been modified multiple times within a fixed interval";

    @Test
    void itIsOffAtFirstAndOnAtOnce() {
      MonotableEngine engine = open();

      assertThat(describe(engine)).isEqualTo(new TimeToLiveDescription("DISABLED", null));
      assertThat(turn(engine, true, "expires"))
          .isEqualTo(new UpdateTimeToLiveOutput(new TimeToLiveSpecification(true, "expires")));
      assertThat(describe(engine)).isEqualTo(new TimeToLiveDescription("ENABLED", "expires"));
    }

    @Test
    void aSettingThatDoesNotChangeIsRejected() {
      MonotableEngine engine = open();

      assertThat(rejection(engine, false, "expires")).isEqualTo("TimeToLive is already disabled");
      turn(engine, true, "expires");
      assertThat(rejection(engine, true, "expires")).isEqualTo("TimeToLive is already enabled");
    }

    @Test
    void anotherAttributeIsRejectedWhileOneIsInUse() {
      MonotableEngine engine = open();
      turn(engine, true, "expires");
      String other =
          "TimeToLive is active on a different AttributeName: current AttributeName is expires";

      assertThat(rejection(engine, true, "ends")).isEqualTo(other);
      assertThat(rejection(engine, false, "ends")).isEqualTo(other);
    }

    @Test
    void anHourLiesBetweenChanges() {
      MonotableEngine engine = open();
      turn(engine, true, "expires");
      time.advance(Duration.ofHours(1).minusMillis(1));
      assertThat(rejection(engine, false, "expires")).isEqualTo(TOO_SOON);
      time.advance(Duration.ofMillis(1));
      turn(engine, false, "expires");

      assertThat(describe(engine)).isEqualTo(new TimeToLiveDescription("DISABLED", null));
      assertThat(rejection(engine, true, "ends")).isEqualTo(TOO_SOON);
      time.advance(Duration.ofHours(1));
      turn(engine, true, "ends");
      assertThat(describe(engine)).isEqualTo(new TimeToLiveDescription("ENABLED", "ends"));
    }

    @Test
    void theHourCanBeSet() {
      MonotableEngine engine =
          open(
              EngineConfig.builder()
                  .limits(Limits.builder().table(table -> table.withTtlChangeSeconds(0)).build()));
      turn(engine, true, "expires");
      turn(engine, false, "expires");
      turn(engine, true, "ends");

      assertThat(describe(engine)).isEqualTo(new TimeToLiveDescription("ENABLED", "ends"));
    }

    @Test
    void itemsDoNotExpireByAFormerAttribute() {
      MonotableEngine engine =
          open(
              EngineConfig.builder()
                  .limits(Limits.builder().table(table -> table.withTtlChangeSeconds(0)).build()));
      put(engine, "1", NOON.plusSeconds(10));
      turn(engine, true, "expires");
      turn(engine, false, "expires");
      turn(engine, true, "ends");
      time.advance(Duration.ofDays(1));

      assertThat(isThere(engine, "1")).isTrue();
    }
  }

  @Nested
  class Sweeping {
    @Test
    void anExpiredItemIsReadUpdatedAndChargedUntilItIsRemoved() {
      MonotableEngine engine = open(EngineConfig.builder().ttlSweep(TtlSweep.ON_DEMAND));
      turn(engine, true, "expires");
      put(engine, "1", NOON.plusSeconds(10));
      put(engine, "2", NOON.plusSeconds(10));
      time.advance(Duration.ofDays(1));

      GetItemOutput read =
          engine.call(
              Operations.GET_ITEM,
              GetItemInput.builder()
                  .tableName(TABLE)
                  .key(key("p", "1"))
                  .returnConsumedCapacity("TOTAL")
                  .build());
      assertThat(read.consumedCapacity().capacityUnits()).isEqualTo(0.5);
      update(
          engine::call,
          TABLE,
          key("p", "2"),
          "SET expires = {}",
          AttributeValue.number(NOON.plus(Duration.ofDays(2)).getEpochSecond()));

      assertThat(engine.sweepExpired()).isEqualTo(1);
      assertThat(isThere(engine, "1")).isFalse();
      assertThat(isThere(engine, "2")).isTrue();
      assertThat(
              queryIndex(engine::call, TABLE, "byOther", "PK = {}", AttributeValue.string("p"))
                  .count())
          .isEqualTo(1);
    }

    @Test
    void moreThanOneCommitCanTakeAreRemovedInSeveral() {
      for (int due : new int[] {9, 10, 11, 35}) {
        MonotableEngine engine =
            open(
                EngineConfig.builder()
                    .ttlSweep(TtlSweep.ON_DEMAND)
                    .limits(Limits.builder().commit(commit -> commit.withMaxItems(10)).build()));
        turn(engine, true, "expires");
        for (int i = 0; i < due; i++) {
          put(engine, "due" + i, time.instant().minusSeconds(i + 1));
        }
        put(engine, "later", time.instant().plusSeconds(5));

        assertThat(engine.sweepExpired()).isEqualTo(due);
        assertThat(engine.sweepExpired()).isZero();
        assertThat(count(engine)).isEqualTo(1);
      }
    }

    @Test
    void modeNeverRemovesNothing() {
      MonotableEngine engine = open(EngineConfig.builder().ttlSweep(TtlSweep.NEVER));
      turn(engine, true, "expires");
      put(engine, "1", NOON.plusSeconds(10));
      time.advance(Duration.ofDays(10));

      assertThat(engine.sweepExpired()).isZero();
      assertThat(isThere(engine, "1")).isTrue();
    }

    @Test
    void itemsAreRemovedNeitherSoonerNorLaterThanTheDelay() {
      Duration delay = Duration.ofHours(3);
      MonotableEngine engine =
          open(EngineConfig.builder().seed(7).ttlSweep(TtlSweep.DELAYED).ttlDelay(delay));
      turn(engine, true, "expires");
      int items = 20_000;
      Instant first = time.instant();
      for (int i = 0; i < items; i++) {
        put(engine, Integer.toString(i), first.plusSeconds(i * 10L));
      }
      boolean late = false;
      while (count(engine) > 0) {
        time.advance(Duration.ofMinutes(30));
        long due = Duration.between(first, time.instant()).toSeconds() / 10;
        long overdue = due - delay.toSeconds() / 10;
        assertThat(count(engine))
            .isBetween(Math.max(0, items - due - 1), Math.max(0, items - Math.max(0, overdue)));
        late |= count(engine) > items - due;
      }
      assertThat(late).as("some item remained after it expired").isTrue();
    }

    /** A search for expired items costs much less than a Scan of all items. */
    @Test
    void itemsThatAreNotDueAreSkipped() {
      MonotableEngine engine = open(EngineConfig.builder());
      turn(engine, true, "expires");
      int items = 50_000;
      for (int i = 0; i < items; i++) {
        put(engine, Integer.toString(i), NOON.plus(Duration.ofDays(1_000)));
      }
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      ScanInput scan = ScanInput.builder().tableName(TABLE).select("COUNT").build();

      long start = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < 1_000; i++) {
        time.advance(Duration.ofSeconds(1));
      }
      long looks = threads.getCurrentThreadCpuTime() - start;
      for (int i = 0; i < 20; i++) {
        // Each page is at most 1 MB, so it has at most a third of the items.
        assertThat(engine.call(Operations.SCAN, scan).count()).isPositive();
      }
      long scans = threads.getCurrentThreadCpuTime() - start - looks;

      assertThat(looks).as("1,000 searches against 20 pages of a Scan").isLessThan(scans);
      assertThat(count(engine)).isEqualTo(items);
    }

    @Test
    void delayedItemsAreRemovedAfterATimeDrawnFromTheSeed() {
      List<Integer> hours = new ArrayList<>();
      for (long seed : new long[] {1, 1, 2, 3, 4}) {
        MonotableEngine engine =
            open(
                EngineConfig.builder()
                    .seed(seed)
                    .ttlSweep(TtlSweep.DELAYED)
                    .ttlDelay(Duration.ofDays(2)));
        turn(engine, true, "expires");
        put(engine, "1", time.instant());
        int waited = 0;
        while (isThere(engine, "1")) {
          time.advance(Duration.ofHours(1));
          waited++;
          assertThat(waited).as("seed %s", seed).isLessThanOrEqualTo(49);
        }
        hours.add(waited);
      }

      assertThat(hours.get(0)).isEqualTo(hours.get(1));
      assertThat(hours.stream().distinct().count()).as("%s", hours).isGreaterThan(2);
    }
  }
}

package dev.monotable.engine;

import static dev.monotable.engine.EngineExtension.NOON;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.queryIndex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Operations;
import dev.monotable.model.StreamSpecification;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that expire, with a clock that only the test advances. */
@ExtendWith(EngineExtension.class)
class TimeToLiveTest {
  private static final String TABLE = "Connect40-Table-dev";

  @BeforeEach
  void createTable(MonotableEngine engine) {
    engine.call(
        Operations.CREATE_TABLE,
        Tables.chat(TABLE).toBuilder()
            .streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType("NEW_AND_OLD_IMAGES")
                    .build())
            .build());
    expire(engine::call, TABLE, "ttl");
  }

  @Test
  void anItemStaysUntilItsTimeIsLessThanTheCurrentOne(MonotableEngine engine, ManualTime time) {
    put(engine, connection("a", seconds(NOON.plusSeconds(60))));

    time.advance(Duration.ofSeconds(60));
    assertThat(isThere(engine, "a")).isTrue();

    time.advance(Duration.ofSeconds(1));
    assertThat(isThere(engine, "a")).isFalse();
  }

  @Test
  void theStreamRecordIdentifiesTheServiceAsTheDeleter(MonotableEngine engine, ManualTime time) {
    Item expiring = connection("a", seconds(NOON.plusSeconds(60)));
    put(engine, expiring);

    time.advance(Duration.ofDays(1));

    assertThat(records(engine))
        .extracting(ChangeRecord::oldItem, ChangeRecord::newItem, ChangeRecord::byService)
        .containsExactly(tuple(null, expiring, false), tuple(expiring, null, true));
  }

  @Test
  void anExpiredItemIsRemovedFromItsIndex(MonotableEngine engine, ManualTime time) {
    put(engine, connection("a", seconds(NOON.plusSeconds(60))));
    put(engine, connection("b", seconds(NOON.plus(Duration.ofDays(2)))));

    time.advance(Duration.ofDays(1));

    assertThat(
            queryIndex(
                    engine::call,
                    TABLE,
                    "GSI1",
                    "GSI1PK = {}",
                    AttributeValue.string("USER#user-001"))
                .items())
        .containsExactly(connection("b", seconds(NOON.plus(Duration.ofDays(2)))));
  }

  @Test
  void anItemThatIsRenewedInTimeIsKept(MonotableEngine engine, ManualTime time) {
    put(engine, connection("a", seconds(NOON.plusSeconds(60))));
    put(engine, connection("a", seconds(NOON.plus(Duration.ofDays(2)))));

    time.advance(Duration.ofDays(1));

    assertThat(isThere(engine, "a")).isTrue();
  }

  @Test
  void onlyItemsThatAreDueAreRemoved(MonotableEngine engine, ManualTime time) {
    for (int i = 0; i < 1_000; i++) {
      put(engine, connection("c" + i, seconds(NOON.plusSeconds(i))));
    }

    time.advance(Duration.ofSeconds(501));

    assertThat(table(engine).items().size()).isEqualTo(499);
  }

  @Test
  void aFractionOfASecondIsCutOff(MonotableEngine engine, ManualTime time) {
    put(engine, connection("a", AttributeValue.number(NOON.getEpochSecond() + ".5")));

    time.advance(Duration.ofSeconds(2));

    assertThat(isThere(engine, "a")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"S\":\"1\"}", "{\"N\":\"-1\"}", "{\"NS\":[\"1\"]}", "{\"NULL\":true}"})
  void anItemWithoutAValidTimeDoesNotExpire(String value, MonotableEngine engine, ManualTime time) {
    put(
        engine,
        Item.parse(
            "{\"PK\":{\"S\":\"CONNECTION#a\"},\"SK\":{\"S\":\"METADATA\"},\"ttl\":" + value + "}"));

    time.advance(Duration.ofDays(1));

    assertThat(isThere(engine, "a")).isTrue();
  }

  @Test
  void aTimeMoreThanFiveYearsAgoIsIgnored(MonotableEngine engine, ManualTime time) {
    put(engine, connection("a", seconds(NOON.minus(Duration.ofDays(5 * 365 + 1)))));
    put(engine, connection("b", seconds(NOON.minus(Duration.ofDays(5 * 365 - 1)))));

    time.advance(Duration.ofSeconds(1));

    assertThat(isThere(engine, "a")).isTrue();
    assertThat(isThere(engine, "b")).isFalse();
  }

  @Test
  void itemsThatWereThereBeforeAreFoundWhenTimesAreTurnedOn(
      MonotableEngine engine, ManualTime time) {
    engine.call(Operations.CREATE_TABLE, Tables.chat("Later"));
    Calls.put(engine::call, "Later", connection("a", seconds(NOON.plusSeconds(60))));
    expire(engine::call, "Later", "ttl");

    time.advance(Duration.ofDays(1));

    assertThat(Objects.requireNonNull(engine.state().findTable("Later")).items().size()).isZero();
  }

  @Test
  void modeOnDemandRemovesNothingAutomatically(ManualTime time) {
    try (MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder()
                .clock(time)
                .scheduler(time)
                .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND)
                .build())) {
      createTable(engine);
      put(engine, connection("a", seconds(NOON.plusSeconds(60))));
      time.advance(Duration.ofDays(1));
      assertThat(isThere(engine, "a")).isTrue();

      assertThat(engine.sweepExpired()).isEqualTo(1);
      assertThat(isThere(engine, "a")).isFalse();
      assertThat(engine.sweepExpired()).isZero();
      Audit.check(engine);
    }
  }

  private static Item connection(String id, AttributeValue ttl) {
    return Item.of(
        "PK", AttributeValue.string("CONNECTION#" + id),
        "SK", AttributeValue.string("METADATA"),
        "GSI1PK", AttributeValue.string("USER#user-001"),
        "GSI1SK", AttributeValue.string(id),
        "ttl", ttl);
  }

  private static AttributeValue seconds(Instant time) {
    return AttributeValue.number(time.getEpochSecond());
  }

  private static void put(MonotableEngine engine, Item item) {
    Calls.put(engine::call, TABLE, item);
  }

  private static boolean isThere(MonotableEngine engine, String id) {
    Item key =
        Item.of(
            "PK", AttributeValue.string("CONNECTION#" + id),
            "SK", AttributeValue.string("METADATA"));
    return get(engine::call, TABLE, key) != null;
  }

  private static TableState table(MonotableEngine engine) {
    return Objects.requireNonNull(engine.state().findTable(TABLE));
  }

  /** Returns the records in the stream of the table, in order. */
  private static List<ChangeRecord> records(MonotableEngine engine) {
    List<ChangeRecord> records = new ArrayList<>();
    TreeCursor<ShardState> shards =
        Objects.requireNonNull(table(engine).stream()).shards().cursor();
    for (boolean another = shards.first(); another; another = shards.next()) {
      TreeCursor<ChangeRecord> cursor = shards.value().records().cursor();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        records.add(cursor.value());
      }
    }
    return records;
  }
}

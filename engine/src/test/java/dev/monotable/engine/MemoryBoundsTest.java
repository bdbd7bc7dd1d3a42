package dev.monotable.engine;

import static dev.monotable.engine.EngineExtension.NOON;
import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Delete;
import dev.monotable.model.Operations;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.Update;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that state which grows with requests but holds no items stays within its bounds. */
class MemoryBoundsTest {
  private static final String TABLE = "Bounded";

  private final ManualTime time = new ManualTime(NOON);
  private MonotableEngine engine = open(limits -> limits);

  private MonotableEngine open(UnaryOperator<Limits.Builder> limits) {
    return MonotableEngine.create(config(limits).build());
  }

  private EngineConfig.Builder config(UnaryOperator<Limits.Builder> limits) {
    return EngineConfig.builder()
        .clock(time)
        .scheduler(time)
        .seed(1)
        .limits(limits.apply(Limits.builder()).build());
  }

  @AfterEach
  void audit() {
    Audit.check(engine);
    engine.close();
  }

  private void create(String name, boolean stream) {
    engine.call(
        Operations.CREATE_TABLE,
        table(name, "pk")
            .streamSpecification(
                stream ? new StreamSpecification(true, "NEW_AND_OLD_IMAGES") : null)
            .build());
  }

  private void increment(String token, String key) {
    engine.call(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder()
            .clientRequestToken(token)
            .transactItems(
                List.of(
                    TransactWriteItem.builder()
                        .update(
                            Update.builder()
                                .tableName(TABLE)
                                .key(Item.of("pk", key))
                                .updateExpression("ADD n :one")
                                .expressionAttributeValues(Item.of(":one", 1))
                                .build())
                        .build()))
            .build());
  }

  private Item find(String key) {
    TableState table = engine.state().findTable(TABLE);
    byte[] primaryKey = table.layout().primaryKey(new KeyBuilder(), Item.of("pk", key));
    return table.items().find(primaryKey);
  }

  @Test
  void theOldestClientRequestTokensAreForgottenEarly() {
    engine = open(limits -> limits.memory(memory -> memory.withMaxTokens(2)));
    create(TABLE, false);
    increment("first", "a");
    time.advance(Duration.ofSeconds(1));
    increment("second", "b");
    time.advance(Duration.ofSeconds(1));
    increment("third", "c");

    increment("third", "c");
    increment("second", "b");
    assertThat(find("c")).isEqualTo(Item.of("pk", "c", "n", 1));
    assertThat(find("b")).isEqualTo(Item.of("pk", "b", "n", 1));
    increment("first", "a");

    assertThat(find("a")).isEqualTo(Item.of("pk", "a", "n", 2));
    assertThat(engine.state().tokens().size()).isEqualTo(2);
  }

  @Test
  void expiredTokensAreRemovedWithoutAnotherTransaction() {
    create(TABLE, false);
    for (int i = 0; i < 2500; i++) {
      increment("token-" + i, "a");
    }
    assertThat(engine.state().tokens().size()).isEqualTo(2500);

    time.advance(Duration.ofMinutes(9));
    assertThat(engine.state().tokens().size()).isEqualTo(2500);
    time.advance(Duration.ofMinutes(1));

    assertThat(engine.state().tokens().size()).isZero();
  }

  @Test
  void aProcessWithoutMemoryCanTrimTokens() {
    engine = open(limits -> limits.memory(memory -> memory.withMaxTokens(8)));
    create(TABLE, false);
    for (int i = 0; i < 8; i++) {
      increment("token-" + i, "a");
      time.advance(Duration.ofSeconds(1));
    }

    assertThat(engine.trimStreams(0.5)).isTrue();

    assertThat(engine.state().tokens().size()).isEqualTo(4);
    increment("token-4", "a");
    assertThat(find("a")).isEqualTo(Item.of("pk", "a", "n", 8));
    increment("token-3", "a");
    assertThat(find("a")).isEqualTo(Item.of("pk", "a", "n", 9));
  }

  @Test
  void itemsThatTransactionsHoldAreBoundedAndReleasedWithoutAnotherTransaction() {
    engine =
        MonotableEngine.create(
            config(limits -> limits.memory(memory -> memory.withMaxTokens(10)))
                .delays(Delays.builder().transaction(Duration.ofMinutes(30)).build())
                .build());
    create(TABLE, false);
    for (int i = 0; i < 50; i++) {
      engine.call(
          Operations.TRANSACT_WRITE_ITEMS,
          TransactWriteItemsInput.builder()
              .transactItems(
                  List.of(
                      TransactWriteItem.builder()
                          .delete(
                              Delete.builder().tableName(TABLE).key(Item.of("pk", "k" + i)).build())
                          .build()))
              .build());
    }
    assertThat(engine.state().holds().size()).isEqualTo(10);

    time.advance(Duration.ofMinutes(31));

    assertThat(engine.state().holds().size()).isZero();
  }

  /**
   * Writes to tables with streams, disables and enables streams, and deletes tables. After each
   * step, the records fit into their memory, and a record of an enabled stream was trimmed only if
   * all older ones, and all records of other streams, were trimmed too.
   */
  @Seeded
  void onlyTheOldestRecordsAreTrimmed(long seed) {
    Random random = new Random(seed);
    long maxBytes = 20_000;
    engine =
        open(
            limits ->
                limits
                    .memory(memory -> memory.withMaxStreamBytes(maxBytes).withMaxClosedStreams(20))
                    .shard(shard -> shard.withMaxCollections(4).withMaxOpenShards(3))
                    .commit(commit -> commit.withMaxItems(1 + random.nextInt(20))));
    NavigableMap<Long, String> written = new TreeMap<>();
    for (int step = 0; step < 3000; step++) {
      String table = TABLE + random.nextInt(4);
      step(table, random);
      String at = "seed " + seed + ", step " + step;
      assertThat(engine.state().streamBytes()).as(at).isLessThanOrEqualTo(maxBytes);
      assertThat(engine.state().closedStreams().size()).as(at).isLessThanOrEqualTo(20);
      requireOldestTrimmed(written, at);
      if (step % 100 == 0) {
        Audit.check(engine);
      }
    }
  }

  private void step(String table, Random random) {
    TableState state = engine.state().findTable(table);
    int kind = random.nextInt(100);
    if (state == null) {
      create(table, true);
    } else if (kind < 2) {
      drop(engine::call, table);
    } else if (kind < 6) {
      boolean enabled = state.definition().streamView() != null;
      engine.call(
          Operations.UPDATE_TABLE,
          UpdateTableInput.builder()
              .tableName(table)
              .streamSpecification(
                  enabled
                      ? new StreamSpecification(false, null)
                      : new StreamSpecification(true, "KEYS_ONLY"))
              .build());
    } else if (kind < 20) {
      delete(engine::call, table, Item.of("pk", "k" + random.nextInt(30)));
    } else {
      Calls.put(
          engine::call,
          table,
          Item.of(
              "pk",
              "k" + random.nextInt(30),
              "v",
              "x".repeat(random.nextInt(kind < 25 ? 4000 : 100))));
    }
    time.advance(Duration.ofMillis(random.nextInt(500)));
  }

  /**
   * Checks the records of the state.
   *
   * @param written the records before the step, by sequence number, with their streams; updated
   */
  private void requireOldestTrimmed(NavigableMap<Long, String> written, String at) {
    NavigableMap<Long, String> left = new TreeMap<>();
    List<String> enabled = new ArrayList<>();
    long endedRecords = 0;
    TreeCursor<StreamState> closed = engine.state().closedStreams().cursor();
    for (boolean more = closed.first(); more; more = closed.next()) {
      endedRecords += addRecords(closed.value(), new TreeMap<>());
    }
    TreeCursor<TableState> tables = engine.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      StreamState stream = tables.value().stream();
      if (stream != null && stream.closedAt() == null) {
        enabled.add(stream.arn());
        addRecords(stream, left);
      } else if (stream != null) {
        endedRecords += addRecords(stream, new TreeMap<>());
      }
    }
    written.values().retainAll(enabled);
    NavigableMap<Long, String> untrimmed = new TreeMap<>(written);
    untrimmed.putAll(left);
    assertThat(left)
        .as(at)
        .isEqualTo(
            endedRecords > 0
                ? untrimmed
                : untrimmed.tailMap(left.isEmpty() ? Long.MAX_VALUE : left.firstKey(), true));
    written.clear();
    written.putAll(left);
  }

  private static long addRecords(StreamState stream, NavigableMap<Long, String> records) {
    TreeCursor<ShardState> shards = stream.shards().cursor();
    long count = 0;
    for (boolean more = shards.first(); more; more = shards.next()) {
      TreeCursor<ChangeRecord> cursor = shards.value().records().cursor();
      for (boolean has = cursor.first(); has; has = cursor.next()) {
        records.put(cursor.value().sequenceNumber(), stream.arn());
        count++;
      }
    }
    return count;
  }

  @Test
  void earlyTrimmingIsLoggedOnce() {
    List<LogRecord> logged = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            logged.add(record);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(MonotableEngine.class.getName());
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
    try {
      engine = open(limits -> limits.memory(memory -> memory.withMaxStreamBytes(1000)));
      create(TABLE, true);
      time.advance(Duration.ofSeconds(1));
      assertThat(logged).isEmpty();
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 10; i++) {
          put("k" + i, AttributeValue.number(round));
        }
        time.advance(Duration.ofSeconds(1));
      }
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }

    assertThat(logged)
        .extracting(LogRecord::getMessage)
        .containsExactly(
            "The oldest stream records were removed before their retention time, because the"
                + " memory for stream records (1000 bytes) or the heap was full. Reading them"
                + " returns a TrimmedDataAccessException.");
  }

  private void put(String key, AttributeValue value) {
    Calls.put(engine::call, TABLE, Item.of("pk", key, "v", value));
  }

  @Test
  void backgroundWorkContinuesAfterAnOutOfMemoryError() {
    boolean[] failing = {false};
    engine =
        MonotableEngine.create(
            config(limits -> limits)
                .clock(
                    () -> {
                      if (failing[0]) {
                        throw new OutOfMemoryError("of the test");
                      }
                      return time.instant();
                    })
                .build());
    create(TABLE, false);
    increment("token", "a");
    Logger logger = Logger.getLogger(MonotableEngine.class.getName());
    logger.setUseParentHandlers(false);
    try {
      failing[0] = true;
      time.advance(Duration.ofMinutes(11));
      assertThat(engine.state().tokens().size()).isEqualTo(1);
      failing[0] = false;
      time.advance(Duration.ofSeconds(1));
    } finally {
      logger.setUseParentHandlers(true);
    }

    assertThat(engine.state().tokens().size()).isZero();
  }

  @Test
  void theSchedulerRunsATaskAgainThatHasThrown() throws InterruptedException {
    CountDownLatch runs = new CountDownLatch(3);
    BackgroundScheduler.Registration task =
        new SystemScheduler()
            .every(
                Duration.ofMillis(1),
                () -> {
                  runs.countDown();
                  throw new OutOfMemoryError("of the test");
                });

    assertThat(runs.await(240, TimeUnit.SECONDS)).isTrue();

    task.close();
  }
}

package dev.monotable.stream.kinesis;

import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.EnableKinesisStreamingConfiguration;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests of the records that destinations receive, in which form and order, and what follows if they
 * fail.
 */
class KinesisDeliveryTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00.123456Z");
  private static final String ARN = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

  private final Region database =
      Database.create(EngineConfig.builder().seed(20260101).build()).home();
  private final KinesisDelivery delivery = new KinesisDelivery(database.engine(), database.clock());

  @BeforeEach
  void createTable() {
    database.clock().freeze(START);
    database.engine().call(Operations.CREATE_TABLE, table("Chat", "room, id: N").build());
  }

  @AfterEach
  void close() {
    delivery.close();
    database.database().close();
  }

  private void enable(@Nullable String precision) {
    database
        .engine()
        .call(
            Operations.ENABLE_KINESIS_STREAMING_DESTINATION,
            new KinesisStreamingDestinationInput(
                "Chat",
                ARN,
                precision == null ? null : new EnableKinesisStreamingConfiguration(precision)));
  }

  private void put(Object... attributes) {
    Calls.put(database.engine()::call, "Chat", Item.of(attributes));
  }

  private void put(String room, int id, int text) {
    put("room", room, "id", id, "text", text);
  }

  private List<String> receivedJson() {
    List<String> received = new ArrayList<>();
    delivery.onRecord(record -> received.add(record.json()));
    delivery.awaitDelivered();
    return received;
  }

  private long waiting() {
    return delivery.destinations().stream().mapToLong(KinesisDestinationStatus::waiting).sum();
  }

  /** A stream that rejects some records, and sometimes everything; keeps what it accepts. */
  private static final class FailingStream implements KinesisTarget {
    final List<KinesisRecord> accepted = new ArrayList<>();
    private final SplittableRandom random;
    private final double failing;
    private int failed;

    FailingStream(long seed, double failing) {
      this.random = new SplittableRandom(seed);
      this.failing = failing;
    }

    @Override
    public List<KinesisRecord> put(String streamArn, List<KinesisRecord> records) {
      assertThat(records.size()).isBetween(1, 500);
      assertThat(records.stream().map(KinesisRecord::partitionKey)).doesNotHaveDuplicates();
      // Far fewer calls in a row than those after which awaitDelivered() gives up.
      double failing = failed < 5 ? this.failing : 0;
      failed++;
      if (random.nextDouble() < failing) {
        throw new KinesisException("nobody listens", null);
      }
      List<KinesisRecord> rejected = new ArrayList<>();
      for (KinesisRecord record : records) {
        (random.nextDouble() < failing ? rejected : accepted).add(record);
      }
      if (rejected.size() < records.size()) {
        failed = 0;
      }
      return rejected;
    }
  }

  @Test
  void recordsHaveTheFormOfAws() {
    enable(null);
    put("room", "a", "id", 1, "text", "x");
    database.clock().advance(Duration.ofSeconds(1));
    put("room", "a", "id", 1, "text", "yz");
    database.clock().advance(Duration.ofSeconds(1));
    delete(database.engine()::call, "Chat", Item.of("room", "a", "id", 1));

    assertThat(receivedJson().stream().map(KinesisDeliveryTest::withoutEventId))
        .containsExactly(
            """
            {"awsRegion":"us-east-1","eventID":"ID","eventName":"INSERT","userIdentity":null,\
            "recordFormat":"application/json","tableName":"Chat","dynamodb":{\
            "ApproximateCreationDateTime":1767225600123,\
            "Keys":{"room":{"S":"a"},"id":{"N":"1"}},\
            "NewImage":{"room":{"S":"a"},"id":{"N":"1"},"text":{"S":"x"}},"SizeBytes":23},\
            "eventSource":"aws:dynamodb"}\
            """,
            """
            {"awsRegion":"us-east-1","eventID":"ID","eventName":"MODIFY","userIdentity":null,\
            "recordFormat":"application/json","tableName":"Chat","dynamodb":{\
            "ApproximateCreationDateTime":1767225601123,\
            "Keys":{"room":{"S":"a"},"id":{"N":"1"}},\
            "NewImage":{"room":{"S":"a"},"id":{"N":"1"},"text":{"S":"yz"}},\
            "OldImage":{"room":{"S":"a"},"id":{"N":"1"},"text":{"S":"x"}},"SizeBytes":38},\
            "eventSource":"aws:dynamodb"}\
            """,
            """
            {"awsRegion":"us-east-1","eventID":"ID","eventName":"REMOVE","userIdentity":null,\
            "recordFormat":"application/json","tableName":"Chat","dynamodb":{\
            "ApproximateCreationDateTime":1767225602123,\
            "Keys":{"room":{"S":"a"},"id":{"N":"1"}},\
            "OldImage":{"room":{"S":"a"},"id":{"N":"1"},"text":{"S":"yz"}},"SizeBytes":24},\
            "eventSource":"aws:dynamodb"}\
            """);
  }

  private static String withoutEventId(String json) {
    return json.replaceFirst(
        "\"eventID\":\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"", "\"eventID\":\"ID\"");
  }

  @Test
  void timesHaveThePrecisionOfTheDestination() {
    enable("MICROSECOND");
    put("a", 1, 1);

    assertThat(receivedJson())
        .singleElement()
        .asString()
        .contains("\"ApproximateCreationDateTime\":1767225600123456,")
        .endsWith(
            ",\"ApproximateCreationDateTimePrecision\":\"MICROSECOND\"},"
                + "\"eventSource\":\"aws:dynamodb\"}");
  }

  @Test
  void changesOfAnItemInTheSameMillisecondHaveDifferentTimes() {
    enable(null);
    put("a", 1, 1);
    put("b", 1, 1);
    put("a", 1, 2);
    List<String> received = new ArrayList<>();
    delivery.onRecord(
        record -> received.add(record.keys().find("room").string() + " " + record.creationTime()));
    delivery.awaitDelivered();
    put("a", 1, 3);
    delivery.awaitDelivered();

    assertThat(received)
        .containsExactly(
            "a 1767225600123", "b 1767225600123", "a 1767225600124", "a 1767225600125");
  }

  @Test
  void expiredItemsAreRemovedByTheService() {
    expire(database.engine()::call, "Chat", "ttl");
    put("room", "a", "id", 1, "ttl", START.getEpochSecond() + 1);
    enable(null);
    database.clock().advance(Duration.ofMinutes(1));

    assertThat(receivedJson())
        .singleElement()
        .asString()
        .contains(
            "\"eventName\":\"REMOVE\",\"userIdentity\":{\"type\":\"Service\","
                + "\"principalId\":\"dynamodb.amazonaws.com\"},");
  }

  @Test
  void changesOfAnItemHaveTheSamePartitionKey() {
    enable(null);
    put("a", 1, 1);
    put("a", 1, 2);
    put("a", 2, 1);
    List<String> keys = new ArrayList<>();
    delivery.onRecord(record -> keys.add(record.partitionKey()));
    delivery.awaitDelivered();

    assertThat(keys).hasSize(3).allMatch(key -> key.matches("[0-9A-F]{32}"));
    assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
  }

  @Seeded
  void aStreamThatFailsGetsEveryChangeOnceAndInOrder(long seed) {
    enable(null);
    FailingStream stream = new FailingStream(seed, 0.4);
    delivery.to(stream);
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, List<Integer>> expected = new LinkedHashMap<>();
    for (int i = 0; i < 600; i++) {
      String room = "room-" + random.nextInt(12);
      put(room, 1, i);
      expected.computeIfAbsent(room, none -> new ArrayList<>()).add(i);
      if (random.nextInt(40) == 0) {
        delivery.deliverDue();
        database.clock().advance(Duration.ofMillis(random.nextInt(300)));
      }
    }
    delivery.awaitDelivered();

    Map<String, List<Integer>> received = new LinkedHashMap<>();
    for (KinesisRecord record : stream.accepted) {
      received
          .computeIfAbsent(record.keys().find("room").string(), none -> new ArrayList<>())
          .add(Integer.parseInt(record.newImage().find("text").numberText()));
    }
    assertThat(received).containsExactlyInAnyOrderEntriesOf(expected);
    assertThat(waiting()).isZero();
    assertThat(delivery.written()).isEqualTo(600);
  }

  @Test
  void aStreamIsTriedAgainAfterPausesThatGrow() {
    enable(null);
    List<Duration> attempts = new ArrayList<>();
    delivery.to(
        (arn, records) -> {
          attempts.add(Duration.between(START, database.clock().instant()));
          throw new KinesisException("nobody listens", null);
        });
    put("a", 1, 1);

    assertThatThrownBy(delivery::awaitDelivered)
        .isInstanceOf(KinesisException.class)
        .hasMessage("the changes of table Chat are not written to " + ARN + ": nobody listens");
    assertThat(attempts.stream().map(Duration::toMillis))
        .containsExactly(0L, 100L, 300L, 700L, 1_500L, 3_100L, 6_300L, 12_700L, 25_500L, 51_100L);
    assertThat(waiting()).isEqualTo(1);
    assertThat(delivery.findFailure(delivery.destinations().get(0))).isEqualTo("nobody listens");

    List<String> received = receivedJson();
    assertThat(received).hasSize(1);
    assertThat(delivery.findFailure(delivery.destinations().get(0))).isNull();
  }

  @Test
  void aHandlerThatThrowsGetsTheRecordAgain() {
    enable(null);
    put("a", 1, 1);
    put("b", 1, 2);
    put("c", 1, 3);
    List<String> rooms = new ArrayList<>();
    delivery.onRecord(
        record -> {
          rooms.add(record.keys().find("room").string());
          if (rooms.size() == 2) {
            throw new IllegalStateException("rejected for this test");
          }
        });
    delivery.awaitDelivered();

    assertThat(rooms).containsExactly("a", "b", "b", "c");
  }

  @Test
  void aHandlerThatAlwaysThrowsIsReported() {
    enable(null);
    put("a", 1, 1);
    IllegalStateException failure = new IllegalStateException("rejected for this test");
    delivery.onRecord(
        record -> {
          throw failure;
        });

    assertThatThrownBy(delivery::awaitDelivered)
        .isInstanceOf(KinesisException.class)
        .hasMessageContaining("the handler has failed")
        .hasCause(failure);
  }

  @Test
  void withoutAHandlerNothingIsWritten() {
    assertThatThrownBy(delivery::awaitDelivered)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("set a handler with onRecord()");
  }

  @Test
  void duplicatesAreDrawnFromTheSeed() {
    enable(null);
    for (int i = 0; i < 20; i++) {
      put("a", i, i);
    }
    List<String> ids = new ArrayList<>();
    delivery.duplicates(0.5).onRecord(record -> ids.add(record.change().eventId()));
    delivery.awaitDelivered();

    assertThat(ids).hasSizeBetween(23, 37);
    assertThat(ids.stream().distinct()).hasSize(20);
    assertThat(delivery.written()).isEqualTo(20);
  }

  @Test
  void aRecordThatIsTooLargeIsSkipped() {
    enable(null);
    put("room", "a", "id", 1, "text", "\u0001".repeat(200_000));
    put("a", 2, 2);

    assertThat(receivedJson()).hasSize(1);
    assertThat(delivery.skipped()).isEqualTo(1);
    assertThat(waiting()).isZero();
  }

  @Test
  void aRequestHasAtMostFiveMegabytes() {
    enable(null);
    for (int i = 0; i < 20; i++) {
      put("room", "a", "id", i, "text", "x".repeat(390_000));
    }
    List<Integer> sizes = new ArrayList<>();
    delivery.to(
        (arn, records) -> {
          sizes.add(records.size());
          return List.of();
        });
    delivery.awaitDelivered();

    assertThat(sizes).containsExactly(13, 7);
  }

  @Test
  void afterARestoreItContinuesWithWhatFollows() {
    enable(null);
    KinesisDeliveries all = KinesisDeliveries.none();
    List<String> rooms = new ArrayList<>();
    KinesisDelivery its =
        all.of(database).onRecord(record -> rooms.add(record.keys().find("room").string()));
    put("a", 1, 1);
    Snapshot before = database.engine().snapshot();
    its.awaitDelivered();
    database.restore(before);
    put("b", 1, 1);
    its.awaitDelivered();

    assertThat(rooms).containsExactly("a", "b");
    assertThat(all.of(database)).isSameAs(its);
  }

  @Test
  void recordsAreWrittenInTheBackground() throws Exception {
    database.clock().resume();
    enable(null);
    BlockingQueue<String> rooms = new LinkedBlockingQueue<>();
    delivery.onRecord(record -> rooms.add(record.keys().find("room").string())).automatic();
    put("a", 1, 1);
    assertThat(rooms.poll(5, TimeUnit.MINUTES)).isEqualTo("a");
    put("b", 1, 1);
    assertThat(rooms.poll(5, TimeUnit.MINUTES)).isEqualTo("b");
  }
}

package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineConfig.TtlSweep;
import dev.monotable.engine.limits.Delays;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tests of all that follows the clock of the handle. */
class HandleClockTest extends CountersDatabase {
  @Test
  void advancingTheClockExpiresItems() {
    expireBy("count");
    put(db, 1, START.plusSeconds(60));
    put(db, 2, START.plusSeconds(7200));

    db.clock().advance(Duration.ofHours(1));

    assertThat(ids(db)).containsExactly("2");
  }

  @Test
  void expireNowDeletesExpiredItemsThatNothingElseDeletes() {
    try (Monotable onDemand =
        Monotable.builder()
            .config(EngineConfig.builder().ttlSweep(TtlSweep.ON_DEMAND).build())
            .table("Counters", Counter.class)
            .frozenAt(START)
            .create()) {
      onDemand
          .client()
          .updateTimeToLive(
              r ->
                  r.tableName("Counters")
                      .timeToLiveSpecification(s -> s.enabled(true).attributeName("count")));
      put(onDemand, 1, START.plusSeconds(60));
      onDemand.clock().advance(Duration.ofHours(1));
      assertThat(ids(onDemand)).containsExactly("1");

      assertThat(onDemand.expireNow()).isEqualTo(1);
      assertThat(ids(onDemand)).isEmpty();
    }
  }

  @Test
  void timestampsFollowTheClock() {
    db.clock().set(Instant.parse("2020-02-29T12:00:00Z"));
    db.createTable("Leap", Counter.class);

    assertThat(db.client().describeTable(r -> r.tableName("Leap")).table().creationDateTime())
        .isEqualTo(Instant.parse("2020-02-29T12:00:00Z"));
  }

  @Test
  void pendingChangesFollowTheClock() {
    try (Monotable slow =
        Monotable.builder()
            .delays(Delays.builder().deleteTable(Duration.ofSeconds(5)).build())
            .table("Counters", Counter.class)
            .frozenAt(START)
            .create()) {
      DynamoDbClient client = slow.client();
      client.deleteTable(r -> r.tableName("Counters"));
      assertThat(client.listTables().tableNames()).containsExactly("Counters");

      slow.clock().advance(Duration.ofSeconds(5));
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void clientRequestTokensFollowTheClock() {
    addOnce("token");
    db.clock().advance(Duration.ofMinutes(9));
    addOnce("token");
    assertThat(counts(db)).containsExactly("1");

    db.clock().advance(Duration.ofMinutes(2));
    addOnce("token");
    assertThat(counts(db)).containsExactly("2");
  }

  /** Adds 1 to a counter, unless the token has been used in the last ten minutes. */
  private void addOnce(String token) {
    TransactWriteItem add =
        TransactWriteItem.builder()
            .update(
                update ->
                    update
                        .tableName("Counters")
                        .key(counter(1))
                        .updateExpression("ADD #c :one")
                        .expressionAttributeNames(Map.of("#c", "count"))
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
            .build();
    db.client().transactWriteItems(r -> r.clientRequestToken(token).transactItems(add));
  }

  @Test
  void shardIteratorsAndStreamRecordsFollowTheClock() {
    db.client()
        .updateTable(
            r ->
                r.tableName("Counters")
                    .streamSpecification(
                        s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)));
    put(db, 1);
    String iterator = firstIterator();
    db.clock().advance(Duration.ofMinutes(14));
    assertThat(records(iterator)).containsExactly(START.truncatedTo(ChronoUnit.MINUTES));

    db.clock().advance(Duration.ofMinutes(2));
    assertThatThrownBy(() -> records(iterator)).isInstanceOf(ExpiredIteratorException.class);

    db.clock().advance(Duration.ofDays(1));
    assertThat(records(firstIterator())).isEmpty();
  }

  /** Returns an iterator at the first record of the stream's first shard. */
  private String firstIterator() {
    DynamoDbStreamsClient streams = db.streamsClient();
    String stream = streams.listStreams().streams().get(0).streamArn();
    String shard =
        streams
            .describeStream(r -> r.streamArn(stream))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    return streams
        .getShardIterator(
            r ->
                r.streamArn(stream)
                    .shardId(shard)
                    .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  /** Returns the times of records. */
  private List<Instant> records(String iterator) {
    return db.streamsClient().getRecords(r -> r.shardIterator(iterator)).records().stream()
        .map(record -> record.dynamodb().approximateCreationDateTime())
        .toList();
  }

  private void expireBy(String attribute) {
    db.client()
        .updateTimeToLive(
            r ->
                r.tableName("Counters")
                    .timeToLiveSpecification(s -> s.enabled(true).attributeName(attribute)));
  }
}

package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.stream.EventSourceMapping;
import dev.monotable.stream.StartingPosition;
import dev.monotable.stream.StreamNotDrainedException;
import dev.monotable.stream.TableStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Handlers of streams, as tests add them. */
class StreamHandlersTest extends ChatStream {
  private void receive(Record record) {
    receive(List.of(record));
  }

  @Nested
  class Records {
    @Test
    void theRecordsAreThoseOfTheStreamsClient() {
      List<Record> received = new ArrayList<>();
      db.stream("Chat").onBatch(10, received::addAll);
      Chat.put(db, "a", 1, "first");
      Chat.put(db, "a", 1, "second");
      db.client().deleteItem(delete -> delete.tableName("Chat").key(Chat.key("a", 1)));
      db.client()
          .putItem(
              put ->
                  put.tableName("Chat")
                      .item(
                          Map.of(
                              "room", AttributeValue.fromS("b"),
                              "id", AttributeValue.fromN("1.5"),
                              "all", AllTypes.VALUE)));

      db.stream("Chat").awaitDrained();

      assertThat(received).isEqualTo(readAll()).hasSize(4);
    }

    private List<Record> readAll() {
      String arn =
          db.client().describeTable(table -> table.tableName("Chat")).table().latestStreamArn();
      List<Record> records = new ArrayList<>();
      for (Shard shard :
          db.streamsClient()
              .describeStream(stream -> stream.streamArn(arn))
              .streamDescription()
              .shards()) {
        String iterator =
            db.streamsClient()
                .getShardIterator(
                    request ->
                        request
                            .streamArn(arn)
                            .shardId(shard.shardId())
                            .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        GetRecordsResponse page =
            db.streamsClient().getRecords(request -> request.shardIterator(iterator));
        records.addAll(page.records());
      }
      return records;
    }

    @Test
    void expiredItemsCarryTheIdentityOfTheService() {
      db.client()
          .updateTimeToLive(
              ttl ->
                  ttl.tableName("Chat")
                      .timeToLiveSpecification(s -> s.enabled(true).attributeName("ttl")));
      db.client()
          .putItem(
              put ->
                  put.tableName("Chat")
                      .item(
                          Map.of(
                              "room", AttributeValue.fromS("a"),
                              "id", AttributeValue.fromN("1"),
                              "ttl",
                                  AttributeValue.fromN(
                                      Long.toString(START.getEpochSecond() + 60)))));
      List<String> identities = new ArrayList<>();
      db.stream("Chat")
          .onRecord(
              record ->
                  identities.add(
                      record.eventName()
                          + " "
                          + (record.userIdentity() == null
                              ? null
                              : record.userIdentity().principalId())));

      db.clock().advance(Duration.ofHours(1));
      db.expireNow();
      db.stream("Chat").awaitDrained();

      assertThat(identities).containsExactly("INSERT null", "REMOVE dynamodb.amazonaws.com");
    }

    @Test
    void aHandlerOfRecordsReceivesThemOneByOne() {
      db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      Chat.putAll(db, "a", 3);

      db.stream("Chat").awaitDrained();

      assertThat(batches).containsExactly(List.of(1), List.of(2), List.of(3));
    }

    @Test
    void aHandlerOfBatchesReceivesUpToTheBatchSize() {
      EventSourceMapping mapping = db.stream("Chat").onBatch(2, StreamHandlersTest.this::receive);
      Chat.putAll(db, "a", 5);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
      assertThat(mapping.invocations()).isEqualTo(3);
    }

    @Test
    void eachMappingReceivesAllRecords() {
      List<Integer> others = new ArrayList<>();
      db.stream("Chat").onBatch(10, StreamHandlersTest.this::receive);
      db.stream("Chat").onRecord(record -> others.add(Chat.id(record)));
      Chat.putAll(db, "a", 2);

      db.stream("Chat").awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2));
      assertThat(others).containsExactly(1, 2);
    }
  }

  @Nested
  class Drained {
    @Test
    void nothingIsDeliveredBeforeTheTestAsksForIt() {
      EventSourceMapping mapping = db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      Chat.put(db, "a", 1);

      assertThat(batches).isEmpty();
      mapping.awaitDrained();
      assertThat(batches).containsExactly(List.of(1));
      mapping.awaitDrained();
      assertThat(batches).containsExactly(List.of(1));
    }

    @Test
    void whatHandlersWriteIsDeliveredToo() {
      Chat.create(db, "Copy", true);
      List<Integer> copied = new ArrayList<>();
      db.stream("Copy").onRecord(record -> copied.add(Chat.id(record)));
      db.stream("Chat")
          .onRecord(
              record -> {
                db.client()
                    .putItem(put -> put.tableName("Copy").item(record.dynamodb().newImage()));
                if (Chat.id(record) < 5) {
                  Chat.put(db, "a", Chat.id(record) + 1);
                }
              });
      Chat.put(db, "a", 1);

      db.stream("Chat").awaitDrained();

      assertThat(copied).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void aHandlerThatCausesRecordsForEverIsReported() {
      EventSourceMapping mapping =
          db.stream("Chat").onRecord(record -> Chat.put(db, "a", Chat.id(record) + 1));
      Chat.put(db, "a", 1);

      assertThatThrownBy(() -> mapping.awaitDrained(Duration.ofMillis(100)))
          .isInstanceOf(StreamNotDrainedException.class)
          .hasMessageMatching(
              "the streams are not drained after PT0\\.1S: table Chat: 1 record of shard"
                  + " shardId-\\S+ from sequence number \\d+ after \\d+ invocations\\. Does a"
                  + " handler write to a table whose stream it reads\\?");
    }

    @Test
    void anInterruptedThreadStops() {
      EventSourceMapping mapping =
          db.stream("Chat").onRecord(record -> Thread.currentThread().interrupt());
      Chat.putAll(db, "a", 3);

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(StreamNotDrainedException.class)
          .hasMessageStartingWith(
              "the streams are not drained, because the thread was interrupted: table Chat: 2"
                  + " records of shard ");
      assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aHandlerCannotDeliver() {
      List<Throwable> errors = new ArrayList<>();
      EventSourceMapping mapping =
          db.stream("Chat")
              .onRecord(
                  record -> {
                    try {
                      db.stream("Chat").awaitDrained();
                    } catch (IllegalStateException e) {
                      errors.add(e);
                    }
                  });
      Chat.put(db, "a", 1);

      mapping.awaitDrained();

      assertThat(errors)
          .singleElement()
          .satisfies(
              e ->
                  assertThat(e)
                      .hasMessage(
                          "a handler cannot deliver records: it is called by the delivery"));
    }

    @Test
    void readsOfMappingsAreNotAmongTheRequests() {
      EventSourceMapping mapping = db.stream("Chat").onRecord(record -> db.client().listTables());
      Chat.put(db, "a", 1);
      db.clearRequests();

      mapping.awaitDrained();

      assertThat(db.requests())
          .extracting(request -> request.operation().name())
          .containsExactly("ListTables");
    }
  }

  @Nested
  class Positions {
    @Test
    void aMappingBeginsAtTheOldestRecord() {
      Chat.putAll(db, "a", 2);
      EventSourceMapping mapping = db.stream("Chat").onBatch(10, StreamHandlersTest.this::receive);
      Chat.put(db, "a", 3);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2, 3));
    }

    @Test
    void theLatestPositionSkipsWhatExists() {
      Chat.putAll(db, "a", 2);
      EventSourceMapping mapping =
          db.stream("Chat")
              .startingPosition(StartingPosition.LATEST)
              .onBatch(10, StreamHandlersTest.this::receive);
      Chat.put(db, "a", 3);
      db.clock().advance(Duration.ofHours(1));

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(3));
    }

    @Test
    void aMappingBeginsAtATimeInEachShard() {
      Chat.put(db, "a", 1);
      db.clock().advance(Duration.ofHours(5));
      Chat.put(db, "a", 2);
      db.clock().advance(Duration.ofHours(1));
      Instant time = db.clock().instant().truncatedTo(ChronoUnit.SECONDS);
      Chat.put(db, "a", 3);
      db.clock().advance(Duration.ofHours(5));
      Chat.put(db, "a", 4);
      EventSourceMapping mapping =
          db.stream("Chat")
              .startingPosition(StartingPosition.AT_TIMESTAMP)
              .startingPositionTimestamp(time)
              .onRecord(StreamHandlersTest.this::receive);
      Chat.put(db, "a", 5);

      mapping.awaitDrained();

      assertThat(shards()).hasSizeGreaterThan(2);
      assertThat(batches).containsExactly(List.of(3), List.of(4), List.of(5));
    }

    @Test
    void aTimeInTheFutureIsNoStartingPosition() {
      TableStream stream =
          db.stream("Chat")
              .startingPosition(StartingPosition.AT_TIMESTAMP)
              .startingPositionTimestamp(Instant.parse("2999-01-01T00:00:00Z"));

      assertThatThrownBy(() -> stream.onRecord(StreamHandlersTest.this::receive))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("startingPositionTimestamp is in the future: 2999-01-01T00:00:00Z");
    }

    @Test
    void theLatestPositionOfAnEmptyStreamSkipsNothing() {
      EventSourceMapping mapping =
          db.stream("Chat")
              .startingPosition(StartingPosition.LATEST)
              .onBatch(10, StreamHandlersTest.this::receive);
      Chat.put(db, "a", 1);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1));
    }

    @Test
    void shardsAreDeliveredParentsFirst() {
      EventSourceMapping mapping = db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      for (int id = 1; id <= 6; id++) {
        Chat.put(db, "a", id);
        db.clock().advance(Duration.ofHours(3));
      }
      List<Shard> shards = shards();

      mapping.awaitDrained();

      assertThat(shards).hasSizeGreaterThan(2);
      assertThat(batches)
          .containsExactly(List.of(1), List.of(2), List.of(3), List.of(4), List.of(5), List.of(6));
    }

    @Test
    void theLatestPositionSkipsClosedShards() {
      Chat.put(db, "a", 1);
      db.clock().advance(Duration.ofHours(5));
      Chat.put(db, "a", 2);
      EventSourceMapping mapping =
          db.stream("Chat")
              .startingPosition(StartingPosition.LATEST)
              .onRecord(StreamHandlersTest.this::receive);
      db.clock().advance(Duration.ofHours(5));
      Chat.put(db, "a", 3);

      mapping.awaitDrained();

      assertThat(shards()).hasSizeGreaterThan(2);
      assertThat(batches).containsExactly(List.of(3));
    }

    @Test
    void expiredRecordsAreNotDelivered() {
      EventSourceMapping mapping = db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      Chat.put(db, "a", 1);
      db.clock().advance(Duration.ofHours(25));
      Chat.put(db, "a", 2);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(2));
    }

    private List<Shard> shards() {
      String arn =
          db.client().describeTable(table -> table.tableName("Chat")).table().latestStreamArn();
      return db.streamsClient()
          .describeStream(stream -> stream.streamArn(arn))
          .streamDescription()
          .shards();
    }
  }

  @Nested
  class Tables {
    @Test
    void aTableWithoutAStreamIsRejected() {
      Chat.create(db, "Plain", false);

      assertThatThrownBy(() -> db.stream("Plain").onRecord(record -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the table Plain has no stream: create it with a StreamSpecification, or"
                  + " enable it first");
      assertThatThrownBy(() -> db.stream("None").onRecord(record -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the table None cannot be described: ");
    }

    @Test
    void theStreamOfATableIsEnabled() {
      db.createTable("Counters", Counter.class);
      List<Record> received = new ArrayList<>();

      db.stream("Counters").enable(StreamViewType.KEYS_ONLY).onRecord(received::add);
      db.stream("Counters").enable(StreamViewType.KEYS_ONLY);
      db.client()
          .putItem(put -> put.tableName("Counters").item(Map.of("id", AttributeValue.fromN("1"))));
      db.stream("Counters").awaitDrained();

      assertThat(received)
          .singleElement()
          .satisfies(
              record -> {
                assertThat(record.dynamodb().streamViewType()).isEqualTo(StreamViewType.KEYS_ONLY);
                assertThat(record.dynamodb().hasNewImage()).isFalse();
              });
      assertThatThrownBy(() -> db.stream("Counters").enable(StreamViewType.NEW_IMAGE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the stream of the table Counters cannot be enabled: ");
    }

    @Test
    void theStreamOfADeletedTableIsDelivered() {
      EventSourceMapping mapping = db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      Chat.put(db, "a", 1);
      db.client().deleteTable(table -> table.tableName("Chat"));

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1));
    }
  }

  @Nested
  class Lifetime {
    @Test
    void aClosedMappingReceivesNothing() {
      EventSourceMapping mapping = db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      Chat.put(db, "a", 1);
      mapping.close();

      db.stream("Chat").awaitDrained();

      assertThat(batches).isEmpty();
      assertThatThrownBy(mapping::deliverDue)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the mapping is closed");
    }

    @Test
    void aHandlerClosesItsMapping() {
      List<EventSourceMapping> mapping = new ArrayList<>();
      mapping.add(
          db.stream("Chat")
              .onRecord(
                  record -> {
                    receive(record);
                    mapping.get(0).close();
                  }));
      Chat.putAll(db, "a", 3);

      mapping.get(0).awaitDrained();

      assertThat(batches).containsExactly(List.of(1));
    }

    @Test
    void resetRemovesHandlers() {
      try (Monotable other =
          Monotable.builder().table("Counters", Counter.class).frozenAt(START).create()) {
        other.stream("Counters")
            .enable(StreamViewType.NEW_IMAGE)
            .onRecord(StreamHandlersTest.this::receive);
        other.reset();
        other.stream("Counters").enable(StreamViewType.NEW_IMAGE);
        other
            .client()
            .putItem(
                put -> put.tableName("Counters").item(Map.of("id", AttributeValue.fromN("1"))));

        other.stream("Counters").awaitDrained();

        assertThat(batches).isEmpty();
      }
    }

    @Test
    void aForkHasNoHandlers() {
      db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      try (Monotable fork = db.fork()) {
        Chat.put(fork, "a", 1);
        fork.stream("Chat").awaitDrained();
      }
      Chat.put(db, "a", 2);
      db.stream("Chat").awaitDrained();

      assertThat(batches).containsExactly(List.of(2));
    }

    @Test
    void handlersGoOnAfterRestore() {
      Chat.put(db, "a", 1);
      Snapshot snapshot = db.snapshot();
      db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      Chat.put(db, "a", 2);
      db.stream("Chat").awaitDrained();
      Chat.put(db, "a", 3);

      db.restore(snapshot);
      Chat.put(db, "a", 4);
      db.stream("Chat").awaitDrained();

      assertThat(batches).containsExactly(List.of(1), List.of(2), List.of(4));
    }

    @Test
    void handlersOfAStateWithoutTheTableWaitForIt() {
      Snapshot withTable = db.snapshot();
      db.stream("Chat").onRecord(StreamHandlersTest.this::receive);
      try (Monotable empty = Monotable.create()) {
        db.restore(empty.snapshot());
      }
      db.stream("Chat").awaitDrained();

      Chat.create(db);
      Chat.put(db, "a", 1);
      db.stream("Chat").awaitDrained();
      db.restore(withTable);
      Chat.put(db, "a", 2);
      db.stream("Chat").awaitDrained();

      assertThat(batches).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void aClosedDatabaseHasNoStreams() {
      TableStream stream = db.stream("Chat");
      EventSourceMapping mapping = stream.onRecord(StreamHandlersTest.this::receive);
      db.close();

      for (Runnable use :
          List.<Runnable>of(
              mapping::awaitDrained,
              stream::awaitDrained,
              () -> stream.onRecord(StreamHandlersTest.this::receive),
              () -> db.stream("Chat"))) {
        assertThatThrownBy(use::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("the database is closed");
      }
    }

    @Test
    void aHandleThatFollowsLeadsToTheCurrentDatabase() {
      try (Monotable fork = db.fork();
          Monotable following = Monotable.following(() -> fork)) {
        following.stream("Chat").onRecord(StreamHandlersTest.this::receive);
        Chat.put(db, "a", 1);
        Chat.put(fork, "a", 2);

        following.stream("Chat").awaitDrained();

        assertThat(batches).containsExactly(List.of(2));
      }
    }
  }
}

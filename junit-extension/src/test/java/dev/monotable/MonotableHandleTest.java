package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Uses the handle as tests without JUnit do. */
class MonotableHandleTest extends CountersDatabase {
  @Nested
  class Clients {
    @Test
    void eachClientIsCreatedOnce() {
      assertThat(db.client()).isSameAs(db.client()).isSameAs(db.client(DynamoDbClient.class));
      assertThat(db.client(DynamoDbEnhancedClient.class))
          .isSameAs(db.client(DynamoDbEnhancedClient.class));
      assertThat(db.endpoint()).isEqualTo(db.endpoint());
    }

    @Test
    void otherTypesAreRejected() {
      assertThatThrownBy(() -> db.client(String.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Monotable has no client of the type java.lang.String");
      assertThatThrownBy(() -> db.table(String.class, "Counters", Counter.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Monotable has no table of the type java.lang.String");
    }

    @Test
    void aClientOfAClosedDatabaseFails() {
      DynamoDbClient client = db.client();
      DynamoDbAsyncClient async = db.asyncClient();
      db.close();

      assertThatThrownBy(client::listTables)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the database of this client is closed");
      assertThatThrownBy(() -> async.listTables().get(240, TimeUnit.SECONDS))
          .rootCause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the database of this client is closed");
      assertThatThrownBy(db::client)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the database is closed");
    }

    @Test
    void aClosedClientDoesNotAffectTheNextDatabase() {
      DynamoDbClient closed = db.client();
      closed.close();
      db.close();

      try (Monotable next = Monotable.create()) {
        assertThat(next.client().listTables().tableNames()).isEmpty();
      }
    }
  }

  @Nested
  class Tables {
    @Test
    void aDeclaredTableIsActiveRegardlessOfDelays() {
      try (Monotable slow =
          Monotable.builder()
              .delays(Delays.builder().createTable(Duration.ofHours(1)).build())
              .table("Shop", Purchase.class)
              .create()) {
        slow.createTable("Counters", Counter.class);

        for (String table : List.of("Shop", "Counters")) {
          assertThat(slow.client().describeTable(r -> r.tableName(table)).table().tableStatus())
              .isEqualTo(TableStatus.ACTIVE);
        }
      }
    }

    @Test
    void anExistingTableIsKept() {
      put(db, 1);

      db.createTable("Counters", Counter.class);

      assertThat(ids(db)).containsExactly("1");
    }

    @Test
    void anInvalidNameIsRejected() {
      assertThatThrownBy(() -> db.createTable("a b", Counter.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a b");
    }

    @Test
    void theTableOfABeanIsFound() {
      DynamoDbTable<?> table = db.table(DynamoDbTable.class, Counter.class);

      assertThat(table.tableName()).isEqualTo("Counters");
      assertThat(table).isNotNull();
    }

    @Test
    void aBeanOfNoTableOrOfTwoIsReported() {
      assertThatThrownBy(() -> db.table(DynamoDbTable.class, Purchase.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("no table is declared with dev.monotable.Purchase");

      db.createTable("More", Counter.class);
      assertThatThrownBy(() -> db.table(DynamoDbTable.class, Counter.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("several tables are declared with dev.monotable.Counter: [Counters, More]");
    }

    @Test
    @SuppressWarnings("unchecked")
    void itemsAreMappedToBeans() {
      DynamoDbTable<Counter> table = db.table(DynamoDbTable.class, Counter.class);
      table.putItem(Counter.of(7, 3));

      assertThat(table.getItem(Key.builder().partitionValue(7).build()).getCount()).isEqualTo(3);
    }
  }

  @Nested
  class States {
    @Test
    void aSnapshotIsRestored() {
      put(db, 1);
      Snapshot snapshot = db.snapshot();
      put(db, 2);

      db.restore(snapshot);

      assertThat(ids(db)).containsExactly("1");
    }

    @Test
    void theChangesSinceASnapshotAreItems() {
      put(db, 1);
      Snapshot snapshot = db.snapshot();
      try (Monotable fork = db.fork()) {
        put(fork, 2);
        DatabaseDifference changes = fork.changesSince(snapshot);
        assertThat(changes.isComplete()).isTrue();
        assertThat(changes.tables())
            .singleElement()
            .satisfies(
                table -> {
                  assertThat(table.presence()).isEqualTo(DatabaseDifference.Presence.KEPT);
                  assertThat(table.items()).hasSize(1);
                  assertThat(table.added()).isEqualTo(1);
                });
        assertThat(db.changesSince(snapshot)).isEqualTo(new DatabaseDifference(List.of(), true));
      }
    }

    @Test
    void aForkIsIndependent() {
      put(db, 1);
      try (Monotable fork = db.fork()) {
        put(fork, 2);
        fork.clock().advance(Duration.ofDays(1));

        assertThat(ids(fork)).containsExactlyInAnyOrder("1", "2");
        assertThat(ids(db)).containsExactly("1");
        assertThat(fork.clock().instant()).isEqualTo(START.plus(Duration.ofDays(1)));
        assertThat(db.clock().instant()).isEqualTo(START);
        assertThat(fork.client()).isNotSameAs(db.client());
        assertThat(fork.endpoint()).isNotEqualTo(db.endpoint());
      }
    }

    @Test
    void resetRestoresWhatTheDatabaseWasCreatedWith() {
      put(db, 1);
      try (Monotable fork = db.fork()) {
        put(fork, 2);
        fork.client().deleteTable(r -> r.tableName("Counters"));

        fork.reset();
        db.reset();

        assertThat(ids(fork)).containsExactly("1");
        assertThat(ids(db)).isEmpty();
      }
    }
  }

  @Nested
  class Following {
    @Test
    void theClientsOfAFollowingHandleStayTheSameAndFollow() throws Exception {
      AtomicReference<Monotable> current = new AtomicReference<>(db);
      try (Monotable following = Monotable.following(current::get);
          Monotable other = db.fork()) {
        DynamoDbClient client = following.client();
        put(following, 1);
        current.set(other);
        client.putItem(r -> r.tableName("Counters").item(counter(2)));
        following
            .asyncClient()
            .putItem(r -> r.tableName("Counters").item(counter(3)))
            .get(240, TimeUnit.SECONDS);
        following.clock().advance(Duration.ofSeconds(1));

        assertThat(following.client()).isSameAs(client);
        assertThat(ids(db)).containsExactly("1");
        assertThat(ids(other)).containsExactlyInAnyOrder("2", "3");
        assertThat(ids(following)).containsExactlyInAnyOrder("2", "3");
        assertThat(other.clock().instant()).isEqualTo(START.plusSeconds(1));
        assertThat(db.clock().instant()).isEqualTo(START);
      }
      assertThat(ids(db)).containsExactly("1");
    }
  }

  @Nested
  class Requests {
    @Test
    void theLastRequestsAreKept() {
      put(db, 1);
      ids(db);
      assertThatThrownBy(() -> db.client().describeTable(r -> r.tableName("Nothing")))
          .isInstanceOf(ResourceNotFoundException.class);

      assertThat(
              db.requests().stream()
                  .map(
                      request ->
                          request.operation().name()
                              + " "
                              + request.tables()
                              + " "
                              + request.itemsReturned()
                              + " "
                              + (request.error() == null ? "" : request.error().code())))
          .containsExactly(
              "PutItem [Counters] 0 ",
              "Scan [Counters] 1 ",
              "DescribeTable [Nothing] 0 RESOURCE_NOT_FOUND");
    }

    @Test
    void aRequestShowsWhatItReadAndCost() {
      try (Monotable chat =
          Monotable.builder()
              .schema("junit/schemas/create-table.json")
              .seed("junit/seeds/chat.json")
              .frozenAt(START)
              .createFor(MonotableHandleTest.class)) {
        chat.client()
            .query(
                r ->
                    r.tableName("Chat")
                        .indexName("ByAuthor")
                        .keyConditionExpression("author = :a AND sentAt > :t")
                        .filterExpression("attribute_exists(edited)")
                        .expressionAttributeValues(
                            Map.of(
                                ":a", AttributeValue.fromS("Ada"),
                                ":t", AttributeValue.fromN("0"))));
        ObservedRequest request = chat.requests().get(0);

        assertThat(request.operation()).isSameAs(Operations.QUERY);
        assertThat(request.tables()).containsExactly("Chat");
        assertThat(request.index()).isEqualTo("ByAuthor");
        assertThat(((PageRead) request.parts().get(0)).keyConditions())
            .hasToString("[author = \"Ada\" and sentAt > 0]");
        assertThat(request.itemsRead()).isEqualTo(1);
        assertThat(request.itemsReturned()).isZero();
        assertThat(request.bytesRead()).isEqualTo(46);
        assertThat(request.capacity())
            .containsExactly(new ConsumedUnits("Chat", "ByAuthor", 0.5, 0));
        assertThat(request.startedAt()).isEqualTo(START);
        assertThat(request.duration()).isPositive();
        assertThat(request.error()).isNull();
        assertThat(request.toString().replaceAll("\\d+\\.\\d+ ms", "T ms"))
            .isEqualTo(
                "Query Chat.ByAuthor author = \"Ada\" and sentAt > 0 filter"
                    + " attribute_exists(edited): 0 of 1 items, 46 bytes, 0.5 read units, T ms");
      }
    }

    @Test
    void aForkHasItsOwn() {
      put(db, 1);
      try (Monotable fork = db.fork()) {
        assertThat(fork.requests()).isEmpty();
        put(fork, 2);

        assertThat(fork.requests()).hasSize(1);
        assertThat(db.requests()).hasSize(1);
      }
    }

    @Test
    void theyCanBeForgotten() {
      put(db, 1);
      db.clearRequests();
      assertThat(db.requests()).isEmpty();

      put(db, 2);
      db.reset();
      assertThat(db.requests()).isEmpty();
    }

    @Test
    void onlyTheLastThousandAreKept() {
      for (int i = 0; i < 1_100; i++) {
        put(db, i);
      }

      assertThat(db.requests()).hasSize(1_000);
    }
  }

  @Nested
  class Injected {
    @Test
    void theSdkRetriesAThrottledRequest() {
      try (var rule = db.faults().on(Operations.PUT_ITEM).table("Counters").times(1).throttle()) {
        put(db, 1);

        assertThat(rule.injected()).isEqualTo(1);
      }
      assertThat(db.requests().stream().map(request -> request.error() == null))
          .containsExactly(false, true);
    }

    @Test
    void pagesOfOneItemAreFollowed() {
      put(db, 1);
      put(db, 2);
      db.faults().on(Operations.SCAN).pagesOf(1);

      assertThat(db.client().scan(r -> r.tableName("Counters")).items()).hasSize(1);
      assertThat(db.client().scanPaginator(r -> r.tableName("Counters")).items())
          .containsExactlyInAnyOrder(counter(1), counter(2));
    }

    @Test
    void theSdkRetriesAfterADroppedConnection() {
      db.faults().on(Operations.PUT_ITEM).times(1).dropConnection();
      put(db, 1);

      assertThat(ids(db)).containsExactly("1");
      assertThat(db.requests().get(0).connectionDropped()).isTrue();
    }

    @Test
    void latencyAdvancesTheClock() {
      db.faults().on(Operations.PUT_ITEM).latency(Duration.ofSeconds(3));
      put(db, 1);

      assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(3));
    }

    @Test
    void resetRemovesThem() {
      db.faults().on().serverError();
      db.reset();

      assertThat(db.faults().rules()).isEmpty();
      assertThat(ids(db)).isEmpty();
    }

    @Test
    void theSameSeedDrawsTheSameFaults() {
      assertThat(draws(7)).isEqualTo(draws(7)).isNotEqualTo(draws(8));
    }

    private List<Boolean> draws(long seed) {
      db.reset();
      db.faults().reset(seed);
      db.faults().on(Operations.SCAN).probability(0.5).pagesOf(1);
      put(db, 1);
      put(db, 2);
      return IntStream.range(0, 64).mapToObj(i -> ids(db).size() == 2).toList();
    }
  }

  @Test
  void errorsAreExceptionsOfTheSdk() {
    put(db, 1);

    assertThatThrownBy(
            () ->
                db.client()
                    .putItem(
                        r ->
                            r.tableName("Counters")
                                .item(counter(1))
                                .conditionExpression("attribute_not_exists(id)")))
        .isInstanceOf(ConditionalCheckFailedException.class);
  }
}

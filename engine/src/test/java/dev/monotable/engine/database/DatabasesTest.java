package dev.monotable.engine.database;

import static dev.monotable.testing.Calls.table;
import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DatabasesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private final ManualTime machine = new ManualTime(START);
  private final EngineConfig config =
      EngineConfig.builder().clock(machine).scheduler(machine).seed(7).build();

  private Databases databases = share();

  private Databases share() {
    return Databases.share(identity -> config, 4, config);
  }

  @AfterEach
  void close() {
    databases.close();
  }

  private Region create() {
    return databases.create(NewDatabase.DEFAULT).home();
  }

  private Region createExpiring() {
    return databases.create(NewDatabase.DEFAULT.withExpireAfter(HOUR)).home();
  }

  private Region find(String accessKey, String region) {
    return databases.find(new Caller.Client(accessKey, region));
  }

  private static Region fork(Databases databases, Region original) {
    return databases.fork(original, original.engine().snapshot(), NewDatabase.DEFAULT).home();
  }

  private static void createTable(Region database, String name) {
    database.engine().call(Operations.CREATE_TABLE, table(name, "PK").build());
  }

  private static List<String> tables(Region database) {
    return tableNames(database.engine()::call);
  }

  private static void assertThatFails(ErrorCode code, String message, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            DynamoException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(code);
              assertThat(failure.getMessage()).contains(message);
            });
  }

  @Nested
  class Shared {
    @Test
    void eachAccessKeyLeadsToTheSharedDatabase() {
      assertThat(find("any", "us-east-1")).isSameAs(find("123456789012", "eu-west-1"));
      assertThat(databases.list()).extracting(Region::id).containsExactly("default");
    }

    @Test
    void anIssuedAccessKeyLeadsToItsDatabaseInEachRegion() {
      Region own = databases.create(NewDatabase.DEFAULT.withRegion("eu-west-1")).home();

      assertThat(own.id()).matches("MTDB[A-Z2-7]{16}");
      assertThat(find(own.id(), "us-east-1")).isSameAs(own);
      assertThat(find(own.id(), "ap-south-1")).isSameAs(own);
      assertThat(own.engine().config().region()).isEqualTo("eu-west-1");
      assertThat(databases.findId(own.id())).isSameAs(own);
    }

    @Test
    void issuedAccessKeysAreRepeatedBySeed() {
      Databases again = share();
      assertThat(again.create(NewDatabase.DEFAULT).id()).isEqualTo(create().id());
      again.close();
    }

    @Test
    void aForkHasTheDataOfTheOriginalAndIsIndependent() {
      Region original = find("any", "us-east-1");
      createTable(original, "Chat");
      original.clock().advance(Duration.ofDays(1));

      Region fork = fork(databases, original);
      createTable(fork, "Music");
      fork.clock().advance(HOUR);

      assertThat(tables(fork)).containsExactly("Chat", "Music");
      assertThat(tables(original)).containsExactly("Chat");
      assertThat(fork.clock().instant()).isEqualTo(START.plus(Duration.ofDays(1)).plus(HOUR));
      assertThat(original.clock().instant()).isEqualTo(START.plus(Duration.ofDays(1)));
    }

    @Test
    void aForkIsResetToTheDataThatItBeganWith() {
      Region original = find("any", "us-east-1");
      createTable(original, "Chat");
      Region fork = fork(databases, original);
      createTable(fork, "Music");

      fork.reset();

      assertThat(tables(fork)).containsExactly("Chat");
    }

    @Test
    void theAccessKeyOfADatabaseThatHasEndedLeadsToNoOther() {
      String key = create().id();

      assertThat(databases.drop(key)).isTrue();
      assertThat(databases.drop(key)).isFalse();

      assertThatFails(ErrorCode.UNRECOGNIZED_CLIENT, key, () -> find(key, "us-east-1"));
      assertThatFails(ErrorCode.UNRECOGNIZED_CLIENT, "has ended", () -> find("MTDB", "us-east-1"));
    }

    @Test
    void theSharedDatabaseIsNotDropped() {
      assertThat(databases.drop("default")).isFalse();
      assertThat(databases.drop("unknown")).isFalse();
      assertThat(databases.findId("default")).isNotNull();
    }

    @Test
    void theNumberOfDatabasesIsBounded() {
      for (int i = 0; i < 3; i++) {
        create();
      }
      List<Region> before = databases.list();

      String message = "maximum of 4 databases";
      assertThatFails(ErrorCode.VALIDATION, message, () -> create());
      assertThatFails(ErrorCode.VALIDATION, message, () -> fork(databases, before.get(0)));
      assertThat(databases.list()).isEqualTo(before);
    }

    @Test
    void aForkWithoutRoomForItsRegionsIsNotKept() {
      Region original = create();
      var unused = original.database().add("eu-west-1");
      List<Region> before = databases.list();

      assertThatFails(
          ErrorCode.VALIDATION, "maximum of 4 databases", () -> fork(databases, original));
      assertThat(databases.list()).isEqualTo(before);
      assertThat(create().identity().region()).isEqualTo("us-east-1");
    }

    @Test
    void aDatabaseExpiresAfterATimeWithoutRequests() {
      Region first = createExpiring();
      Region second = createExpiring();
      Region third = create();
      assertThat(databases.expire()).isZero();
      machine.advance(Duration.ofMinutes(59));
      assertThat(databases.expire()).isZero();
      find(second.id(), "us-east-1");
      machine.advance(Duration.ofMinutes(1));

      assertThat(databases.list()).contains(second, third).doesNotContain(first).hasSize(3);
      assertThat(first.isClosed()).isTrue();
    }

    @Test
    void aNewDatabaseTakesTheRoomOfAnExpiredOne() {
      for (int i = 0; i < 3; i++) {
        createExpiring();
      }
      assertThat(databases.expire()).isZero();
      machine.advance(HOUR);

      assertThat(find(create().id(), "us-east-1")).isNotNull();
      assertThat(databases.list()).hasSize(2);
    }

    /** A test may set the clock of its database to any time without ending databases. */
    @Test
    void theClockOfADatabaseDoesNotExpireDatabases() {
      Region own = createExpiring();
      assertThat(databases.expire()).isZero();

      own.clock().advance(Duration.ofDays(100));

      assertThat(databases.expire()).isZero();
    }
  }

  @Nested
  class Snapshots {
    @Test
    void aDatabaseReturnsToANamedSnapshot() {
      Region database = create();
      createTable(database, "Chat");
      Region.NamedSnapshot first = database.takeSnapshot("first");
      machine.advance(HOUR);
      createTable(database, "Music");
      Region.NamedSnapshot second = database.takeSnapshot("second");

      assertThat(database.snapshots()).containsExactly(first, second);
      assertThat(List.of(first.takenAt(), second.takenAt()))
          .containsExactly(START, START.plus(HOUR));
      database.restore(database.findSnapshot("first").data());
      assertThat(tables(database)).containsExactly("Chat");
      database.restore(database.findSnapshot("second").data());
      assertThat(tables(database)).containsExactly("Chat", "Music");
    }

    @Test
    void aListenerFollowsRestoresAndTheEnd() {
      Region database = create();
      List<String> events = new ArrayList<>();
      DatabaseListener listener =
          new DatabaseListener() {
            @Override
            public void restored() {
              events.add("restored " + tables(database));
            }

            @Override
            public void closed() {
              events.add("closed");
            }
          };
      database.takeSnapshot("empty");
      createTable(database, "Chat");
      database.setResetPoint();
      database.listen(listener);

      database.restore(database.findSnapshot("empty").data());
      database.reset();
      assertThat(events).containsExactly("restored []", "restored [Chat]");

      events.clear();
      databases.drop(database.id());
      assertThat(events).contains("closed").doesNotContain("restored []");

      events.clear();
      database.listen(listener);
      assertThat(events).containsExactly("closed");
    }

    @Test
    void aSnapshotIsReplacedAndDeleted() {
      Region database = create();
      database.takeSnapshot("a");
      Region.NamedSnapshot b = database.takeSnapshot("b");
      createTable(database, "Chat");
      Region.NamedSnapshot again = database.takeSnapshot("a");

      assertThat(database.snapshots()).containsExactly(b, again);
      assertThat(database.deleteSnapshot("b")).isTrue();
      assertThat(database.deleteSnapshot("b")).isFalse();
      assertThat(database.findSnapshot("b")).isNull();
      assertThat(database.snapshots()).containsExactly(again);
    }

    @Test
    void snapshotsRemainWhenADatabaseIsResetAndEndWithIt() {
      Region database = create();
      createTable(database, "Chat");
      Region.NamedSnapshot chat = database.takeSnapshot("chat");

      database.reset();

      assertThat(tables(database)).isEmpty();
      assertThat(database.snapshots()).containsExactly(chat);
      databases.drop(database.id());
      assertThat(database.snapshots()).isEmpty();
    }

    @Test
    void aForkStartsFromASnapshotAndHasNone() {
      Region database = create();
      createTable(database, "Chat");
      Snapshot chat = database.takeSnapshot("chat").data();
      createTable(database, "Music");

      Region fork = databases.fork(database, chat, NewDatabase.DEFAULT).home();

      assertThat(tables(fork)).containsExactly("Chat");
      assertThat(fork.snapshots()).isEmpty();
    }

    @Test
    void theNumberOfSnapshotsIsBounded() {
      Region database = create();
      for (int i = 0; i < 100; i++) {
        database.takeSnapshot("s" + i);
      }
      assertThatFails(
          ErrorCode.VALIDATION, "at most 100 snapshots", () -> database.takeSnapshot("s100"));
      database.takeSnapshot("s99");
      database.deleteSnapshot("s0");
      assertThat(database.takeSnapshot("s100").name()).isEqualTo("s100");
    }

    @Test
    void namesAreRestricted() {
      Region database = create();
      for (String name : List.of("", "a b", "a/b", "..\u00e9", "a".repeat(41))) {
        assertThatThrownBy(() -> database.takeSnapshot(name))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("the name of a snapshot consists of");
        assertThatThrownBy(() -> databases.create(NewDatabase.DEFAULT.withName(name)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("the name of a database consists of");
      }
      assertThat(databases.list()).hasSize(2);
    }
  }

  @Nested
  class Names {
    @Test
    void aDatabaseIsFoundByItsName() {
      Database named = databases.create(NewDatabase.DEFAULT.withName("Chat_1.2-x"));
      assertThat(databases.findName("Chat_1.2-x")).isSameAs(named);
      assertThat(databases.findName("chat_1.2-x")).isNull();
      assertThat(databases.findName("default")).isNull();
    }

    @Test
    void aNameIsOfOneDatabase() {
      NewDatabase chat = NewDatabase.DEFAULT.withName("chat");
      Database first = databases.create(chat);
      Region shared = find("any", "us-east-1");
      assertThatFails(ErrorCode.RESOURCE_IN_USE, "chat", () -> databases.create(chat));
      assertThatFails(
          ErrorCode.RESOURCE_IN_USE,
          "chat",
          () -> databases.fork(shared, shared.engine().snapshot(), chat));
      databases.drop(first.id());
      assertThat(databases.create(chat).id()).isNotEqualTo(first.id());
    }

    @Test
    void aForkHasTheRegionOfItsOriginal() {
      Region original = databases.create(NewDatabase.DEFAULT.withRegion("eu-west-1")).home();
      Snapshot data = original.engine().snapshot();
      assertThat(databases.fork(original, data, NewDatabase.DEFAULT).engine().config().region())
          .isEqualTo("eu-west-1");
      assertThatThrownBy(
              () -> databases.fork(original, data, NewDatabase.DEFAULT.withRegion("us-east-1")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("eu-west-1");
      assertThatThrownBy(() -> databases.create(NewDatabase.DEFAULT.withRegion("../x")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(databases.list()).hasSize(3);
    }
  }

  @Nested
  class Separate {
    Separate() {
      databases.close();
      databases = Databases.separate(identity -> config, 3, config);
    }

    @Test
    void eachAccessKeyAndRegionHasADatabase() {
      createTable(find("a", "eu-west-1"), "Chat");

      assertThat(tables(find("a", "eu-west-1"))).containsExactly("Chat");
      assertThat(tables(find("a", "us-east-1"))).isEmpty();
      assertThat(tables(find("b", "eu-west-1"))).isEmpty();
      assertThat(databases.list())
          .extracting(Region::id)
          .containsExactly("a/eu-west-1", "a/us-east-1", "b/eu-west-1");
    }

    @Test
    void anUnchangedDatabaseGivesItsRoomBack() {
      Region used = find("a", "eu-west-1");
      createTable(used, "Chat");
      find("b", "eu-west-1");
      find("c", "eu-west-1");
      assertThatFails(ErrorCode.VALIDATION, "maximum of 3. Use", () -> find("d", "eu-west-1"));
      databases.expire();
      machine.advance(Duration.ofMinutes(10));

      find("d", "eu-west-1");

      assertThat(databases.list())
          .extracting(Region::id)
          .containsExactly("a/eu-west-1", "d/eu-west-1");
      assertThat(find("a", "eu-west-1")).isSameAs(used);
    }

    /** A policy may deny each request of a key, so a key without rights takes no room for long. */
    @Test
    void anUnchangedDatabaseGivesItsRoomBackSoonIfThereIsNoOther() {
      createTable(find("a", "eu-west-1"), "Chat");
      find("b", "eu-west-1").takeSnapshot("start");
      find("c", "eu-west-1");
      databases.expire();
      machine.advance(Duration.ofSeconds(9));
      assertThatFails(ErrorCode.VALIDATION, "maximum of 3. Use", () -> find("d", "eu-west-1"));
      machine.advance(Duration.ofSeconds(1));

      find("d", "eu-west-1");

      assertThat(databases.list())
          .extracting(Region::id)
          .containsExactly("a/eu-west-1", "b/eu-west-1", "d/eu-west-1");
    }

    @Test
    void aDroppedDatabaseBeginsAnew() {
      createTable(find("a", "eu-west-1"), "Chat");

      assertThat(databases.drop("a/eu-west-1")).isTrue();

      assertThat(tables(find("a", "eu-west-1"))).isEmpty();
    }

    @Test
    void theRegionsOfAnAccessKeyEndEachByItself() {
      Region first = find("a", "eu-west-1");
      Region second = find("a", "us-east-1");
      createTable(second, "Chat");
      assertThat(databases.drop("a/eu-west-1")).isTrue();

      Region again = second.database().add("eu-west-1");

      assertThat(again).isNotSameAs(first).isSameAs(find("a", "eu-west-1"));
      assertThat(second.database().regions()).containsExactly(second, again);
      assertThat(tables(second)).containsExactly("Chat");
    }

    /** A write must not reach a database that nobody will find again. */
    @Test
    void aWriteToADatabaseThatExpiresIsNotLost() throws Exception {
      for (int round = 0; round < 2_000; round++) {
        String key = "key" + round;
        find(key, "us-east-1");
        databases.expire();
        machine.advance(Duration.ofMinutes(10));
        CyclicBarrier barrier = new CyclicBarrier(2);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread expiring =
            new Thread(
                () -> {
                  try {
                    barrier.await();
                    databases.expire();
                  } catch (Throwable e) {
                    failure.set(e);
                  }
                });
        expiring.start();
        barrier.await();
        Region found = find(key, "us-east-1");
        expiring.join();
        assertThat(failure.get()).isNull();
        assertThat(find(key, "us-east-1")).as("round %d", round).isSameAs(found);
        databases.drop(found.id());
      }
    }
  }
}

package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.monotable.Monotable;
import dev.monotable.model.Operations;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Contracts of access patterns that tests name. */
@Timeout(600)
class AccessPatternTest {
  private static final Map<String, String> NO_REPORT = Map.of("monotable.report", "false");

  private static String results(Class<?> tests) {
    return String.join("\n", TestRun.of(NO_REPORT, tests).results());
  }

  /** Each limit, exceeded and kept. */
  @MonotableTest
  @Schema("schemas/create-table.json")
  static class Limits {
    @BeforeEach
    void send(DynamoDbClient client) {
      for (int id = 0; id < 4; id++) {
        new Messages(client).send("a", id);
      }
    }

    @AfterEach
    void scan(DynamoDbClient client) {
      assertThat(new Messages(client).all()).isNotEmpty();
    }

    @Test
    @AccessPattern(value = "messages", maxReadUnits = 0.5, maxRequests = 1, noScan = true)
    void keepsAll(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
    }

    @Test
    @AccessPattern(value = "messages", maxReadUnits = 0.5)
    void readUnits(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
      new Messages(client).ofAuthor("ada");
    }

    @Test
    @AccessPattern(value = "send", maxWriteUnits = 1)
    void writeUnits(DynamoDbClient client) {
      new Messages(client).send("a", 5);
    }

    @Test
    @AccessPattern(value = "messages", maxRequests = 1)
    void requests(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
      new Messages(client).ofRoom("a");
    }

    @Test
    @AccessPattern(value = "messages", maxDiscarded = 0.4)
    void discarded(DynamoDbClient client) {
      new Messages(client).ofAuthorByFilter("a", "ada");
    }

    @Test
    @AccessPattern(value = "messages", noScan = true)
    void noScan(DynamoDbClient client) {
      new Messages(client).all();
    }

    @Test
    @AccessPattern(value = "messages", index = "ByAuthor")
    void index(DynamoDbClient client) {
      new Messages(client).ofAuthorByFilter("a", "ada");
    }

    @Test
    @AccessPattern(value = "messages", maxDiscarded = 2)
    void invalidLimit(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
    }
  }

  @Test
  void aTestThatExceedsALimitFails() {
    assertThat(results(Limits.class))
        .isEqualTo(
            """
            discarded(DynamoDbClient): The access pattern "messages" breaks its contract:
              a filter discards 2 of 4 items read (50 %), at most 40 % allowed
                Query Chat PK = "ROOM#a" filter author = "ada": 2 of 4 items, 127 bytes, 0.5 read units
                enough: an index with the partition key PK and the sort key author, which no index has now: reads 2 items, 0.5 read units
            index(DynamoDbClient): The access pattern "messages" breaks its contract:
              no Query or Scan of the index ByAuthor
                Query Chat PK = "ROOM#a" filter author = "ada": 2 of 4 items, 127 bytes, 0.5 read units
                enough: a Query of Chat.ByAuthor, whose key is author, sentAt
            invalidLimit(DynamoDbClient): maxDiscarded must be between 0 and 1, not 2.0
            keepsAll(DynamoDbClient): SUCCESSFUL
            noScan(DynamoDbClient): The access pattern "messages" breaks its contract:
              1 Scan, none allowed
                Scan Chat: 4 items, 127 bytes, 0.5 read units
            readUnits(DynamoDbClient): The access pattern "messages" breaks its contract:
              1 read unit, at most 0.5 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 4 items, 127 bytes, 0.5 read units
                Query Chat.ByAuthor author = "ada": 2 items, 63 bytes, 0.5 read units
            requests(DynamoDbClient): The access pattern "messages" breaks its contract:
              2 requests, at most 1 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 4 items, 127 bytes, 0.5 read units
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 4 items, 127 bytes, 0.5 read units
                enough: one of the 2 equal requests Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"), if nothing writes in between
            writeUnits(DynamoDbClient): The access pattern "send" breaks its contract:
              2 write units, at most 1 allowed
                PutItem Chat PK = "ROOM#a" and SK = "MSG#5": 2 write units
                enough: 1 write unit without the entries of the index Chat.ByAuthor\
            """);
  }

  @MonotableTest
  @Schema("schemas/create-table.json")
  static class FailingAnyway {
    @Test
    @AccessPattern(value = "messages", noScan = true)
    void fails(DynamoDbClient client) {
      new Messages(client).all();
      fail("as expected");
    }

    @Test
    @AccessPattern(value = "messages", noScan = true)
    void isAborted(DynamoDbClient client) {
      new Messages(client).all();
      assumeTrue(false, "as expected");
    }
  }

  @Test
  void theFailureOfATestIsKept() {
    TestRun run = TestRun.of(FailingAnyway.class);
    assertThat(String.join("\n", run.results()))
        .isEqualTo(
            """
            fails(DynamoDbClient): as expected
            isAborted(DynamoDbClient): Assumption failed: as expected\
            """);
    String broken =
        """
        The access pattern "messages" breaks its contract:
          1 Scan, none allowed
            Scan Chat: 0 items, 0 bytes, 0.5 read units\
        """;
    assertThat(run.suppressed())
        .containsExactly(
            "fails(DynamoDbClient): " + broken, "isAborted(DynamoDbClient): " + broken);
  }

  @MonotableTest
  @Schema("schemas/create-table.json")
  @AccessPattern(value = "messages", maxRequests = 1)
  static class OfAClass {
    @BeforeAll
    static void prepare(DynamoDbClient client) {
      new Messages(client).send("a", 1);
      new Messages(client).send("a", 2);
    }

    @RepeatedTest(2)
    void once(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
    }

    @ParameterizedTest(name = "{0} times")
    @ValueSource(ints = {1, 2})
    void severalTimes(int times, DynamoDbClient client) {
      for (int i = 0; i < times; i++) {
        new Messages(client).ofRoom(Integer.toString(i));
      }
    }

    @Test
    @AccessPattern(value = "messages", maxRequests = 2)
    void hasItsOwnLimit(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
      new Messages(client).ofRoom("b");
    }

    @TestFactory
    Stream<DynamicTest> dynamicTests(DynamoDbClient client) {
      return Stream.of(1, 2)
          .map(times -> dynamicTest(times + " times", () -> severalTimes(times, client)));
    }

    @Nested
    class Inside {
      @Test
      void twice(DynamoDbClient client) {
        new Messages(client).ofRoom("a");
        new Messages(client).ofRoom("b");
      }
    }
  }

  @Test
  void theLimitsOfAClassHoldForEachOfItsTests() {
    assertThat(results(OfAClass.class))
        .isEqualTo(
            """
            1 times: SUCCESSFUL
            1 times: SUCCESSFUL
            2 times: The access pattern "messages" breaks its contract:
              2 requests, at most 1 allowed
                Query Chat PK = "ROOM#0" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
                Query Chat PK = "ROOM#1" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
            2 times: The access pattern "messages" breaks its contract:
              2 requests, at most 1 allowed
                Query Chat PK = "ROOM#0" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
                Query Chat PK = "ROOM#1" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
            hasItsOwnLimit(DynamoDbClient): SUCCESSFUL
            repetition 1 of 2: SUCCESSFUL
            repetition 2 of 2: SUCCESSFUL
            twice(DynamoDbClient): The access pattern "messages" breaks its contract:
              2 requests, at most 1 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 2 items, 64 bytes, 0.5 read units
                Query Chat PK = "ROOM#b" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units\
            """);
  }

  /** Ways in which requests are sent. */
  @MonotableTest
  @Schema("schemas/create-table.json")
  @AccessPattern(value = "messages", maxRequests = 0)
  static class Ways {
    @Test
    void byAnAsynchronousClient(DynamoDbAsyncClient client) {
      client
          .getItem(
              r ->
                  r.tableName("Chat")
                      .key(
                          Map.of(
                              "PK", AttributeValue.fromS("ROOM#a"),
                              "SK", AttributeValue.fromS("MSG#1"))))
          .join();
    }

    @Test
    void onAnotherThread(DynamoDbClient client) throws InterruptedException {
      Thread thread = new Thread(() -> new Messages(client).ofRoom("a"));
      thread.start();
      thread.join();
    }

    @Test
    void ofAnotherDatabase(DynamoDbClient client) {
      try (Monotable other = Monotable.create()) {
        TestTables.create(other.client(), "Other");
        TestTables.put(other.client(), "Other", "1");
      }
    }

    @Test
    void ofAFork(Monotable db) {
      try (Monotable fork = db.fork()) {
        new Messages(fork.client()).ofRoom("a");
      }
    }

    @Test
    void withAnInjectedFault(DynamoDbClient client, Monotable db) {
      db.faults().on(Operations.QUERY).times(2).throttle();
      new Messages(client).ofRoom("a");
    }

    @Test
    void ofFiles(Monotable db) {
      db.load("seeds/chat.json");
    }

    @Test
    void ofAStreamHandler(Monotable db) {
      db.stream("Chat").enable(StreamViewType.NEW_IMAGE).onRecord(record -> {});
      db.stream("Chat").awaitDrained();
    }
  }

  @Test
  void requestsCountHoweverTheyAreSent() {
    assertThat(results(Ways.class))
        .isEqualTo(
            """
            byAnAsynchronousClient(DynamoDbAsyncClient): The access pattern "messages" breaks its contract:
              1 request, at most 0 allowed
                GetItem Chat PK = "ROOM#a" and SK = "MSG#1": 0 items, 0 bytes, 0.5 read units
            ofAFork(Monotable): The access pattern "messages" breaks its contract:
              1 request, at most 0 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
            ofAStreamHandler(Monotable): SUCCESSFUL
            ofAnotherDatabase(DynamoDbClient): SUCCESSFUL
            ofFiles(Monotable): SUCCESSFUL
            onAnotherThread(DynamoDbClient): The access pattern "messages" breaks its contract:
              1 request, at most 0 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
            withAnInjectedFault(DynamoDbClient, Monotable): The access pattern "messages" breaks its contract:
              1 request, at most 0 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units\
            """);
  }

  // ---- with a design

  @MonotableTest(design = "designs/chat.yaml")
  @Schema("schemas/create-table.json")
  static class ByDesign {
    @BeforeEach
    void send(DynamoDbClient client) {
      for (int id = 0; id < 4; id++) {
        new Messages(client).send("a", id);
      }
    }

    @Test
    void keepsTheBudget(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
      new Messages(client).ofAuthor("ada");
      new Messages(client).all(); // not declared
    }

    @Test
    void readsConsistently(DynamoDbClient client) {
      client.getItem(
          r ->
              r.tableName("Chat")
                  .consistentRead(true)
                  .key(
                      Map.of(
                          "PK", AttributeValue.fromS("ROOM#a"),
                          "SK", AttributeValue.fromS("MSG#1"))));
    }

    @Test
    @AccessPattern("messages of a room")
    void namesAPattern(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
      new Messages(client).ofRoom("b");
    }

    @Test
    @AccessPattern(value = "messages of a room", maxRequests = 2, maxReadUnits = 1)
    void hasItsOwnLimits(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
      new Messages(client).ofRoom("b");
    }

    @Test
    @AccessPattern("messages of an author")
    void sendsAnotherRequest(DynamoDbClient client) {
      new Messages(client).ofAuthorByFilter("a", "ada");
    }

    @Test
    @AccessPattern("mesages of a room")
    void misspellsAPattern(DynamoDbClient client) {
      new Messages(client).ofRoom("a");
    }

    @Test
    void namesAPatternInside(Monotable db, DynamoDbClient client) {
      db.pattern("messages of a room", () -> new Messages(client).ofRoom("a"));
      db.pattern("messages of an author").run(() -> new Messages(client).ofRoom("a"));
    }
  }

  @Test
  void theBudgetsOfADesignAreChecked() {
    assertThat(results(ByDesign.class))
        .isEqualTo(
            """
            hasItsOwnLimits(DynamoDbClient): SUCCESSFUL
            keepsTheBudget(DynamoDbClient): SUCCESSFUL
            misspellsAPattern(DynamoDbClient): the design "Chat" declares no access pattern "mesages of a room", but "messages of a room", "messages of an author", "a message", "send a message"
            namesAPattern(DynamoDbClient): The access pattern "messages of a room" breaks its contract:
              1 read unit, at most 0.5 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 4 items, 127 bytes, 0.5 read units
                Query Chat PK = "ROOM#b" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
              2 requests, at most 1 allowed
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 4 items, 127 bytes, 0.5 read units
                Query Chat PK = "ROOM#b" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
            namesAPatternInside(Monotable, DynamoDbClient): The access pattern "messages of an author" breaks its contract:
              1 read that the design does not declare for it
                Query Chat PK = "ROOM#a" and begins_with(SK, "MSG#"): 4 items, 127 bytes, 0.5 read units
                enough: Query Chat.ByAuthor author = {author}, which the design declares
            readsConsistently(DynamoDbClient): The access pattern "a message" breaks its contract:
              1 read unit, at most 0.5 allowed
                GetItem Chat PK = "ROOM#a" and SK = "MSG#1" consistent: 1 item, 32 bytes, 1 read unit
                enough: an eventually consistent read, which costs half: 0.5 read units
            sendsAnotherRequest(DynamoDbClient): The access pattern "messages of an author" breaks its contract:
              a filter discards 2 of 4 items read (50 %), at most 0 % allowed
                Query Chat PK = "ROOM#a" filter author = "ada": 2 of 4 items, 127 bytes, 0.5 read units
                enough: an index with the partition key PK and the sort key author, which no index has now: reads 2 items, 0.5 read units
              1 read that the design does not declare for it
                Query Chat PK = "ROOM#a" filter author = "ada": 2 of 4 items, 127 bytes, 0.5 read units
                enough: Query Chat.ByAuthor author = {author}, which the design declares\
            """);
  }
}

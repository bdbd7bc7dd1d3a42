package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.monotable.Monotable;
import dev.monotable.ReportLimits;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Tests what is reported of a test that fails. */
@Timeout(600)
class FailureReportTest {
  @MonotableTest
  @Schema("schemas/create-table.json")
  static class Tests {
    @BeforeAll
    static void addAMessage(DynamoDbClient client) {
      put(client, "MSG#0");
    }

    @Test
    void succeeds(DynamoDbClient client) {
      put(client, "MSG#1");
    }

    @Test
    void fails(DynamoDbClient client) {
      put(client, "MSG#1");
      client.query(
          r ->
              r.tableName("Chat")
                  .indexName("ByAuthor")
                  .keyConditionExpression("author = :a")
                  .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("Ada"))));
      assertThatThrownBy(() -> TestTables.ids(client, "Nothing"))
          .isInstanceOf(ResourceNotFoundException.class);
      fail("as expected");
    }

    @Test
    void isAborted(DynamoDbClient client) {
      put(client, "MSG#1");
      assumeTrue(false, "as expected");
    }

    @Test
    void failsWithoutARequest() {
      fail("as expected");
    }
  }

  @Test
  void theRequestsOfAFailedTestAndTheirTablesAreReported() {
    TestRun run = TestRun.of(Tests.class);

    assertThat(run.results())
        .containsExactly(
            "fails(DynamoDbClient): as expected",
            "failsWithoutARequest(): as expected",
            "isAborted(DynamoDbClient): Assumption failed: as expected",
            "succeeds(DynamoDbClient): SUCCESSFUL");
    String report =
        """
        Requests: 3
          PutItem Chat ROOM#1 / MSG#1: 2 write units, N ms
          Query Chat.ByAuthor author = "Ada": 2 of 2 items, 64 bytes, 0.5 read units, N ms
          Scan Nothing: ResourceNotFoundException, N ms
            Requested resource not found

        Chat (PK, SK): 2 items
        "ROOM#1"  "MSG#0"  author: "Ada", sentAt: 1
                  "MSG#1"  author: "Ada", sentAt: 1

        Nothing does not exist
        """;
    assertThat(reports(run)).containsExactly("fails(DynamoDbClient) monotable\n" + report);
    assertThat(masked(run.errors()))
        .isEqualTo(
            "Monotable's report of the failure of fails(DynamoDbClient)\n"
                + report
                + System.lineSeparator());
  }

  // ---- throttled requests

  @MonotableTest
  @Schema("schemas/create-table.json")
  static class Throttled {
    @Test
    void fails(Monotable db, DynamoDbClient client) {
      db.clock().freeze();
      // By the engine, because the oldest SDK does not know the setting.
      db.engine()
          .call(
              Operations.UPDATE_TABLE,
              UpdateTableInput.builder()
                  .tableName("Chat")
                  .onDemandThroughput(OnDemandThroughput.builder().maxWriteRequestUnits(1L).build())
                  .build());
      db.throttle();
      for (int i = 0; i < 301; i++) {
        put(client, "MSG#1"); // those of this second, and the burst
      }
      for (int i = 0; i < 3; i++) {
        // Without the retries of the client.
        assertThatThrownBy(
                () -> Calls.put(db.engine()::call, "Chat", Item.of("PK", "ROOM#1", "SK", "MSG#2")))
            .isInstanceOf(DynamoException.class);
      }
      fail("as expected");
    }
  }

  @Test
  void theKeysThatWereThrottledAreReported() {
    List<String> reports = reports(TestRun.of(Throttled.class));

    assertThat(reports).hasSize(1);
    assertThat(reports.get(0))
        .contains(
            """

            Throttled:
              3 times {"PK":{"S":"ROOM#1"}} of Chat: TableWriteMaxOnDemandThroughputExceeded

            """);
  }

  // ---- lifecycle methods

  @MonotableTest
  static class FailingConstructor {
    FailingConstructor(DynamoDbClient client) {
      TestTables.create(client, "OfConstructor");
      fail("as expected");
    }

    @Test
    void test() {}
  }

  @MonotableTest
  static class FailingBeforeAll {
    @BeforeAll
    static void fails(DynamoDbClient client) {
      TestTables.create(client, "OfBeforeAll");
      fail("as expected");
    }

    @Test
    void test() {}
  }

  @MonotableTest
  static class FailingBeforeEach {
    @BeforeEach
    void fails(DynamoDbClient client) {
      TestTables.create(client, "OfBeforeEach");
      fail("as expected");
    }

    @Test
    void test() {}
  }

  @MonotableTest
  static class FailingAfterEach {
    @AfterEach
    void fails(DynamoDbClient client) {
      TestTables.create(client, "OfAfterEach");
      fail("as expected");
    }

    @Test
    void test() {}
  }

  @MonotableTest
  static class FailingAfterAll {
    @AfterAll
    static void fails(DynamoDbClient client) {
      TestTables.create(client, "OfAfterAll");
      fail("as expected");
    }

    @Test
    void test(DynamoDbClient client) {
      TestTables.create(client, "OfTheTest");
    }
  }

  @Test
  void failuresOfLifecycleMethodsAreReported() {
    for (Class<?> testClass :
        List.of(
            FailingConstructor.class,
            FailingBeforeAll.class,
            FailingBeforeEach.class,
            FailingAfterEach.class,
            FailingAfterAll.class)) {
      String method = testClass.getSimpleName().substring("Failing".length());
      String owner = method.endsWith("All") ? testClass.getSimpleName() : "test()";

      assertThat(reports(TestRun.of(testClass)))
          .containsExactly(
              owner
                  + " monotable\nRequests: 1\n  CreateTable Of"
                  + method
                  + ": N ms\n\nOf"
                  + method
                  + " (id): 0 items\n");
    }
  }

  // ---- scopes

  @MonotableTest(isolation = Isolation.PER_CLASS)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class SharingADatabase {
    @BeforeAll
    static void createTable(DynamoDbClient client) {
      TestTables.create(client, "Tasks");
    }

    @Test
    @Order(1)
    void first(DynamoDbClient client) {
      TestTables.put(client, "Tasks", "a");
      fail("as expected");
    }

    @Test
    @Order(2)
    void second(DynamoDbClient client) {
      TestTables.put(client, "Tasks", "b");
      fail("as expected");
    }

    @Nested
    class Inner {
      @Test
      void third(DynamoDbClient client) {
        TestTables.put(client, "Tasks", "c");
        fail("as expected");
      }
    }
  }

  @Test
  void theRequestsOfEarlierTestsAreNotReported() {
    assertThat(reports(TestRun.of(SharingADatabase.class)))
        .containsExactly(
            """
            first(DynamoDbClient) monotable
            Requests: 1
              PutItem Tasks a: 1 write unit, N ms

            Tasks (id): 1 item
            "a"
            """,
            """
            second(DynamoDbClient) monotable
            Requests: 1
              PutItem Tasks b: 1 write unit, N ms

            Tasks (id): 2 items
            "a"
            "b"
            """,
            """
            third(DynamoDbClient) monotable
            Requests: 1
              PutItem Tasks c: 1 write unit, N ms

            Tasks (id): 3 items
            "a"
            "b"
            "c"
            """);
  }

  @MonotableTest
  @Execution(ExecutionMode.CONCURRENT)
  static class InParallel {
    @BeforeAll
    static void createTable(DynamoDbClient client) {
      TestTables.create(client, "Tasks");
    }

    @RepeatedTest(value = 8, name = "{currentRepetition}")
    void fails(DynamoDbClient client, RepetitionInfo repetition) {
      for (int i = 0; i < 3; i++) {
        TestTables.put(client, "Tasks", repetition.getCurrentRepetition() + "." + i);
      }
      fail("as expected");
    }
  }

  @Test
  void parallelTestsReportTheirOwnRequests() {
    assertThat(reports(TestRun.of(InParallel.class)))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 8)
                .mapToObj(
                    test ->
                        """
                        %d monotable
                        Requests: 3
                          PutItem Tasks %d.0: 1 write unit, N ms
                          PutItem Tasks %d.1: 1 write unit, N ms
                          PutItem Tasks %d.2: 1 write unit, N ms

                        Tasks (id): 3 items
                        "%d.0"
                        "%d.1"
                        "%d.2"
                        """
                            .replace("%d", String.valueOf(test)))
                .toList());
  }

  @MonotableTest
  static class Dynamic {
    @TestFactory
    List<DynamicTest> tests(DynamoDbClient client) {
      TestTables.create(client, "Tasks");
      return List.of(
          dynamicTest("fails", () -> fail("as expected")), dynamicTest("succeeds", () -> {}));
    }
  }

  @Test
  void aDynamicTestReportsTheRequestsOfItsFactory() {
    assertThat(reports(TestRun.of(Dynamic.class)))
        .containsExactly(
            "fails monotable\nRequests: 1\n  CreateTable Tasks: N ms\n\nTasks (id): 0 items\n");
  }

  // ---- content

  static class Faults {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    private static String rule;

    @Test
    void fails() {
      TestTables.create(db.client(), "Tasks");
      db.faults().reset(7);
      db.faults().on(Operations.PUT_ITEM).table("Tasks").times(1).serverError();
      TestTables.put(db.client(), "Tasks", "a");
      rule = db.faults().rules().get(0).toString();
      fail("as expected");
    }
  }

  @Test
  void faultsAreReportedWithTheirSeed() {
    assertThat(reports(TestRun.of(Faults.class)))
        .containsExactly(
            """
            fails() monotable
            Requests: 3
              CreateTable Tasks: N ms
              PutItem Tasks: InternalServerError, N ms (injected fault)
                Internal server error
              PutItem Tasks a: 1 write unit, N ms

            Faults, repeated by db.faults().reset(7L):
              %s

            Tasks (id): 1 item
            "a"
            """
                .formatted(Faults.rule));
  }

  @Test
  void whatHasNoEffectInFilesIsReported() {
    try (Monotable db =
        Monotable.builder()
            .schema("schemas/create-table.json")
            .createFor(FailureReportTest.class)) {
      db.load("incomplete.json");
      try (Monotable fork = db.fork()) {
        fork.client().listTables();

        assertThat(masked(fork.report()).replaceAll("  /.*/", "  "))
            .isEqualTo(
                """
                Requests: 1
                  ListTables: N ms

                Files:
                  incomplete.json:1:27: the file is incomplete: it has a LastEvaluatedKey
                """);
      }
    }
  }

  private static void addMuch(DynamoDbClient client) {
    TestTables.create(client, "Tasks");
    for (int i = 0; i < 5; i++) {
      TestTables.put(client, "Tasks", "task " + i);
    }
    fail("as expected");
  }

  @MonotableTest(reportedRequests = 2, reportedItems = 3)
  static class FewRequests {
    @Test
    void fails(DynamoDbClient client) {
      addMuch(client);
    }
  }

  @MonotableTest(reportedCharacters = 29)
  static class FewCharacters {
    @Test
    void fails(DynamoDbClient client) {
      addMuch(client);
    }
  }

  @MonotableTest(reportedRequests = 0)
  static class NoReport {
    @Test
    void fails(DynamoDbClient client) {
      addMuch(client);
    }
  }

  static class NoReportOfABuilder {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder().report(ReportLimits.NONE).build();

    @Test
    void fails() {
      addMuch(db.client());
    }
  }

  @Test
  void reportsAreBounded() {
    assertThat(reports(TestRun.of(FewRequests.class)))
        .containsExactly(
            """
            fails(DynamoDbClient) monotable
            The last 2 of 6 requests:
              PutItem Tasks task 3: 1 write unit, N ms
              PutItem Tasks task 4: 1 write unit, N ms

            Tasks (id): 5 items
            "task 0"
            "task 1"
            "task 2"
            … and 2 more
            """);
    assertThat(reports(TestRun.of(FewCharacters.class)))
        .containsExactly("fails(DynamoDbClient) monotable\nRequests: 6\n  CreateTable Tas…\n");
    assertThat(reports(TestRun.of(NoReport.class))).isEmpty();
    assertThat(reports(TestRun.of(NoReportOfABuilder.class))).isEmpty();
  }

  @Test
  void longRequestsManyTablesAndManyItemsAreShortened() {
    try (Monotable db = Monotable.create()) {
      for (int i = 10; i < 22; i++) {
        TestTables.create(db.client(), "Table" + i);
      }
      String report = db.report();
      assertThat(report).contains("Table19 (id): 0 items").endsWith("\n… and 2 more tables\n");

      db.clearRequests();
      db.client()
          .putItem(
              r ->
                  r.tableName("Table10")
                      .item(TestTables.task("a"))
                      .conditionExpression("id <> :v")
                      .expressionAttributeValues(
                          Map.of(":v", AttributeValue.fromS("\uD83D\uDE00".repeat(50_000)))));
      assertThat(db.report().lines().map(String::length)).allMatch(length -> length <= 1_001);
    }
  }

  @Test
  void aReportIsAvailableWithoutATest() {
    try (Monotable db = Monotable.create()) {
      TestTables.create(db.client(), "Tasks");

      assertThat(masked(db.report()))
          .isEqualTo("Requests: 1\n  CreateTable Tasks: N ms\n\nTasks (id): 0 items\n");
      assertThatThrownBy(() -> new ReportLimits(-1, 1, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a limit of a report is negative: -1 requests, 1 items, 1 characters");
    }
  }

  private static void put(DynamoDbClient client, String sort) {
    client.putItem(
        r ->
            r.tableName("Chat")
                .item(
                    Map.of(
                        "PK", AttributeValue.fromS("ROOM#1"),
                        "SK", AttributeValue.fromS(sort),
                        "author", AttributeValue.fromS("Ada"),
                        "sentAt", AttributeValue.fromN("1"))));
  }

  private static List<String> reports(TestRun run) {
    return run.reports().stream().map(FailureReportTest::masked).toList();
  }

  /** Masks the times of requests. */
  private static String masked(String text) {
    return text.replaceAll("\\d+\\.\\d+ ms", "N ms");
  }
}

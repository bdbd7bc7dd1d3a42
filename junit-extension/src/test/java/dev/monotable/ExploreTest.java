package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.explore.ExplorationResult;
import dev.monotable.explore.WrongUsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Explores pieces that use the clients of the SDK. */
class ExploreTest extends CountersDatabase {
  private static final Map<String, AttributeValue> ONE = Map.of("id", AttributeValue.fromN("1"));

  /** A read that sees all writes before it. */
  private static final GetItemRequest READ =
      GetItemRequest.builder().tableName("Counters").key(ONE).consistentRead(true).build();

  private static Map<String, AttributeValue> counted(long count) {
    return Map.of(
        "id", AttributeValue.fromN("1"), "count", AttributeValue.fromN(Long.toString(count)));
  }

  private static long count(Map<String, AttributeValue> item) {
    return item.isEmpty() ? 0 : Long.parseLong(item.get("count").n());
  }

  /** Counts one by a read and a write. */
  private static void increment(DynamoDbClient client) {
    long read = count(client.getItem(READ).item());
    client.putItem(r -> r.tableName("Counters").item(counted(read + 1)));
  }

  private static void incrementAtOnce(DynamoDbClient client) {
    client.updateItem(
        r ->
            r.tableName("Counters")
                .key(ONE)
                .updateExpression("ADD #count :one")
                .expressionAttributeNames(Map.of("#count", "count"))
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  private static void requireTwo(ExploredRun result) {
    assertThat(count(result.database().client().getItem(READ).item())).isEqualTo(2);
  }

  @Test
  void aLostUpdateIsFoundAndTheOriginalStaysAsItWas() {
    Snapshot before = db.snapshot();

    assertThatThrownBy(
            () ->
                db.explore()
                    .faults(false)
                    .run("ann", own -> increment(own.client()))
                    .run("bob", own -> increment(own.client()))
                    .check(ExploreTest::requireTwo))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("GetItem Counters")
        .hasMessageContaining("wrote {\"count\"")
        .cause()
        .hasMessageContaining("expected: 2L");
    assertThat(db.snapshot()).isEqualTo(before);
    assertThat(db.requests()).isEmpty();
  }

  @Test
  void anAtomicUpdateHasNoFailure() {
    assertThat(
            db.explore()
                .faults(false)
                .run("ann", own -> incrementAtOnce(own.client()))
                .run("bob", own -> incrementAtOnce(own.client()))
                .check(ExploreTest::requireTwo))
        .isEqualTo(new ExplorationResult(null, 2, 4, Map.of(), List.of(), List.of()));
  }

  @Test
  void requestsOfAsynchronousClientsAreExplored() {
    ExplorationResult result =
        db.explore()
            .faults(false)
            .run(
                "ann",
                own -> {
                  DynamoDbAsyncClient client = own.asyncClient();
                  client
                      .getItem(READ)
                      .thenCompose(
                          read ->
                              client.putItem(
                                  r ->
                                      r.tableName("Counters")
                                          .item(counted(count(read.item()) + 1))))
                      .join();
                })
            .run("bob", own -> increment(own.client()))
            .result(ExploreTest::requireTwo);

    assertThat(result.failure()).isNotNull();
    assertThat(result.failure().schedule()).contains("bob", "PutItem Counters");
    assertThat(result.notices()).isEmpty();
  }

  /** The result of two requests sent at once is each of the orders, and no more. */
  @Test
  void requestsOfOnePieceAtOnceAreExplored() {
    Set<Long> counts = ConcurrentHashMap.newKeySet();

    ExplorationResult result =
        db.explore()
            .faults(false)
            .run(
                "ann",
                own -> {
                  List<CompletableFuture<?>> sent = new ArrayList<>();
                  for (long i = 1; i <= 3; i++) {
                    Map<String, AttributeValue> item = counted(i);
                    sent.add(own.asyncClient().putItem(r -> r.tableName("Counters").item(item)));
                  }
                  CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).join();
                })
            .check(run -> counts.add(count(run.database().client().getItem(READ).item())));

    assertThat(counts).isEqualTo(new TreeSet<>(Set.of(1L, 2L, 3L)));
    assertThat(result)
        .isEqualTo(new ExplorationResult(null, 6, 18, Map.of(), List.of(), List.of()));
  }

  @Test
  void threadsOfAPieceAreExplored() {
    ExplorationResult result =
        db.explore()
            .faults(false)
            .run(
                "ann",
                own -> {
                  ExecutorService threads = Executors.newFixedThreadPool(2);
                  Future<?> one = threads.submit(() -> increment(own.client()));
                  Future<?> two = threads.submit(() -> increment(own.client()));
                  one.get();
                  two.get();
                  threads.shutdown();
                })
            .result(ExploreTest::requireTwo);

    assertThat(result.failure()).isNotNull();
  }

  @Test
  void theEnhancedClientIsExplored() {
    ExplorationResult result =
        db.explore()
            .faults(false)
            .run("ann", own -> incrementBean(own.table(DynamoDbTable.class, Counter.class)))
            .run(
                "bob",
                own ->
                    incrementBean(
                        own.enhanced()
                            .table(
                                "Counters",
                                software.amazon.awssdk.enhanced.dynamodb.TableSchema.fromBean(
                                    Counter.class))))
            .result(ExploreTest::requireTwo);

    assertThat(result.failure()).isNotNull();
  }

  @SuppressWarnings("unchecked")
  private static void incrementBean(DynamoDbTable<?> table) {
    DynamoDbTable<Counter> counters = (DynamoDbTable<Counter>) table;
    Counter read =
        counters.getItem(r -> r.key(Key.builder().partitionValue(1).build()).consistentRead(true));
    counters.putItem(Counter.of(1, read == null ? 1 : read.getCount() + 1));
  }

  @Test
  void withoutAHandleSynchronousClientsOfTheOriginalAreExplored() {
    DynamoDbClient client = db.client();

    ExplorationResult result =
        db.explore()
            .faults(false)
            .run("ann", () -> increment(client))
            .run("bob", () -> increment(client))
            .result(ExploreTest::requireTwo);

    assertThat(result.failure()).isNotNull();
    assertThat(client.getItem(READ).item()).isEmpty();
    assertThat(
            db.explore()
                .faults(false)
                .run("ann", () -> incrementAtOnce(client))
                .call("bob", () -> incrementWith(client))
                .check(ExploreTest::requireTwo, run -> assertThat(run.end("bob").value()).isNull()))
        .isEqualTo(new ExplorationResult(null, 2, 4, Map.of(), List.of(), List.of()));
  }

  private static Object incrementWith(DynamoDbClient client) {
    incrementAtOnce(client);
    return null;
  }

  @Test
  void requestsOfPiecesToTheOriginalFail() {
    assertThatThrownBy(
            () ->
                db.explore()
                    .faults(false)
                    .run(
                        "ann",
                        own -> {
                          own.client().getItem(READ);
                          assertThatThrownBy(() -> db.client().getItem(READ))
                              .isInstanceOf(DynamoDbException.class);
                        })
                    .check())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage(
            "ann has sent GetItem to the original database: it must use the clients of the handle"
                + " that is passed to it");
    assertThatThrownBy(
            () ->
                db.explore()
                    .faults(false)
                    .run(
                        "ann",
                        own -> {
                          own.client().getItem(READ);
                          Thread thread =
                              new Thread(
                                  () -> assertThat(db.asyncClient().getItem(READ)).isNotNull());
                          thread.start();
                          thread.join();
                        })
                    .check())
        .isInstanceOf(WrongUsageException.class);
    assertThatThrownBy(
            () ->
                db.explore()
                    .faults(false)
                    .run(
                        "ann",
                        () -> {
                          db.client().getItem(READ);
                          db.asyncClient().getItem(READ).exceptionally(failure -> null).join();
                        })
                    .check())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage(
            "ann has sent GetItem to the original database: without a handle, only requests of its"
                + " synchronous clients in process are explored");
  }

  @Test
  void othersUseTheOriginalMeanwhile() {
    db.explore()
        .faults(false)
        .run("ann", own -> incrementAtOnce(own.client()))
        .check(run -> incrementAtOnce(db.client()));

    assertThat(count(db.client().getItem(READ).item())).isEqualTo(1);
  }

  @Test
  void anExecutionHasTheTimeOfTheOriginal() {
    db.clock().advance(Duration.ofDays(1));

    db.explore()
        .faults(false)
        .call("ann", own -> own.client().getItem(READ) == null ? null : own.clock().instant())
        .check(
            run -> {
              assertThat(run.end("ann").value()).isEqualTo(START.plus(Duration.ofDays(1)));
              assertThat(run.database().clock().instant())
                  .isEqualTo(START.plus(Duration.ofDays(1)));
            });
  }

  /** What an execution leaves behind must not reach the next one. */
  @Test
  void clientsEndWithTheirExecution() throws InterruptedException {
    List<DynamoDbClient> clients = new ArrayList<>();
    List<Thread> stragglers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    CountDownLatch over = new CountDownLatch(1);

    db.explore()
        .faults(false)
        .run(
            "ann",
            own -> {
              clients.add(own.client());
              Thread straggler =
                  new Thread(
                      () -> {
                        try {
                          over.await();
                          increment(own.client());
                        } catch (RuntimeException | InterruptedException e) {
                          synchronized (failures) {
                            failures.add(e);
                          }
                        }
                      });
              straggler.start();
              stragglers.add(straggler);
              increment(own.client());
            })
        .check();

    over.countDown();
    for (Thread straggler : stragglers) {
      straggler.join();
    }
    assertThat(stragglers).hasSize(3);
    assertThat(failures).hasSize(3);
    assertThatThrownBy(() -> clients.get(0).getItem(READ))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFailedConditionIsNoFailure() {
    db.explore()
        .faults(false)
        .run(
            "ann",
            own ->
                own.client()
                    .putItem(
                        r ->
                            r.tableName("Counters")
                                .item(counted(1))
                                .conditionExpression("attribute_not_exists(id)")))
        .run(
            "bob",
            own ->
                own.client()
                    .putItem(
                        r ->
                            r.tableName("Counters")
                                .item(counted(2))
                                .conditionExpression("attribute_not_exists(id)")))
        .check(
            run ->
                assertThat(
                        List.of(
                            run.end("ann").failure() instanceof ConditionalCheckFailedException,
                            run.end("bob").failure() instanceof ConditionalCheckFailedException))
                    .containsOnlyOnce(true));
  }

  /** The SDK sends the request again, because its answer was lost. */
  @Test
  void anUpdateThatIsSentAgainIsFound() {
    ExplorationResult result =
        db.explore()
            .run("ann", own -> incrementAtOnce(own.client()))
            .result(
                run ->
                    assertThat(count(run.database().client().getItem(READ).item())).isLessThan(2));

    assertThat(result.failure()).isNotNull();
    assertThat(result.failure().schedule().replaceAll("  ExploreTest.java:\\d+", ""))
        .isEqualTo(
            """
               ann
            1  UpdateItem Counters
                 (lost answer)
                 {"id":{"N":"1"}}
                 wrote {"count":{"N":"1"},"id":{"N":"1"}}
            2  UpdateItem Counters
                 {"id":{"N":"1"}}
                 wrote {"count":{"N":"2"},"id":{"N":"1"}}
            """);
  }

  @Test
  void whatIsStartedAfterADeathSeesItsDatabase() {
    ExplorationResult result =
        db.explore()
            .call(
                "ann",
                own ->
                    own.client()
                        .putItem(r -> r.tableName("Counters").item(counted(1)))
                        .sdkHttpResponse()
                        .isSuccessful())
            .afterCrash(
                "ann", own -> own.client().putItem(r -> r.tableName("Counters").item(counted(7))))
            .result(
                run ->
                    assertThat(count(run.database().client().getItem(READ).item())).isLessThan(7));

    assertThat(result.failure()).isNotNull();
    assertThat(result.failure().schedule()).contains("(dies before, is started again)");
  }
}

package dev.monotable.conformance.property;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.require;
import static dev.monotable.conformance.Items.value;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Tests that concurrent writes to the same items lose no update and change no sum. */
@Tag("seeds")
@Tag("slow")
class ConcurrencyTest {
  private static final String TABLE = "Counters";
  private static final int CLIENTS = 16;
  private static final int ROUNDS = 25;

  /** Fewer, because most attempts fail. */
  private static final int SWAPS = 10;

  private static final int ACCOUNTS = 5;
  private static final int BALANCE = 100;

  @BeforeEach
  void create(Dynamo dynamo) {
    dynamo.create(table(TABLE, key("id"), "id").build());
  }

  @OnEveryTarget
  void sixteenClientsCountInOneItemAndLoseNothing(Dynamo dynamo) throws Exception {
    List<Integer> seen = new ArrayList<>();
    List<List<Integer>> all =
        together(
            client -> {
              List<Integer> mine = new ArrayList<>();
              for (int i = 0; i < ROUNDS; i++) {
                mine.add(increment(dynamo.client()));
              }
              return mine;
            });
    all.forEach(seen::addAll);

    assertThat(read(dynamo, "counter")).isEqualTo(CLIENTS * ROUNDS);
    assertThat(seen).doesNotHaveDuplicates().hasSize(CLIENTS * ROUNDS);
    for (List<Integer> mine : all) {
      assertThat(mine).isSorted();
    }
  }

  @OnEveryTarget
  void sixteenClientsCountByCompareAndSetAndLoseNothing(Dynamo dynamo) throws Exception {
    DynamoDbClient client = dynamo.client();
    client.putItem(r -> r.tableName(TABLE).item(item("id", "counter", "n", 0)));

    List<Integer> failures =
        together(
            number -> {
              int lost = 0;
              for (int i = 0; i < SWAPS; i++) {
                while (!compareAndSet(client)) {
                  lost++;
                }
              }
              return lost;
            });

    assertThat(read(dynamo, "counter"))
        .as("after lost races: " + failures)
        .isEqualTo(CLIENTS * SWAPS);
  }

  @OnEveryTarget
  void onlyOneOfSixteenClientsGetsAFreeId(Dynamo dynamo) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String id = "id-" + round;
      List<Boolean> taken =
          together(
              number -> {
                try {
                  dynamo
                      .client()
                      .putItem(
                          r ->
                              r.tableName(TABLE)
                                  .item(item("id", id, "n", number))
                                  .conditionExpression("attribute_not_exists(id)"));
                  return true;
                } catch (ConditionalCheckFailedException e) {
                  return false;
                }
              });

      assertThat(taken).containsOnlyOnce(true);
      assertThat(read(dynamo, id)).isEqualTo(taken.indexOf(true));
    }
  }

  @OnEveryTarget
  void transactionsThatMoveAnAmountKeepTheSum(Dynamo dynamo) throws Exception {
    DynamoDbClient client = dynamo.client();
    long seed = Seed.any();
    for (int account = 0; account < ACCOUNTS; account++) {
      String id = "account-" + account;
      client.putItem(r -> r.tableName(TABLE).item(item("id", id, "n", BALANCE)));
    }

    AtomicInteger moved = new AtomicInteger();
    List<List<Integer>> sums =
        together(
            number -> {
              Random random = new Random(seed + number);
              List<Integer> mine = new ArrayList<>();
              for (int i = 0; i < ROUNDS; i++) {
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                if (move(client, "account-" + from, "account-" + to, 1 + random.nextInt(60))) {
                  moved.incrementAndGet();
                }
                mine.add(sum(client));
              }
              return mine;
            });

    assertThat(sums).as("seed " + seed).allSatisfy(mine -> assertThat(mine).containsOnly(500));
    assertThat(sum(client)).as("seed " + seed).isEqualTo(ACCOUNTS * BALANCE);
    assertThat(moved).as("seed " + seed).hasPositiveValue();
    BatchGetItemResponse accounts =
        client.batchGetItem(
            r ->
                r.requestItems(
                    Map.of(TABLE, KeysAndAttributes.builder().keys(accountKeys()).build())));
    assertThat(accounts.responses().get(TABLE))
        .as("seed " + seed)
        .hasSize(ACCOUNTS)
        .allSatisfy(account -> assertThat(amount(account)).isNotNegative());
  }

  private static int increment(DynamoDbClient client) {
    return amount(
        client
            .updateItem(
                r ->
                    r.tableName(TABLE)
                        .key(item("id", "counter"))
                        .updateExpression("ADD n :one")
                        .expressionAttributeValues(Map.of(":one", value(1)))
                        .returnValues(ReturnValue.UPDATED_NEW))
            .attributes());
  }

  private static boolean compareAndSet(DynamoDbClient client) {
    AttributeValue seen = require(get(client, "counter"), "n");
    try {
      client.updateItem(
          r ->
              r.tableName(TABLE)
                  .key(item("id", "counter"))
                  .updateExpression("SET n = :next")
                  .conditionExpression("n = :seen")
                  .expressionAttributeValues(
                      Map.of(":seen", seen, ":next", value(Integer.parseInt(seen.n()) + 1))));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** Moves an amount; returns false if it is not available. Retries transaction conflicts. */
  private static boolean move(DynamoDbClient client, String from, String to, int amount) {
    while (true) {
      try {
        client.transactWriteItems(
            r ->
                r.transactItems(
                    add(from, -amount, "n >= :least", amount), add(to, amount, "n >= :least", 0)));
        return true;
      } catch (TransactionCanceledException e) {
        List<String> codes = e.cancellationReasons().stream().map(reason -> reason.code()).toList();
        if (!codes.contains("TransactionConflict")) {
          assertThat(codes).containsExactly("ConditionalCheckFailed", "None");
          return false;
        }
      }
    }
  }

  private static TransactWriteItem add(String id, int amount, String condition, int least) {
    Map<String, AttributeValue> values = item(":amount", amount, ":least", least);
    return TransactWriteItem.builder()
        .update(
            u ->
                u.tableName(TABLE)
                    .key(item("id", id))
                    .updateExpression("SET n = n + :amount")
                    .conditionExpression(condition)
                    .expressionAttributeValues(values))
        .build();
  }

  /** Returns the sum of all accounts, read in one transaction. */
  private static int sum(DynamoDbClient client) {
    List<TransactGetItem> reads = new ArrayList<>();
    for (Map<String, AttributeValue> key : accountKeys()) {
      reads.add(TransactGetItem.builder().get(g -> g.tableName(TABLE).key(key)).build());
    }
    while (true) {
      try {
        return client.transactGetItems(r -> r.transactItems(reads)).responses().stream()
            .mapToInt(response -> amount(response.item()))
            .sum();
      } catch (TransactionCanceledException e) {
        assertThat(e.cancellationReasons())
            .anySatisfy(reason -> assertThat(reason.code()).isEqualTo("TransactionConflict"));
      }
    }
  }

  private static List<Map<String, AttributeValue>> accountKeys() {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int account = 0; account < ACCOUNTS; account++) {
      keys.add(item("id", "account-" + account));
    }
    return keys;
  }

  private static int read(Dynamo dynamo, String id) {
    return amount(get(dynamo.client(), id));
  }

  private static Map<String, AttributeValue> get(DynamoDbClient client, String id) {
    return client.getItem(r -> r.tableName(TABLE).key(item("id", id)).consistentRead(true)).item();
  }

  private static int amount(Map<String, AttributeValue> item) {
    return Integer.parseInt(require(item, "n").n());
  }

  private interface Work<T> {
    T of(int client) throws Exception;
  }

  /** Starts all clients at the same time and returns their results in order. */
  private static <T> List<T> together(Work<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      CyclicBarrier start = new CyclicBarrier(CLIENTS);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        Callable<T> task =
            () -> {
              start.await(240, TimeUnit.SECONDS);
              return work.of(number);
            };
        futures.add(threads.submit(task));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(480, TimeUnit.SECONDS));
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      threads.shutdownNow();
    }
  }
}

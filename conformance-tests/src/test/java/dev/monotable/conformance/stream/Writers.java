package dev.monotable.conformance.stream;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.require;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * Eight threads that write a number of changes to their own item collections and to shared item
 * collections, and a record of the changes that a consumer must see.
 *
 * <p>In its own item collections, a writer puts items with increasing numbers. In a shared item
 * collection, all writers increment the same item. In both cases, the changes of an item collection
 * have the numbers 1, 2, 3 and so on, so a change that is lost, duplicated or out of order is
 * detected.
 */
final class Writers implements AutoCloseable {
  static final int COUNT = 8;

  static final CreateTableRequest TABLE =
      table("Changes", key("PK", "SK"), "PK", "SK")
          .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE))
          .build();

  private final DynamoDbClient client;
  private final long seed;
  private final int changes;
  private final int ownCollections;
  private final int sharedCollections;
  private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);
  private final List<Future<?>> running = new ArrayList<>();
  private final Map<String, Integer> written = new ConcurrentHashMap<>();
  private final Map<String, Integer> seen = new HashMap<>();

  /**
   * Creates the writers.
   *
   * @param changes the number of changes of each writer
   * @param ownCollections the number of item collections that each writer has for itself
   * @param sharedCollections the number of item collections that all writers share
   */
  Writers(
      DynamoDbClient client, long seed, int changes, int ownCollections, int sharedCollections) {
    this.client = client;
    this.seed = seed;
    this.changes = changes;
    this.ownCollections = ownCollections;
    this.sharedCollections = sharedCollections;
  }

  void start() {
    for (int w = 0; w < COUNT; w++) {
      int writer = w;
      Callable<Void> work =
          () -> {
            write(writer);
            return null;
          };
      running.add(threads.submit(work));
    }
  }

  private void write(int writer) {
    Random random = new Random(seed + writer);
    for (int i = 0; i < changes; i++) {
      if (random.nextBoolean()) {
        String pk = "own#" + writer + "#" + random.nextInt(ownCollections);
        int number = written.merge(pk, 1, Integer::sum);
        client.putItem(
            r ->
                r.tableName(TABLE.tableName())
                    .item(item("PK", pk, "SK", "" + number, "n", number)));
      } else {
        String pk = "shared#" + random.nextInt(sharedCollections);
        client.updateItem(
            r ->
                r.tableName(TABLE.tableName())
                    .key(item("PK", pk, "SK", "counter"))
                    .updateExpression("ADD n :one SET #by = :by")
                    .expressionAttributeNames(Map.of("#by", "by"))
                    .expressionAttributeValues(item(":one", 1, ":by", writer)));
        written.merge(pk, 1, Integer::sum);
      }
    }
  }

  boolean areDone() {
    return running.stream().allMatch(Future::isDone);
  }

  /** Returns the total number of changes. */
  int total() {
    return COUNT * changes;
  }

  /** Records a change that the consumer saw. Not thread-safe for the same item collection. */
  void see(Record record) {
    String pk = require(record.dynamodb().newImage(), "PK").s();
    int number = Integer.parseInt(require(record.dynamodb().newImage(), "n").n());
    synchronized (seen) {
      assertThat(number).as("seed %s, %s", seed, pk).isEqualTo(seen.merge(pk, 1, Integer::sum));
    }
  }

  /** Returns the number of changes that the consumer has seen. */
  int seen() {
    synchronized (seen) {
      return seen.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** Checks that no writer failed, and that the consumer saw all changes. */
  void check() throws InterruptedException, ExecutionException {
    for (Future<?> writer : running) {
      writer.get();
    }
    synchronized (seen) {
      assertThat(seen).as("seed %s", seed).isEqualTo(written);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

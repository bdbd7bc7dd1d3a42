package dev.monotable.conformance;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * A database that a test calls through the AWS SDK. It deletes the tables that the test created
 * when the test ends, and never changes tables that existed before.
 */
public final class Dynamo implements AutoCloseable {
  private static final int BATCH = 25;

  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;
  private final boolean async;
  private final DynamoDbWaiter waiter;
  private final Deque<String> tables = new ArrayDeque<>();

  /**
   * Creates a database for a test.
   *
   * @param async whether {@link #client()} uses the asynchronous client
   */
  Dynamo(DynamoDbClient client, DynamoDbAsyncClient asyncClient, boolean async) {
    this.client = async ? JoiningClient.of(asyncClient) : client;
    this.asyncClient = asyncClient;
    this.async = async;
    this.waiter =
        DynamoDbWaiter.builder()
            .client(this.client)
            .overrideConfiguration(
                o -> o.backoffStrategyV2(BackoffStrategy.fixedDelay(Duration.ofMillis(500))))
            .build();
  }

  /**
   * Returns the client under test. For asynchronous targets, it waits for the asynchronous client.
   */
  public DynamoDbClient client() {
    return client;
  }

  /** Returns the asynchronous client. */
  public DynamoDbAsyncClient asyncClient() {
    return asyncClient;
  }

  /** Returns whether this is an asynchronous target. */
  public boolean async() {
    return async;
  }

  /** Creates the table and waits until it is active. */
  public void create(CreateTableRequest request) {
    client.createTable(request);
    tables.push(request.tableName());
    waiter.waitUntilTableExists(r -> r.tableName(request.tableName()));
  }

  /** Puts the items one by one. */
  public void put(String table, Collection<Map<String, AttributeValue>> items) {
    for (Map<String, AttributeValue> item : items) {
      client.putItem(r -> r.tableName(table).item(item));
    }
  }

  /** Puts the items in batches of 25. A batch must not contain a key twice. */
  public void putInBatches(String table, List<Map<String, AttributeValue>> items) {
    for (int from = 0; from < items.size(); from += BATCH) {
      List<WriteRequest> writes = new ArrayList<>();
      for (Map<String, AttributeValue> item :
          items.subList(from, Math.min(from + BATCH, items.size()))) {
        writes.add(WriteRequest.builder().putRequest(p -> p.item(item)).build());
      }
      Map<String, List<WriteRequest>> rest = Map.of(table, writes);
      while (!rest.isEmpty()) {
        Map<String, List<WriteRequest>> sent = rest;
        BatchWriteItemResponse response = client.batchWriteItem(r -> r.requestItems(sent));
        rest = response.unprocessedItems();
      }
    }
  }

  /** Returns a page of the query. */
  public Page query(QueryRequest request) {
    return Page.of(client.query(request));
  }

  /** Returns all pages of the query, up to the one without a {@code LastEvaluatedKey}. */
  public List<Page> pages(QueryRequest request) {
    List<Page> pages = new ArrayList<>();
    QueryRequest next = request;
    while (true) {
      QueryResponse response = client.query(next);
      pages.add(Page.of(response));
      if (!response.hasLastEvaluatedKey()) {
        return pages;
      }
      next = next.toBuilder().exclusiveStartKey(response.lastEvaluatedKey()).build();
    }
  }

  /** Deletes the tables that this object created. */
  public void clear() {
    while (!tables.isEmpty()) {
      String table = tables.pop();
      client.deleteTable(r -> r.tableName(table));
      waiter.waitUntilTableNotExists(r -> r.tableName(table));
    }
  }

  @Override
  public void close() {
    clear();
    waiter.close();
  }
}

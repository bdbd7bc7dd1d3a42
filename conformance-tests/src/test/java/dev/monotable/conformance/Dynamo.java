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
 * A database that a test talks to through the AWS SDK, and the tables that the test created in it,
 * which are deleted at its end. Tables that are there already are never touched.
 */
public final class Dynamo implements AutoCloseable {
  private static final int BATCH = 25;

  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;
  private final boolean async;
  private final DynamoDbWaiter waiter;
  private final Deque<String> tables = new ArrayDeque<>();

  /**
   * @param async whether {@link #client()} goes by the asynchronous client too
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

  /** The client under test; for asynchronous targets, the asynchronous one, each call awaited. */
  public DynamoDbClient client() {
    return client;
  }

  /** The asynchronous client itself. */
  public DynamoDbAsyncClient asyncClient() {
    return asyncClient;
  }

  /** Whether this is an asynchronous target. */
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

  /** Puts the items by 25; one batch must not name a key twice. */
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

  /** One page of the query. */
  public Page query(QueryRequest request) {
    return Page.of(client.query(request));
  }

  /** All pages of the query, from the first to the one without a {@code LastEvaluatedKey}. */
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

  /** Deletes the tables that were created. */
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

package dev.monotable.conformance.extension;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import dev.monotable.conformance.SdkClients;
import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Injected faults as the clients of the AWS SDK see them, in process and over HTTP. */
@Tag("slow")
@Timeout(600)
@ParameterizedClass
@EnumSource(Transport.class)
class FaultsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String CHAT = "arn:aws:dynamodb:us-east-1:000000000000:table/Chat";

  private final Monotable db;
  private final DynamoDbClient client;

  /** A client that does not retry. */
  private final DynamoDbClient once;

  FaultsTest(Transport transport) {
    db = Monotable.builder().transport(transport).frozenAt(START).create();
    client = db.client();
    once =
        switch (transport) {
          case IN_PROCESS ->
              SdkClients.syncWithoutRetries(URI.create("http://localhost"), db.httpClient());
          case HTTP ->
              SdkClients.syncWithoutRetries(db.endpoint(), UrlConnectionHttpClient.create());
        };
  }

  @BeforeEach
  void createTables() {
    client.createTable(
        table("Chat", key("PK", "SK"), "PK", "SK", "GSI1PK")
            .globalSecondaryIndexes(global("GSI1", key("GSI1PK", "SK")))
            .streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY))
            .build());
    client.createTable(
        table("Provisioned", key("PK"), "PK")
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(p -> p.readCapacityUnits(1L).writeCapacityUnits(1L))
            .build());
    db.clearRequests();
  }

  @AfterEach
  void close() {
    once.close();
    db.close();
  }

  // ---- throttling

  @Test
  void throttlingOfAnOnDemandTable() {
    db.faults().on(Operations.PUT_ITEM).table("Chat").throttle();

    assertThatExceptionOfType(ThrottlingException.class)
        .isThrownBy(() -> put(once, "A", "1"))
        .satisfies(
            e ->
                assertThat(e.throttlingReasons())
                    .containsExactly(reason("TableWriteKeyRangeThroughputExceeded", CHAT)));
    assertThat(sortKeys("A")).isEmpty();
  }

  @Test
  void throttlingOfAProvisionedTable() {
    db.faults().on(Operations.GET_ITEM).throttle();

    assertThatExceptionOfType(ProvisionedThroughputExceededException.class)
        .isThrownBy(() -> once.getItem(r -> r.tableName("Provisioned").key(item("PK", "A"))))
        .satisfies(
            e ->
                assertThat(e.throttlingReasons())
                    .containsExactly(
                        reason(
                            "TableReadProvisionedThroughputExceeded",
                            "arn:aws:dynamodb:us-east-1:000000000000:table/Provisioned")));
  }

  @Test
  void throttlingByTheLimitOfTheAccount() {
    db.faults().on().throttle(ThroughputLimit.ACCOUNT);

    assertThatExceptionOfType(RequestLimitExceededException.class)
        .isThrownBy(() -> get(once, "A", "1"))
        .satisfies(
            e ->
                assertThat(e.throttlingReasons())
                    .containsExactly(reason("TableReadAccountLimitExceeded", CHAT)));
  }

  @Test
  void throttlingOfAnIndex() {
    db.faults().on().index("GSI1").throttle();

    assertThatExceptionOfType(ThrottlingException.class)
        .isThrownBy(() -> queryIndex(once, "ROOM"))
        .satisfies(
            e ->
                assertThat(e.throttlingReasons())
                    .containsExactly(
                        reason("IndexReadKeyRangeThroughputExceeded", CHAT + "/index/GSI1")));
    assertThat(get(once, "A", "1")).isEmpty();
  }

  @Test
  void theSdkRetriesUntilTheRuleEnds() {
    ActiveRule rule = db.faults().on(Operations.PUT_ITEM).times(2).throttle();
    put(client, "A", "1");

    assertThat(List.of(rule.matched(), rule.injected())).containsExactly(3L, 2L);
    assertThat(db.requests())
        .extracting(request -> request.injected().size())
        .containsExactly(1, 1, 0);
    assertThat(sortKeys("A")).containsExactly("1");
  }

  private static ThrottlingReason reason(String reason, String resource) {
    return ThrottlingReason.builder().reason(reason).resource(resource).build();
  }

  // ---- batches

  @Test
  void unprocessedItemsAreReturnedAndNotWritten() {
    db.faults().on(Operations.BATCH_WRITE_ITEM).times(1).unprocessed(1);
    List<WriteRequest> puts = List.of(putRequest("1"), putRequest("2"), putRequest("3"));

    Map<String, List<WriteRequest>> unprocessed =
        client.batchWriteItem(r -> r.requestItems(Map.of("Chat", puts))).unprocessedItems();

    assertThat(unprocessed).isEqualTo(Map.of("Chat", List.of(putRequest("3"))));
    assertThat(sortKeys("A")).containsExactly("1", "2");
    assertThat(client.batchWriteItem(r -> r.requestItems(unprocessed)).unprocessedItems())
        .isEmpty();
    assertThat(sortKeys("A")).containsExactly("1", "2", "3");
  }

  @Test
  void unprocessedKeysAreReturnedAndNotRead() {
    put(client, "A", "1");
    put(client, "A", "2");
    db.faults().on(Operations.BATCH_GET_ITEM).unprocessed(1);
    KeysAndAttributes both =
        KeysAndAttributes.builder()
            .keys(List.of(item("PK", "A", "SK", "1"), item("PK", "A", "SK", "2")))
            .build();

    var answer = client.batchGetItem(r -> r.requestItems(Map.of("Chat", both)));

    assertThat(answer.responses()).isEqualTo(Map.of("Chat", List.of(message("A", "1"))));
    assertThat(answer.unprocessedKeys())
        .isEqualTo(
            Map.of(
                "Chat",
                KeysAndAttributes.builder().keys(List.of(item("PK", "A", "SK", "2"))).build()));
  }

  private static WriteRequest putRequest(String sortKey) {
    return WriteRequest.builder().putRequest(p -> p.item(message("A", sortKey))).build();
  }

  // ---- errors of the server and of the connection

  @Test
  void anInternalServerErrorHasNoEffect() {
    db.faults().on(Operations.PUT_ITEM).times(1).serverError();

    assertThatExceptionOfType(InternalServerErrorException.class)
        .isThrownBy(() -> put(once, "A", "1"))
        .satisfies(e -> assertThat(e.statusCode()).isEqualTo(500));
    assertThat(sortKeys("A")).isEmpty();
  }

  @Test
  void anInternalServerErrorMayFollowTheEffect() {
    db.faults().on(Operations.PUT_ITEM).times(1).serverErrorAfterwards();

    assertThatExceptionOfType(InternalServerErrorException.class)
        .isThrownBy(() -> put(once, "A", "1"));
    assertThat(sortKeys("A")).containsExactly("1");
  }

  @Test
  void aDroppedConnectionHasNoEffect() {
    db.faults().on(Operations.PUT_ITEM).times(1).dropConnection();

    assertThatExceptionOfType(SdkClientException.class).isThrownBy(() -> put(once, "A", "1"));
    assertThat(db.requests())
        .extracting(request -> request.connectionDropped())
        .containsExactly(true);
    assertThat(sortKeys("A")).isEmpty();
  }

  @Test
  void aConnectionMayBeDroppedAfterTheEffect() {
    db.faults().on(Operations.UPDATE_ITEM).times(1).dropConnectionAfterwards();

    client.updateItem(
        r ->
            r.tableName("Chat")
                .key(item("PK", "A", "SK", "1"))
                .updateExpression("ADD likes :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));

    // The SDK has repeated a request that had taken effect.
    assertThat(get(client, "A", "1").get("likes")).isEqualTo(AttributeValue.fromN("2"));
  }

  @Test
  void theAsynchronousClientRetriesToo() throws Exception {
    db.faults().on(Operations.PUT_ITEM).times(1).dropConnection();
    db.faults().on(Operations.PUT_ITEM).times(1).throttle();

    db.asyncClient()
        .putItem(r -> r.tableName("Chat").item(message("A", "1")))
        .get(240, TimeUnit.SECONDS);

    assertThat(db.requests()).hasSize(3);
    assertThat(sortKeys("A")).containsExactly("1");
  }

  // ---- latency

  @Test
  void latencyAdvancesTheClockOfTheDatabase() {
    db.faults().on(Operations.PUT_ITEM).latency(Duration.ofSeconds(3));
    put(client, "A", "1");

    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(3));
  }

  @Test
  void realLatencyDelaysNoOtherRequests() throws Exception {
    ActiveRule rule = db.faults().on(Operations.PUT_ITEM).realLatency(Duration.ofHours(1));
    List<CompletableFuture<?>> puts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String sortKey = Integer.toString(i);
      puts.add(db.asyncClient().putItem(r -> r.tableName("Chat").item(message("A", sortKey))));
    }
    while (rule.injected() < puts.size()) {
      assertThat(puts).noneMatch(CompletableFuture::isDone);
      Thread.onSpinWait();
    }

    assertThat(sortKeys("A")).isEmpty();
    assertThat(
            db.asyncClient()
                .getItem(r -> r.tableName("Chat").key(item("PK", "A", "SK", "1")))
                .get(240, TimeUnit.SECONDS)
                .hasItem())
        .isFalse();
    rule.close();
    CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).get(240, TimeUnit.SECONDS);
    assertThat(sortKeys("A")).hasSize(8);
  }

  // ---- transactions

  @Test
  void aConflictFailsAWrite() {
    db.faults().on(Operations.PUT_ITEM).transactionConflict();

    assertThatExceptionOfType(TransactionConflictException.class)
        .isThrownBy(() -> put(once, "A", "1"));
  }

  @Test
  void aConflictCancelsATransaction() {
    db.faults().on().key(Item.of("PK", "A", "SK", "2")).transactionConflict();

    assertThatExceptionOfType(TransactionCanceledException.class)
        .isThrownBy(() -> transact("1", "2"))
        .satisfies(
            e ->
                assertThat(e.cancellationReasons())
                    .extracting(CancellationReason::code)
                    .containsExactly("None", "TransactionConflict"));
    assertThat(sortKeys("A")).isEmpty();
  }

  @Test
  void aTransactionMayBeInProgress() {
    db.faults().on(Operations.TRANSACT_WRITE_ITEMS).times(1).transactionInProgress();

    assertThatExceptionOfType(TransactionInProgressException.class)
        .isThrownBy(() -> transact("1", "2"));
    transact("1", "2");
    assertThat(sortKeys("A")).containsExactly("1", "2");
  }

  private void transact(String... sortKeys) {
    List<TransactWriteItem> puts = new ArrayList<>();
    for (String sortKey : sortKeys) {
      puts.add(
          TransactWriteItem.builder()
              .put(p -> p.tableName("Chat").item(message("A", sortKey)))
              .build());
    }
    once.transactWriteItems(r -> r.transactItems(puts));
  }

  // ---- pages and older states

  @Test
  void pagesOfOneItem() {
    put(client, "A", "1");
    put(client, "A", "2");
    db.faults().on(Operations.QUERY, Operations.SCAN).pagesOf(1);

    QueryResponse page = query(client, "A");
    assertThat(page.items()).containsExactly(message("A", "1"));
    assertThat(page.lastEvaluatedKey()).isEqualTo(item("PK", "A", "SK", "1"));
    assertThat(client.scanPaginator(r -> r.tableName("Chat")).items())
        .containsExactly(message("A", "1"), message("A", "2"));
  }

  @Test
  void eventuallyConsistentReadsMayBeStale() {
    db.faults().on(Operations.GET_ITEM).staleReads(1);
    put(client, "A", "1");

    assertThat(get(client, "A", "1")).isEmpty();
    assertThat(
            client
                .getItem(
                    r -> r.tableName("Chat").key(item("PK", "A", "SK", "1")).consistentRead(true))
                .item())
        .isEqualTo(message("A", "1"));
    put(client, "A", "2");
    assertThat(get(client, "A", "1")).isEqualTo(message("A", "1"));
  }

  @Test
  void aGlobalIndexMayLagBehindItsTable() {
    db.faults().on().table("Chat").index("GSI1").laggingIndex(Duration.ofSeconds(10));
    put(client, "A", "1");

    assertThat(queryIndex(client, "ROOM")).isEmpty();
    assertThat(sortKeys("A")).containsExactly("1");
    db.clock().advance(Duration.ofSeconds(10));
    assertThat(queryIndex(client, "ROOM")).containsExactly(message("A", "1"));
  }

  @Test
  void aGlobalIndexMayLagByCommits() {
    ActiveRule rule = db.faults().on(Operations.QUERY).laggingIndex(1);
    put(client, "A", "1");
    put(client, "A", "2");

    assertThat(queryIndex(client, "ROOM")).containsExactly(message("A", "1"));
    rule.close();
    assertThat(queryIndex(client, "ROOM")).containsExactly(message("A", "1"), message("A", "2"));
  }

  // ---- streams

  @Test
  void streamRecordsMayBeLate() {
    put(client, "A", "1");
    db.faults().on(Operations.GET_RECORDS).lateRecords(Duration.ofMinutes(5));

    GetRecordsResponse early = records(firstIterator());
    assertThat(early.records()).isEmpty();
    db.clock().advance(Duration.ofMinutes(5));
    assertThat(sortKeys(records(early.nextShardIterator()))).containsExactly("1");
  }

  @Test
  void streamRecordsMayBeRepeated() {
    put(client, "A", "1");
    put(client, "A", "2");
    db.faults().on(Operations.GET_RECORDS).repeatedRecords();

    GetRecordsResponse first = records(firstIterator());
    GetRecordsResponse second = records(first.nextShardIterator());
    GetRecordsResponse third = records(second.nextShardIterator());
    assertThat(List.of(sortKeys(first), sortKeys(second), sortKeys(third)))
        .containsExactly(List.of("1", "2"), List.of("1", "2"), List.of());
    assertThat(second.records()).isEqualTo(first.records());
  }

  @Test
  void pagesOfOneStreamRecord() {
    put(client, "A", "1");
    put(client, "A", "2");
    db.faults().on(Operations.GET_RECORDS).pagesOf(1);

    GetRecordsResponse first = records(firstIterator());
    assertThat(sortKeys(first)).containsExactly("1");
    assertThat(sortKeys(records(first.nextShardIterator()))).containsExactly("2");
  }

  private String firstIterator() {
    String arn =
        db.streamsClient().listStreams(r -> r.tableName("Chat")).streams().get(0).streamArn();
    String shard =
        db.streamsClient()
            .describeStream(r -> r.streamArn(arn))
            .streamDescription()
            .shards()
            .get(0)
            .shardId();
    return db.streamsClient()
        .getShardIterator(
            r -> r.streamArn(arn).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  private GetRecordsResponse records(String iterator) {
    return db.streamsClient().getRecords(r -> r.shardIterator(iterator));
  }

  private static List<String> sortKeys(GetRecordsResponse page) {
    return page.records().stream().map(record -> record.dynamodb().keys().get("SK").s()).toList();
  }

  // ---- which requests

  @Test
  void aRuleHitsItsOperationTableAndKeyOnly() {
    ActiveRule rule =
        db.faults().on(Operations.PUT_ITEM).table("Chat").key(Item.of("PK", "A")).throttle();

    put(once, "B", "1");
    once.putItem(r -> r.tableName("Provisioned").item(item("PK", "A")));
    get(once, "A", "1");
    assertThatExceptionOfType(ThrottlingException.class).isThrownBy(() -> put(once, "A", "1"));
    assertThat(List.of(rule.matched(), rule.injected())).containsExactly(1L, 1L);
  }

  @Test
  void aRuleCanLetRequestsPassFirst() {
    db.faults().on(Operations.PUT_ITEM).after(1).times(1).throttle();

    assertThat(outcomes(4)).containsExactly(true, false, true, true);
  }

  @Test
  void theSeedRepeatsTheDraws() {
    db.faults().on(Operations.PUT_ITEM).probability(0.5).throttle();
    List<Boolean> first = outcomes(32);
    long seed = db.faults().seed();

    db.faults().reset(seed);
    db.faults().on(Operations.PUT_ITEM).probability(0.5).throttle();

    assertThat(outcomes(32)).as("seed %d", seed).isEqualTo(first);
    db.faults().clear();
    assertThat(outcomes(32)).doesNotContain(false);
  }

  @Test
  void anInvalidRequestGetsItsOwnError() {
    ActiveRule rule = db.faults().on().throttle();

    assertThatExceptionOfType(ResourceNotFoundException.class)
        .isThrownBy(() -> once.getItem(r -> r.tableName("Missing").key(item("PK", "A"))));
    assertThat(rule.injected()).isZero();
  }

  /** Puts items; returns which puts succeeded. */
  private List<Boolean> outcomes(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              try {
                put(once, "A", Integer.toString(i));
                return true;
              } catch (ThrottlingException e) {
                return false;
              }
            })
        .toList();
  }

  // ---- requests

  private static Map<String, AttributeValue> message(String room, String sortKey) {
    return item("PK", room, "SK", sortKey, "GSI1PK", "ROOM");
  }

  private static void put(DynamoDbClient client, String room, String sortKey) {
    client.putItem(r -> r.tableName("Chat").item(message(room, sortKey)));
  }

  private static Map<String, AttributeValue> get(
      DynamoDbClient client, String room, String sortKey) {
    return client.getItem(r -> r.tableName("Chat").key(item("PK", room, "SK", sortKey))).item();
  }

  private static QueryResponse query(DynamoDbClient client, String room) {
    return client.query(
        r ->
            r.tableName("Chat")
                .keyConditionExpression("PK = :room")
                .expressionAttributeValues(item(":room", room)));
  }

  private static List<Map<String, AttributeValue>> queryIndex(DynamoDbClient client, String key) {
    return client
        .query(
            r ->
                r.tableName("Chat")
                    .indexName("GSI1")
                    .keyConditionExpression("GSI1PK = :key")
                    .expressionAttributeValues(item(":key", key)))
        .items();
  }

  /** Returns the sort keys of the messages of a room. */
  private List<String> sortKeys(String room) {
    return query(client, room).items().stream().map(message -> message.get("SK").s()).toList();
  }
}

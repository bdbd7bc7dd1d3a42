package dev.monotable.engine.observe;

import static dev.monotable.testing.Calls.execute;
import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.putIf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.operation.Tables;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.Get;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GetItemOutput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the data that observers receive of any request, and how they are added and removed. */
class RequestObserverTest extends ObserverFixture {
  @Test
  void haveTheRecordsTheTimeAndTheDuration(ManualTime time) {
    time.advance(Duration.ofMinutes(3));
    GetItemInput request = GetItemInput.builder().tableName("Chat").key(key(1)).build();
    GetItemOutput response = call(Operations.GET_ITEM, request);
    ObservedRequest event = observed.get(0);
    assertThat(event.operation()).isSameAs(Operations.GET_ITEM);
    assertThat(event.request()).isSameAs(request);
    assertThat(event.response()).isSameAs(response);
    assertThat(event.error()).isNull();
    assertThat(event.connectionDropped()).isFalse();
    assertThat(event.startedAt()).isEqualTo(EngineExtension.NOON.plus(Duration.ofMinutes(3)));
    assertThat(event.duration()).isPositive();
  }

  @Test
  void errorsOfEveryKindAreObserved() {
    assertThat(
            errorOf(
                () ->
                    call(
                        Operations.GET_ITEM,
                        GetItemInput.builder().tableName("Missing").key(key(1)).build())))
        .isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
    assertThat(last())
        .isEqualTo(seen("GetItem").error(ErrorCode.RESOURCE_NOT_FOUND).tables(List.of("Missing")));
    assertThat(
            errorOf(
                () ->
                    call(
                        Operations.QUERY,
                        QueryInput.builder().tableName("C").indexName("GSI1").build())))
        .isEqualTo(ErrorCode.VALIDATION);
    assertThat(last())
        .isEqualTo(seen("Query").error(ErrorCode.VALIDATION).tables(List.of("C")).index("GSI1"));
  }

  @Test
  void aRejectedRequestHasNoRecord() {
    DynamoException error = DynamoException.validation("bad");
    engine.reject(Operations.PUT_ITEM, error);
    ObservedRequest event = observed.get(0);
    assertThat(event.request()).isNull();
    assertThat(event.error()).isSameAs(error);
    assertThat(seen(event))
        .isEqualTo(seen("PutItem").error(ErrorCode.VALIDATION).tables(List.of()));
  }

  @Test
  void operationsOnTablesAreObserved() {
    engine.call(Operations.CREATE_TABLE, Tables.chat("Second"));
    observed.clear();
    call(Operations.LIST_TABLES, ListTablesInput.builder().limit(1).build());
    call(
        Operations.TAG_RESOURCE,
        TagResourceInput.builder()
            .resourceArn("arn:aws:dynamodb:us-east-1:000000000000:table/Chat")
            .tags(List.of(new Tag("a", "b")))
            .build());
    assertThat(observed.stream().map(ObserverFixture::seen))
        .containsExactly(
            seen("ListTables").tables(List.of()).rest(0, true, false, List.of()),
            seen("TagResource"));
  }

  @Test
  void consumedCapacityEqualsTheAnswer() {
    put(item("{'PK':{'S':'U'},'SK':{'S':'1'},'GSI1PK':{'S':'G'},'GSI1SK':{'S':'7'}}"));
    ConsumedCapacity answered =
        call(
                Operations.DELETE_ITEM,
                DeleteItemInput.builder()
                    .tableName("Chat")
                    .key(Item.of("PK", "U", "SK", "1"))
                    .returnConsumedCapacity("INDEXES")
                    .build())
            .consumedCapacity();
    assertThat(last().cost().capacity())
        .containsExactly(
            new ConsumedUnits("Chat", null, 0, answered.table().capacityUnits()),
            new ConsumedUnits(
                "Chat", "GSI1", 0, answered.globalSecondaryIndexes().get("GSI1").capacityUnits()));
  }

  @Test
  void areDescribedInOneLine() {
    put(message(1, "a"));
    call(
        Operations.QUERY,
        QueryInput.builder()
            .tableName("Chat")
            .keyConditionExpression("PK = :room")
            .expressionAttributeValues(item("{':room':{'S':'ROOM#1'}}"))
            .build());
    assertThat(observed.stream().map(event -> event.toString().replaceAll("[0-9.]+ ms", "T ms")))
        .containsExactly(
            "PutItem Chat ROOM#1 / MESSAGE#1:" + " 1 write unit, T ms",
            "Query Chat PK = \"ROOM#1\": 1 of 1 items, 24 bytes, 0.5 read units, T ms");
  }

  /** A client may send the attributes of a key in any order, and any text in them. */
  @Test
  void aKeyIsOnOneLineWithThePartitionKeyFirst() {
    Item key = item("{'SK':{'S':'a\\nb'},'PK':{'S':'ROOM#1'}}");
    get(this::call, "Chat", key);
    Get get = Get.builder().tableName("Chat").key(key).build();
    call(
        Operations.TRANSACT_GET_ITEMS,
        TransactGetItemsInput.builder()
            .transactItems(List.of(TransactGetItem.builder().get(get).build()))
            .build());
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key)).build();
    call(
        Operations.BATCH_GET_ITEM,
        BatchGetItemInput.builder().requestItems(Map.of("Chat", keys)).build());
    execute(this::call, "INSERT INTO \"Chat\" VALUE {'SK': 'a\nb', 'PK': 'ROOM#1'}");
    assertThat(observed.stream().map(event -> event.toString().replaceAll(":.*", "")))
        .containsExactly(
            "GetItem Chat ROOM#1 / a\\nb",
            "TransactGetItems Chat ROOM#1 / a\\nb",
            "BatchGetItem Chat ROOM#1 / a\\nb",
            "ExecuteStatement Chat ROOM#1 / a\\nb");
  }

  @Test
  void aClosedRegistrationReceivesNothing() {
    List<ObservedRequest> other = new ArrayList<>();
    RequestObserver.Registration registration = engine.observe(other::add);
    put(message(1, "a"));
    registration.close();
    registration.close();
    put(message(2, "a"));
    assertThat(other).hasSize(1);
    assertThat(observed).hasSize(2);
  }

  @Test
  void anObserverThatThrowsHarmsNobody() {
    engine.observe(
        request -> {
          throw new IllegalStateException("broken observer");
        });
    List<ObservedRequest> after = new ArrayList<>();
    engine.observe(after::add);
    put(message(1, "a"));
    assertThat(after).hasSize(1);
  }

  @Test
  void aForkHasTheConfiguredObserversOnly() {
    List<ObservedRequest> configured = new ArrayList<>();
    EngineConfig config = engine.config().toBuilder().observer(configured::add).build();
    try (MonotableEngine other = MonotableEngine.create(config)) {
      List<ObservedRequest> added = new ArrayList<>();
      other.observe(added::add);
      try (MonotableEngine fork = other.fork()) {
        fork.call(Operations.LIST_TABLES, ListTablesInput.builder().build());
        assertThat(configured).hasSize(1);
        assertThat(added).isEmpty();
      }
    }
  }

  @Test
  void aLogIsBoundedByItsRequests() {
    RequestLog log = new RequestLog(3, 1_000_000);
    engine.observe(log);
    for (int i = 0; i < 5; i++) {
      put(message(i, "a"));
    }
    assertThat(log.requests()).isEqualTo(observed.subList(2, 5));
    assertThat(log.dropped()).isEqualTo(2);
    log.clear();
    assertThat(log.requests()).isEmpty();
  }

  @Test
  void aLogIsBoundedByTheItemsOfItsRequests() {
    int size = message(1, "a").jsonLength() + "Chat".length();
    RequestLog log = new RequestLog(100, 3L * size + 1);
    engine.observe(log);
    for (int i = 0; i < 5; i++) {
      put(message(i, "a"));
    }
    assertThat(log.requests()).isEqualTo(observed.subList(2, 5));
    put(message(9, "x".repeat(10 * size)));
    assertThat(log.requests()).isEqualTo(observed.subList(5, 6));
  }

  @Test
  void aLogCountsTheItemsOfRequestsThatFail() {
    int size = 10_000;
    RequestLog log = new RequestLog(100, 3L * size);
    engine.observe(log);
    Item withoutKey = Item.of("text", "x".repeat(size));
    for (int i = 0; i < 5; i++) {
      assertThat(errorOf(() -> put(withoutKey))).isEqualTo(ErrorCode.VALIDATION);
    }
    assertThat(log.requests()).isEqualTo(observed.subList(3, 5));
    log.clear();

    Item message = message(1, "x".repeat(size));
    for (int i = 0; i < 5; i++) {
      assertThat(errorOf(() -> putExisting(message))).isEqualTo(ErrorCode.CONDITIONAL_CHECK_FAILED);
    }
    assertThat(log.requests()).isEqualTo(observed.subList(8, 10));
  }

  private void putExisting(Item item) {
    putIf(this::call, "Chat", item, "attribute_exists(PK)");
  }

  @Test
  void aLogCountsTextsAndValuesOfRequestsThatFail() {
    int size = 10_000;
    String text = "x".repeat(size);
    RequestLog log = new RequestLog(100, 1);
    engine.observe(log);
    assertThat(
            errorOf(
                () ->
                    call(
                        Operations.EXECUTE_STATEMENT,
                        ExecuteStatementInput.builder()
                            .statement("SELECT")
                            .parameters(List.of(value(text)))
                            .build())))
        .isEqualTo(ErrorCode.VALIDATION);
    assertThat(RequestSize.of(observed.get(0)))
        .isEqualTo("SELECT".length() + "{\"S\":\"\"}".length() + size);
    assertThat(
            errorOf(
                () ->
                    call(
                        Operations.GET_ITEM,
                        GetItemInput.builder()
                            .tableName("Chat")
                            .key(key(1))
                            .projectionExpression(text)
                            .build())))
        .isEqualTo(ErrorCode.VALIDATION);
    assertThat(RequestSize.of(observed.get(1)))
        .isEqualTo("Chat".length() + key(1).jsonLength() + size);
  }
}

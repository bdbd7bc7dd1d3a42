package dev.monotable.design.contract;

import static dev.monotable.testing.Calls.getConsistent;
import static dev.monotable.testing.Calls.query;
import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.value.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each term of a contract, broken and kept. */
class PatternUseTest {
  private static final String TABLE = "MainTable";
  private static final int KILOBYTE = 1024;

  private final MonotableEngine engine = ExampleDesign.ORDERS.engine();
  private final Requests to = new Requests(engine);

  @BeforeEach
  void placeTwelveOrders() {
    for (int day = 1; day <= 12; day++) {
      String date = String.format(java.util.Locale.ROOT, "202406%02d", day);
      to.put(
          TABLE,
          item(
              "PK: USER#1, SK: ORDER#{0}, GSI1PK: ORDER_DATE#{0}, GSI1SK: ORDER#{0}, status: {1},"
                  + " note: {2}",
              date, day % 4 == 0 ? "open" : "done", "x".repeat(KILOBYTE)));
    }
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private String broken(PatternContract contract, Runnable requests) {
    PatternUse use = new PatternUse(contract, ExampleDesign.ORDERS.design());
    RequestObserver.Registration registration = engine.observe(use);
    requests.run();
    registration.close();
    Map<String, DesignTable> tables = new HashMap<>();
    ObservedTables.of(engine).forEach(table -> tables.put(table.name(), table));
    return String.valueOf(use.check(tables::get));
  }

  private static PatternContract contract(Budget budget) {
    return new PatternContract("orders", budget, null, null);
  }

  private static PatternContract maxReadUnits(double units) {
    return contract(new Budget(units, null, null, null, false));
  }

  private static PatternContract maxWriteUnits(double units) {
    return contract(new Budget(null, units, null, null, false));
  }

  private static PatternContract maxRequests(int requests) {
    return contract(new Budget(null, null, requests, null, false));
  }

  private static PatternContract maxDiscarded(double share) {
    return contract(new Budget(null, null, null, share, false));
  }

  private static PatternContract noScan() {
    return contract(new Budget(null, null, null, null, true));
  }

  private void query(QueryInput.Builder query) {
    engine.call(Operations.QUERY, query.tableName(TABLE).build());
  }

  private static QueryInput.Builder orders() {
    return QueryInput.builder()
        .keyConditionExpression("PK = :pk")
        .expressionAttributeValues(Item.of(":pk", "USER#1"));
  }

  private static QueryInput.Builder openOrders() {
    return QueryInput.builder()
        .keyConditionExpression("PK = :pk")
        .filterExpression("#s = :open")
        .expressionAttributeNames(Map.of("#s", "status"))
        .expressionAttributeValues(Item.of(":pk", "USER#1", ":open", "open"));
  }

  private static Item key(int day) {
    return Item.of(
        "PK", "USER#1", "SK", String.format(java.util.Locale.ROOT, "ORDER#202406%02d", day));
  }

  // ---- read units

  @Test
  void readUnitsUpToTheLimitAreAllowed() {
    assertThat(broken(maxReadUnits(2), () -> query(orders()))).isEqualTo("null");
  }

  @Test
  void aConsistentReadThatCostsTooMuchCouldBeEventuallyConsistent() {
    assertThat(broken(maxReadUnits(2), () -> query(orders().consistentRead(true))))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              4 read units, at most 2 allowed
                Query MainTable PK = "USER#1" consistent: 12 items, 13,284 bytes, 4 read units
                enough: an eventually consistent read, which costs half: 2 read units\
            """);
  }

  @Test
  void theMostExpensiveRequestsAreListedFirst() {
    assertThat(
            broken(
                maxReadUnits(1),
                () -> {
                  to.get(TABLE, key(1));
                  query(orders());
                  getConsistent(engine::call, TABLE, key(2));
                }))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              3.5 read units, at most 1 allowed
                Query MainTable PK = "USER#1": 12 items, 13,284 bytes, 2 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240602" consistent: 1 item, 1,107 bytes, 1 read unit
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240601": 1 item, 1,107 bytes, 0.5 read units
                enough: an eventually consistent read, which costs half: 0.5 read units\
            """);
  }

  @Test
  void onlyFiveOfManyRequestsAreListed() {
    assertThat(
            broken(
                maxReadUnits(1),
                () -> {
                  for (int day = 1; day <= 12; day++) {
                    to.get(TABLE, key(day));
                  }
                }))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              6 read units, at most 1 allowed
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240601": 1 item, 1,107 bytes, 0.5 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240602": 1 item, 1,107 bytes, 0.5 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240603": 1 item, 1,107 bytes, 0.5 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240604": 1 item, 1,107 bytes, 0.5 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240605": 1 item, 1,107 bytes, 0.5 read units
                and 7 more requests\
            """);
  }

  @Test
  void aReadOfTwoAttributesCouldUseASmallerProjection() {
    assertThat(
            broken(
                maxReadUnits(1),
                () ->
                    query(
                        orders()
                            .projectionExpression("PK, SK, #s")
                            .expressionAttributeNames(Map.of("#s", "status")))))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              2 read units, at most 1 allowed
                Query MainTable PK = "USER#1" projection PK, SK, status: 12 items, 13,284 bytes, 2 read units
                enough: an index that projects only PK, SK and status: they are 408 of the 13,284 bytes that the first page reads\
            """);
  }

  // ---- write units

  @Test
  void writeUnitsUpToTheLimitAreAllowed() {
    Item profile = Item.of("PK", "USER#1", "SK", "PROFILE");
    assertThat(broken(maxWriteUnits(1), () -> to.put(TABLE, profile))).isEqualTo("null");
  }

  @Test
  void writesOfIndexEntriesCountToo() {
    Item order = Item.of("PK", "USER#2", "SK", "ORDER#1", "GSI1PK", "ORDER_DATE#1", "GSI1SK", "a");
    assertThat(broken(maxWriteUnits(1), () -> to.put(TABLE, order)))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              2 write units, at most 1 allowed
                PutItem MainTable PK = "USER#2" and SK = "ORDER#1": 2 write units
                enough: 1 write unit without the entries of the index MainTable.GSI1\
            """);
  }

  @Test
  void aTransactionOfOneActionCouldBeASingleWrite() {
    Item profile = Item.of("PK", "USER#1", "SK", "PROFILE");
    assertThat(
            broken(
                maxWriteUnits(1),
                () ->
                    engine.call(
                        Operations.TRANSACT_WRITE_ITEMS,
                        TransactWriteItemsInput.builder()
                            .transactItems(List.of(Requests.putAction(TABLE, profile)))
                            .build())))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              2 write units, at most 1 allowed
                TransactWriteItems MainTable PK = "USER#1" and SK = "PROFILE": 2 write units
                enough: a single write with a condition instead of a transaction, which costs half: 1 write unit\
            """);
  }

  // ---- requests

  @Test
  void requestsUpToTheLimitAreAllowed() {
    assertThat(
            broken(
                maxRequests(2),
                () -> {
                  to.get(TABLE, key(1));
                  to.get(TABLE, key(2));
                }))
        .isEqualTo("null");
  }

  @Test
  void severalGetItemRequestsCouldBeOneBatchOrOneQuery() {
    assertThat(
            broken(
                maxRequests(1),
                () -> {
                  to.get(TABLE, key(1));
                  to.get(TABLE, key(2));
                  to.get(TABLE, key(2));
                }))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              3 requests, at most 1 allowed
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240601": 1 item, 1,107 bytes, 0.5 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240602": 1 item, 1,107 bytes, 0.5 read units
                GetItem MainTable PK = "USER#1" and SK = "ORDER#20240602": 1 item, 1,107 bytes, 0.5 read units
                enough: one of the 2 equal requests GetItem MainTable PK = "USER#1" and SK = "ORDER#20240602", if nothing writes in between
                enough: one BatchGetItem instead of 2 GetItem requests
                enough: one Query of MainTable with the key condition PK = "USER#1", which all 2 items have\
            """);
  }

  @Test
  void severalPutItemRequestsCouldBeOneBatch() {
    assertThat(
            broken(
                maxRequests(1),
                () ->
                    to.put(
                        TABLE,
                        Item.of("PK", "USER#2", "SK", "PROFILE"),
                        Item.of("PK", "USER#3", "SK", "PROFILE"))))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              2 requests, at most 1 allowed
                PutItem MainTable PK = "USER#2" and SK = "PROFILE": 1 write unit
                PutItem MainTable PK = "USER#3" and SK = "PROFILE": 1 write unit
                enough: one BatchWriteItem instead of 2 PutItem requests\
            """);
  }

  @Test
  void eachPageIsARequest() {
    assertThat(
            broken(
                maxRequests(1),
                () -> {
                  Item start = null;
                  do {
                    Item from = start;
                    start =
                        engine
                            .call(
                                Operations.QUERY,
                                orders().tableName(TABLE).limit(5).exclusiveStartKey(from).build())
                            .lastEvaluatedKey();
                  } while (start != null);
                }))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              3 requests, at most 1 allowed
                Query MainTable PK = "USER#1" limit 5: 12 items, 13,284 bytes, 2.5 read units, 3 pages
                enough: one page without Limit 5: a page holds 1 MB, and these 12 items have 13,284 bytes\
            """);
  }

  @Test
  void requestsThatAnInjectedFaultFailsDoNotCount() {
    engine
        .faults()
        .add(
            FaultRule.on(Operations.GET_ITEM)
                .times(1)
                .inject(new InjectedFault.ServerError(false)));
    assertThat(
            broken(
                maxRequests(1),
                () -> {
                  assertThatThrownBy(() -> to.get(TABLE, key(1)))
                      .hasMessageContaining("Internal server error");
                  to.get(TABLE, key(1));
                }))
        .isEqualTo("null");
  }

  @Test
  void operationsOnTablesDoNotCount() {
    assertThat(broken(maxRequests(0), () -> ObservedTables.of(engine))).isEqualTo("null");
  }

  // ---- discarded items

  @Test
  void aFilterMayDiscardTheAllowedShare() {
    assertThat(broken(maxDiscarded(0.75), () -> query(openOrders()))).isEqualTo("null");
  }

  @Test
  void aFilterThatDiscardsMoreNeedsAnIndex() {
    assertThat(broken(maxDiscarded(0.5), () -> query(openOrders())))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              a filter discards 9 of 12 items read (75 %), at most 50 % allowed
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                enough: an index with the partition key PK and the sort key status, which no index has now: reads 3 items, 0.5 read units\
            """);
  }

  @Test
  void aFilterOnTheKeyOfAnIndexCouldBeItsKeyCondition() {
    assertThat(
            broken(
                maxDiscarded(0),
                () ->
                    engine.call(
                        Operations.SCAN,
                        ScanInput.builder()
                            .tableName(TABLE)
                            .filterExpression("GSI1PK = :date AND begins_with(GSI1SK, :prefix)")
                            .expressionAttributeValues(
                                Item.of(":date", "ORDER_DATE#20240604", ":prefix", "ORDER#"))
                            .build())))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              a filter discards 11 of 12 items read (91.7 %), at most 0 % allowed
                Scan MainTable filter GSI1PK = "ORDER_DATE#20240604" AND begins_with(GSI1SK, "ORDER#"): 1 of 12 items, 13,284 bytes, 2 read units
                enough: a Query of MainTable.GSI1 with the key condition GSI1PK = "ORDER_DATE#20240604" and begins_with(GSI1SK, "ORDER#"): reads 1 item, 0.5 read units\
            """);
  }

  // ---- Scan

  @Test
  void aQueryIsNoScan() {
    assertThat(broken(noScan(), () -> query(orders()))).isEqualTo("null");
  }

  @Test
  void aScanBreaksTheContract() {
    assertThat(
            broken(
                noScan(),
                () ->
                    engine.call(
                        Operations.SCAN,
                        ScanInput.builder()
                            .tableName(TABLE)
                            .filterExpression("PK = :user AND #s = :open")
                            .expressionAttributeNames(Map.of("#s", "status"))
                            .expressionAttributeValues(Item.of(":user", "USER#1", ":open", "open"))
                            .build())))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              1 Scan, none allowed
                Scan MainTable filter PK = "USER#1" AND status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                enough: a Query of MainTable with the key condition PK = "USER#1" and the rest as its filter\
            """);
  }

  // ---- the index

  @Test
  void aQueryOfTheExpectedIndexIsAllowed() {
    assertThat(
            broken(
                new PatternContract("orders", Budget.UNLIMITED, "GSI1", null),
                () -> to.query(TABLE, "GSI1", "GSI1PK = 'ORDER_DATE#20240604'")))
        .isEqualTo("null");
  }

  @Test
  void aQueryOfTheTableDoesNotUseTheIndex() {
    assertThat(
            broken(
                new PatternContract("orders", Budget.UNLIMITED, "GSI1", null),
                () -> query(orders())))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              no Query or Scan of the index GSI1
                Query MainTable PK = "USER#1": 12 items, 13,284 bytes, 2 read units
                enough: a Query of MainTable.GSI1, whose key is GSI1PK, GSI1SK\
            """);
  }

  @Test
  void aUseWithoutRequestsDoesNotUseTheIndex() {
    assertThat(broken(new PatternContract("orders", Budget.UNLIMITED, "GSI1", null), () -> {}))
        .isEqualTo(
            """
            The access pattern "orders" breaks its contract:
              no request, a Query of the index GSI1 expected\
            """);
  }

  // ---- the design

  @Test
  void declaredRequestsAreAllowed() {
    PatternContract contract =
        PatternContract.of(ExampleDesign.ORDERS.design().findPattern("orders of a day"));
    assertThat(broken(contract, () -> to.query(TABLE, "GSI1", "GSI1PK = 'ORDER_DATE#20240604'")))
        .isEqualTo("null");
  }

  @Test
  void anotherQueryThanTheDeclaredOneBreaksTheContract() {
    PatternContract contract =
        PatternContract.of(ExampleDesign.ORDERS.design().findPattern("orders of a day"));
    assertThat(broken(contract, () -> query(orders())))
        .isEqualTo(
            """
            The access pattern "orders of a day" breaks its contract:
              1 read that the design does not declare for it
                Query MainTable PK = "USER#1": 12 items, 13,284 bytes, 2 read units
                enough: Query MainTable.GSI1 GSI1PK = ORDER_DATE#{date}, which the design declares\
            """);
  }

  @Test
  void severalTermsAreReportedTogether() {
    PatternContract contract =
        PatternContract.of(ExampleDesign.ORDERS.design().findPattern("orders of a day"))
            .with(new Budget(0.5, null, 1, null, false), null);
    assertThat(
            broken(
                contract,
                () -> {
                  query(openOrders());
                  query(openOrders());
                }))
        .isEqualTo(
            """
            The access pattern "orders of a day" breaks its contract:
              4 read units, at most 0.5 allowed
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                enough: an index with the partition key PK and the sort key status, which no index has now: reads 3 items, 0.5 read units
              2 requests, at most 1 allowed
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                enough: one of the 2 equal requests Query MainTable PK = "USER#1" filter status = "open", if nothing writes in between
              a filter discards 18 of 24 items read (75 %), at most 0 % allowed
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                enough: an index with the partition key PK and the sort key status, which no index has now: reads 3 items, 0.5 read units
              2 reads that the design does not declare for it
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                Query MainTable PK = "USER#1" filter status = "open": 3 of 12 items, 13,284 bytes, 2 read units
                enough: Query MainTable.GSI1 GSI1PK = ORDER_DATE#{date}, which the design declares\
            """);
  }

  // ---- limits

  @Test
  void limitsAreChecked() {
    assertThatThrownBy(() -> maxDiscarded(1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxDiscarded must be between 0 and 1, not 1.5");
    assertThatThrownBy(() -> maxReadUnits(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxReadUnits must be at least 0, not -1.0");
  }

  @Test
  void aScanAfterManyOtherRequestsIsFound() {
    assertThat(
            broken(
                noScan(),
                () -> {
                  for (int i = 0; i < PatternUse.MAX_GROUPS; i++) {
                    to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "PROFILE"));
                  }
                  scan(engine::call, TABLE);
                }))
        .startsWith(
            """
            The access pattern "orders" breaks its contract:
              1 Scan, none allowed
                Scan MainTable:\
            """);
  }

  @Test
  void moreScansThanAreKeptAreCounted() {
    assertThat(
            broken(
                noScan(),
                () -> {
                  for (int i = 0; i < PatternUse.MAX_GROUPS + 2; i++) {
                    scan(engine::call, TABLE);
                  }
                }))
        .startsWith(
            "The access pattern \"orders\" breaks its contract:\n  202 Scans, none allowed");
  }

  @Test
  void manyRequestsAreCountedInBoundedMemory() {
    assertThat(
            broken(
                maxRequests(1),
                () -> {
                  for (int i = 0; i < 2 * PatternUse.MAX_GROUPS; i++) {
                    to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "PROFILE"));
                  }
                }))
        .startsWith(
            "The access pattern \"orders\" breaks its contract:\n  400 requests, at most 1");
  }
}

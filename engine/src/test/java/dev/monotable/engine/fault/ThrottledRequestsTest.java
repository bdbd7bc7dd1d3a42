package dev.monotable.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.observe.ThrottledKey;
import dev.monotable.engine.operation.Tables;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.DeleteRequest;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.Operations;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WarmThroughput;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Requests to an engine that throttles. Time stands still unless a test advances it. */
class ThrottledRequestsTest extends FaultFixture {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/";
  private static final int MANY = 3_000;

  /** Returns the error of a provisioned table, or of its index. */
  private static String provisioned(String reason, String resource) {
    boolean index = reason.startsWith("Index");
    return "ProvisionedThroughputExceededException: The level of configured provisioned throughput"
        + (index
            ? " for one or more global secondary indexes of the table was exceeded. Consider"
                + " increasing your provisioning level for the under-provisioned global secondary"
                + " indexes with the UpdateTable API"
            : " for the table was exceeded. Consider increasing your provisioning level with the"
                + " UpdateTable API.")
        + " ProvisionedThroughputExceededException[message=null, throttlingReasons="
        + reasons(reason, resource);
  }

  private static String onDemand(String message, String reason, String resource) {
    return "ThrottlingException: "
        + message
        + " ThrottlingException[message=null, throttlingReasons="
        + reasons(reason, resource);
  }

  private static String reasons(String reason, String resource) {
    return "[ThrottlingReason[reason=" + reason + ", resource=" + ARN + resource + "]]]";
  }

  private static final String HOT_KEY =
      onDemand(
          "Throughput exceeds the current capacity of your table or index. DynamoDB is"
              + " automatically scaling your table or index so please try again shortly. If"
              + " exceptions persist, check if you have a hot key:"
              + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html",
          "TableWriteKeyRangeThroughputExceeded",
          "Chat");

  /** Sends requests until one fails; returns how many succeeded. */
  private static int admitted(int most, IntConsumer request) {
    for (int i = 0; i < most; i++) {
      int number = i;
      if (!outcome(() -> request.accept(number)).equals("ok")) {
        return i;
      }
    }
    return most;
  }

  /** Changes the provisioned throughput of the table "Other". */
  private void provision(long reads, long writes) {
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName("Other")
            .provisionedThroughput(new ProvisionedThroughput(reads, writes))
            .build());
  }

  private int writesToOther() {
    return admitted(MANY, i -> put("Other", key("A", "1")));
  }

  @Test
  void nothingIsThrottledUnlessItIsAsked() {
    provision(5, 2);
    assertThat(engine.isThrottling()).isFalse();
    assertThat(writesToOther()).isEqualTo(MANY);
    engine.throttle(true);
    assertThat(engine.isThrottling()).isTrue();
    assertThat(writesToOther()).isEqualTo(602);
    engine.throttle(false);
    assertThat(writesToOther()).isEqualTo(MANY);
  }

  @Test
  void aHotPartitionIsThrottledAndASpreadOneIsNot() {
    engine.throttle(true);
    assertThat(admitted(MANY, i -> put(key("ROOM#" + i, "1")))).isEqualTo(MANY);
    time.advance(Duration.ofSeconds(1));
    assertThat(admitted(MANY, i -> put(key("ROOM", "" + i)))).isEqualTo(1_000);
    assertThat(outcome(() -> put(key("ROOM", "x")))).isEqualTo(HOT_KEY);
    int others = 0;
    for (int i = 0; i < 40; i++) {
      String other = "ROOM#" + i;
      others += outcome(() -> put(key(other, "x"))).equals("ok") ? 1 : 0;
    }
    assertThat(others).as("those in other partitions").isBetween(20, 39);
    time.advance(Duration.ofSeconds(1));
    assertThat(admitted(MANY, i -> put(key("ROOM", "" + i)))).isEqualTo(1_000);
  }

  @Test
  void aTableKeepsThreeHundredSecondsOfUnusedCapacity() {
    provision(5, 2);
    engine.throttle(true);
    assertThat(writesToOther()).as("also of a new table").isEqualTo(602);
    time.advance(Duration.ofSeconds(11));
    assertThat(writesToOther()).as("ten seconds saved").isEqualTo(22);
    time.advance(Duration.ofSeconds(1));
    assertThat(writesToOther()).isEqualTo(2);
    time.advance(Duration.ofHours(1));
    assertThat(writesToOther()).isEqualTo(602);
    assertThat(outcome(() -> put("Other", key("A", "1"))))
        .isEqualTo(provisioned("TableWriteProvisionedThroughputExceeded", "Other"));
    time.advance(Duration.ofSeconds(1));
    assertThat(writesToOther()).isEqualTo(2);
  }

  /**
   * The requests of testServiceOperations in DynamoServiceIntegrationTest, which the AWS SDK for
   * Java sends to DynamoDB: a table that was just created, 10 read and 5 write units, two pauses of
   * 5 seconds.
   */
  @Test
  void aNewTableAcceptsABatchAfterTheScansAndPutsThatAwsAccepts() {
    provision(10, 5);
    engine.throttle(true);
    Item large = Item.of("PK", "bar", "SK", "1", "blob", "x".repeat(5 << 10));
    put("Other", large);
    assertThat(get("Other", "bar", "1", true)).isEqualTo(large);
    time.advance(Duration.ofSeconds(10));
    for (int i = 0; i < 50; i++) {
      put("Other", Item.of("PK", "bar-" + i, "SK", "1", "age", "30"));
    }
    put("Other", large);
    put("Other", large);
    get("Other", "3", "1", true);
    get("Other", "bar", "1", true);
    for (int i = 0; i < 11; i++) {
      Calls.scan(engine::call, "Other");
    }
    List<WriteRequest> requests =
        List.of(
            new WriteRequest(new PutRequest(key("new", "1")), null),
            new WriteRequest(null, new DeleteRequest(key("toDelete", "1"))));
    assertThat(
            engine
                .call(
                    Operations.BATCH_WRITE_ITEM,
                    BatchWriteItemInput.builder().requestItems(Map.of("Other", requests)).build())
                .unprocessedItems())
        .isEmpty();
  }

  @Test
  void aTableThatWasIdleBeforeThrottlingBeganHasItsBurst() {
    provision(5, 2);
    time.advance(Duration.ofMinutes(10));
    engine.throttle(true);
    assertThat(writesToOther()).isEqualTo(602);
    engine.throttle(true);
    assertThat(writesToOther()).isEqualTo(602);
  }

  @Test
  void readsAreChargedWhenTheyHaveReadAndCanOverdraw() {
    provision(1, 5);
    put("Other", Item.of("PK", "A", "SK", "1", "TEXT", "x".repeat(8_000)));
    engine.throttle(true);
    assertThat(admitted(MANY, i -> get("Other", "A", "1", true))).as("302 of 301").isEqualTo(151);
    assertThat(outcome(() -> get("Other", "A", "1", true)))
        .isEqualTo(provisioned("TableReadProvisionedThroughputExceeded", "Other"));
    time.advance(Duration.ofSeconds(1));
    assertThat(outcome(() -> get("Other", "A", "1", true))).as("one is missing").isNotEqualTo("ok");
    time.advance(Duration.ofSeconds(1));
    assertThat(outcome(() -> get("Other", "A", "1", true))).isEqualTo("ok");
  }

  @Test
  void anIndexThatCannotKeepUpThrottlesTheWritesOfItsTable() {
    engine.call(
        Operations.CREATE_TABLE,
        Tables.chat("Slow").toBuilder()
            .billingMode("PROVISIONED")
            .provisionedThroughput(new ProvisionedThroughput(2L, 2L))
            .globalSecondaryIndexes(
                List.of(
                    Tables.chat("Slow").globalSecondaryIndexes().get(0).toBuilder()
                        .provisionedThroughput(new ProvisionedThroughput(1L, 1L))
                        .build()))
            .build());
    List<ObservedRequest> seen = new ArrayList<>();
    engine.throttle(true);
    assertThat(admitted(MANY, i -> put("Slow", item("A", "" + i)))).isEqualTo(301);
    RequestObserver.Registration registration = engine.observe(seen::add);
    assertThat(outcome(() -> put("Slow", item("B", "1"))))
        .isEqualTo(provisioned("IndexWriteProvisionedThroughputExceeded", "Slow/index/GSI1"));
    registration.close();
    assertThat(seen.get(0).throttled())
        .containsExactly(
            new ThrottledKey(
                "Slow", "GSI1", Item.of("GSI1PK", "G"), "IndexWriteProvisionedThroughputExceeded"));
    assertThat(get("Slow", "B", "1", true)).isNull();
    assertThat(admitted(MANY, i -> put("Slow", key("C", "" + i))))
        .as("without an entry")
        .isEqualTo(301);
  }

  @Test
  void aMaximumOfOnDemandThroughputHasABurstToo() {
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName("Chat")
            .onDemandThroughput(new OnDemandThroughput(null, 3L))
            .build());
    engine.throttle(true);
    assertThat(admitted(MANY, i -> put(key("A", "" + i)))).isEqualTo(903);
    assertThat(outcome(() -> put(key("A", "x"))))
        .isEqualTo(
            onDemand(
                "Throughput exceeds the maximum OnDemandThroughput configured on table or index",
                "TableWriteMaxOnDemandThroughputExceeded",
                "Chat"));
    assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
    time.advance(Duration.ofSeconds(11));
    assertThat(admitted(MANY, i -> put(key("A", "" + i)))).isEqualTo(33);
  }

  @Test
  void anOnDemandTableServesItsWarmThroughputAndThenTwiceItsPeak() {
    engine.throttle(true);
    assertThat(admitted(2 * MANY, i -> put(key("R" + i, "1")))).isBetween(3_700, 4_000);
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName("Chat")
            .warmThroughput(new WarmThroughput(12_000L, 20_000L))
            .build());
    time.advance(Duration.ofSeconds(1));
    assertThat(admitted(2 * MANY, i -> put(key("R" + i, "1")))).isEqualTo(2 * MANY);
  }

  @Test
  void aChangeOfTheCapacityCountsAtOnce() {
    engine.throttle(true);
    provision(5, 2);
    assertThat(writesToOther()).isEqualTo(602);
    provision(5, 9);
    assertThat(writesToOther()).isEqualTo(7);
  }

  @Test
  void aBatchReturnsItsThrottledPartsAndATransactionIsCanceled() {
    engine.throttle(true);
    assertThat(admitted(MANY, i -> put(key("A", "" + i)))).isEqualTo(1_000);
    List<ObservedRequest> seen = new ArrayList<>();
    RequestObserver.Registration registration = engine.observe(seen::add);
    assertThat(batchExecute("SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'").responses())
        .hasSize(1);
    assertThat(outcome(() -> batchWrite("1"))).isEqualTo(HOT_KEY);
    assertThat(outcome(() -> transactPut("1", "2")))
        .startsWith("TransactionCanceledException: ")
        .contains("[ThrottlingError, ThrottlingError]");
    registration.close();
    ThrottledKey hot =
        new ThrottledKey("Chat", null, Item.of("PK", "A"), "TableWriteKeyRangeThroughputExceeded");
    assertThat(seen)
        .extracting(ObservedRequest::throttled)
        .containsExactly(List.of(), List.of(hot), List.of(hot, hot));
  }

  @Test
  void aBatchWithSomeThrottledPartsSucceeds() {
    engine.throttle(true);
    assertThat(admitted(MANY, i -> put(key("A", "" + i)))).isEqualTo(1_000);
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      requests.add(new WriteRequest(new PutRequest(key(i == 0 ? "A" : "ROOM#" + i, "1")), null));
    }
    List<WriteRequest> unprocessed =
        engine
            .call(
                Operations.BATCH_WRITE_ITEM,
                BatchWriteItemInput.builder().requestItems(Map.of("Chat", requests)).build())
            .unprocessedItems()
            .get("Chat");
    assertThat(unprocessed).contains(requests.get(0)).hasSizeLessThan(15);
    for (WriteRequest request : requests) {
      String pk = request.putRequest().item().find("PK").string();
      assertThat(pk.equals("A") || (get(pk, "1") == null) == unprocessed.contains(request))
          .as(pk)
          .isTrue();
    }
  }

  @Test
  void aFifthDecreaseOfADayHasToWaitForAnHour() {
    engine.throttle(true);
    for (long units = 4; units > 0; units--) {
      provision(units, 5);
    }
    provision(9, 5);
    assertThat(outcome(() -> provision(8, 5)))
        .isEqualTo(
            "LimitExceededException: Subscriber limit exceeded: Provisioned throughput decreases"
                + " are limited within a given UTC day. After the first 4 decreases, each"
                + " subsequent decrease in the same UTC day can be performed at most once every"
                + " 3600 seconds. Number of decreases today: 4. Last decrease at Thursday, October"
                + " 15, 2026 at 12:00:00 PM Coordinated Universal Time. Next decrease can be made"
                + " at Thursday, October 15, 2026 at 1:00:00 PM Coordinated Universal Time");
    time.advance(Duration.ofHours(1));
    provision(8, 5);
    assertThat(outcome(() -> provision(7, 5))).startsWith("LimitExceededException");
    time.advance(Duration.ofHours(11));
    provision(7, 5);
    engine.throttle(false);
    for (long units = 6; units > 0; units--) {
      provision(units, 5);
    }
  }
}

package dev.monotable.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.model.BatchExecuteStatementOutput;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.BatchStatementError;
import dev.monotable.model.BatchStatementResponse;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutRequest;
import dev.monotable.model.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Injected faults that end a request or a part of it: throttling, unprocessed parts, conflicts,
 * server errors, dropped connections. Messages are those of the documentation of
 * TransactionCanceledException in the service model, and of "Diagnosing throttling" in the
 * developer guide.
 */
class InjectedErrorsTest extends FaultFixture {
  private static final String CHAT = "arn:aws:dynamodb:us-east-1:000000000000:table/Chat";
  private static final String OTHER = "arn:aws:dynamodb:us-east-1:000000000000:table/Other";
  private static final InjectedFault THROTTLE = new InjectedFault.Throttle(null);
  private static final String ON_DEMAND =
      "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically"
          + " scaling your table or index so please try again shortly. If exceptions persist, check"
          + " if you have a hot key:"
          + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
  private static final String PROVISIONED =
      "The level of configured provisioned throughput for the table was exceeded. Consider"
          + " increasing your provisioning level with the UpdateTable API.";

  private static String reasons(String exception, String reason, String resource) {
    return " "
        + exception
        + "[message=null, throttlingReasons=[ThrottlingReason[reason="
        + reason
        + ", resource="
        + resource
        + "]]]";
  }

  @Nested
  class Throttling {
    @Test
    void ofAProvisionedTable() {
      inject(FaultRule.on(), THROTTLE);
      assertThat(outcome(() -> get("Other", "A", "1", false)))
          .isEqualTo(
              "ProvisionedThroughputExceededException: "
                  + PROVISIONED
                  + reasons(
                      "ProvisionedThroughputExceededException",
                      "TableReadProvisionedThroughputExceeded",
                      OTHER));
      assertThat(outcome(() -> put("Other", key("A", "1"))))
          .isEqualTo(
              "ProvisionedThroughputExceededException: "
                  + PROVISIONED
                  + reasons(
                      "ProvisionedThroughputExceededException",
                      "TableWriteProvisionedThroughputExceeded",
                      OTHER));
    }

    @Test
    void ofAnOnDemandTable() {
      inject(FaultRule.on(), THROTTLE);
      assertThat(outcome(() -> put(item("A", "1"))))
          .isEqualTo(
              "ThrottlingException: "
                  + ON_DEMAND
                  + reasons("ThrottlingException", "TableWriteKeyRangeThroughputExceeded", CHAT));
      assertThat(stored()).isEmpty();
    }

    @Test
    void ofAnIndexInReadsAndWrites() {
      inject(FaultRule.on().index("GSI1"), THROTTLE);
      String message =
          "Throughput exceeds the current capacity for one or more global secondary indexes."
              + " DynamoDB is automatically scaling your index so please try again shortly.";
      assertThat(outcome(() -> queryIndex("G")))
          .isEqualTo(
              "ThrottlingException: "
                  + message
                  + reasons(
                      "ThrottlingException",
                      "IndexReadKeyRangeThroughputExceeded",
                      CHAT + "/index/GSI1"));
      assertThat(outcome(() -> delete("A", "1")))
          .isEqualTo(
              "ThrottlingException: "
                  + message
                  + reasons(
                      "ThrottlingException",
                      "IndexWriteKeyRangeThroughputExceeded",
                      CHAT + "/index/GSI1"));
    }

    @ParameterizedTest
    @CsvSource({
      "PROVISIONED, Other, ProvisionedThroughputExceededException,"
          + " TableReadProvisionedThroughputExceeded",
      "KEY_RANGE, Other, ProvisionedThroughputExceededException,"
          + " TableReadKeyRangeThroughputExceeded",
      "KEY_RANGE, Chat, ThrottlingException, TableReadKeyRangeThroughputExceeded",
      "MAX_ON_DEMAND, Chat, ThrottlingException, TableReadMaxOnDemandThroughputExceeded",
      "ACCOUNT, Chat, RequestLimitExceeded, TableReadAccountLimitExceeded"
    })
    void byLimit(ThroughputLimit limit, String table, String exception, String reason) {
      inject(FaultRule.on(), new InjectedFault.Throttle(limit));
      assertThat(outcome(() -> get(table, "A", "1", false)))
          .startsWith(exception + ": ")
          .endsWith(
              reasons(exception, reason, "arn:aws:dynamodb:us-east-1:000000000000:table/" + table));
    }

    @Test
    void messagesOfTheOtherLimits() {
      inject(FaultRule.on().times(1), new InjectedFault.Throttle(ThroughputLimit.MAX_ON_DEMAND));
      inject(FaultRule.on().times(1), new InjectedFault.Throttle(ThroughputLimit.ACCOUNT));
      assertThat(outcome(() -> get("A", "1")))
          .startsWith(
              "ThrottlingException: Throughput exceeds the maximum OnDemandThroughput configured on"
                  + " table or index ");
      assertThat(outcome(() -> get("A", "1")))
          .startsWith(
              "RequestLimitExceeded: Throughput exceeds the current throughput limit for your"
                  + " account. Please contact AWS Support at https://aws.amazon.com/support request"
                  + " a limit increase ");
    }

    @Test
    void ofOperationsOnTables() {
      inject(FaultRule.on(), THROTTLE);
      assertThat(
              outcome(() -> engine.call(Operations.LIST_TABLES, ListTablesInput.builder().build())))
          .isEqualTo("ThrottlingException: Rate of requests exceeds the allowed throughput.");
    }

    @Test
    void ofATransaction() {
      put("Other", key("A", "1"));
      inject(FaultRule.on().key(key("A", "2")), THROTTLE);
      String canceled =
          "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons"
              + " for specific reasons [None, ThrottlingError] TransactionCanceledException["
              + "message=null, cancellationReasons=[CancellationReason[item=null, code=None, message=null],"
              + " CancellationReason[item=null, code=ThrottlingError, message="
              + ON_DEMAND
              + "]]]";
      assertThat(outcome(() -> transactPut("1", "2"))).isEqualTo(canceled);
      assertThat(outcome(() -> transactGet("1", "2"))).isEqualTo(canceled);
      assertThat(
              outcome(
                  () ->
                      transactExecute(
                          "SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'",
                          "SELECT * FROM Chat WHERE PK = 'A' AND SK = '2'")))
          .isEqualTo(canceled);
      assertThat(
              outcome(
                  () ->
                      transactExecute(
                          "DELETE FROM Chat WHERE PK = 'A' AND SK = '1'",
                          "DELETE FROM Chat WHERE PK = 'A' AND SK = '2'")))
          .isEqualTo(canceled);
      assertThat(stored()).isEmpty();
    }

    @Test
    void ofSomePartsOfABatch() {
      ActiveRule rule = inject(FaultRule.on().key(key("A", "2")), THROTTLE);
      assertThat(batchWrite("1", "2", "3"))
          .isEqualTo(
              Map.of("Chat", List.of(new WriteRequest(new PutRequest(item("A", "2")), null))));
      assertThat(stored()).containsExactly("1", "3");
      assertThat(batchGet("1", "2", "3"))
          .isEqualTo(
              new BatchGetItemOutput(
                  Map.of("Chat", List.of(item("A", "1"), item("A", "3"))),
                  Map.of("Chat", KeysAndAttributes.builder().keys(List.of(key("A", "2"))).build()),
                  null));
      assertThat(rule.injected()).isEqualTo(2);
    }

    @Test
    void ofAllPartsOfABatch() {
      inject(FaultRule.on(), THROTTLE);
      assertThat(outcome(() -> batchWrite("1", "2"))).startsWith("ThrottlingException");
      assertThat(outcome(() -> batchGet("1", "2"))).startsWith("ThrottlingException");
      assertThat(stored()).isEmpty();
    }

    @Test
    void ofStatementsOfABatch() {
      inject(FaultRule.on().key(key("A", "2")), THROTTLE);
      BatchExecuteStatementOutput output =
          batchExecute(
              "INSERT INTO Chat VALUE {'PK': 'A', 'SK': '1'}",
              "INSERT INTO Chat VALUE {'PK': 'A', 'SK': '2'}");
      assertThat(output.responses())
          .containsExactly(
              new BatchStatementResponse(null, "Chat", null),
              new BatchStatementResponse(
                  new BatchStatementError("ThrottlingError", ON_DEMAND, null), null, null));
      assertThat(stored()).containsExactly("1");
    }
  }

  @Nested
  class UnprocessedParts {
    @Test
    void theLastPartsAreNotProcessed() {
      inject(
          FaultRule.on(Operations.BATCH_WRITE_ITEM).times(1), new InjectedFault.Unprocessed(2, 1));
      assertThat(batchWrite("1", "2", "3"))
          .isEqualTo(
              Map.of(
                  "Chat",
                  List.of(
                      new WriteRequest(new PutRequest(item("A", "2")), null),
                      new WriteRequest(new PutRequest(item("A", "3")), null))));
      assertThat(batchWrite("2", "3")).isEmpty();
      assertThat(stored()).containsExactly("1", "2", "3");
      inject(FaultRule.on(), new InjectedFault.Unprocessed(1, 1));
      assertThat(batchGet("1", "2", "3"))
          .isEqualTo(
              new BatchGetItemOutput(
                  Map.of("Chat", List.of(item("A", "1"), item("A", "2"))),
                  Map.of("Chat", KeysAndAttributes.builder().keys(List.of(key("A", "3"))).build()),
                  null));
    }

    @Test
    void aShareIsDrawnFromTheSeed() {
      List<String> first = unprocessedWith(5);
      assertThat(first).isNotEmpty().hasSizeLessThan(10);
      assertThat(unprocessedWith(5)).isEqualTo(first);
      assertThat(unprocessedWith(6)).isNotEqualTo(first);
    }

    private List<String> unprocessedWith(long seed) {
      engine.faults().reset(seed);
      inject(FaultRule.on(), new InjectedFault.Unprocessed(Integer.MAX_VALUE, 0.5));
      List<String> keys = new ArrayList<>();
      batchGet("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
          .unprocessedKeys()
          .getOrDefault("Chat", KeysAndAttributes.builder().keys(List.of()).build())
          .keys()
          .forEach(key -> keys.add(key.find("SK").string()));
      return keys;
    }

    @Test
    void ofAllPartsIsThrottling() {
      inject(FaultRule.on(), new InjectedFault.Unprocessed(Integer.MAX_VALUE, 1));
      assertThat(outcome(() -> batchWrite("1"))).startsWith("ThrottlingException");
    }

    @Test
    void statementsFailByThrottling() {
      inject(FaultRule.on(), new InjectedFault.Unprocessed(1, 1));
      assertThat(
              batchExecute(
                      "SELECT * FROM Chat WHERE PK = 'A' AND SK = '1'",
                      "SELECT * FROM Chat WHERE PK = 'A' AND SK = '2'")
                  .responses())
          .containsExactly(
              new BatchStatementResponse(null, "Chat", null),
              new BatchStatementResponse(
                  new BatchStatementError("ThrottlingError", ON_DEMAND, null), null, null));
    }
  }

  @Nested
  class Conflicts {
    private final InjectedFault conflict = new InjectedFault.TransactionConflict();

    @Test
    void ofWritesOfOneItem() {
      ActiveRule rule = inject(FaultRule.on(), conflict);
      String conflicts = "TransactionConflictException: Transaction is ongoing for the item";
      assertThat(outcome(() -> put(item("A", "1")))).isEqualTo(conflicts);
      assertThat(outcome(() -> delete("A", "1"))).isEqualTo(conflicts);
      assertThat(outcome(() -> execute("DELETE FROM Chat WHERE PK = 'A' AND SK = '1'")))
          .isEqualTo(conflicts);
      assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
      assertThat(outcome(() -> execute("SELECT * FROM Chat"))).isEqualTo("ok");
      assertThat(rule.matched()).isEqualTo(3);
    }

    @Test
    void ofTheMatchingActionsOfATransaction() {
      inject(FaultRule.on().key(key("A", "1")), conflict);
      String canceled =
          "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons"
              + " for specific reasons [TransactionConflict, None]";
      assertThat(outcome(() -> transactPut("1", "2"))).startsWith(canceled);
      assertThat(outcome(() -> transactGet("1", "2"))).startsWith(canceled);
      assertThat(outcome(() -> transactPut("2", "3"))).isEqualTo("ok");
      assertThat(stored()).containsExactly("2", "3");
    }

    @Test
    void ofABatchAreUnprocessedItems() {
      inject(FaultRule.on(), conflict);
      assertThat(batchWrite("1"))
          .isEqualTo(
              Map.of("Chat", List.of(new WriteRequest(new PutRequest(item("A", "1")), null))));
    }

    @Test
    void ofStatementsOfABatch() {
      inject(FaultRule.on(), conflict);
      assertThat(batchExecute("DELETE FROM Chat WHERE PK = 'A' AND SK = '1'").responses().get(0))
          .isEqualTo(
              new BatchStatementResponse(
                  new BatchStatementError(
                      "TransactionConflict", "Transaction is ongoing for the item", null),
                  null,
                  null));
    }

    @Test
    void transactionInProgress() {
      inject(FaultRule.on(), new InjectedFault.TransactionInProgress());
      assertThat(outcome(() -> transactPut("1"))).startsWith("TransactionInProgressException: ");
      assertThat(outcome(() -> transactExecute("DELETE FROM Chat WHERE PK = 'A' AND SK = '1'")))
          .startsWith("TransactionInProgressException: ");
      assertThat(outcome(() -> put(item("A", "1")))).isEqualTo("ok");
      assertThat(outcome(() -> transactGet("1"))).isEqualTo("ok");
    }
  }

  @Nested
  class Ends {
    @Test
    void aServerErrorBeforeTheEffect() {
      inject(FaultRule.on(), SERVER_ERROR);
      assertThat(outcome(() -> put(item("A", "1"))))
          .isEqualTo("InternalServerError: Internal server error");
      assertThat(stored()).isEmpty();
    }

    @Test
    void aServerErrorAfterTheEffect() {
      inject(FaultRule.on(Operations.PUT_ITEM), new InjectedFault.ServerError(true));
      assertThat(outcome(() -> put(item("A", "1"))))
          .isEqualTo("InternalServerError: Internal server error");
      assertThat(stored()).containsExactly("1");
    }

    @Test
    void aConnectionIsDroppedBeforeOrAfterTheEffect() {
      inject(
          FaultRule.on(Operations.PUT_ITEM).times(1), new InjectedFault.DroppedConnection(false));
      assertThat(outcome(() -> put(item("A", "1")))).isEqualTo("dropped");
      assertThat(stored()).isEmpty();
      inject(FaultRule.on(Operations.PUT_ITEM), new InjectedFault.DroppedConnection(true));
      assertThat(outcome(() -> put(item("A", "1")))).isEqualTo("dropped, applied");
      assertThat(stored()).containsExactly("1");
    }
  }
}

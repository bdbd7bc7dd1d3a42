package dev.monotable.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Faults that rules inject: which requests they hit, and what the answers are. */
class FaultInjectorTest extends FaultFixture {

  @Test
  void aRuleIsTextForPeople() {
    FaultRule all = FaultRule.on().inject(SERVER_ERROR);
    FaultRule one =
        FaultRule.on(Operations.PUT_ITEM, Operations.QUERY)
            .table("Chat")
            .index("GSI1")
            .key(Item.of("PK", "A"))
            .after(3)
            .times(2)
            .probability(0.5)
            .inject(new InjectedFault.ShortPage(1));
    assertThat(List.of(all.toString(), one.toString()))
        .containsExactly(
            "all operations: " + SERVER_ERROR,
            "PutItem and Query, table Chat, index GSI1, key {\"PK\":{\"S\":\"A\"}}, after 3,"
                + " 2 times, probability 0.5: ShortPage[items=1]");
  }

  @Nested
  class Matching {
    @Test
    void aFaultAppliesToTheOperationsItCanHappenTo() {
      assertThat(operations(new InjectedFault.Unprocessed(1, 1)))
          .containsExactly("BatchExecuteStatement", "BatchGetItem", "BatchWriteItem");
      assertThat(operations(new InjectedFault.TransactionConflict()))
          .containsExactly(
              "BatchExecuteStatement",
              "BatchWriteItem",
              "DeleteItem",
              "ExecuteStatement",
              "ExecuteTransaction",
              "PutItem",
              "TransactGetItems",
              "TransactWriteItems",
              "UpdateItem");
      assertThat(operations(new InjectedFault.TransactionInProgress()))
          .containsExactly("ExecuteTransaction", "TransactWriteItems");
      assertThat(operations(new InjectedFault.ShortPage(1)))
          .containsExactly("ExecuteStatement", "GetRecords", "Query", "Scan");
      assertThat(operations(new InjectedFault.StaleRead(InjectedFault.Lag.ofCommits(1))))
          .containsExactly(
              "BatchExecuteStatement",
              "BatchGetItem",
              "ExecuteStatement",
              "GetItem",
              "Query",
              "Scan",
              "SearchVectors");
      assertThat(operations(new InjectedFault.LaggingIndex(InjectedFault.Lag.ofCommits(1))))
          .containsExactly("ExecuteStatement", "Query", "Scan", "SearchVectors");
      assertThat(operations(new InjectedFault.LateRecords(Duration.ofSeconds(1))))
          .containsExactly("GetRecords");
      assertThat(operations(new InjectedFault.RepeatedRecords())).containsExactly("GetRecords");
      assertThat(operations(SERVER_ERROR)).hasSize(Operations.all().size());
    }

    private List<String> operations(InjectedFault fault) {
      return Operations.all().stream()
          .filter(fault::appliesTo)
          .map(OperationSchema::name)
          .sorted()
          .toList();
    }

    @Test
    void aRuleWithoutRestrictionsHitsEveryRequest() {
      inject(FaultRule.on(), SERVER_ERROR);
      assertThat(outcome(() -> put(item("A", "1"))))
          .isEqualTo("InternalServerError: Internal server error");
      assertThat(outcome(() -> get("A", "1")))
          .isEqualTo("InternalServerError: Internal server error");
      assertThat(
              outcome(() -> engine.call(Operations.LIST_TABLES, ListTablesInput.builder().build())))
          .isEqualTo("InternalServerError: Internal server error");
    }

    @Test
    void byOperation() {
      inject(FaultRule.on(Operations.PUT_ITEM, Operations.LIST_TABLES), SERVER_ERROR);
      assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
      assertThat(outcome(() -> put(item("A", "1"))))
          .isEqualTo("InternalServerError: Internal server error");
    }

    @Test
    void byTable() {
      inject(FaultRule.on().table("Other"), SERVER_ERROR);
      assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
      assertThat(
              outcome(
                  () ->
                      engine.call(
                          Operations.DESCRIBE_TABLE,
                          DescribeTableInput.builder().tableName("Chat").build())))
          .isEqualTo("ok");
      assertThat(
              outcome(
                  () ->
                      engine.call(
                          Operations.DESCRIBE_TABLE,
                          DescribeTableInput.builder()
                              .tableName("arn:aws:dynamodb:us-east-1:000000000000:table/Other")
                              .build())))
          .isEqualTo("InternalServerError: Internal server error");
    }

    @Test
    void byTheIndexOfAReadAndOfTheTableOfAWrite() {
      ActiveRule rule = inject(FaultRule.on().index("GSI1"), SERVER_ERROR);
      assertThat(outcome(() -> query("A"))).isEqualTo("ok");
      assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
      assertThat(outcome(() -> queryIndex("G"))).startsWith("InternalServerError");
      assertThat(outcome(() -> put(item("A", "1")))).startsWith("InternalServerError");
      assertThat(rule.matched()).isEqualTo(2);
    }

    @Test
    void byPartitionKey() {
      inject(FaultRule.on().key(Item.of("PK", "A")), SERVER_ERROR);
      assertThat(outcome(() -> get("B", "1"))).isEqualTo("ok");
      assertThat(outcome(() -> query("B"))).isEqualTo("ok");
      assertThat(outcome(() -> scan())).isEqualTo("ok");
      assertThat(outcome(() -> get("A", "1"))).startsWith("InternalServerError");
      assertThat(outcome(() -> put(item("A", "2")))).startsWith("InternalServerError");
      assertThat(outcome(() -> query("A"))).startsWith("InternalServerError");
      assertThat(outcome(() -> execute("SELECT * FROM Chat WHERE PK = 'A'")))
          .startsWith("InternalServerError");
      assertThat(outcome(() -> execute("SELECT * FROM Chat WHERE PK = 'B'"))).isEqualTo("ok");
      assertThat(outcome(() -> execute("DELETE FROM Chat WHERE PK = 'A' AND SK = '1'")))
          .startsWith("InternalServerError");
    }

    @Test
    void byPrimaryKey() {
      inject(FaultRule.on().key(Item.of("PK", "A", "SK", "1")), SERVER_ERROR);
      assertThat(outcome(() -> get("A", "2"))).isEqualTo("ok");
      assertThat(outcome(() -> query("A"))).isEqualTo("ok");
      assertThat(outcome(() -> delete("A", "1"))).startsWith("InternalServerError");
    }

    @Test
    void anInvalidRequestHasItsOwnErrorAndDoesNotCount() {
      ActiveRule rule = inject(FaultRule.on().times(1), SERVER_ERROR);
      assertThat(outcome(() -> get("A", ""))).startsWith("ValidationException");
      assertThat(
              outcome(
                  () ->
                      engine.call(
                          Operations.GET_ITEM,
                          GetItemInput.builder().tableName("Missing").key(key("A", "1")).build())))
          .startsWith("ResourceNotFoundException");
      assertThat(rule.matched()).isZero();
    }

    @Test
    void afterAndTimesSelectASequence() {
      ActiveRule rule = inject(FaultRule.on(Operations.GET_ITEM).after(2).times(3), SERVER_ERROR);
      List<Boolean> hits = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        hits.add(!outcome(() -> get("A", "1")).equals("ok"));
      }
      assertThat(hits).containsExactly(false, false, true, true, true, false, false, false);
      assertThat(List.of(rule.matched(), rule.injected())).containsExactly(8L, 3L);
    }

    @Test
    void aFaultThatEndsTheRequestHidesLaterRules() {
      ActiveRule first = inject(FaultRule.on().times(1), SERVER_ERROR);
      ActiveRule second = inject(FaultRule.on(), new InjectedFault.DroppedConnection(false));
      assertThat(outcome(() -> get("A", "1"))).startsWith("InternalServerError");
      assertThat(List.of(first.matched(), second.matched())).containsExactly(1L, 0L);
      assertThatThrownBy(() -> get("A", "1")).isInstanceOf(DroppedConnectionException.class);
    }

    @Test
    void aRemovedRuleHitsNothing() {
      ActiveRule first = inject(FaultRule.on(), SERVER_ERROR);
      first.close();
      first.close();
      assertThat(engine.faults().rules()).isEmpty();
      assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
      inject(FaultRule.on(), SERVER_ERROR);
      engine.faults().clear();
      assertThat(outcome(() -> get("A", "1"))).isEqualTo("ok");
    }

    @Test
    void numbersOfRulesAreNotUsedAgain() {
      ActiveRule first = inject(FaultRule.on(), SERVER_ERROR);
      first.close();
      ActiveRule second = inject(FaultRule.on(), SERVER_ERROR);
      engine.faults().clear();
      ActiveRule third = inject(FaultRule.on(), SERVER_ERROR);

      assertThat(List.of(first.id(), second.id(), third.id())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aForkHasNoRules() {
      inject(FaultRule.on(), SERVER_ERROR);
      try (MonotableEngine fork = engine.fork()) {
        assertThat(fork.faults().rules()).isEmpty();
        fork.call(Operations.LIST_TABLES, ListTablesInput.builder().build());
      }
    }

    @Test
    void invalidRulesAreRejected() {
      assertThatThrownBy(() -> new RequestMatch(Set.of("Putitem"), null, null, null))
          .hasMessage("unknown operation: Putitem");
      assertThatThrownBy(() -> FaultRule.on().key(Item.EMPTY).inject(SERVER_ERROR))
          .hasMessage("a key needs at least one attribute");
      assertThatThrownBy(() -> FaultRule.on().times(0).inject(SERVER_ERROR))
          .hasMessage("times is less than 1: 0");
      assertThatThrownBy(() -> FaultRule.on().after(-1).inject(SERVER_ERROR))
          .hasMessage("after is negative: -1");
      assertThatThrownBy(() -> FaultRule.on().probability(Double.NaN).inject(SERVER_ERROR))
          .hasMessage("probability is not in (0, 1]: NaN");
      assertThatThrownBy(() -> new InjectedFault.Lag(0, Duration.ZERO))
          .hasMessage("a lag needs commits or an age");
      assertThatThrownBy(() -> new InjectedFault.ShortPage(0))
          .hasMessage("items is less than 1: 0");
      assertThatThrownBy(() -> new InjectedFault.LateRecords(Duration.ZERO))
          .hasMessage("not positive: PT0S");
      assertThatThrownBy(() -> new InjectedFault.Unprocessed(1, 0))
          .hasMessage("share is not in (0, 1]: 0.0");
    }
  }

  @Nested
  class Seeds {
    private String hits(long seed, int rulesBefore) {
      engine.faults().reset(seed);
      for (int i = 0; i < rulesBefore; i++) {
        inject(FaultRule.on(Operations.SCAN), SERVER_ERROR);
      }
      inject(FaultRule.on(Operations.GET_ITEM).probability(0.5), SERVER_ERROR);
      StringBuilder hits = new StringBuilder();
      for (int i = 0; i < 64; i++) {
        hits.append(outcome(() -> get("A", "1")).equals("ok") ? '.' : 'x');
      }
      return hits.toString();
    }

    @Test
    void theSameSeedHitsTheSameRequests() {
      String first = hits(42, 0);
      assertThat(first).contains("x", ".");
      assertThat(engine.faults().seed()).isEqualTo(42);
      assertThat(hits(42, 0)).isEqualTo(first);
      assertThat(hits(43, 0)).isNotEqualTo(first);
      assertThat(hits(42, 1)).isNotEqualTo(first);
    }

    @Test
    void theSeedComesFromTheConfiguration() {
      assertThat(engine.faults().seed()).isEqualTo(engine.config().seed());
    }

    @Test
    void otherRulesDoNotChangeTheDrawsOfARule() {
      engine.faults().reset(7);
      ActiveRule rule = inject(FaultRule.on(Operations.GET_ITEM).probability(0.5), SERVER_ERROR);
      for (int i = 0; i < 64; i++) {
        outcome(() -> get("A", "1"));
      }
      engine.faults().reset(7);
      ActiveRule again = inject(FaultRule.on(Operations.GET_ITEM).probability(0.5), SERVER_ERROR);
      inject(FaultRule.on().probability(0.5), new InjectedFault.ShortPage(1));
      for (int i = 0; i < 64; i++) {
        outcome(() -> scan());
        outcome(() -> get("A", "1"));
      }
      assertThat(again.injected()).isEqualTo(rule.injected());
    }

    @Test
    void concurrentRequestsShareTheFaultsOfARule() throws InterruptedException {
      ActiveRule rule = inject(FaultRule.on(Operations.GET_ITEM).after(10).times(50), SERVER_ERROR);
      AtomicInteger failed = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int j = 0; j < 100; j++) {
                    if (!outcome(() -> get("A", "1")).equals("ok")) {
                      failed.incrementAndGet();
                    }
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(List.of(rule.matched(), rule.injected(), (long) failed.get()))
          .containsExactly(400L, 50L, 50L);
    }
  }

  @Nested
  class Observed {
    @Test
    void aHitIsReportedToObservers() {
      List<ObservedRequest> observed = new ArrayList<>();
      engine.observe(observed::add);
      ActiveRule rule = inject(FaultRule.on(Operations.GET_ITEM).times(1), SERVER_ERROR);
      outcome(() -> get("A", "1"));
      outcome(() -> get("A", "1"));
      inject(FaultRule.on(Operations.SCAN), new InjectedFault.DroppedConnection(false));
      assertThat(outcome(() -> scan())).isEqualTo("dropped");
      assertThat(observed.stream().map(ObservedRequest::injected))
          .containsExactly(
              List.of(rule.rule()), List.of(), List.of(engine.faults().rules().get(1).rule()));
      assertThat(observed.stream().map(ObservedRequest::connectionDropped))
          .containsExactly(false, false, true);
    }
  }
}

package dev.monotable.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.fault.InjectedFault.Lag;
import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetRecordsOutput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Injected faults that change what a read returns, and latency. */
class InjectedReadsTest extends FaultFixture {
  private static List<String> keys(List<Item> items) {
    List<String> keys = new ArrayList<>();
    items.forEach(item -> keys.add(item.find("SK").string()));
    return keys;
  }

  @Nested
  class Pages {
    @BeforeEach
    void putItems() {
      for (int i = 1; i <= 3; i++) {
        put(item("A", "" + i));
      }
      inject(FaultRule.on(), new InjectedFault.ShortPage(1));
    }

    @Test
    void ofAQuery() {
      QueryOutput page = query("A");
      assertThat(page)
          .isEqualTo(new QueryOutput(List.of(item("A", "1")), 1, 1, key("A", "1"), null));
    }

    @Test
    void ofAScanAndOfAStatement() {
      assertThat(scan().lastEvaluatedKey()).isEqualTo(key("A", "1"));
      ExecuteStatementOutput page = execute("SELECT * FROM Chat WHERE PK = 'A'");
      assertThat(keys(page.items())).containsExactly("1");
      assertThat(page.lastEvaluatedKey()).isEqualTo(key("A", "1"));
    }

    @Test
    void aSmallerLimitRemains() {
      engine.faults().clear();
      inject(FaultRule.on(), new InjectedFault.ShortPage(2));
      QueryInput request =
          QueryInput.builder()
              .tableName("Chat")
              .keyConditionExpression("PK = :pk")
              .expressionAttributeValues(Item.of(":pk", "A"))
              .limit(1)
              .build();
      assertThat(engine.call(Operations.QUERY, request).count()).isEqualTo(1);
    }
  }

  @Nested
  class OlderStates {
    private final InjectedFault stale = new InjectedFault.StaleRead(Lag.ofCommits(2));

    @Test
    void eventuallyConsistentReadsReturnAnOlderState() {
      inject(FaultRule.on(), stale);
      put(item("A", "1"));
      put(item("A", "2"));
      put(item("A", "3"));
      assertThat(keys(query("A").items())).containsExactly("1");
      assertThat(keys(scan().items())).containsExactly("1");
      assertThat(keys(queryIndex("G").items())).containsExactly("1");
      assertThat(keys(execute("SELECT * FROM Chat").items())).containsExactly("1");
      assertThat(get("A", "2")).isNull();
      assertThat(keys(batchGet("1", "2", "3").responses().get("Chat"))).containsExactly("1");
      assertThat(
              batchExecute("SELECT * FROM Chat WHERE PK = 'A' AND SK = '3'")
                  .responses()
                  .get(0)
                  .item())
          .isNull();
    }

    @Test
    void consistentReadsAndWritesSeeTheCurrentState() {
      ActiveRule rule = inject(FaultRule.on(), stale);
      put(item("A", "1"));
      assertThat(get("Chat", "A", "1", true)).isEqualTo(item("A", "1"));
      assertThat(stored()).containsExactly("1");
      transactGet("1");
      assertThat(rule.matched()).isZero();
    }

    @Test
    void aLagByTheClock() {
      inject(FaultRule.on(), new InjectedFault.StaleRead(Lag.of(Duration.ofSeconds(2))));
      put(item("A", "1"));
      time.advance(Duration.ofMillis(1999));
      assertThat(get("A", "1")).isNull();
      time.advance(Duration.ofMillis(1));
      assertThat(get("A", "1")).isEqualTo(item("A", "1"));
    }

    @Test
    void theOldestKnownStateIsTheOneOfTheRule() {
      put(item("A", "1"));
      inject(FaultRule.on(), new InjectedFault.StaleRead(Lag.of(Duration.ofDays(1))));
      put(item("A", "2"));
      assertThat(keys(query("A").items())).containsExactly("1");
    }

    @Test
    void onlyTheIndexLags() {
      inject(FaultRule.on().index("GSI1"), new InjectedFault.LaggingIndex(Lag.ofCommits(1)));
      put(item("A", "1"));
      assertThat(queryIndex("G").items()).isEmpty();
      assertThat(keys(query("A").items())).containsExactly("1");
      put(item("A", "2"));
      assertThat(keys(queryIndex("G").items())).containsExactly("1");
      engine.faults().clear();
      assertThat(keys(queryIndex("G").items())).containsExactly("1", "2");
    }

    @Test
    void aNewOrChangedTableHasNoOlderState() {
      inject(FaultRule.on(), new InjectedFault.StaleRead(Lag.of(Duration.ofDays(1))));
      engine.call(Operations.CREATE_TABLE, Tables.chat("New"));
      put("New", item("A", "1"));
      assertThat(get("New", "A", "1", false)).isEqualTo(item("A", "1"));
    }

    @Test
    void aRestoredDatabaseHasNoOlderState() {
      put(item("A", "1"));
      Snapshot snapshot = engine.snapshot();
      inject(FaultRule.on(), stale);
      put(item("A", "2"));
      engine.restore(snapshot);
      assertThat(keys(query("A").items())).containsExactly("1");
    }

    @Test
    void theNumberOfKeptStatesIsBounded() {
      inject(
          FaultRule.on(Operations.GET_ITEM),
          new InjectedFault.StaleRead(Lag.of(Duration.ofDays(1))));
      for (int i = 0; i < Lag.MAX_COMMITS + 10; i++) {
        put(item("A", "" + i));
      }
      assertThat(get("A", "9")).isEqualTo(item("A", "9"));
      assertThat(get("A", "10")).isNull();
    }
  }

  @Nested
  class Delays {
    @Test
    void onAManualClockAdvanceIt() {
      inject(
          FaultRule.on(Operations.GET_ITEM),
          new InjectedFault.Latency(Duration.ofSeconds(3), InjectedFault.LatencyClock.ENGINE));
      inject(
          FaultRule.on(Operations.GET_ITEM),
          new InjectedFault.Latency(Duration.ofSeconds(4), InjectedFault.LatencyClock.ENGINE));
      get("A", "1");
      assertThat(time.instant()).isEqualTo(EngineExtension.NOON.plusSeconds(7));
    }

    @Test
    void inRealTimeHoldTheRequestUntilTheRuleIsRemoved() throws InterruptedException {
      ActiveRule rule =
          inject(
              FaultRule.on(Operations.PUT_ITEM),
              new InjectedFault.Latency(Duration.ofHours(1), InjectedFault.LatencyClock.REAL));
      CountDownLatch started = new CountDownLatch(1);
      Thread writer =
          new Thread(
              () -> {
                started.countDown();
                put(item("A", "1"));
              });
      writer.start();
      started.await();
      while (rule.injected() == 0) {
        Thread.onSpinWait();
      }
      assertThat(stored()).isEmpty();
      rule.close();
      writer.join();
      assertThat(stored()).containsExactly("1");
      assertThat(time.instant()).isEqualTo(EngineExtension.NOON);
    }
  }

  @Nested
  class StreamRecordsRead {
    private String iterator = "";

    @BeforeEach
    void turnStreamOn() {
      String arn =
          engine
              .call(
                  Operations.UPDATE_TABLE,
                  UpdateTableInput.builder()
                      .tableName("Chat")
                      .streamSpecification(new StreamSpecification(true, "KEYS_ONLY"))
                      .build())
              .tableDescription()
              .latestStreamArn();
      String shard =
          engine
              .call(
                  Operations.DESCRIBE_STREAM, DescribeStreamInput.builder().streamArn(arn).build())
              .streamDescription()
              .shards()
              .get(0)
              .shardId();
      iterator =
          engine
              .call(
                  Operations.GET_SHARD_ITERATOR,
                  GetShardIteratorInput.builder()
                      .streamArn(arn)
                      .shardId(shard)
                      .shardIteratorType("TRIM_HORIZON")
                      .build())
              .shardIterator();
    }

    /** Reads the next page; returns the sort keys of its records. */
    private List<String> next() {
      GetRecordsOutput output =
          engine.call(
              Operations.GET_RECORDS, GetRecordsInput.builder().shardIterator(iterator).build());
      iterator = output.nextShardIterator();
      List<String> keys = new ArrayList<>();
      output.records().forEach(record -> keys.add(record.dynamodb().keys().find("SK").string()));
      return keys;
    }

    @Test
    void areLate() {
      inject(FaultRule.on().table("Chat"), new InjectedFault.LateRecords(Duration.ofSeconds(5)));
      put(item("A", "1"));
      time.advance(Duration.ofSeconds(4));
      put(item("A", "2"));
      assertThat(next()).isEmpty();
      time.advance(Duration.ofSeconds(1));
      assertThat(next()).containsExactly("1");
      time.advance(Duration.ofSeconds(4));
      assertThat(next()).containsExactly("2");
    }

    @Test
    void areRepeatedOnce() {
      ActiveRule rule = inject(FaultRule.on(), new InjectedFault.RepeatedRecords());
      assertThat(next()).isEmpty();
      put(item("A", "1"));
      assertThat(next()).containsExactly("1");
      put(item("A", "2"));
      assertThat(next()).containsExactly("1", "2");
      assertThat(next()).isEmpty();
      put(item("A", "3"));
      assertThat(next()).containsExactly("3");
      assertThat(next()).containsExactly("3");
      assertThat(next()).isEmpty();
      assertThat(rule.injected()).isEqualTo(2);
    }

    @Test
    void comeInShortPages() {
      inject(FaultRule.on(), new InjectedFault.ShortPage(1));
      put(item("A", "1"));
      put(item("A", "2"));
      assertThat(next()).containsExactly("1");
      assertThat(next()).containsExactly("2");
    }
  }
}

package dev.monotable.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.Tables;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.HeatModel.PartitionLimits;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.Operations;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hot partitions that are split, or are not, with small partitions and short times. */
class HeatTest {
  private static final int UNITS = 16;
  private static final HeatModel SMALL =
      new HeatModel(new PartitionLimits(30, 10, 1e9), 4, 0.9, 0.05, 300, 60);

  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private MonotableEngine engine = open(EngineConfig.builder());

  private MonotableEngine open(EngineConfig.Builder config) {
    return MonotableEngine.create(
        config.clock(time).scheduler(time).seed(7).heatModel(SMALL).throttling(true).build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void create(String name) {
    engine.call(
        Operations.CREATE_TABLE,
        Tables.chat(name).toBuilder()
            .billingMode("PROVISIONED")
            .provisionedThroughput(new ProvisionedThroughput(5L, 5L))
            .globalSecondaryIndexes(null)
            .attributeDefinitions(
                List.of(new AttributeDefinition("PK", "S"), new AttributeDefinition("SK", "S")))
            .build());
  }

  private boolean put(String table, Item item) {
    try {
      Calls.put(engine::call, table, item);
      return true;
    } catch (DynamoException e) {
      assertThat(e.code().shapeName()).isEqualTo("ProvisionedThroughputExceededException");
      return false;
    }
  }

  /** Writes with 16 units a second for 20 seconds; returns what is throttled in the last one. */
  private int throttledAtTheEnd(IntFunction<Item> items) {
    create("Hot");
    time.advance(Duration.ofMinutes(5));
    int throttled = 0;
    for (int second = 0; second < 20; second++) {
      throttled = 0;
      for (int i = 0; i < UNITS; i++) {
        throttled += put("Hot", items.apply(second * UNITS + i)) ? 0 : 1;
      }
      if (second == 0) {
        assertThat(throttled).as("one partition serves 10 units").isEqualTo(UNITS - 10);
      }
      time.advance(Duration.ofSeconds(1));
    }
    return throttled;
  }

  @Test
  void aHotPartitionIsSplitBetweenItsKeys() {
    assertThat(throttledAtTheEnd(i -> Item.of("PK", "K" + i % UNITS, "SK", "1"))).isZero();
  }

  @Test
  void anItemCollectionIsSplitBetweenItsItems() {
    assertThat(throttledAtTheEnd(i -> Item.of("PK", "K", "SK", "" + i % UNITS))).isZero();
  }

  @Test
  void anItemIsInOnePartition() {
    assertThat(throttledAtTheEnd(i -> Item.of("PK", "K", "SK", "1"))).isEqualTo(UNITS - 10);
  }

  @Test
  void keysThatOnlyIncreaseAreNotSplit() {
    assertThat(throttledAtTheEnd(i -> Item.of("PK", "K", "SK", "" + (1_000_000 + i))))
        .isEqualTo(UNITS - 10);
  }

  @Test
  void theTablesWhoseConsumptionIsKnownAreBounded() {
    Item item = Item.of("PK", "K", "SK", "1");
    for (int i = 0; i < ThroughputThrottle.MAX_TABLES; i++) {
      create("Table" + i);
      for (int write = 0; write < 10; write++) {
        assertThat(put("Table" + i, item)).isTrue();
      }
    }
    assertThat(put("Table0", item)).isFalse();
    create("Another");
    assertThat(put("Another", item)).isTrue();
    assertThat(put("Table0", item)).as("used after the second table").isFalse();
    assertThat(put("Table1", item)).as("forgotten").isTrue();
  }

  @Test
  void theSampledPartitionsAreBounded() {
    SampleBudget budget = new SampleBudget();
    MeteredPartition first = new MeteredPartition(new byte[0], null, 0);
    budget.begin(first);
    for (int i = 0; i < SampleBudget.MAX_SAMPLED; i++) {
      budget.begin(new MeteredPartition(new byte[0], null, 0));
    }
    assertThat(budget.sampled()).isEqualTo(SampleBudget.MAX_SAMPLED);
    budget.end(first);
    budget.end(first);
    assertThat(budget.sampled()).isEqualTo(SampleBudget.MAX_SAMPLED - 1);
    assertThat(first.isSampled()).isFalse();
  }

  @Test
  void tablesThatChangeAtTheSameTimeAreLimited() {
    engine.close();
    engine =
        open(
            EngineConfig.builder()
                .limits(
                    Limits.builder().tableChanges(changes -> changes.withMaxConcurrent(2)).build())
                .delays(Delays.builder().createTable(Duration.ofSeconds(5)).build()));
    create("First");
    create("Second");
    assertThat(error("Third"))
        .isEqualTo(
            "LimitExceededException: Subscriber limit exceeded: Only 2 tables can be created,"
                + " updated, or deleted simultaneously");
    time.advance(Duration.ofSeconds(5));
    create("Third");
  }

  private String error(String table) {
    try {
      create(table);
      return "none";
    } catch (DynamoException e) {
      return e.code().shapeName() + ": " + e.getMessage();
    }
  }
}

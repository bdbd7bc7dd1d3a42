package dev.monotable.engine.insights;

import static dev.monotable.testing.Calls.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.Contributor;
import dev.monotable.engine.observe.ContributorReport;
import dev.monotable.engine.operation.Tables;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys that are counted while Contributor Insights is enabled. */
class ContributorCounterTest {
  private final ManualTime time = new ManualTime(EngineExtension.NOON);
  private final MonotableEngine engine =
      MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).seed(1).build());

  @BeforeEach
  void createATable() {
    engine.call(Operations.CREATE_TABLE, Tables.chat("Chat"));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void change(@Nullable String index, String action, @Nullable String mode) {
    engine.call(
        Operations.UPDATE_CONTRIBUTOR_INSIGHTS,
        UpdateContributorInsightsInput.builder()
            .tableName("Chat")
            .indexName(index)
            .contributorInsightsAction(action)
            .contributorInsightsMode(mode)
            .build());
  }

  private static Item item(String pk, String sk) {
    return Item.of("PK", pk, "SK", sk);
  }

  private void put(Item item) {
    Calls.put(engine::call, "Chat", item);
  }

  private ContributorReport report(@Nullable String index) {
    return engine.contributors("Chat", index, 2);
  }

  private static Contributor exact(Item key, double count) {
    return new Contributor(key, count, 0);
  }

  @Test
  void accessedKeysAreCountedByTheirUnitsFromWhenItIsEnabled() {
    put(item("A", "1"));
    assertThat(report(null)).isEqualTo(ContributorReport.none("Chat", null));
    change(null, "ENABLE", null);
    put(item("A", "1"));
    put(item("A", "1"));
    put(item("A", "2"));
    put(item("B", "1"));
    query(engine::call, "Chat", "PK = 'B'");

    assertThat(report(null))
        .isEqualTo(
            new ContributorReport(
                "Chat",
                null,
                List.of(exact(Item.of("PK", "A"), 3), exact(Item.of("PK", "B"), 1.5)),
                List.of(exact(item("A", "1"), 2), exact(item("A", "2"), 1)),
                List.of(),
                List.of()));
    change(null, "DISABLE", null);
    assertThat(report(null)).isEqualTo(ContributorReport.none("Chat", null));
    time.advance(Duration.ofSeconds(1));
    change(null, "ENABLE", null);
    assertThat(report(null)).isEqualTo(ContributorReport.none("Chat", null));
  }

  @Test
  void anIndexHasItsOwn() {
    change("GSI1", "ENABLE", null);
    put(Item.of("PK", "A", "SK", "1", "GSI1PK", "G", "GSI1SK", "x"));
    put(item("B", "1"));

    assertThat(report(null)).isEqualTo(ContributorReport.none("Chat", null));
    assertThat(report("GSI1"))
        .isEqualTo(
            new ContributorReport(
                "Chat",
                "GSI1",
                List.of(exact(Item.of("GSI1PK", "G"), 1)),
                List.of(exact(Item.of("GSI1PK", "G", "GSI1SK", "x"), 1)),
                List.of(),
                List.of()));
  }

  @Test
  void throttledKeysAreCountedByRequests() {
    change(null, "ENABLE", "THROTTLED_KEYS");
    engine.call(
        Operations.UPDATE_TABLE,
        UpdateTableInput.builder()
            .tableName("Chat")
            .onDemandThroughput(new OnDemandThroughput(null, 1L))
            .build());
    engine.throttle(true);
    for (int i = 0; i < 301; i++) {
      put(item("A", "1")); // those of this second, and the burst
    }
    for (int i = 0; i < 3; i++) {
      assertThat(isThrottled(item("B", "1"))).isTrue();
    }

    assertThat(report(null))
        .isEqualTo(
            new ContributorReport(
                "Chat",
                null,
                List.of(),
                List.of(),
                List.of(exact(Item.of("PK", "B"), 3)),
                List.of(exact(item("B", "1"), 3))));
  }

  private boolean isThrottled(Item item) {
    try {
      put(item);
      return false;
    } catch (DynamoException e) {
      return e.code().shapeName().equals("ThrottlingException");
    }
  }

  @Test
  void aForkCountsFromItsBeginning() {
    change(null, "ENABLE", null);
    put(item("A", "1"));
    try (MonotableEngine fork = engine.fork()) {
      Calls.put(fork::call, "Chat", item("B", "1"));
      assertThat(fork.contributors("Chat", null, 2).accessedPartitionKeys())
          .containsExactly(exact(Item.of("PK", "B"), 1));
    }
  }

  @Test
  void theKeysThatAreKeptAreBoundedAndTheFrequentOnesAreFound() {
    FrequentKeys keys = new FrequentKeys();
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 2_000; i++) {
        keys.add(Item.of("PK", "RARE#" + round + "#" + i), 1);
        if (i % 4 == 0) {
          keys.add(Item.of("PK", "HOT"), 1);
        }
        if (i % 10 == 0) {
          keys.add(Item.of("PK", "WARM"), 1);
        }
      }
      assertThat(keys.size()).isLessThanOrEqualTo(2 * FrequentKeys.KEPT);
    }

    List<Contributor> most = keys.most(2);
    List<Item> names = new ArrayList<>();
    most.forEach(each -> names.add(each.key()));
    assertThat(names).containsExactly(Item.of("PK", "HOT"), Item.of("PK", "WARM"));
    assertThat(most.get(0).count()).isBetween(10_000.0, 10_000 + most.get(0).error());
    assertThat(most.get(1).count()).isBetween(4_000.0, 4_000 + most.get(1).error());
  }
}

package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.Operations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handlers of streams while faults are injected into reads of the stream. */
class StreamFaultsTest extends ChatStream {
  @Test
  void recordsAreDeliveredTwice() {
    EventSourceMapping mapping = db.stream().onBatch(10, this::receive);
    db.inject(new InjectedFault.RepeatedRecords());
    db.putAll("a", 2);
    mapping.awaitDrained();
    db.put("a", 3);
    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1, 2, 1, 2), List.of(3, 3));
  }

  @Test
  void recordsAreDeliveredLate() {
    EventSourceMapping mapping = db.stream().onBatch(10, this::receive);
    db.inject(new InjectedFault.LateRecords(Duration.ofSeconds(30)));
    db.putAll("a", 2);

    assertThat(mapping.deliverDue()).isZero();
    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1, 2));
    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(31));
    mapping.awaitDrained();
    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(31));
  }

  @Test
  void pagesOfOneRecordLoseNothing() {
    EventSourceMapping mapping = db.stream().onBatch(10, this::receive);
    db.inject(new InjectedFault.ShortPage(1));
    db.putAll("a", 5);

    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1, 2, 3, 4, 5));
  }

  @Test
  void readsThatFailAreRepeated() {
    EventSourceMapping mapping = db.stream().onBatch(10, this::receive);
    db.inject(2, new InjectedFault.Throttle(null));
    db.inject(1, new InjectedFault.DroppedConnection(false));
    db.inject(1, new InjectedFault.ServerError(false));
    db.put("a", 1);

    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1));
    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(1 + 2 + 4 + 8));
  }

  @Test
  void readsThatAlwaysFailAreReported() {
    EventSourceMapping mapping = db.stream().onBatch(10, this::receive);
    db.inject(new InjectedFault.Throttle(null));
    db.put("a", 1);

    assertThatThrownBy(mapping::awaitDrained)
        .isInstanceOf(StreamNotDrainedException.class)
        .hasMessageMatching(
            "the stream of table Chat is not drained: GetRecords of shard shardId-\\S+ has failed"
                + " 10 times")
        .hasCauseInstanceOf(DynamoException.class);

    db.faults().clear();
    mapping.awaitDrained();
    assertThat(batches).containsExactly(List.of(1));
  }

  @Test
  void faultsOfOtherOperationsAreLeftToTheCodeUnderTest() {
    db.faults()
        .add(
            FaultRule.on(
                    Operations.DESCRIBE_STREAM,
                    Operations.GET_SHARD_ITERATOR,
                    Operations.DESCRIBE_TABLE)
                .inject(new InjectedFault.ServerError(false)));
    db.put("a", 1);

    db.stream().onBatch(10, this::receive).awaitDrained();

    assertThat(batches).containsExactly(List.of(1));
    assertThat(db.faults().rules()).allSatisfy(rule -> assertThat(rule.matched()).isZero());
  }

  @Test
  void recordsThatAreTrimmedEarlyAreSkipped() {
    EngineConfig small =
        EngineConfig.DEFAULT.toBuilder()
            .limits(Limits.builder().memory(memory -> memory.withMaxStreamBytes(100_000)).build())
            .build();
    try (ChatDatabase bounded = new ChatDatabase(small)) {
      EventSourceMapping mapping = bounded.stream().onBatch(1_000, this::receive);
      bounded.put("a", 1);
      mapping.awaitDrained();
      String text = "x".repeat(10_000);
      for (int id = 2; id <= 40; id++) {
        bounded.put("a", id, text);
      }

      mapping.awaitDrained();

      assertThat(batches).hasSize(2);
      assertThat(batches.get(1)).hasSizeLessThan(20).endsWith(38, 39, 40);
    }
  }
}

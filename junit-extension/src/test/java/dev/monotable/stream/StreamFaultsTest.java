package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Monotable;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.Operations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handlers of streams while faults are injected into reads of the stream. */
class StreamFaultsTest extends ChatStream {
  @Test
  void recordsAreDeliveredTwice() {
    EventSourceMapping mapping = db.stream("Chat").onBatch(10, this::receive);
    db.faults().on(Operations.GET_RECORDS).repeatedRecords();
    Chat.putAll(db, "a", 2);
    mapping.awaitDrained();
    Chat.put(db, "a", 3);
    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1, 2, 1, 2), List.of(3, 3));
  }

  @Test
  void recordsAreDeliveredLate() {
    EventSourceMapping mapping = db.stream("Chat").onBatch(10, this::receive);
    db.faults().on(Operations.GET_RECORDS).lateRecords(Duration.ofSeconds(30));
    Chat.putAll(db, "a", 2);

    assertThat(mapping.deliverDue()).isZero();
    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1, 2));
    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(31));
    mapping.awaitDrained();
    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(31));
  }

  @Test
  void pagesOfOneRecordLoseNothing() {
    EventSourceMapping mapping = db.stream("Chat").onBatch(10, this::receive);
    db.faults().on(Operations.GET_RECORDS).pagesOf(1);
    Chat.putAll(db, "a", 5);

    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1, 2, 3, 4, 5));
  }

  @Test
  void readsThatFailAreRepeated() {
    EventSourceMapping mapping = db.stream("Chat").onBatch(10, this::receive);
    db.faults().on(Operations.GET_RECORDS).times(2).throttle();
    db.faults().on(Operations.GET_RECORDS).times(1).dropConnection();
    db.faults().on(Operations.GET_RECORDS).times(1).serverError();
    Chat.put(db, "a", 1);

    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(1));
    assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(1 + 2 + 4 + 8));
  }

  @Test
  void readsThatAlwaysFailAreReported() {
    EventSourceMapping mapping = db.stream("Chat").onBatch(10, this::receive);
    db.faults().on(Operations.GET_RECORDS).throttle();
    Chat.put(db, "a", 1);

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
        .on(Operations.DESCRIBE_STREAM, Operations.GET_SHARD_ITERATOR, Operations.DESCRIBE_TABLE)
        .serverError();
    Chat.put(db, "a", 1);

    db.stream("Chat").onBatch(10, this::receive).awaitDrained();

    assertThat(batches).containsExactly(List.of(1));
    assertThat(db.faults().rules()).allSatisfy(rule -> assertThat(rule.matched()).isZero());
  }

  @Test
  void recordsThatAreTrimmedEarlyAreSkipped() {
    EngineConfig small =
        EngineConfig.DEFAULT.toBuilder()
            .limits(Limits.builder().memory(memory -> memory.withMaxStreamBytes(100_000)).build())
            .build();
    try (Monotable bounded = Monotable.builder().config(small).frozenAt(START).create()) {
      Chat.create(bounded);
      EventSourceMapping mapping = bounded.stream("Chat").onBatch(1_000, this::receive);
      Chat.put(bounded, "a", 1);
      mapping.awaitDrained();
      String text = "x".repeat(10_000);
      for (int id = 2; id <= 40; id++) {
        Chat.put(bounded, "a", id, text);
      }

      mapping.awaitDrained();

      assertThat(batches).hasSize(2);
      assertThat(batches.get(1)).hasSizeLessThan(20).endsWith(38, 39, 40);
    }
  }
}

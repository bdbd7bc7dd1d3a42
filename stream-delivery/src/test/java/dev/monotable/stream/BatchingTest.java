package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The way in which batches are formed, and which of them are delivered at the same time. */
class BatchingTest extends ChatStream {
  @Nested
  class Windows {
    @Test
    void aBatchWaitsForItsWindow() {
      EventSourceMapping mapping =
          db.stream()
              .maximumBatchingWindow(Duration.ofSeconds(10))
              .onBatch(3, BatchingTest.this::receive);
      db.put("a", 1);
      assertThat(mapping.deliverDue()).isZero();
      db.clock().advance(Duration.ofSeconds(9));
      db.put("a", 2);
      assertThat(mapping.deliverDue()).isZero();
      db.clock().advance(Duration.ofSeconds(1));

      assertThat(mapping.deliverDue()).isEqualTo(1);

      assertThat(batches).containsExactly(List.of(1, 2));
    }

    @Test
    void aFullBatchDoesNotWait() {
      EventSourceMapping mapping =
          db.stream()
              .maximumBatchingWindow(Duration.ofSeconds(10))
              .onBatch(3, BatchingTest.this::receive);
      db.putAll("a", 4);

      assertThat(mapping.deliverDue()).isEqualTo(1);

      assertThat(batches).containsExactly(List.of(1, 2, 3));
    }

    @Test
    void drainingAdvancesTheClockToTheEndOfTheWindow() {
      EventSourceMapping mapping =
          db.stream()
              .maximumBatchingWindow(Duration.ofMinutes(5))
              .onBatch(BatchingTest.this::receive);
      db.putAll("a", 2);

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2));
      assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(300));
    }

    @Test
    void aBatchEndsAtSixMegabytes() {
      EventSourceMapping mapping = db.stream().onBatch(BatchingTest.this::receive);
      String large = "x".repeat(390_000);
      for (int id = 1; id <= 20; id++) {
        db.put("a", id, large);
      }

      mapping.awaitDrained();

      assertThat(batches).extracting(List::size).containsExactly(16, 4);
    }

    @Test
    void aBatchIsNotLargerThanTheLargestBatchSize() {
      EventSourceMapping mapping = db.stream().onBatch(10_000, BatchingTest.this::receive);
      for (int id = 1; id <= 10_500; id++) {
        db.put(ChatDatabase.key("a", id));
      }

      mapping.awaitDrained();

      assertThat(batches).extracting(List::size).containsExactly(10_000, 500);
    }
  }

  @Nested
  class Parallelization {
    private final Map<String, List<Integer>> byRoom = new TreeMap<>();

    private synchronized void collect(List<Record> records) {
      receive(records);
      for (Record record : records) {
        byRoom
            .computeIfAbsent(record.dynamodb().keys().get("room").s(), room -> new ArrayList<>())
            .add(Integer.parseInt(record.dynamodb().newImage().get("text").s()));
      }
    }

    private Map<String, List<Integer>> writeRooms() {
      Map<String, List<Integer>> expected = new TreeMap<>();
      for (int version = 1; version <= 20; version++) {
        for (String room : List.of("a", "b", "c", "d", "e", "f")) {
          db.put(room, 1, Integer.toString(version));
          expected.computeIfAbsent(room, key -> new ArrayList<>()).add(version);
        }
      }
      return expected;
    }

    @Test
    void theOrderOfEachItemIsKept() {
      EventSourceMapping mapping = db.stream().parallelizationFactor(4).onBatch(3, this::collect);
      Map<String, List<Integer>> expected = writeRooms();

      mapping.awaitDrained();

      assertThat(byRoom).isEqualTo(expected);
    }

    @Test
    void aFailingLaneDoesNotStopTheOthers() {
      List<String> rooms = new ArrayList<>();
      EventSourceMapping mapping =
          db.stream()
              .parallelizationFactor(10)
              .onRecord(
                  record -> {
                    String room = record.dynamodb().keys().get("room").s();
                    if (room.equals("a")) {
                      throw new IllegalStateException("rejected for this test");
                    }
                    rooms.add(room);
                  });
      for (int room = 'a'; room <= 'z'; room++) {
        db.put(Character.toString(room), 1);
      }

      assertThatThrownBy(mapping::awaitDrained)
          .isInstanceOf(StreamNotDrainedException.class)
          .hasRootCauseMessage("rejected for this test");

      assertThat(rooms).hasSizeGreaterThan(15).doesNotContain("a");
    }

    @Test
    void anExecutorRunsLanesAtTheSameTime() throws InterruptedException {
      ExecutorService threads = Executors.newFixedThreadPool(10);
      try {
        CountDownLatch two = new CountDownLatch(2);
        List<Boolean> met = Collections.synchronizedList(new ArrayList<>());
        EventSourceMapping mapping =
            db.stream()
                .parallelizationFactor(10)
                .executor(threads)
                .onBatch(
                    100,
                    records -> {
                      two.countDown();
                      met.add(two.await(240, TimeUnit.SECONDS));
                      collect(records);
                    });
        Map<String, List<Integer>> expected = writeRooms();

        mapping.awaitDrained(Duration.ofMinutes(9));

        assertThat(met).hasSizeGreaterThan(1).containsOnly(true);
        assertThat(byRoom).isEqualTo(expected);
      } finally {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(240, TimeUnit.SECONDS)).isTrue();
      }
    }

    @Test
    void anAssertionErrorOnAnExecutorReachesTheTest() {
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        EventSourceMapping mapping =
            db.stream()
                .executor(threads)
                .onRecord(record -> assertThat(ChatDatabase.id(record)).isEqualTo(7));
        db.put("a", 1);

        assertThatThrownBy(mapping::awaitDrained)
            .isInstanceOf(AssertionError.class)
            .hasMessageContaining("expected: 7");
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @Nested
  class Settings {
    @Test
    void valuesOutOfRangeAreRejected() {
      TableStream stream = db.stream();
      assertRejected(() -> stream.batchSize(0), "batchSize is not between 1 and 10000: 0");
      assertRejected(
          () -> stream.onBatch(10_001, records -> {}),
          "batchSize is not between 1 and 10000: 10001");
      assertRejected(
          () -> stream.maximumBatchingWindow(Duration.ofSeconds(301)),
          "maximumBatchingWindow is not between 0 and 300 whole seconds: PT5M1S");
      assertRejected(
          () -> stream.maximumBatchingWindow(Duration.ofMillis(1_500)),
          "maximumBatchingWindow is not between 0 and 300 whole seconds: PT1.5S");
      assertRejected(
          () -> stream.parallelizationFactor(11),
          "parallelizationFactor is not between 1 and 10: 11");
      assertRejected(
          () -> stream.maximumRetryAttempts(-2),
          "maximumRetryAttempts is not between -1 and 10000: -2");
      assertRejected(
          () -> stream.maximumRecordAge(Duration.ofSeconds(59)),
          "maximumRecordAge is not between 60 and 604800 whole seconds: PT59S");
      assertRejected(
          () -> stream.tumblingWindow(Duration.ZERO),
          "tumblingWindow is not between 1 and 900 whole seconds: PT0S");
      assertRejected(
          () -> db.stream().tumblingWindow(Duration.ofSeconds(1)).onRecord(record -> {}),
          "a handler with tumbling windows must be one of onTimeWindowEvent or onJson");
    }

    private void assertRejected(Runnable setting, String message) {
      assertThatThrownBy(setting::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
  }
}

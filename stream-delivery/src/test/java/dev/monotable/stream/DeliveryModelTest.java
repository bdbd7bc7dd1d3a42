package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Delivers random writes to random handlers with random settings, and checks what Lambda promises:
 * each record is handled at least once, or is in a batch that was discarded, and the changes of an
 * item are handled in order.
 *
 * <p>{@code -Dmonotable.seed=SEED} repeats the first run with a seed.
 */
@Tag("seeds")
@Timeout(600)
class DeliveryModelTest {
  private static final int RUNS = 60;

  static List<Long> seeds() {
    long first = Seed.any();
    List<Long> seeds = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      seeds.add(first + i);
    }
    return seeds;
  }

  /** A run of the model. */
  private static final class Run {
    private final Random random;
    private final ChatDatabase db = new ChatDatabase();

    /** The versions of each item in the order in which they were written. */
    private final Map<String, List<Integer>> written = new LinkedHashMap<>();

    /** The versions of each item in the order in which they were handled for the first time. */
    private final Map<String, List<Integer>> handled = new LinkedHashMap<>();

    private final Map<String, String> sequenceNumbers = new LinkedHashMap<>();
    private final int poison;
    private final double flaky;
    private final boolean bisects;
    private final int factor;
    private final int maximumRetryAttempts;
    private final boolean reports;
    private int version;
    private int closedShards;

    Run(long seed) {
      random = new Random(seed);
      poison = random.nextInt(4) == 0 ? 0 : 5 + random.nextInt(20);
      flaky = random.nextInt(3) == 0 ? 0 : 0.3 * random.nextDouble();
      bisects = random.nextBoolean();
      reports = random.nextBoolean();
      factor = random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 1;
      maximumRetryAttempts = random.nextInt(4);
    }

    private EventSourceMapping attach() {
      TableStream stream =
          db.stream()
              .batchSize(1 + random.nextInt(20))
              .maximumBatchingWindow(Duration.ofSeconds(random.nextInt(3) * 5L))
              .parallelizationFactor(factor)
              .maximumRetryAttempts(maximumRetryAttempts);
      if (bisects) {
        stream.bisectBatchOnFunctionError();
      }
      if (reports) {
        return stream.onReportingBatch(this::report);
      }
      return stream.onBatch(
          records -> {
            if (isRejected(records) >= 0) {
              throw new IllegalStateException("rejected for this test");
            }
            records.forEach(this::accept);
          });
    }

    /** Handles the records before the first one that is rejected. */
    private BatchResponse report(List<Record> records) {
      int rejected = isRejected(records);
      int good = rejected < 0 ? records.size() : rejected;
      records.subList(0, good).forEach(this::accept);
      return rejected < 0
          ? BatchResponse.success()
          : BatchResponse.failed(records.get(rejected).dynamodb().sequenceNumber());
    }

    private int isRejected(List<Record> records) {
      for (int i = 0; i < records.size(); i++) {
        boolean poisoned = poison > 0 && version(records.get(i)) % poison == 0;
        if (poisoned || random.nextDouble() < flaky) {
          return i;
        }
      }
      return -1;
    }

    private static int version(Record record) {
      return Integer.parseInt(record.dynamodb().newImage().get("text").s());
    }

    private static String item(Record record) {
      return record.dynamodb().keys().get("room").s() + record.dynamodb().keys().get("id").n();
    }

    private void accept(Record record) {
      List<Integer> versions = handled.computeIfAbsent(item(record), key -> new ArrayList<>());
      if (!versions.contains(version(record))) {
        versions.add(version(record));
      }
    }

    private void write() {
      String room = Character.toString('a' + random.nextInt(5));
      int id = random.nextInt(4);
      version++;
      db.put(room, id, Integer.toString(version));
      written.computeIfAbsent(room + id, key -> new ArrayList<>()).add(version);
    }

    private void run() {
      EventSourceMapping observer =
          db.stream()
              .onRecord(
                  record ->
                      sequenceNumbers.put(
                          record.dynamodb().sequenceNumber(),
                          item(record) + "/" + version(record)));
      EventSourceMapping mapping = attach();
      int rounds = 1 + random.nextInt(4);
      for (int round = 0; round < rounds; round++) {
        int writes = random.nextInt(60);
        for (int i = 0; i < writes; i++) {
          write();
          if (random.nextInt(10) == 0) {
            db.clock().advance(Duration.ofSeconds(random.nextInt(3)));
          }
          if (random.nextInt(40) == 0 && closedShards < 3) {
            closedShards++; // records do not expire in a run
            db.clock().advance(Duration.ofHours(5));
          }
        }
        injectFault();
        if (random.nextBoolean()) {
          mapping.deliverDue();
        } else {
          mapping.awaitDrained();
        }
        db.faults().clear();
      }
      mapping.awaitDrained();
      observer.close();
      check(mapping);
    }

    private void injectFault() {
      switch (random.nextInt(5)) {
        case 0 -> db.inject(new InjectedFault.RepeatedRecords());
        case 1 -> db.inject(new InjectedFault.LateRecords(Duration.ofSeconds(20)));
        case 2 -> db.inject(new InjectedFault.ShortPage(3));
        case 3 -> db.inject(3, new InjectedFault.Throttle(null));
        default -> {}
      }
    }

    private void check(EventSourceMapping mapping) {
      TreeSet<String> discarded = new TreeSet<>();
      for (DiscardedBatch batch : mapping.discarded()) {
        discarded.addAll(versionsOf(batch));
      }
      written.forEach(
          (item, versions) -> {
            // A record that is read twice may be discarded first and handled later.
            List<Integer> expected = new ArrayList<>(versions);
            expected.removeIf(v -> discarded.contains(item + "/" + v));
            List<Integer> seen = new ArrayList<>(handled.getOrDefault(item, List.of()));
            seen.removeIf(v -> discarded.contains(item + "/" + v));
            assertThat(seen).as("the versions of item %s", item).isEqualTo(expected);
          });
      assertThat(written.keySet()).containsAll(handled.keySet());
      if (poison == 0 && flaky == 0) {
        assertThat(mapping.discarded()).isEmpty();
      }
      if (bisects && !reports && flaky == 0) {
        assertThat(mapping.discarded())
            .allSatisfy(batch -> assertThat(batch.batchInfo().batchSize()).isEqualTo(1));
      }
    }

    /**
     * Returns the versions that a discarded batch may contain: with several lanes, those between.
     */
    private List<String> versionsOf(DiscardedBatch batch) {
      List<String> numbers = new ArrayList<>(sequenceNumbers.keySet());
      int first = numbers.indexOf(batch.batchInfo().startSequenceNumber());
      int last = numbers.indexOf(batch.batchInfo().endSequenceNumber());
      List<String> versions = new ArrayList<>();
      for (String number : numbers.subList(Math.min(first, last), Math.max(first, last) + 1)) {
        versions.add(sequenceNumbers.get(number));
      }
      return versions;
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void eachRecordIsHandledInOrderOrDiscarded(long seed) {
    Run run = new Run(seed);
    try {
      run.run();
    } finally {
      run.db.close();
    }
  }
}

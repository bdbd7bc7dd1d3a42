package dev.monotable.benchmark.ttl;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.Snapshot;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the duration of a sweep for different numbers of items and of expired items. It should
 * depend only on the number of expired items, because a sweep finds them in an index by expiry time
 * and reads no other items.
 *
 * <p>All sizes are measured in one run. Each sweep starts from the same snapshot.
 */
final class SweepBenchmark {
  private static final Instant START = Instant.parse("2026-10-15T12:00:00Z");
  private static final int ROUNDS = 30;
  private static final int WARM_UP = 15;

  private final PrintStream out;

  private SweepBenchmark(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    new SweepBenchmark(System.out).run();
  }

  private void run() {
    out.println("items      expired  sweep (median, ms)   per item (µs)  none expired (µs)");
    // The first measurement only warms up the JIT compilers.
    measure(100_000, 10_000, false);
    double small = measure(100_000, 10_000, true);
    double large = measure(1_000_000, 10_000, true);
    double fewer = measure(1_000_000, 1_000, true);
    out.printf(
        "1,000,000 items to 100,000 items, 10,000 expired in each: ratio %.2f%n", large / small);
    out.printf("10,000 expired to 1,000 expired, of 1,000,000 items: ratio %.2f%n", large / fewer);
  }

  private double measure(int items, int due, boolean printed) {
    ManualTime time = new ManualTime(START);
    try (MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder()
                .clock(time)
                .scheduler(time)
                .seed(1)
                .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND)
                .build())) {
      load(engine, items, due);
      double idle = idleMicros(engine);
      Snapshot loaded = engine.snapshot();
      time.advance(Duration.ofHours(1));
      long[] nanos = new long[ROUNDS];
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        engine.restore(loaded);
        long start = System.nanoTime();
        long removed = engine.sweepExpired();
        long end = System.nanoTime();
        if (removed != due) {
          throw new IllegalStateException(removed + " items were removed instead of " + due);
        }
        if (round >= 0) {
          nanos[round] = end - start;
        }
      }
      Arrays.sort(nanos);
      double millis = nanos[ROUNDS / 2] / 1e6;
      if (printed) {
        out.printf(
            "%,-10d %,-8d %-20.2f %-14.2f %.2f%n", items, due, millis, millis * 1e3 / due, idle);
      }
      return millis;
    }
  }

  /** Returns the duration of a sweep that finds no expired items, in microseconds. */
  private static double idleMicros(MonotableEngine engine) {
    int times = 10_000;
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      if (engine.sweepExpired() != 0) {
        throw new IllegalStateException("an item expired too soon");
      }
    }
    return (System.nanoTime() - start) / 1e3 / times;
  }

  /** Loads items, some of which expire within the next hour and the others in a year. */
  private static void load(MonotableEngine engine, int items, int due) {
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName("Sessions")
            .attributeDefinitions(
                List.of(new AttributeDefinition("PK", "S"), new AttributeDefinition("SK", "S")))
            .keySchema(
                List.of(new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
            .billingMode("PAY_PER_REQUEST")
            .build());
    engine.call(
        Operations.UPDATE_TIME_TO_LIVE,
        new UpdateTimeToLiveInput("Sessions", new TimeToLiveSpecification(true, "ttl")));
    int every = items / due;
    for (int i = 0; i < items; i++) {
      boolean soon = i % every == 0;
      long seconds = START.getEpochSecond() + (soon ? 1 + i % 3_000 : 365 * 86_400 + i);
      engine.call(
          Operations.PUT_ITEM,
          PutItemInput.builder()
              .tableName("Sessions")
              .item(
                  Item.of(
                      "PK",
                      AttributeValue.string("USER#" + i / 10),
                      "SK",
                      AttributeValue.string("SESSION#" + i),
                      "ttl",
                      AttributeValue.number(seconds)))
              .build());
    }
  }
}

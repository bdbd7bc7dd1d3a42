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
 * How long a sweep takes by how many items there are and by how many of them are due. It is to
 * depend on those that are due alone: they are found in an index by time, and nothing else is
 * looked at.
 *
 * <p>Sizes of both kinds are measured in one run; each sweep starts from the same state, which a
 * snapshot keeps.
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
    out.println("items      due      sweep (median, ms)   an item (µs)   nothing due (µs)");
    // The first of them warms up, and is not told.
    measure(100_000, 10_000, false);
    double small = measure(100_000, 10_000, true);
    double large = measure(1_000_000, 10_000, true);
    double fewer = measure(1_000_000, 1_000, true);
    out.printf(
        "1,000,000 items against 100,000, 10,000 due of either: %.2f times%n", large / small);
    out.printf("10,000 due against 1,000, of 1,000,000 items: %.2f times%n", large / fewer);
  }

  private double measure(int items, int due, boolean told) {
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
          throw new IllegalStateException(removed + " items were removed, not " + due);
        }
        if (round >= 0) {
          nanos[round] = end - start;
        }
      }
      Arrays.sort(nanos);
      double millis = nanos[ROUNDS / 2] / 1e6;
      if (told) {
        out.printf(
            "%,-10d %,-8d %-20.2f %-14.2f %.2f%n", items, due, millis, millis * 1e3 / due, idle);
      }
      return millis;
    }
  }

  /** How long a sweep takes that finds nothing. */
  private static double idleMicros(MonotableEngine engine) {
    int times = 10_000;
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      if (engine.sweepExpired() != 0) {
        throw new IllegalStateException("an item was due too soon");
      }
    }
    return (System.nanoTime() - start) / 1e3 / times;
  }

  /** Items with a time to live, some of which end within the next hour, and the rest in a year. */
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

package dev.monotable.benchmark.stream;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Measures a PutItem that replaces an item, without a stream and with a stream: with few item
 * collections, which share one shard; with many item collections, which use the maximum number of
 * shards; and with a stream that has been written to for more than a day, so that it trims as many
 * records as it receives.
 */
final class StreamWriteBenchmark {
  private static final int WRITES = 100_000;
  private static final int ROUNDS = 9;

  private final PrintStream out;

  private StreamWriteBenchmark(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    new StreamWriteBenchmark(System.out).run();
  }

  private void run() {
    for (int pass = 0; pass < 2; pass++) {
      out.println(pass == 0 ? "Warming up" : "PutItem, median of rounds, µs");
      double few = measure(null, 500, Duration.ZERO);
      double many = measure(null, 100_000, Duration.ZERO);
      tell("500 item collections", few, measure("NEW_AND_OLD_IMAGES", 500, Duration.ZERO));
      tell("100,000 item collections", many, measure("NEW_AND_OLD_IMAGES", 100_000, Duration.ZERO));
      // Each round covers six hours of writes, so the stream trims from the fifth round on.
      tell(
          "500 item collections, over days",
          few,
          measure("NEW_AND_OLD_IMAGES", 500, Duration.ofHours(6).dividedBy(WRITES)));
    }
  }

  private void tell(String what, double without, double with) {
    out.printf(
        "%-34s without %.2f   with a stream %.2f   %.2f more%n",
        what, without, with, with - without);
  }

  private static double measure(@Nullable String view, int collections, Duration pace) {
    ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
    try (MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder().clock(time).scheduler(time).seed(1).build())) {
      engine.call(
          Operations.CREATE_TABLE,
          CreateTableInput.builder()
              .tableName("Changes")
              .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
              .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
              .billingMode("PAY_PER_REQUEST")
              .streamSpecification(view == null ? null : new StreamSpecification(true, view))
              .build());
      SplittableRandom random = new SplittableRandom(1);
      double[] micros = new double[ROUNDS];
      for (int i = 0; i < collections; i++) {
        put(engine, i, 0);
      }
      for (int round = 0; round < ROUNDS; round++) {
        long start = System.nanoTime();
        for (int i = 1; i <= WRITES; i++) {
          put(engine, random.nextInt(collections), round * (long) WRITES + i);
          if (!pace.isZero() && i % 1_000 == 0) {
            time.advance(pace.multipliedBy(1_000));
          }
        }
        micros[round] = (System.nanoTime() - start) / 1e3 / WRITES;
      }
      Arrays.sort(micros);
      return micros[ROUNDS / 2];
    }
  }

  private static void put(MonotableEngine engine, int collection, long number) {
    engine.call(
        Operations.PUT_ITEM,
        PutItemInput.builder()
            .tableName("Changes")
            .item(
                Item.of(
                    "PK",
                    AttributeValue.string("USER#" + collection),
                    "n",
                    AttributeValue.number(number)))
            .build());
  }
}

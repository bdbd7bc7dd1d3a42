package dev.monotable.benchmark.memory;

import dev.monotable.benchmark.server.Report;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** Measures the live bytes that the history of a table with point-in-time recovery takes. */
final class Histories {
  private static final String TABLE = "History";
  private static final int ITEMS = 100_000;
  private static final int DAY = 86_400;
  private static final String TEXT = "x".repeat(350);

  private Histories() {}

  static void measure(Report report) {
    report.add("");
    report.add(
        "A day of writes, each of which replaces one of %,d items of about 400 bytes at random, to"
            + " a table with point-in-time recovery: the live bytes that its history takes.",
        ITEMS);
    report.add("");
    report.add("| seconds between writes | writes in a second | writes | MB | bytes per write |");
    report.add("|---|---|---|---|---|");
    row(report, 10, 1);
    row(report, 1, 1);
    row(report, 1, 10);
  }

  private static void row(Report report, int seconds, int writes) {
    int all = DAY / seconds * writes;
    long without = bytes(seconds, writes, false);
    long bytes = bytes(seconds, writes, true) - without;
    report.add(
        "| %d | %d | %,d | %,d | %,d |", seconds, writes, all, bytes / 1_000_000, bytes / all);
  }

  private static long bytes(int seconds, int writes, boolean keeps) {
    long before = LiveBytes.count();
    ManualTime time = new ManualTime(Instant.parse("2026-10-15T12:00:00Z"));
    EngineConfig config =
        EngineConfig.builder()
            .clock(time)
            .scheduler((interval, task) -> () -> {})
            .limits(
                Limits.builder()
                    .memory(memory -> memory.withMaxHistoryBytes(Long.MAX_VALUE / 2))
                    .build())
            .build();
    try (MonotableEngine engine = MonotableEngine.create(config)) {
      engine.call(
          Operations.CREATE_TABLE,
          CreateTableInput.builder()
              .tableName(TABLE)
              .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
              .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
              .billingMode("PAY_PER_REQUEST")
              .build());
      for (int i = 0; i < ITEMS; i++) {
        put(engine, i, 0);
      }
      engine.call(
          Operations.UPDATE_CONTINUOUS_BACKUPS,
          new UpdateContinuousBackupsInput(
              TABLE, new PointInTimeRecoverySpecification(keeps, null)));
      SplittableRandom random = new SplittableRandom(1);
      for (int second = 0; second < DAY; second += seconds) {
        time.advance(Duration.ofSeconds(seconds));
        for (int i = 0; i < writes; i++) {
          put(engine, random.nextInt(ITEMS), second);
        }
      }
      return LiveBytes.count() - before;
    }
  }

  private static void put(MonotableEngine engine, int number, int version) {
    engine.call(
        Operations.PUT_ITEM,
        PutItemInput.builder()
            .tableName(TABLE)
            .item(
                Item.of("PK", "item-%06d".formatted(number), "text", TEXT, "version", "" + version))
            .build());
  }
}

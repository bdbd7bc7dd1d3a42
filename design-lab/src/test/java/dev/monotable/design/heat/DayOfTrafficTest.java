package dev.monotable.design.heat;

import static dev.monotable.testing.Calls.put;
import static dev.monotable.testing.Calls.query;
import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.load.DayCurve;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.TableCapacity.Provisioned;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Runs the orders of an example design for a day, second by second of a clock that a test sets,
 * against an engine that throttles. One in fifty of its queries is sent.
 */
class DayOfTrafficTest {
  private static final RateCurve CURVE = RateCurve.of(DayCurve.PEOPLE);
  private static final int DAY = 86_400;
  private static final int USERS = 10_000;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-15T00:00:00Z"));
  private final HeatScenario orders = orders();

  private static HeatScenario orders() {
    try {
      Design design =
          DesignFile.read(Path.of("..", "examples", "designs", "orders", "design.yaml"));
      return HeatScenarios.of(WorkloadEstimate.of(design, null, 730), null).get(0);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The requests of a day. */
  private record Outcome(int sent, int throttled, int firstSecond) {}

  private Outcome run(long writeUnits) {
    int sent = 0;
    int throttled = 0;
    int first = -1;
    double due = 0;
    try (MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder().clock(time).scheduler(time).seed(1).throttling(true).build())) {
      create(engine, writeUnits);
      time.advance(Duration.ofMinutes(5));
      for (int second = 0; second < DAY; second++) {
        due += orders.writeUnits() * CURVE.factor(second + 0.5);
        for (; due >= 1; due--) {
          int number = sent++;
          if (!succeeds(() -> placeAnOrder(engine, number))) {
            throttled++;
            first = first < 0 ? second : first;
          }
        }
        int user = second % USERS;
        assertThat(succeeds(() -> ordersOf(engine, user))).isTrue();
        time.advance(Duration.ofSeconds(1));
      }
    }
    return new Outcome(sent, throttled, first);
  }

  private static void create(MonotableEngine engine, long writeUnits) {
    ProvisionedThroughput throughput = new ProvisionedThroughput(10L, writeUnits);
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName("MainTable")
            .attributeDefinitions(
                List.of(
                    new AttributeDefinition("PK", "S"),
                    new AttributeDefinition("SK", "S"),
                    new AttributeDefinition("GSI1PK", "S"),
                    new AttributeDefinition("GSI1SK", "S")))
            .keySchema(
                List.of(new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndex.builder()
                        .indexName("GSI1")
                        .keySchema(
                            List.of(
                                new KeySchemaElement("GSI1PK", "HASH"),
                                new KeySchemaElement("GSI1SK", "RANGE")))
                        .projection(new Projection("ALL", null))
                        .provisionedThroughput(new ProvisionedThroughput(5L, 10L))
                        .build()))
            .billingMode("PROVISIONED")
            .provisionedThroughput(throughput)
            .build());
  }

  private static void placeAnOrder(MonotableEngine engine, int number) {
    String date = "2026-10-15T" + number;
    put(
        engine::call,
        "MainTable",
        item(
            "PK: USER#{0}, SK: ORDER#{1}, GSI1PK: ORDER_DATE#2026-10-15, GSI1SK: ORDER#{1}, total:"
                + " {2}",
            number % USERS, date, "x".repeat(300)));
  }

  private static void ordersOf(MonotableEngine engine, int user) {
    query(engine::call, "MainTable", "PK = 'USER#{}'", user);
  }

  private static boolean succeeds(Runnable request) {
    try {
      request.run();
      return true;
    } catch (DynamoException e) {
      assertThat(e.code().shapeName()).isEqualTo("ProvisionedThroughputExceededException");
      return false;
    }
  }

  private HeatReport simulate(long writeUnits) {
    return HeatSimulation.run(
        orders.withCapacity(new Provisioned(1_000, (double) writeUnits)),
        Run.day(DayCurve.PEOPLE),
        HeatModel.DEFAULT);
  }

  @Test
  void capacityForThePeakServesTheDay() {
    long peak = (long) Math.ceil(orders.writeUnits() * RateCurve.of(DayCurve.PEOPLE).peak());

    Outcome engine = run(peak);

    assertThat(engine.sent()).isGreaterThan(DAY);
    assertThat(engine).isEqualTo(new Outcome(engine.sent(), 0, -1));
    assertThat(simulate(peak).timeline().firstThrottle()).isNull();
  }

  @Test
  void capacityForTheAverageThrottlesThePeakAsTheSimulationDoes() {
    long average = (long) Math.floor(orders.writeUnits());

    Outcome engine = run(average);

    HeatReport simulated = simulate(average);
    FirstThrottle first = simulated.timeline().firstThrottle();
    assertThat(first).isNotNull();
    assertThat(first.second()).isCloseTo(engine.firstSecond(), within(120));
    HeatTotals totals = simulated.timeline().totals();
    assertThat((double) engine.throttled() / engine.sent())
        .isCloseTo(totals.throttledWrites() / totals.writeUnits(), offset(0.01));
  }
}

package dev.monotable.design.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.monotable.design.DesignLab;
import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceFile;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.model.Design;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares reports with bills and limits that AWS has published: before a request was observed, and
 * after a test has sent some with small items, which must change nothing.
 */
class PublishedFiguresTest {
  private static final double TWO_PERCENT = 2;

  /** The tables of the examples, with items of 1 KB. */
  private static final String ORDERS =
      """
      design: Orders
      tables:
        Orders:
          partitionKey: PK
          entities:
            Order: {keys: {PK: "ORDER#{order}"}, count: %d, bytes: 900}
      patterns:
        write:
          operation: PutItem
          key: "PK = ORDER#{order}"
          frequency: %s
        read:
          operation: GetItem
          key: "PK = ORDER#{order}"
          consistent: %s
          frequency: %s
      """;

  /**
   * 3.55 million writes and strongly consistent reads and 27 GB a month cost $3.16.
   *
   * @see <a href="https://aws.amazon.com/dynamodb/pricing/on-demand/">Pricing for On-Demand
   *     Capacity</a>
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theExampleOfOnDemandPricing(boolean observed) throws Exception {
    long items = 27 * (1L << 30) / 1_000;
    String design = ORDERS.formatted(items, "3550000/month", true, "3550000/month");

    CostSummary cost = cost(design, current(), true, observed);

    assertThat(cost.onDemand().total().doubleValue())
        .isCloseTo(3.1625, withinPercentage(TWO_PERCENT));
  }

  /**
   * 80 writes and 80 strongly consistent reads a second, at 70 % of the capacity, and 27 GB cost
   * $50.48 after the free tier.
   *
   * @see <a href="https://aws.amazon.com/dynamodb/pricing/provisioned/">Pricing for Provisioned
   *     Capacity</a>
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theExampleOfProvisionedPricing(boolean observed) throws Exception {
    long items = 27 * (1L << 30) / 1_000;
    String design = ORDERS.formatted(items, "80/s", true, "80/s");

    CostSummary cost = cost(design, current(), true, observed);

    assertThat(cost.provisioned().total().doubleValue())
        .isCloseTo(41.65 + 8.33 + 0.50, withinPercentage(TWO_PERCENT));
  }

  /**
   * Eight million eventually consistent lookups cost $1, and 144,000 writes $0.18, at the prices of
   * 2023.
   *
   * @see <a
   *     href="https://aws.amazon.com/blogs/database/part-1-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/">Scaling
   *     DynamoDB, part 1</a>
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theExampleOfTheBlog(boolean observed) throws Exception {
    String design = ORDERS.formatted(144_000, "144000/month", false, "8M/month");

    CostSummary cost = cost(design, pricesOf2023(), true, observed);

    assertThat(cost.onDemand().total().doubleValue())
        .isCloseTo(1.18, withinPercentage(TWO_PERCENT));
  }

  /**
   * A log with one partition key and rising sort keys serves 1,000 of 2,500 writes a second, and no
   * split helps.
   *
   * @see <a
   *     href="https://aws.amazon.com/blogs/database/part-3-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/">Scaling
   *     DynamoDB, part 3</a>
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLogOfTheBlogServes1000Writes(boolean observed) throws Exception {
    String design =
        """
        design: Log
        tables:
          Log:
            partitionKey: PK
            sortKey: SK
            entities:
              Entry: {keys: {PK: LOG, SK: "{at}"}, count: 10000000, bytes: 900}
        patterns:
          write:
            operation: PutItem
            key: "PK = LOG and SK = {at}"
            frequency: 2500/s
        """;

    HeatSummary heat =
        report(
                design,
                ReportOptions.standard(),
                observed,
                app -> {
                  for (int i = 0; i < 20; i++) {
                    app.pause();
                    app.put("PK: LOG, SK: {}", App.at(i));
                  }
                })
            .forecast()
            .heat()
            .get(0);

    assertThat(heat.atStart().writeUnits()).isCloseTo(1_000, withinPercentage(TWO_PERCENT));
    assertThat(heat.settled().writeUnits()).isCloseTo(1_000, withinPercentage(TWO_PERCENT));
    assertThat(heat.isThrottled()).isTrue();
  }

  /**
   * The votes for one candidate go to one item, which takes 1,000 of 4,000 votes a second.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html">Best
   *     practices for designing and using partition keys effectively</a>
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theVotesOfTheGuideServe1000Writes(boolean observed) throws Exception {
    String design =
        """
        design: Votes
        tables:
          Votes:
            partitionKey: PK
            entities:
              Candidate: {keys: {PK: CANDIDATE}, count: 1, bytes: 200}
        patterns:
          vote:
            operation: UpdateItem
            key: "PK = CANDIDATE"
            frequency: 4000/s
        """;

    HeatSummary heat =
        report(
                design,
                ReportOptions.standard(),
                observed,
                app -> {
                  for (int i = 0; i < 20; i++) {
                    app.pause();
                    app.update(Item.of("PK", "CANDIDATE"), "ADD votes 1");
                  }
                })
            .forecast()
            .heat()
            .get(0);

    assertThat(heat.atStart().writeUnits()).isCloseTo(1_000, withinPercentage(TWO_PERCENT));
    assertThat(heat.settled().writeUnits()).isCloseTo(1_000, withinPercentage(TWO_PERCENT));
    assertThat(heat.isThrottled()).isTrue();
  }

  /** A recording of a test says nothing about rates, so its own seconds change no bill. */
  @Test
  void aTestThatSendsMoreRequestsCostsNoMore() throws Exception {
    String design = ORDERS.formatted(144_000, "144000/month", false, "8M/month");

    BigDecimal few = cost(design, current(), true, true).onDemand().total();
    BigDecimal none = cost(design, current(), true, false).onDemand().total();

    assertThat(few).isEqualByComparingTo(none);
  }

  private static CostSummary cost(
      String design, PriceList prices, boolean freeTier, boolean observed) throws Exception {
    ReportOptions standard = ReportOptions.standard();
    ReportOptions options =
        new ReportOptions(
            standard.version(),
            null,
            prices,
            new CostSettings(720, new BigDecimal("0.7"), freeTier),
            List.of(),
            List.of(),
            null);
    return Objects.requireNonNull(
        report(
                design,
                options,
                observed,
                app -> sendOrders(app, design.contains("consistent: true")))
            .forecast()
            .cost());
  }

  private static void sendOrders(App app, boolean consistent) {
    for (int i = 0; i < 30; i++) {
      app.pause();
      app.put("PK: ORDER#{}, note: small", i);
      app.pause();
      app.get(Item.of("PK", "ORDER#" + i), get -> get.consistentRead(consistent));
    }
  }

  private static DesignReport report(
      String file, ReportOptions options, boolean observed, Consumer<App> traffic)
      throws Exception {
    Design design = PublishedDesign.read(file);
    try (MonotableEngine engine = PublishedDesign.engine(design);
        DesignLab lab = DesignLab.of(design)) {
      lab.listenTo(engine);
      if (observed) {
        String table = design.tables().get(0).name();
        traffic.accept(new App(engine, table, "PK", null, item -> item));
      }
      return lab.report(options);
    }
  }

  private static PriceList current() {
    return PriceFile.bundled().require("us-east-1");
  }

  private static PriceList pricesOf2023() throws Exception {
    Path file =
        Path.of(
            Objects.requireNonNull(
                    PublishedFiguresTest.class.getResource("../cost/prices-2023.yaml"))
                .toURI());
    return PriceFile.read(file).require("us-east-1");
  }
}

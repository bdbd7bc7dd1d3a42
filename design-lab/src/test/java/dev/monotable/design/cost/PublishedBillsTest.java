package dev.monotable.design.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.StreamLoad;
import dev.monotable.design.load.StreamLoad.StreamReader;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.TableLoad.Features;
import dev.monotable.design.load.UsageRate;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.load.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Compares whole bills with the examples that AWS published. A month of these has 30 days. */
class PublishedBillsTest {
  private static final long GIB = 1L << 30;
  private static final CostSettings THIRTY_DAYS =
      new CostSettings(720, new BigDecimal("0.7"), true);

  /**
   * The example of the page on on-demand pricing: 3.55 million writes and reads, 27 GB on average,
   * of which 25 are free. The page multiplies $0.6250 and $0.125 a million by 3.55 million.
   *
   * @see <a href="https://aws.amazon.com/dynamodb/pricing/on-demand/">Pricing for On-Demand
   *     Capacity</a>
   */
  @Test
  void theExampleOfOnDemandPricing() {
    Workload workload =
        Workload.of(
            List.of(gigabytes(27, Features.NONE)),
            List.of(
                writes(UsageRate.of(3_550_000, Per.MONTH)),
                reads(UsageRate.of(3_550_000, Per.MONTH))));

    CostReport report = CostReport.of(workload, current(), THIRTY_DAYS);

    assertThat(cents(report.onDemand()))
        .isEqualTo(
            Map.of(
                PriceItem.WRITE_REQUESTS, "2.22",
                PriceItem.READ_REQUESTS, "0.44",
                PriceItem.STORAGE, "0.50"));
    assertThat(report.onDemand().total()).isEqualByComparingTo("3.1625");
  }

  /**
   * The same page as it was in 2023, with the optional features: 42,177,000 writes and reads, 60 GB
   * of backups of which 15 GB are deleted after 10 days, continuous backups, a restore and an
   * export of 29 GB, Kinesis, and one read of the stream a second. Its total is $100.05 with $14.40
   * for DynamoDB Accelerator, another service.
   */
  @Test
  void theExampleOfOnDemandPricingWithFeatures() throws Exception {
    Features features =
        new Features(
            1,
            true,
            new BigDecimal("60").subtract(new BigDecimal("10")),
            new BigDecimal("29"),
            new BigDecimal("29"),
            List.of(
                new StreamLoad(StreamReader.APPLICATION, UsageRate.of(1, Per.SECOND)),
                new StreamLoad(StreamReader.KINESIS, UsageRate.of(0, Per.SECOND)),
                new StreamLoad(StreamReader.LAMBDA, UsageRate.of(4, Per.SECOND))),
            UsageRate.of(0, Per.MONTH));
    Workload workload =
        Workload.of(
            List.of(gigabytes(27, features)),
            List.of(
                writes(UsageRate.of(42_177_000, Per.MONTH)),
                reads(UsageRate.of(42_177_000, Per.MONTH))));

    Bill bill = CostReport.of(workload, pricesOf2023(), THIRTY_DAYS).onDemand();

    assertThat(cents(bill))
        .isEqualTo(
            Map.of(
                PriceItem.WRITE_REQUESTS, "52.72",
                PriceItem.READ_REQUESTS, "10.54",
                PriceItem.STORAGE, "0.50",
                PriceItem.BACKUP, "5.00",
                PriceItem.POINT_IN_TIME_RECOVERY, "5.40",
                PriceItem.RESTORE, "4.35",
                PriceItem.KINESIS_CHANGES, "4.22",
                PriceItem.EXPORT, "2.90",
                PriceItem.STREAM_READS, "0.02"));
    assertThat(cents(bill.total().add(new BigDecimal("14.40")))).isEqualTo("100.05");
  }

  /**
   * The example of the page on provisioned pricing: 80 read and write units consumed at 70 % need
   * 114 units. The page states $1.7784 and $0.3557 a day, $14.04 for the free capacity, and $0.50
   * of storage. (It states $64.04 for the capacity of the month; 30 days of its own daily charge
   * are $64.02.)
   *
   * @see <a href="https://aws.amazon.com/dynamodb/pricing/provisioned/">Pricing for Provisioned
   *     Capacity</a>
   */
  @Test
  void theExampleOfProvisionedPricing() {
    Workload workload =
        Workload.of(
            List.of(gigabytes(27, Features.NONE)),
            List.of(writes(UsageRate.of(80, Per.SECOND)), reads(UsageRate.of(80, Per.SECOND))));
    CostSettings paid = new CostSettings(720, new BigDecimal("0.7"), false);

    Bill withoutFreeTier = CostReport.of(workload, current(), paid).provisioned();
    Bill bill = CostReport.of(workload, current(), THIRTY_DAYS).provisioned();

    Map<PriceItem, BigDecimal> capacity = new LinkedHashMap<>();
    withoutFreeTier.lines().forEach(line -> capacity.put(line.item(), line.quantity()));
    assertThat(capacity.get(PriceItem.WRITE_CAPACITY)).isEqualByComparingTo("82080"); // 114 x 720
    assertThat(capacity.get(PriceItem.READ_CAPACITY)).isEqualByComparingTo("82080");
    assertThat(withoutFreeTier.total(PriceItem.WRITE_CAPACITY)).isEqualByComparingTo("53.352");
    assertThat(withoutFreeTier.total(PriceItem.READ_CAPACITY)).isEqualByComparingTo("10.6704");
    assertThat(cents(bill))
        .isEqualTo(
            Map.of(
                PriceItem.WRITE_CAPACITY, "41.65", // 53.35 - 11.70
                PriceItem.READ_CAPACITY, "8.33", // 10.67 - 2.34
                PriceItem.STORAGE, "0.50"));
    assertThat(withoutFreeTier.total().subtract(bill.total())).isEqualByComparingTo("20.29");
  }

  /**
   * The example of a global table on the page of 2023: 42,177,000 writes in two Regions are 84.35
   * million replicated write request units, $158.16.
   */
  @Test
  void theExampleOfAGlobalTable() throws Exception {
    Features global =
        new Features(
            2,
            false,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            List.of(),
            UsageRate.of(0, Per.MONTH));
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Orders", 0, 0)),
            List.of(writes(UsageRate.of(42_177_000, Per.MONTH))));
    Workload replicated =
        Workload.of(
            List.of(new TableLoad("Orders", false, 0, 0, List.of(), null, global)),
            workload.patterns());

    Bill bill = CostReport.of(replicated, pricesOf2023(), THIRTY_DAYS).onDemand();

    assertThat(bill.lines())
        .containsExactly(
            new BillLine(
                PriceItem.REPLICATED_WRITE_REQUESTS,
                "Orders",
                null,
                "write",
                new BigDecimal("84354000"),
                new BigDecimal("158.163750000")));
  }

  /**
   * The example of AWS's blog: eight million eventually consistent lookups for $1, and $0.18 to
   * load the table, at the prices of 2023.
   *
   * @see <a
   *     href="https://aws.amazon.com/blogs/database/part-1-scaling-dynamodb-how-partitions-hot-keys-and-split-for-heat-impact-performance/">Scaling
   *     DynamoDB, part 1</a>
   */
  @Test
  void theExampleOfTheBlog() throws Exception {
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Orders", 0, 0)),
            List.of(
                PatternLoad.of(
                    "lookup",
                    UsageRate.of(8_000_000, Per.MONTH),
                    AccessLoad.read("Orders", null, new BigDecimal("0.5"))),
                writes(UsageRate.of(144_000, Per.MONTH))));

    Bill bill = CostReport.of(workload, pricesOf2023(), CostSettings.DEFAULT).onDemand();

    assertThat(cents(bill))
        .isEqualTo(Map.of(PriceItem.READ_REQUESTS, "1.00", PriceItem.WRITE_REQUESTS, "0.18"));
  }

  private static TableLoad gigabytes(long gigabytes, Features features) {
    // One item, whose overhead is part of the size.
    return new TableLoad("Orders", false, 1, gigabytes * GIB - 100, List.of(), null, features);
  }

  private static PatternLoad writes(UsageRate rate) {
    return PatternLoad.of("write", rate, AccessLoad.write("Orders", null, BigDecimal.ONE));
  }

  private static PatternLoad reads(UsageRate rate) {
    return PatternLoad.of("read", rate, AccessLoad.read("Orders", null, BigDecimal.ONE));
  }

  private static PriceList current() {
    return PriceFile.bundled().require("us-east-1");
  }

  private static PriceList pricesOf2023() throws Exception {
    return PriceFile.read(resource("prices-2023.yaml")).require("us-east-1");
  }

  static Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(PublishedBillsTest.class.getResource(name)).toURI());
  }

  private static Map<PriceItem, String> cents(Bill bill) {
    Map<PriceItem, String> rounded = new LinkedHashMap<>();
    bill.byItem().forEach((item, amount) -> rounded.put(item, cents(amount)));
    return rounded;
  }

  private static String cents(BigDecimal amount) {
    return amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}

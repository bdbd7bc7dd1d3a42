package dev.monotable.design.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.design.cost.Bill.CapacityMode;
import dev.monotable.design.cost.CostStatement.Topic;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.DayCurve;
import dev.monotable.design.load.IndexLoad;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.PatternLoad.Surcharges;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.TableLoad.Features;
import dev.monotable.design.load.UsageRate;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.load.Workload;
import dev.monotable.testing.Seeded;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the parts of a bill, how they are attributed, and the sentences about them. */
class CostReportTest {
  private static final PriceList PRICES = PriceFile.bundled().require("us-east-1");
  private static final long GIB = 1L << 30;

  @Test
  void anIndexIsNamedWithItsPartOfTheWriteCostAndItsPatterns() {
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Orders", 0, 0, index("GSI1"), index("GSI2"), index("GSI3"))),
            List.of(
                PatternLoad.of(
                    "place an order",
                    UsageRate.of(10, Per.SECOND),
                    AccessLoad.write("Orders", null, units("3")),
                    AccessLoad.write("Orders", "GSI1", units("1")),
                    AccessLoad.write("Orders", "GSI2", units("3"))),
                PatternLoad.of(
                    "orders of a day",
                    UsageRate.of(1, Per.HOUR),
                    AccessLoad.read("Orders", "GSI2", units("10"))),
                PatternLoad.of(
                    "orders of a user",
                    UsageRate.of(5, Per.SECOND),
                    AccessLoad.read("Orders", "GSI1", units("0.5"))),
                PatternLoad.of(
                    "open orders",
                    UsageRate.of(30, Per.MINUTE),
                    AccessLoad.read("Orders", "GSI1", units("0.5")))));

    CostReport report = CostReport.of(workload, PRICES, CostSettings.DEFAULT);

    assertThat(texts(report, Topic.INDEX_WRITES))
        .containsExactly(
            "GSI2 causes 43 % of the write cost and serves one pattern, once an hour.",
            "GSI1 causes 14 % of the write cost and serves two patterns, together 5.5 times a"
                + " second.");
    assertThat(texts(report, Topic.TOP_PATTERN))
        .containsExactly("\"place an order\" causes 99 % of the whole cost.");
    // 10 a second x 2,628,000 seconds x 3 units x $0.625 a million.
    assertThat(report.onDemand().byIndex("Orders").get("GSI2"))
        .isEqualByComparingTo("49.275912500");
  }

  @Test
  void transactionsStrongReadsAndTtlAreNamedWithWhatTheyCostOrSave() {
    Features ttl =
        new Features(
            1,
            false,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            List.of(),
            UsageRate.of(1_000_000, Per.MONTH));
    Workload workload =
        Workload.of(
            List.of(new TableLoad("Carts", false, 1_000, 1_500, List.of(), null, ttl)),
            List.of(
                new PatternLoad(
                    "check out",
                    UsageRate.of(1_000_000, Per.MONTH),
                    List.of(
                        AccessLoad.write("Carts", null, units("4")),
                        AccessLoad.write("Carts", "GSI1", units("1"))),
                    new Surcharges(true, false)),
                new PatternLoad(
                    "show a cart",
                    UsageRate.of(8_000_000, Per.MONTH),
                    List.of(AccessLoad.read("Carts", null, units("1"))),
                    new Surcharges(false, true))));

    CostReport report = CostReport.of(workload, PRICES, CostSettings.DEFAULT);

    assertThat(report.onDemand().lines())
        .contains(
            new BillLine(PriceItem.TTL_DELETES, "Carts", null, null, units("1000000"), units("0")));
    assertThat(texts(report, Topic.TRANSACTIONS))
        .containsExactly("\"check out\" costs $3.13, $1.25 of it because it is a transaction.");
    assertThat(texts(report, Topic.STRONG_READS))
        .containsExactly(
            "\"show a cart\" costs $1.00, $0.50 of it because its reads are strongly consistent.");
    assertThat(texts(report, Topic.TTL))
        .containsExactly(
            "TTL deletes 1,000,000 items a month for free; with DeleteItem they would cost $1.25.");
  }

  /** 10 GB of items of 924 bytes are 11,617,025 items, whose overhead is another 1.08 GB. */
  @Test
  void storageContainsItemsEntriesAndTheirOverheadAndBackupsOnlyLocalIndexes() {
    Features recovery =
        new Features(
            1,
            true,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            List.of(),
            UsageRate.of(0, Per.MONTH));
    TableLoad table =
        new TableLoad(
            "Logs",
            false,
            1L << 20,
            1_024 - 100,
            List.of(
                new IndexLoad("Local", true, 1L << 20, 512 - 100),
                new IndexLoad("Global", false, 1L << 20, 256 - 100)),
            null,
            recovery);

    Bill bill =
        CostReport.of(Workload.of(List.of(table), List.of()), PRICES, CostSettings.DEFAULT)
            .onDemand();

    assertThat(bill.lines())
        .containsExactly(
            new BillLine(PriceItem.STORAGE, "Logs", null, null, units("1"), units("0.25")),
            new BillLine(PriceItem.STORAGE, "Logs", "Local", null, units("0.5"), units("0.125")),
            new BillLine(PriceItem.STORAGE, "Logs", "Global", null, units("0.25"), units("0.0625")),
            new BillLine(
                PriceItem.POINT_IN_TIME_RECOVERY, "Logs", null, null, units("1.5"), units("0.3")));
    assertThat(bill.total()).isEqualByComparingTo("0.7375");
  }

  @Test
  void aTableThatIsMostlyStoredIsCheaperInStandardIa() {
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Archive", 1, 100 * GIB - 100)),
            List.of(
                PatternLoad.of(
                    "store",
                    UsageRate.of(4_000_000, Per.MONTH),
                    AccessLoad.write("Archive", null, BigDecimal.ONE))));

    CostReport report = CostReport.of(workload, PRICES, CostSettings.DEFAULT);

    assertThat(report.tableClasses())
        .hasSize(1)
        .allSatisfy(
            cost -> {
              assertThat(cost.standard()).isEqualByComparingTo("27.50"); // 25.00 + 2.50
              assertThat(cost.infrequent()).isEqualByComparingTo("13.12"); // 10.00 + 3.12
            });
    assertThat(texts(report, Topic.TABLE_CLASS))
        .containsExactly(
            "Archive would cost $13.12 instead of $27.50 in the table class DynamoDB Standard-IA.");
    assertThat(texts(report, Topic.STORED))
        .containsExactly("Storage and backups cause 91 % of the whole cost.");
  }

  /** A fixed capacity is charged whether it is used or not, for the table and each global index. */
  @Test
  void aFixedCapacityIsChargedAsItIs() {
    TableLoad table =
        new TableLoad(
            "Orders",
            false,
            0,
            0,
            List.of(index("GSI1")),
            new TableLoad.FixedCapacity(10, 5),
            Features.NONE);

    Bill bill =
        CostReport.of(Workload.of(List.of(table), List.of()), PRICES, CostSettings.DEFAULT)
            .provisioned();

    assertThat(bill.byItem())
        .isEqualTo(
            Map.of(
                PriceItem.WRITE_CAPACITY, units("4.745"), // 2 x 5 x 730 x $0.00065
                PriceItem.READ_CAPACITY, units("1.898"))); // 2 x 10 x 730 x $0.00013
  }

  @Test
  void provisionedCapacityFollowsTheHoursOfADay() {
    // All traffic in one hour of the day: 24 x 7 units a second.
    int[] weights = new int[24];
    weights[12] = 1;
    List<PatternLoad> patterns =
        List.of(
            PatternLoad.of(
                "import",
                UsageRate.of(7, Per.SECOND),
                AccessLoad.write("Orders", null, BigDecimal.ONE)));
    Workload workload =
        new Workload(List.of(TableLoad.of("Orders", 0, 0)), patterns, DayCurve.of(weights));
    CostSettings thirtyDays = new CostSettings(720, new BigDecimal("0.7"), false);

    Bill bill = CostReport.of(workload, PRICES, thirtyDays).provisioned();

    // 168 / 0.7 = 240 units in one hour, 1 unit in 23, for 30 days; 1 read unit all the time.
    assertThat(bill.lines())
        .containsExactly(
            new BillLine(
                PriceItem.WRITE_CAPACITY, "Orders", null, "import", units("7890"), units("5.1285")),
            new BillLine(
                PriceItem.READ_CAPACITY, "Orders", null, null, units("720"), units("0.0936")));
  }

  /** Whatever the shares are, the parts of the patterns are the whole, to the last digit. */
  @Seeded
  void dividedCapacityAddsUpExactly(long seed) {
    Random random = new Random(seed);
    List<PatternLoad> patterns = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      patterns.add(
          PatternLoad.of(
              "pattern " + i,
              UsageRate.of(1 + random.nextInt(1_000_000), Per.values()[random.nextInt(5)]),
              AccessLoad.write("Orders", null, new BigDecimal(1 + random.nextInt(9))),
              AccessLoad.read("Orders", null, new BigDecimal(random.nextInt(9)))));
    }
    Workload workload = Workload.of(List.of(TableLoad.of("Orders", 0, 0)), patterns);
    TableLoad fixed =
        new TableLoad(
            "Orders",
            false,
            0,
            0,
            List.of(),
            new TableLoad.FixedCapacity(997, 1_009),
            Features.NONE);

    Bill bill =
        CostReport.of(
                Workload.of(List.of(fixed), workload.patterns()), PRICES, CostSettings.DEFAULT)
            .provisioned();

    assertThat(bill.total(PriceItem.WRITE_CAPACITY))
        .as("seed %d", seed)
        .isEqualByComparingTo(units("1009").multiply(units("730")).multiply(units("0.00065")));
    assertThat(bill.total(PriceItem.READ_CAPACITY))
        .as("seed %d", seed)
        .isEqualByComparingTo(units("997").multiply(units("730")).multiply(units("0.00013")));
  }

  @Test
  void missingPricesAreNamedAndNotGuessed() {
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Orders", 1, GIB - 100)),
            List.of(
                PatternLoad.of(
                    "write",
                    UsageRate.of(1_000_000, Per.MONTH),
                    AccessLoad.write("Orders", null, BigDecimal.ONE))));

    CostReport report =
        CostReport.of(
            workload, PriceFile.bundled().require("ap-northeast-1"), CostSettings.DEFAULT);

    assertThat(report.onDemand().total()).isEqualByComparingTo("1.000"); // 0.715 + 0.285
    assertThat(report.onDemand().missing()).isEmpty();
    assertThat(report.provisioned().missing())
        .containsExactly(
            "The price list of ap-northeast-1 has no price of provisioned.writes. The bill does not"
                + " contain it.",
            "The price list of ap-northeast-1 has no price of provisioned.reads. The bill does not"
                + " contain it.");
    assertThat(texts(report, Topic.CAPACITY_MODE)).isEmpty();
  }

  @Test
  void theReportNamesItsPricesAndWhatItLeavesOut() {
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Orders", 0, 0)),
            List.of(
                PatternLoad.of(
                    "write",
                    UsageRate.of(100, Per.SECOND),
                    AccessLoad.write("Orders", null, BigDecimal.ONE))));

    CostReport report = CostReport.of(workload, PRICES, CostSettings.DEFAULT);

    assertThat(text(report))
        .isEqualTo(
            """
            A month of 730 hours, prices of us-east-1 on 2026-08-31 (AWS price list of\
             AmazonDynamoDB for us-east-1, 2026-08-31, and AWS's pricing pages)
            On demand: $164.25
              write requests: $164.25
            Provisioned: $67.95
              write capacity: $67.85
              read capacity: $0.09
            Provisioned capacity with auto scaling at 70 % utilization costs $67.95, 59 % less than\
             on demand ($164.25).
            """);
    assertThat(report.assumptions())
        .extracting(Assumption::text)
        .contains(
            "Reserved capacity and Database Savings Plans are not included. They reduce the price"
                + " of traffic that is steady for a year or more.",
            "The free tier is not subtracted: 25 GB of storage, 25 write and 25 read capacity"
                + " units, and 2,500,000 reads of streams, for all tables of an account.");
  }

  /** Returns the bills by kind of charge and the statements. */
  private static String text(CostReport report) {
    StringBuilder text = new StringBuilder();
    text.append("A month of " + report.settings().hoursPerMonth() + " hours, prices of ");
    text.append(report.prices()).append('\n');
    for (Bill bill : List.of(report.onDemand(), report.provisioned())) {
      text.append(bill.mode() == CapacityMode.ON_DEMAND ? "On demand: " : "Provisioned: ");
      text.append(report.money(bill.total())).append('\n');
      bill.byItem()
          .forEach(
              (item, amount) ->
                  text.append("  " + item.label() + ": " + report.money(amount) + "\n"));
      bill.missing().forEach(note -> text.append("  ").append(note).append('\n'));
    }
    report.statements().forEach(statement -> text.append(statement.text()).append('\n'));
    return text.toString();
  }

  @Test
  void patternsThatAreNotUsedHaveNoPartOfTheLeastCapacity() {
    Workload workload =
        Workload.of(
            List.of(TableLoad.of("Orders", 0, 0)),
            List.of(
                PatternLoad.of(
                    "an order",
                    UsageRate.of(0, Per.SECOND),
                    AccessLoad.read("Orders", null, units("0.5"))),
                PatternLoad.of(
                    "orders of a user",
                    UsageRate.of(0, Per.SECOND),
                    AccessLoad.read("Orders", null, units("2")))));

    CostReport report = CostReport.of(workload, PRICES, CostSettings.DEFAULT);

    assertThat(report.provisioned().lines())
        .extracting(
            line -> line.item() + " " + line.pattern() + " " + line.quantity().toPlainString())
        .containsExactlyInAnyOrder("READ_CAPACITY null 730", "WRITE_CAPACITY null 730");
  }

  @Test
  void moneyIsRoundedInTextOnly() {
    assertThat(Bill.money(new BigDecimal("1234567.895"), "USD")).isEqualTo("$1,234,567.90");
    assertThat(Bill.money(new BigDecimal("-0.5"), "USD")).isEqualTo("-$0.50");
    assertThat(Bill.money(new BigDecimal("0.0049"), "USD")).isEqualTo("less than $0.01");
    assertThat(Bill.money(BigDecimal.ZERO, "CNY")).isEqualTo("CNY 0.00");
    assertThat(new Bill(CapacityMode.ON_DEMAND, List.of(), List.of()).total()).isZero();
  }

  @Test
  void aUtilizationThatAutoScalingDoesNotAcceptIsRejected() {
    assertThatThrownBy(() -> new CostSettings(730, new BigDecimal("0.95"), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the target utilization must be from 0.2 to 0.9: 0.95");
  }

  private static List<String> texts(CostReport report, Topic topic) {
    return report.statements().stream()
        .filter(statement -> statement.topic() == topic)
        .map(CostStatement::text)
        .toList();
  }

  private static IndexLoad index(String name) {
    return new IndexLoad(name, false, 0, 0);
  }

  private static BigDecimal units(String number) {
    return new BigDecimal(number);
  }
}

package dev.monotable.design.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceFile;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.heat.ThrottleCause;
import dev.monotable.design.model.Design;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two designs under the same traffic, calculated by hand. */
class SameTrafficTest {
  private static final Path DIRECTORY = Path.of("src/test/resources/dev/monotable/design/outlook");

  /**
   * A month has 2,628,000 seconds. 100 orders of 1 KB a second are 262.8 million write units, for
   * $0.625 a million. 20 orders of 1,000 bytes are 5 steps of 4 KB, 2.5 read units: 1,314 million
   * of them cost $0.125 a million. 1,010,000 items of 995 bytes, and 100 more for each, are 1.03 GB
   * of $0.25.
   */
  @Test
  void theFirstDesignHasItsOwnTraffic() throws Exception {
    // 500 read units a second need 714 provisioned ones at 70 %, 100 write units need 143.
    ThrottleLimit atStart =
        new ThrottleLimit(
            24, "Shop", null, ThrottleCause.PARTITION_READS, "orders of a user"); // 12,000 / 500
    // The newest order of a user: 1,000 / (100 / 10,000).
    ThrottleLimit settled =
        new ThrottleLimit(100_000, "Shop", null, ThrottleCause.PARTITION_WRITES, "place an order");
    LargestCollection user = new LargestCollection("Shop", "USER#{userId}", 101, 100_500);
    LargestCollection orders = user;
    assertThat(compared().design())
        .isEqualTo(
            new DesignOutlook(
                new BigDecimal("328.757499"),
                new BigDecimal("135.869599"),
                1_004_950_000.0,
                user,
                atStart,
                settled,
                List.of(
                    new PatternOutlook(
                        "place an order", 0, 1, new BigDecimal("164.25"), atStart, settled, orders),
                    new PatternOutlook(
                        "orders of a user",
                        2.5,
                        0,
                        new BigDecimal("164.25"),
                        atStart,
                        settled,
                        orders))));
  }

  /**
   * Each order also writes an index entry: twice the write units, and 1,000,000 entries of 1,100
   * bytes. The table has a provisioned read unit, which nothing uses. The newest orders of a state
   * are in one partition: 1,000 / (100 / 5).
   */
  @Test
  void theOtherDesignHasTheTrafficOfTheFirst() throws Exception {
    ThrottleLimit atStart =
        new ThrottleLimit(
            24, "Shop.ByUser", null, ThrottleCause.PARTITION_READS, "orders of a user");
    DesignOutlook other = compared().other();
    ThrottleLimit settled = other.settled();
    assertThat(settled).isNotNull();
    assertThat(settled.key()).startsWith("STATE#{} (");
    assertThat(other)
        .isEqualTo(
            new DesignOutlook(
                new BigDecimal("493.263613"),
                new BigDecimal("204.074113"),
                2_004_950_000.0,
                new LargestCollection("Shop", "STATE#{state}", 200_000, 200_000_000),
                atStart,
                new ThrottleLimit(
                    50, "Shop", settled.key(), ThrottleCause.PARTITION_WRITES, "place an order"),
                List.of(
                    new PatternOutlook(
                        "place an order",
                        0,
                        2,
                        new BigDecimal("328.5"),
                        atStart,
                        settled,
                        new LargestCollection("Shop", "STATE#{state}", 200_000, 200_000_000)),
                    new PatternOutlook(
                        "orders of a user",
                        2.5,
                        0,
                        new BigDecimal("164.25"),
                        atStart,
                        new ThrottleLimit( // the newest entry of a user, as in the table
                            100_000,
                            "Shop.ByUser",
                            null,
                            ThrottleCause.PARTITION_WRITES,
                            "place an order"),
                        new LargestCollection("Shop.ByUser", "USER#{userId}", 100, 100_000)))));
  }

  @Test
  void whatOnlyOneDesignHasIsListed() throws Exception {
    assertThat(compared().notes())
        .containsExactly(
            "Left out: the access pattern “read a note”, which only this design has.",
            "Left out: the access pattern “count orders”, which only the other design has.",
            "Left out: the entity “Note”, which only this design has.",
            "Left out: the entity “Counter”, which only the other design has.",
            "The partition keys of “place an order” have other variables (userId in this design,"
                + " state in the other one), so each design spreads its requests as it declares.");
  }

  @Test
  void aDesignComparedWithItselfIsTheSame() throws Exception {
    Design design = DesignFile.read(DIRECTORY.resolve("by-user.yaml"));
    SameTraffic same = compared(design, design);
    assertThat(same.notes()).isEmpty();
    assertThat(same.other()).isEqualTo(same.design());
  }

  private static SameTraffic compared() throws Exception {
    return compared(
        DesignFile.read(DIRECTORY.resolve("by-user.yaml")),
        DesignFile.read(DIRECTORY.resolve("by-state.yaml")));
  }

  private static SameTraffic compared(Design design, Design other) {
    try (DesignLab lab = DesignLab.of(design)) {
      return new SameTrafficMaker(PriceFile.bundled().require("us-east-1"), CostSettings.DEFAULT)
          .make(design, other, lab.ledger());
    }
  }
}

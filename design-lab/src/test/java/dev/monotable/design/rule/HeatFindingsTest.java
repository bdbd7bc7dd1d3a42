package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.value.Item;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Tests what is found about partitions that get more traffic than they serve. */
class HeatFindingsTest {
  private static final String BUSY =
      DESIGN
          .replace("DAY#{day}", "STATUS#{status}")
          .replace(
              "key: PK = USER#{user} and SK = ORDER#{at}",
              "key: PK = USER#{user} and SK = ORDER#{at}\n    distribution: uniform over 100_000\n"
                  + "    frequency: 3600/s");

  @Test
  void trafficThatIsThrottledIsFound() throws Exception {
    List<String> findings = find(HeatFindings.THROTTLED, BUSY, to -> statuses(to, 30));

    assertThat(findings)
        .singleElement()
        .asString()
        .startsWith(
            "WARNING throttled-traffic Shop.GSI1: With 3,600 write units a second, the write units"
                + " of a partition are exceeded for STATUS#");
    assertThat(
            find(HeatFindings.THROTTLED, BUSY.replace("3600/s", "300/s"), to -> statuses(to, 30)))
        .isEmpty();
    assertThat(findWithoutDesign(HeatFindings.THROTTLED, to -> statuses(to, 30))).isEmpty();
  }

  private static void statuses(Requests to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(SHOP, with(order("" + i, i), "GSI1PK", "STATUS#" + i % 3));
    }
  }

  @Test
  void aPartitionKeyThatIsADateIsFound() throws Exception {
    assertThat(findWithoutDesign(HeatFindings.ROLLING, to -> days(to, i -> "2026-01-0" + i)))
        .isEqualTo(
            List.of(
                "WARNING rolling-partition-key Shop.GSI1: 20 writes went to 4 values of GSI1PK, at"
                    + " each time to the latest one"));
    assertThat(findWithoutDesign(HeatFindings.ROLLING, to -> days(to, i -> "x" + i % 2))).isEmpty();
    String slow = DESIGN.replace("SK = ORDER#{at}\n", "SK = ORDER#{at}\n    frequency: 1/s\n");
    String fast = slow.replace("1/s", "900/s");
    assertThat(find(HeatFindings.ROLLING, slow, to -> days(to, i -> "2026-01-0" + i))).isEmpty();
    assertThat(find(HeatFindings.ROLLING, fast, to -> days(to, i -> "2026-01-0" + i))).hasSize(1);
  }

  private static void days(Requests to, IntFunction<String> day) {
    for (int i = 0; i < 20; i++) {
      to.put(SHOP, with(order("" + i, i), "GSI1PK", "DAY#" + day.apply(1 + i / 5)));
    }
  }

  @Test
  void anItemThatIsReadMoreThanOthersIsFound() throws Exception {
    assertThat(find(HotItemRule.READ, to -> reads(to, 60, 40)))
        .isEqualTo(
            List.of(
                "ADVICE hot-read Shop/User: One item gets 40 of the 100 reads by GetItem of a test"
                    + " to Shop (40 %)"));
    assertThat(find(HotItemRule.READ, to -> reads(to, 61, 39))).isEmpty();
  }

  private static void reads(Requests to, int others, int hot) {
    for (int i = 0; i < others; i++) {
      to.put(SHOP, user("u" + i));
      to.get(SHOP, user("u" + i));
    }
    to.put(SHOP, user("1"));
    for (int i = 0; i < hot; i++) {
      to.get(SHOP, user("1"));
    }
  }

  @Test
  void aTenantWithMostOfTheWritesIsFound() throws Exception {
    assertThat(find(HotItemRule.SKEWED, to -> tenants(to, 4)))
        .isEqualTo(
            List.of(
                "WARNING skewed-partition-key Shop: One of 5 partition key values gets 60 of the 64"
                    + " writes of a test to Shop (94 %)"));
    assertThat(find(HotItemRule.SKEWED, to -> orders(to, 60))).isEmpty();
    assertThat(find(HotItemRule.SKEWED, to -> tenants(to, 60))).isEmpty();
  }

  private static void tenants(Requests to, int others) {
    for (int i = 0; i < others; i++) {
      to.put(SHOP, Item.of("PK", "USER#x" + i, "SK", "ORDER#2001"));
    }
    for (int i = 0; i < 60; i++) {
      to.put(SHOP, Item.of("PK", "USER#1", "SK", "ORDER#" + (1000 + i)));
    }
  }

  @Test
  void aTableWithLessThroughputThanItsTrafficIsFound() throws Exception {
    String provisioned =
        DESIGN.replace(
            "    timeToLive: ttl\n",
            "    timeToLive: ttl\n    provisioned: {readUnits: 5, writeUnits: 5}\n");
    String busy = DESIGN.replace("SK = ORDER#{at}\n", "SK = ORDER#{at}\n    frequency: 10/s\n");

    assertThat(
            find(
                HeatFindings.PROVISIONED,
                Shop.read(busy),
                Shop.read(provisioned),
                to -> statuses(to, 30)))
        .isEqualTo(
            List.of(
                "WARNING provisioned-too-low Shop: The declared traffic needs 10 write units a"
                    + " second; 5 are provisioned"));
    assertThat(
            find(
                HeatFindings.PROVISIONED,
                Shop.read(busy.replace("10/s", "5/s")),
                Shop.read(provisioned),
                to -> statuses(to, 30)))
        .isEmpty();
    assertThat(find(HeatFindings.PROVISIONED, null, Shop.read(provisioned), to -> statuses(to, 30)))
        .isEqualTo(
            List.of(
                "WARNING provisioned-too-low Shop: The traffic needs 100 write units a second at"
                    + " an assumed 100 requests; 5 are provisioned"));
    assertThat(find(HeatFindings.PROVISIONED, null, Shop.read(DESIGN), to -> statuses(to, 30)))
        .isEmpty();
  }
}

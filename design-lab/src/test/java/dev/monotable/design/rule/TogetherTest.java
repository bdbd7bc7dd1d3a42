package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.NOW;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.ordersOfUser;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static dev.monotable.testing.Calls.getConsistent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.Update;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what is found of requests that belong together, and of what they assume. */
class TogetherTest {
  @Test
  void twoWritesWithoutATransactionAreFound() throws Exception {
    assertThat(findWithoutDesign(SplitWritesRule.TYPE, to -> placed(to, false)))
        .isEqualTo(
            List.of(
                "WARNING writes-without-transaction PutItem Shop PK = USER#{} and SK = LINE#{}: 40"
                    + " writes came right after the write of an item that it belongs to: PutItem"
                    + " Shop PK = USER#{} and SK = ORDER#{}"));
    assertThat(findWithoutDesign(SplitWritesRule.TYPE, to -> placed(to, true))).isEmpty();
  }

  private static void placed(Requests to, boolean together) {
    for (int i = 0; i < 40; i++) {
      String pk = "USER#u" + (100 + i);
      Item order = Item.of("PK", pk, "SK", "ORDER#" + (1000 + i));
      Item line = Item.of("PK", pk, "SK", "LINE#" + (1000 + i));
      if (together) {
        to.transact(Requests.putAction(SHOP, order), Requests.putAction(SHOP, line));
      } else {
        to.put(SHOP, order, line);
      }
      ordersOfUser(to, "u" + (100 + i));
    }
  }

  @Test
  void theNumberOfACounterIsNeededBeforeTheItemIsPut() throws Exception {
    assertThat(
            findWithoutDesign(
                SplitWritesRule.TYPE,
                to -> {
                  for (int i = 1; i <= 40; i++) {
                    String pk = "USER#shop1000";
                    update(to, user("shop1000"), "ADD orders :one", Item.of(":one", 1));
                    to.put(SHOP, Item.of("PK", pk, "SK", "ORDER#000" + i));
                    ordersOfUser(to, "other");
                  }
                }))
        .isEmpty();
  }

  @Test
  void anEventuallyConsistentReadRightAfterAWriteIsFound() throws Exception {
    assertThat(find(SplitWritesRule.READ, to -> registered(to, false)))
        .isEqualTo(
            List.of(
                "WARNING read-right-after-write user: 40 of 40 eventually consistent reads came"
                    + " right after a write of the same item"));
    assertThat(find(SplitWritesRule.READ, to -> registered(to, true))).isEmpty();
  }

  private static void registered(Requests to, boolean consistent) {
    for (int i = 0; i < 40; i++) {
      to.put(SHOP, user("u" + i));
      if (consistent) {
        getConsistent(to::send, SHOP, user("u" + i));
      } else {
        to.get(SHOP, user("u" + i));
      }
      ordersOfUser(to, "u" + i);
    }
  }

  @Test
  void anExpiredItemThatIsReadAsValidIsFound() throws Exception {
    assertThat(find(ExpiredReadRule.TYPE, to -> session(to, NOW - 60, "city")))
        .isEqualTo(
            List.of(
                "WARNING expired-item-read user: 1 read returned an expired item without the"
                    + " attribute that says so"));
    assertThat(find(ExpiredReadRule.TYPE, to -> session(to, NOW - 60, "city, #t"))).isEmpty();
    assertThat(find(ExpiredReadRule.TYPE, to -> session(to, NOW + 60, "city"))).isEmpty();
  }

  private static void session(Requests to, long ttl, String projection) {
    to.put(SHOP, with(user("1"), "ttl", ttl, "city", "Berlin"));
    GetItemInput.Builder get =
        GetItemInput.builder().tableName(SHOP).key(user("1")).projectionExpression(projection);
    to.send(
        Operations.GET_ITEM,
        projection.contains("#")
            ? get.expressionAttributeNames(Map.of("#t", "ttl")).build()
            : get.build());
  }

  @Test
  void aFilterOnTheExpiryThatIsMissingIsFound() throws Exception {
    String filtered =
        DESIGN.replace(
            "key: PK = USER#{user} and begins_with(SK, ORDER#)",
            "key: PK = USER#{user} and begins_with(SK, ORDER#)\n    filter: ttl > {}");

    assertThat(find(ExpiredReadRule.TYPE, filtered, to -> ordersOfUser(to, "1")))
        .isEqualTo(
            List.of(
                "WARNING expired-item-read orders of a user: 1 request without the filter ttl >"
                    + " {}"));
    assertThat(find(ExpiredReadRule.TYPE, to -> ordersOfUser(to, "1"))).isEmpty();
  }

  @Test
  void aQueryThatReturnsExpiredItemsIsFound() throws Exception {
    assertThat(findWithoutDesign(ExpiredReadRule.TYPE, to -> expired(to, NOW - 60)))
        .isEqualTo(
            List.of(
                "WARNING expired-item-read Query Shop PK = USER#{} and begins_with(SK, ORDER#):"
                    + " 3 Queries returned an expired item, without a filter on the TTL"
                    + " attribute"));
    assertThat(findWithoutDesign(ExpiredReadRule.TYPE, to -> expired(to, NOW + 60))).isEmpty();
    assertThat(
            findWithoutDesign(
                ExpiredReadRule.TYPE,
                to -> {
                  expiring(to, NOW - 60);
                  for (int i = 0; i < 3; i++) {
                    to.send(
                        Operations.QUERY,
                        QueryInput.builder()
                            .tableName(SHOP)
                            .keyConditionExpression("PK = :user")
                            .filterExpression("#t < :now")
                            .expressionAttributeNames(Map.of("#t", "ttl"))
                            .expressionAttributeValues(Item.of(":user", "USER#1", ":now", NOW))
                            .build());
                  }
                }))
        .isEmpty();
  }

  private static void expired(Requests to, long ttl) {
    expiring(to, ttl);
    for (int i = 0; i < 3; i++) {
      ordersOfUser(to, "1");
    }
  }

  private static void expiring(Requests to, long ttl) {
    to.put(SHOP, with(order("1", 1), "ttl", ttl), with(order("1", 2), "ttl", ttl));
  }

  @Test
  void aDistributionThatRequestsDisproveIsFound() throws Exception {
    String uniform =
        DESIGN.replace(
            "key: PK = USER#{user} and SK = ORDER#{at}",
            "key: PK = USER#{user} and SK = ORDER#{at}\n    distribution: uniform over 100_000\n"
                + "    frequency: 10/s");

    assertThat(find(DistributionRule.TYPE, uniform, to -> fees(to, 30)))
        .isEqualTo(
            List.of(
                "WARNING distribution-disproved order: The design declares uniform over 100,000"
                    + " keys; one item gets 30 of the 60 writes (50 %)"));
    assertThat(find(DistributionRule.TYPE, uniform, to -> fees(to, 3))).isEmpty();
    assertThat(find(DistributionRule.TYPE, to -> fees(to, 30))).isEmpty();
  }

  private static void fees(Requests to, int times) {
    for (int i = 0; i < 30; i++) {
      to.put(SHOP, order("u" + i, i));
      if (i < times) {
        to.put(SHOP, order("fees", 1));
      }
    }
  }

  @Test
  void aPrefixThatEndsWithinANumberIsFound() throws Exception {
    assertThat(findWithoutDesign(KeyConditionFindings.PREFIX, to -> seasons(to, "season-1")))
        .singleElement()
        .asString()
        .contains("selects the items that begin with season-1# and season-10#");
    assertThat(findWithoutDesign(KeyConditionFindings.PREFIX, to -> seasons(to, "season-1#")))
        .isEmpty();
  }

  private static void seasons(Requests to, String prefix) {
    to.put(
        SHOP,
        Item.of("PK", "USER#1", "SK", "season-1#100"),
        Item.of("PK", "USER#2", "SK", "season-10#100"));
    to.query(SHOP, null, "PK = 'USER#1' and begins_with(SK, {})", prefix);
  }

  @Test
  void datesThatComeDisproveAUniformDistribution() throws Exception {
    String uniform =
        DESIGN.replace(
            "key: GSI1PK = DAY#{day}",
            "key: GSI1PK = DAY#{day}\n    distribution: uniform over 365\n    frequency: 10/s");

    assertThat(find(DistributionRule.TYPE, uniform, to -> days(to, 5, 2)))
        .isEqualTo(
            List.of(
                "WARNING distribution-disproved orders of a day: The design declares uniform over"
                    + " 365 keys; 10 requests went to 5 dates, one after the other"));
    assertThat(find(DistributionRule.TYPE, uniform, to -> days(to, 4, 2))).isEmpty();
    assertThat(find(DistributionRule.TYPE, uniform, to -> days(to, 5, 1))).isEmpty();
    assertThat(
            find(
                DistributionRule.TYPE,
                uniform,
                to -> {
                  days(to, 5, 2);
                  days(to, 1, 1);
                }))
        .isEmpty();
  }

  private static void days(Requests to, int days, int times) {
    for (int i = 0; i < days * times; i++) {
      to.query(SHOP, "GSI1", "GSI1PK = 'DAY#2026-01-0{}'", 1 + i / times);
    }
  }

  @Test
  void aTransactionThatTakesAnEntryTwiceIsFound() throws Exception {
    assertThat(findWithoutDesign(RaceRule.LOST_UPDATE, to -> take(to, null)))
        .singleElement()
        .asString()
        .endsWith(
            ": 40 transactions without a condition moved an entry out of the index where a Query"
                + " had found it");
    assertThat(findWithoutDesign(RaceRule.LOST_UPDATE, to -> take(to, "GSI1PK = :old"))).isEmpty();
  }

  private static void take(Requests to, String condition) {
    for (int day = 0; day < 20; day++) {
      for (int i = 0; i < 2; i++) {
        to.put(SHOP, with(order("u" + day, i), "GSI1PK", "DAY#" + (100 + day)));
      }
      for (int i = 0; i < 12; i++) {
        to.get(SHOP, user("v" + i));
      }
      to.query(SHOP, "GSI1", "GSI1PK = 'DAY#{}'", 100 + day);
      for (int i = 0; i < 2; i++) {
        Item order = order("u" + day, i);
        Item values = Item.of(":new", "DONE");
        to.transact(
            Requests.putAction(SHOP, Item.of("PK", "RECEIPT#" + day, "SK", "R#" + i)),
            TransactWriteItem.builder()
                .update(
                    Update.builder()
                        .tableName(SHOP)
                        .key(Item.of("PK", order.find("PK"), "SK", order.find("SK")))
                        .updateExpression("SET GSI1PK = :new")
                        .conditionExpression(condition)
                        .expressionAttributeValues(
                            condition == null ? values : with(values, ":old", "DAY#" + (100 + day)))
                        .build())
                .build());
      }
    }
  }
}

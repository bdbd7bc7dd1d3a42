package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what is found in requests that follow each other, and in what they change. */
class ChangeFindingsTest {
  @Test
  void aLostUpdateIsFound() throws Exception {
    assertThat(find(RaceRule.LOST_UPDATE, to -> visits(to, "SET visits = :v", Duration.ZERO)))
        .isEqualTo(
            List.of(
                "WARNING lost-update UpdateItem Shop PK = USER#{} and SK = PROFILE update (SET"
                    + " visits = {}): 40 writes without a condition followed a read of the same"
                    + " item"));
    assertThat(find(RaceRule.LOST_UPDATE, to -> visits(to, "ADD visits :v", Duration.ZERO)))
        .isEmpty();
    assertThat(
            find(RaceRule.LOST_UPDATE, to -> visits(to, "SET visits = :v", Duration.ofSeconds(6))))
        .isEmpty();
    assertThat(find(RaceRule.LOST_UPDATE, to -> visits(to, "SET city = :v", Duration.ZERO)))
        .isEmpty();
  }

  private static void visits(Requests to, String expression, Duration pause) {
    to.put(SHOP, with(user("1"), "visits", 1));
    for (int i = 0; i < 40; i++) {
      to.put(SHOP, order("2", i));
      to.get(SHOP, user("1"));
      to.pause(pause);
      Object value = expression.contains("city") ? "city" + i : (Object) (10 + i);
      update(to, user("1"), expression, Item.of(":v", value));
    }
  }

  @Test
  void aPutAfterAReadThatFoundNothingIsFound() throws Exception {
    assertThat(find(RaceRule.UNCONDITIONAL_CREATE, to -> register(to, null)))
        .isEqualTo(
            List.of(
                "WARNING unconditional-create PutItem Shop PK = USER#{} and SK = PROFILE: 12 puts"
                    + " without a condition followed a read that found nothing"));
    assertThat(find(RaceRule.UNCONDITIONAL_CREATE, to -> register(to, "attribute_not_exists(PK)")))
        .isEmpty();
  }

  private static void register(Requests to, String condition) {
    for (int i = 0; i < 12; i++) {
      to.put(SHOP, order("2", i));
      to.get(SHOP, user("" + i));
      to.put(SHOP, user("" + i), condition);
    }
  }

  @Test
  void aCounterInALargeItemIsFound() throws Exception {
    assertThat(find(SmallChangeRule.LARGE, to -> count(to, 5_000)))
        .isEqualTo(
            List.of(
                "WARNING small-change-of-large-item Shop/Order: 3 writes changed viewCount and"
                    + " consumed 15 write units and 15 on GSI1; in an item of its own, 3"));
    assertThat(find(SmallChangeRule.LARGE, to -> count(to, 500))).isEmpty();
  }

  private static void count(Requests to, int bytes) {
    to.put(SHOP, with(order("1", 1), "text", "x".repeat(bytes), "viewCount", 0));
    for (int i = 0; i < 3; i++) {
      update(to, order("1", 1), "ADD viewCount :one", Item.of(":one", 1));
    }
  }

  @Test
  void aPutThatChangesOneAttributeIsFound() throws Exception {
    assertThat(find(SmallChangeRule.PUT_AGAIN, to -> putAgain(to, 3)))
        .isEqualTo(
            List.of(
                "ADVICE put-to-change-one-attribute Shop/User: 3 of 3 puts of an existing item"
                    + " changed one attribute"));
    assertThat(find(SmallChangeRule.PUT_AGAIN, to -> putAgain(to, 1))).isEmpty();
  }

  private static void putAgain(Requests to, int others) {
    for (int i = 0; i < 4; i++) {
      Item item = with(user("1"), "a", i);
      for (int other = 0; other < others; other++) {
        item = with(item, "b" + other, 1);
      }
      to.put(SHOP, item);
    }
  }

  @Test
  void pagesThatAreReadAgainAreFound() throws Exception {
    assertThat(find(PagesAgainRule.TYPE, to -> pages(to, RISING)))
        .isEqualTo(
            List.of(
                "WARNING pages-read-again orders of a user: Reads began at the first page again,"
                    + " and went further each time: 15 times"));
    assertThat(find(PagesAgainRule.TYPE, to -> pages(to, 3, 3, 3, 3, 3, 3, 3, 3))).isEmpty();
  }

  private static final int[] RISING = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4};

  private static void pages(Requests to, int... counts) {
    orders(to, 90);
    for (int count : counts) {
      Item start = null;
      for (int page = 0; page < count; page++) {
        Item from = start;
        start =
            to.query(
                    SHOP,
                    null,
                    "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
                    query -> query.limit(2).exclusiveStartKey(from))
                .lastEvaluatedKey();
      }
    }
  }

  @Test
  void aReadForEachResultIsFound() throws Exception {
    assertThat(find(ReadForEachRule.TYPE, to -> ordersWithUsers(to, Duration.ZERO)))
        .isEqualTo(
            List.of(
                "WARNING read-for-each-result user: A Query of Shop.GSI1 returned 2 items, and 2"
                    + " reads followed, one for each"));
    assertThat(find(ReadForEachRule.TYPE, to -> ordersWithUsers(to, Duration.ofSeconds(2))))
        .isEmpty();
  }

  private static void ordersWithUsers(Requests to, Duration pause) {
    for (int day = 0; day < 30; day++) {
      List<String> names = List.of("anna" + day, "bert" + day);
      for (String name : names) {
        to.put(SHOP, with(order(name, day), "GSI1PK", "DAY#" + day));
      }
      to.query(SHOP, "GSI1", "GSI1PK = 'DAY#{}'", day);
      for (String name : names) {
        to.pause(pause);
        to.get(SHOP, user(name));
      }
    }
  }

  @Test
  void aPrefixThatEndsWithinAWordIsFound() throws Exception {
    assertThat(findWithoutDesign(KeyConditionFindings.PREFIX, to -> groups(to, "ORDER")))
        .isEqualTo(
            List.of(
                "ERROR prefix-within-word Query Shop PK = USER#{} and begins_with(SK, ORDER): The"
                    + " prefix ORDER of SK selects the items that begin with ORDER# and"
                    + " ORDERGROUP#"));
    assertThat(findWithoutDesign(KeyConditionFindings.PREFIX, to -> groups(to, "ORDER#")))
        .isEmpty();
  }

  private static void groups(Requests to, String prefix) {
    to.put(SHOP, order("1", 1), Item.of("PK", "USER#1", "SK", "ORDERGROUP#7"));
    to.query(SHOP, null, "PK = 'USER#1' and begins_with(SK, {})", prefix);
  }

  @Test
  void aFewAttributesOfLargeItemsAreFound() throws Exception {
    assertThat(find(SavingFindings.PROJECTION, to -> titles(to, 4_000)))
        .isEqualTo(
            List.of(
                "WARNING projection-of-large-items orders of a user: Items of 4,055 bytes are read"
                    + " for 90 bytes of each"));
    assertThat(find(SavingFindings.PROJECTION, to -> titles(to, 400))).isEmpty();
  }

  private static void titles(Requests to, int bytes) {
    for (int i = 0; i < 4; i++) {
      to.put(SHOP, with(order("1", i), "title", "Title", "text", "x".repeat(bytes)));
    }
    to.query(
        SHOP,
        null,
        "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
        query -> query.projectionExpression("title"));
  }

  @Test
  void anIndexThatCouldBeSparseIsFound() throws Exception {
    String design = DESIGN.replace("DAY#{day}", "STATUS#{status}");
    assertThat(find(SavingFindings.SPARSE, design, to -> statuses(to, "STATUS#open")))
        .isEqualTo(
            List.of(
                "ADVICE index-could-be-sparse Shop.GSI1: Only GSI1PK = STATUS#open is read; 20 of"
                    + " 24 entries, with all attributes, have other values"));
    assertThat(find(SavingFindings.SPARSE, design, to -> statuses(to, "STATUS#done"))).isEmpty();
  }

  private static void statuses(Requests to, String read) {
    for (int i = 0; i < 24; i++) {
      to.put(SHOP, with(order("1", i), "GSI1PK", i % 6 == 0 ? "STATUS#open" : "STATUS#done"));
    }
    for (int i = 0; i < 2; i++) {
      to.query(SHOP, "GSI1", "GSI1PK = {}", read);
    }
  }
}

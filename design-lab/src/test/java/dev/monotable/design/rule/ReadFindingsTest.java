package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.ordersOfUser;
import static dev.monotable.design.rule.Shop.scan;
import static dev.monotable.design.rule.Shop.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what is found about reads. */
class ReadFindingsTest {
  @Test
  void aScanIsFound() throws Exception {
    assertThat(
            find(
                ReadFindings.SCAN,
                to -> {
                  orders(to, 3);
                  scan(to);
                }))
        .isEqualTo(List.of("WARNING scan Scan Shop: 1 Scan of Shop read 3 items and returned 3"));
    assertThat(find(ReadFindings.SCAN, to -> ordersOfUser(to, "1"))).isEmpty();
  }

  @Test
  void aScanOfATableThatStaysSmallIsNone() throws Exception {
    assertThat(findWithoutDesign(ReadFindings.SCAN, to -> leases(to, 5, 60))).isEmpty();
    assertThat(findWithoutDesign(ReadFindings.SCAN, to -> leases(to, 60, 60))).hasSize(1);
    assertThat(findWithoutDesign(ReadFindings.SCAN, to -> leases(to, 5, 10))).hasSize(1);
    assertThat(find(ReadFindings.SCAN, to -> leases(to, 5, 60))).hasSize(1); // 11,000 declared
  }

  private static void leases(Requests to, int items, int writes) {
    for (int i = 0; i < writes; i++) {
      to.put(SHOP, order("1", i % items));
    }
    scan(to);
  }

  @Test
  void aFilterThatDiscardsMostIsFound() throws Exception {
    assertThat(find(ReadFindings.FILTER_DISCARDS, to -> filtered(to, 6, 2)))
        .isEqualTo(
            List.of(
                "WARNING filter-discards-most orders of a user: The filter discards 4 of 6 items"
                    + " (67 %)"));
    assertThat(find(ReadFindings.FILTER_DISCARDS, to -> filtered(to, 6, 3))).isEmpty();
    assertThat(find(ReadFindings.FILTER_DISCARDS, to -> filtered(to, 4, 1))).isEmpty();
    assertThat(
            find(
                ReadFindings.FILTER_DISCARDS,
                DESIGN.replace(
                    "begins_with(SK, ORDER#)",
                    "begins_with(SK, ORDER#)\n    budget: {maxDiscarded: 0.7}"),
                to -> filtered(to, 6, 2)))
        .isEmpty();
  }

  private static void filtered(Requests to, int orders, int matching) {
    for (int i = 0; i < orders; i++) {
      to.put(SHOP, with(order("1", i), "state", i < matching ? "open" : "done"));
    }
    to.query(
        SHOP,
        null,
        "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
        query -> query.filterExpression("#state = 'open'").expressionAttributeNames(STATE));
  }

  private static final Map<String, String> STATE = Map.of("#state", "state");

  @Test
  void aFilterOnAKeyAttributeIsFound() throws Exception {
    assertThat(find(ReadFindings.FILTER_ON_KEY, to -> filteredBy(to, "GSI1PK")))
        .isEqualTo(
            List.of(
                "ADVICE filter-on-key-attribute orders of a user: The filter tests GSI1PK, a key"
                    + " attribute of Shop.GSI1, and discards 0 of 0 items"));
    assertThat(find(ReadFindings.FILTER_ON_KEY, to -> filteredBy(to, "details.GSI1PK"))).isEmpty();
  }

  private static void filteredBy(Requests to, String path) {
    to.query(
        SHOP,
        null,
        "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
        query -> query.filterExpression(path + " = {}"),
        "DAY#1");
  }

  @Test
  void aQueryOfEverythingForTheLatestIsFound() throws Exception {
    assertThat(
            find(
                ReadFindings.READS_EVERYTHING,
                to -> {
                  orders(to, 12);
                  latest(to, null);
                }))
        .isEqualTo(
            List.of(
                "WARNING query-reads-everything latest order: A use reads 12 items; the access"
                    + " pattern declares 1"));
    assertThat(
            find(
                ReadFindings.READS_EVERYTHING,
                to -> {
                  orders(to, 12);
                  latest(to, 1);
                }))
        .isEmpty();
  }

  private static void latest(Requests to, Integer limit) {
    to.query(
        SHOP,
        null,
        "PK = 'USER#1' and SK > 'ORDER#0'",
        query -> query.scanIndexForward(false).limit(limit));
  }

  @Test
  void countingByReadingIsFound() throws Exception {
    assertThat(
            find(
                ReadFindings.COUNT,
                to -> {
                  orders(to, 10);
                  count(to);
                  count(to);
                }))
        .isEqualTo(
            List.of(
                "WARNING count-by-reading orders of a user: 2 requests read 20 items to count"
                    + " them"));
    assertThat(
            find(
                ReadFindings.COUNT,
                to -> {
                  orders(to, 3);
                  count(to);
                  count(to);
                }))
        .isEmpty();
  }

  private static void count(Requests to) {
    to.query(
        SHOP, null, "PK = 'USER#1' and begins_with(SK, 'ORDER#')", query -> query.select("COUNT"));
  }

  @Test
  void aReadThatNeverFindsAnItemIsFound() throws Exception {
    assertThat(find(ReadFindings.NOTHING_FOUND, to -> ordersOfUser(to, "2")))
        .isEqualTo(
            List.of(
                "ADVICE read-finds-nothing orders of a user: 1 read of this form found no item"));
    assertThat(
            find(
                ReadFindings.NOTHING_FOUND,
                to -> {
                  orders(to, 1);
                  ordersOfUser(to, "1");
                  ordersOfUser(to, "2");
                }))
        .isEmpty();
  }
}

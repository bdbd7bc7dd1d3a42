package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.NOW;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.lab;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.ordersOfDay;
import static dev.monotable.design.rule.Shop.ordersOfUser;
import static dev.monotable.design.rule.Shop.read;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static dev.monotable.testing.Calls.getConsistent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.bound.Bound;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.recording.Recording;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.value.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is found in sequences of requests. */
class SequenceFindingsTest {
  @Test
  void aReadOfAnIndexRightAfterAWriteIsFound() throws Exception {
    assertThat(
            find(
                IndexAfterWriteRule.TYPE,
                to -> {
                  for (int i = 0; i < 12; i++) {
                    to.put(SHOP, with(order("1", i), "GSI1PK", "DAY#" + i));
                    ordersOfDay(to, i);
                    ordersOfDay(to, i);
                  }
                }))
        .isEqualTo(
            List.of(
                "WARNING index-read-after-write Shop.GSI1: 12 of 24 reads of the index came right"
                    + " after a write that they return"));
    // One case may be a coincidence, and several writes prepare a test.
    assertThat(
            find(
                IndexAfterWriteRule.TYPE,
                to -> {
                  orders(to, 1);
                  ordersOfDay(to);
                  for (int i = 0; i < 3; i++) {
                    to.put(SHOP, order("1", 10 + i), order("1", 20 + i));
                    ordersOfDay(to);
                  }
                }))
        .isEmpty();
    assertThat(
            find(
                IndexAfterWriteRule.TYPE,
                to -> {
                  orders(to, 2);
                  to.pause(Duration.ofSeconds(1));
                  ordersOfDay(to);
                  to.put(SHOP, with(order("1", 1), "GSI1PK", "DAY#2"), (String) null);
                  to.pause(Duration.ofSeconds(1));
                  ordersOfDay(to);
                  to.put(SHOP, user("1"));
                  ordersOfDay(to);
                }))
        .isEmpty();
  }

  @Test
  void consistentReadsWithoutNeedAreFound() throws Exception {
    assertThat(
            find(
                ConsistentReadRule.TYPE,
                to -> {
                  to.put(SHOP, user("1"));
                  consistentReads(to, 4, false);
                }))
        .isEqualTo(
            List.of(
                "ADVICE needless-consistent-read user: 3 of 4 strongly consistent reads read what"
                    + " nothing had written shortly before, or since the last one"));
    assertThat(find(ConsistentReadRule.TYPE, to -> consistentReads(to, 9, true))).isEmpty();
  }

  @Test
  void consistentQueriesWithoutNeedAreFound() throws Exception {
    assertThat(
            find(
                ConsistentReadRule.TYPE,
                to -> {
                  orders(to, 1);
                  for (int i = 0; i < 4; i++) {
                    to.query(
                        SHOP,
                        null,
                        "PK = 'USER#1' and begins_with(SK, 'ORDER#')",
                        query -> query.consistentRead(true));
                  }
                }))
        .isEqualTo(
            List.of(
                "ADVICE needless-consistent-read orders of a user: 3 of 4 strongly consistent reads"
                    + " read what nothing had written shortly before, or since the last one"));
  }

  private static void consistentReads(Requests to, int times, boolean written) {
    for (int i = 0; i < times; i++) {
      if (written) {
        to.put(SHOP, user("1"));
      }
      getConsistent(to::send, SHOP, user("1"));
    }
  }

  @Test
  void aLoopOfGetItemIsFound() throws Exception {
    assertThat(
            find(
                GetAfterGetRule.TYPE,
                to -> {
                  orders(to, 200);
                  for (int i = 0; i < 4; i++) {
                    gets(to, 5);
                    ordersOfUser(to, "1");
                  }
                }))
        .isEqualTo(
            List.of(
                "WARNING get-after-get user: 5 different items were read by GetItem, one after"
                    + " another"));
    assertThat(
            find(
                GetAfterGetRule.TYPE,
                to -> {
                  orders(to, 40);
                  gets(to, 5);
                  ordersOfUser(to, "1");
                  gets(to, 40);
                  ordersOfUser(to, "1");
                  to.get(SHOP, user("9"));
                }))
        .isEmpty();
  }

  private static void gets(Requests to, int count) {
    for (int i = 0; i < count; i++) {
      to.get(SHOP, user("" + i));
    }
  }

  @Test
  void aHotItemIsFound() throws Exception {
    assertThat(
            find(
                HotItemRule.TYPE,
                to -> {
                  orders(to, 80);
                  for (int i = 0; i < 20; i++) {
                    update(to, user("1"), "ADD visits :one", Item.of(":one", 1));
                  }
                }))
        .isEqualTo(
            List.of(
                "WARNING hot-item Shop/User: One item gets 20 of the 100 writes of a test to Shop"
                    + " (20 %)"));
    assertThat(find(HotItemRule.TYPE, to -> orders(to, 100))).isEmpty();
    assertThat(
            find(
                HotItemRule.TYPE,
                to -> {
                  orders(to, 81);
                  for (int i = 0; i < 20; i++) {
                    update(to, user("1"), "ADD visits :one", Item.of(":one", 1));
                  }
                }))
        .isEmpty();
  }

  @Test
  void aHotItemIsFoundAmongMoreItemsThanAreCounted() throws Exception {
    List<String> findings =
        find(
            HotItemRule.TYPE,
            to -> {
              for (int i = 0; i < 3 * Bound.HOT_KEYS.most(); i++) {
                to.put(SHOP, order("1", i));
                to.put(SHOP, user("1"));
              }
            });

    assertThat(findings)
        .singleElement()
        .asString()
        .startsWith("WARNING hot-item Shop/User: One item gets ")
        .endsWith(" (50 %)");
  }

  @Test
  void aTransactionOfOneActionIsFound() throws Exception {
    TransactWriteItem put = Requests.putAction(SHOP, user("1"));

    assertThat(find(SingleActionRule.TYPE, to -> to.transact(put)))
        .isEqualTo(
            List.of(
                "ADVICE transaction-of-one-action TransactWriteItems Put Shop PK = USER#{} and SK ="
                    + " PROFILE: 1 transaction had one action"));
    assertThat(
            find(
                SingleActionRule.TYPE, to -> to.transact(put, Requests.putAction(SHOP, user("2")))))
        .isEmpty();
  }

  @Test
  void aWrongTimeToLiveIsFound() throws Exception {
    assertThat(find(TimeToLiveRule.MILLISECONDS, to -> expiring(to, NOW * 1000)))
        .isEqualTo(
            List.of(
                "ERROR ttl-in-milliseconds Shop/User: 1 write with a TTL attribute in"
                    + " milliseconds"));
    assertThat(find(TimeToLiveRule.NOT_A_NUMBER, to -> expiring(to, "" + NOW)))
        .isEqualTo(
            List.of(
                "ERROR ttl-not-a-number Shop/User: 1 write with a TTL attribute that is not a"
                    + " number"));
    assertThat(find(TimeToLiveRule.TOO_OLD, to -> expiring(to, NOW - 6 * 365 * 86_400)))
        .isEqualTo(
            List.of(
                "ERROR ttl-too-old Shop/User: 1 write with a TTL attribute more than five years in"
                    + " the past"));
  }

  @Test
  void aTimeToLiveInSecondsIsNotFound() throws Exception {
    for (FindingType type : TimeToLiveRule.RULE.types()) {
      assertThat(
              find(
                  type,
                  to -> {
                    expiring(to, NOW + 86_400);
                    expiring(to, NOW - 4 * 365 * 86_400);
                    to.put(SHOP, user("1"));
                  }))
          .isEmpty();
    }
  }

  @Test
  void theTimeToLiveOfAnUndeclaredTableIsObserved() throws Exception {
    Design design = read(DESIGN);
    Design none = new Design("None", null, List.of(), List.of(), List.of());
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = lab(none)) {
      lab.listenTo(engine);
      DesignTables.create(design, engine);
      expiring(new Requests(engine), NOW * 1000);

      assertThat(lab.findings())
          .extracting(Finding::toString)
          .contains("ERROR ttl-in-milliseconds Shop: 1 write with a TTL attribute in milliseconds");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theTimeToLiveOfAnUndeclaredTableIsRecorded(boolean exists, @TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("requests.recording");
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        Recording recording =
            Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> RequestContext.NONE)) {
      if (exists) {
        DesignTables.create(read(DESIGN), engine);
      }
      recording.listenTo(engine);
      if (!exists) {
        DesignTables.create(read(DESIGN), engine);
      }
      expiring(new Requests(engine), NOW * 1000);
    }

    try (DesignLab lab = lab(null)) {
      lab.replay(file);

      assertThat(lab.findings())
          .extracting(Finding::toString)
          .contains("ERROR ttl-in-milliseconds Shop: 1 write with a TTL attribute in milliseconds");
      assertThat(lab.ledger().tables())
          .extracting(table -> table.settings().timeToLive())
          .isEqualTo(List.of("ttl"));
    }
  }

  @Test
  void theTimeToLiveOfATableThatExistsIsKnown() throws Exception {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = lab(null)) {
      DesignTables.create(read(DESIGN), engine);
      lab.listenTo(engine);
      expiring(new Requests(engine), NOW * 1000);

      assertThat(lab.findings())
          .extracting(Finding::toString)
          .contains("ERROR ttl-in-milliseconds Shop: 1 write with a TTL attribute in milliseconds");
    }
  }

  @Test
  void aTimeToLiveThatIsDisabledIsNotChecked() throws Exception {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = lab(null)) {
      lab.listenTo(engine);
      DesignTables.create(read(DESIGN), engine);
      new Requests(engine).pause(Duration.ofHours(1));
      engine.call(
          Operations.UPDATE_TIME_TO_LIVE,
          UpdateTimeToLiveInput.builder()
              .tableName("arn:aws:dynamodb:us-east-1:000000000000:table/Shop")
              .timeToLiveSpecification(
                  TimeToLiveSpecification.builder().attributeName("ttl").enabled(false).build())
              .build());
      expiring(new Requests(engine), NOW * 1000);

      assertThat(lab.findings()).filteredOn(found -> found.id().startsWith("ttl")).isEmpty();
      assertThat(lab.ledger().tables())
          .extracting(table -> table.settings().timeToLive())
          .containsOnlyNulls();
    }
  }

  private static void expiring(Requests to, Object ttl) {
    to.put(SHOP, with(user("1"), "ttl", ttl));
  }
}

package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.user;
import static dev.monotable.design.rule.Shop.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.design.finding.FindingType;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Tests that evidence shows the requests that have a flaw, although the first requests of their
 * form do not have it.
 */
class EvidenceTest {
  private static List<String> evidence(FindingType type, Consumer<Requests> requests)
      throws Exception {
    return Shop.evidence(type, null, Shop.read(Shop.DESIGN), requests);
  }

  private static void inject(Requests to, InjectedFault fault) {
    to.engine().faults().add(FaultRule.on().times(1).inject(fault));
  }

  private static Item page(Requests to, String user, Item start) {
    return to.query(
            SHOP,
            null,
            "PK = 'USER#{}' and begins_with(SK, 'ORDER#')",
            query -> query.limit(11).exclusiveStartKey(start),
            user)
        .lastEvaluatedKey();
  }

  @Test
  void thePageThatIsNotContinuedIsShown() throws Exception {
    assertThat(
            evidence(
                AnswerFindings.FIRST_PAGE,
                to -> {
                  orders(to, 60);
                  for (int i = 0; i < 12; i++) {
                    to.put(SHOP, order("2", i));
                  }
                  Item next = page(to, "1", null);
                  while (next != null) {
                    next = page(to, "1", next);
                  }
                  page(to, "2", null);
                }))
        .isEqualTo(
            List.of(
                "Query Shop PK = \"USER#2\" and begins_with(SK, \"ORDER#\") limit 11: 11 of 11"
                    + " items, 0.5 read units, more to read"));
  }

  @Test
  void theBatchThatIsNotRetriedIsShown() throws Exception {
    List<Item> keys = List.of(user("1"), user("2"), user("3"));
    assertThat(
            evidence(
                AnswerFindings.UNPROCESSED,
                to -> {
                  to.getBatch(SHOP, keys);
                  inject(to, new InjectedFault.Unprocessed(1, 1));
                  to.getBatch(SHOP, keys);
                  to.getBatch(SHOP, List.of(user("3")));
                  inject(to, new InjectedFault.Unprocessed(1, 1));
                  to.getBatch(SHOP, List.of(user("4"), user("5")));
                }))
        .isEqualTo(
            List.of(
                "BatchGetItem Shop PK = \"USER#4\" and SK = \"PROFILE\": no item, 0.5 read units,"
                    + " 1 unprocessed"));
  }

  /** Two batches of one form wait for a retry at a time, and each gets its own. */
  @Test
  void severalUnprocessedBatchesThatAreRetriedAreNoFlaw() throws Exception {
    assertThat(
            evidence(
                AnswerFindings.UNPROCESSED,
                to -> {
                  for (String first : List.of("1", "3")) {
                    inject(to, new InjectedFault.Unprocessed(1, 1));
                    to.getBatch(SHOP, List.of(user(first), user(first + "b")));
                  }
                  to.getBatch(SHOP, List.of(user("1b")));
                  to.getBatch(SHOP, List.of(user("3b")));
                }))
        .isEmpty();
  }

  @Test
  void theFailureThatIsNotRepeatedIsShown() throws Exception {
    assertThat(
            evidence(
                AnswerFindings.NOT_REPEATED,
                to -> {
                  to.get(SHOP, user("1"));
                  inject(to, new InjectedFault.Throttle(null));
                  Flaws.fail(() -> to.get(SHOP, user("2")));
                }))
        .isEqualTo(List.of("GetItem Shop, ThrottlingException"));
  }

  @Test
  void theCountThatReadsItemsIsShown() throws Exception {
    assertThat(
            evidence(
                ReadFindings.COUNT,
                to -> {
                  orders(to, 30);
                  for (String each : List.of("8", "9", "7", "1", "1")) {
                    to.query(
                        SHOP,
                        null,
                        "PK = 'USER#{}' and begins_with(SK, 'ORDER#')",
                        query -> query.select("COUNT"),
                        each);
                  }
                }))
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).contains("USER#1").contains("30 of 30 items"));
  }

  @Test
  void theReadOfALargeItemIsShown() throws Exception {
    assertThat(
            evidence(
                SavingFindings.PROJECTION,
                to -> {
                  to.put(SHOP, with(user("1"), "name", "A"), with(user("3"), "name", "C"));
                  to.put(SHOP, with(user("2"), "name", "B", "text", "x".repeat(30_000)));
                  for (String each : List.of("1", "3", "1", "3", "2")) {
                    to.send(
                        Operations.GET_ITEM,
                        GetItemInput.builder()
                            .tableName(SHOP)
                            .key(user(each))
                            .projectionExpression("title")
                            .build());
                  }
                }))
        .isEqualTo(
            List.of(
                "GetItem Shop PK = \"USER#2\" and SK = \"PROFILE\" projection title: 1 item, 4 read"
                    + " units"));
  }

  @Test
  void theQueryThatFetchesItemsIsShown() throws Exception {
    assertThat(
            evidence(
                IndexFindings.FETCHES,
                to -> {
                  to.put(SHOP, with(order("2", 1), "at", "5"));
                  for (String each : List.of("1", "1", "1", "2")) {
                    to.query(
                        SHOP,
                        "LSI1",
                        "PK = 'USER#{}' and #at > '0'",
                        query ->
                            query
                                .select("ALL_ATTRIBUTES")
                                .expressionAttributeNames(Map.of("#at", "at")),
                        each);
                  }
                }))
        .isEqualTo(
            List.of("Query Shop.LSI1 PK = \"USER#2\" and at > \"0\": 1 of 1 items, 1 read units"));
  }

  @Test
  void theUpdateThatMovesEntriesIsShown() throws Exception {
    assertThat(
            evidence(
                IndexFindings.MOVES,
                to -> {
                  orders(to, 9);
                  for (int i = 0; i < 9; i++) {
                    update(
                        to,
                        order("1", i),
                        "SET GSI1PK = :d",
                        Item.of(":d", i < 4 ? "DAY#1" : "DAY#2"));
                  }
                }))
        .hasSize(3)
        .allSatisfy(text -> assertThat(text).contains("1 index changes"));
  }

  @Test
  void theWriteWithoutItsConditionThatFailedIsNotShown() throws Exception {
    assertThat(
            Shop.evidence(
                PatternFindings.MISSING_CONDITION,
                Shop.read(Shop.DESIGN),
                Shop.read(Shop.DESIGN),
                to -> {
                  for (int i = 0; i < 3; i++) {
                    String id = "" + i;
                    inject(to, new InjectedFault.Throttle(null));
                    Flaws.fail(() -> to.put(SHOP, user(id)));
                  }
                  to.put(SHOP, user("4"));
                }))
        .isEqualTo(
            List.of("PutItem Shop PK = \"USER#4\" and SK = \"PROFILE\": applied, 1 write units"));
  }
}

package dev.monotable.design.rule;

import static dev.monotable.design.rule.Shop.DESIGN;
import static dev.monotable.design.rule.Shop.SHOP;
import static dev.monotable.design.rule.Shop.find;
import static dev.monotable.design.rule.Shop.findWithoutDesign;
import static dev.monotable.design.rule.Shop.order;
import static dev.monotable.design.rule.Shop.orders;
import static dev.monotable.design.rule.Shop.ordersOfUser;
import static dev.monotable.design.rule.Shop.update;
import static dev.monotable.design.rule.Shop.with;
import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.Requests;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what is found about indexes. */
class IndexFindingsTest {
  @Test
  void anIndexThatNothingUsesIsFound() throws Exception {
    String unused = DESIGN.replace("GSI1: {", "GSI2: {partitionKey: GSI2PK}\n      GSI1: {");

    assertThat(find(IndexFindings.UNUSED, unused, to -> orders(to, 1)))
        .isEqualTo(
            List.of(
                "WARNING unused-index Shop.GSI2: No declared access pattern and no request reads"
                    + " the index"));
    assertThat(find(IndexFindings.UNUSED, to -> orders(to, 1))).isEmpty();
    assertThat(findWithoutDesign(IndexFindings.UNUSED, to -> ordersOfUser(to, "1")))
        .isEqualTo(
            List.of(
                "WARNING unused-index Shop.GSI1: No request reads the index",
                "WARNING unused-index Shop.LSI1: No request reads the index"));
    assertThat(findWithoutDesign(IndexFindings.UNUSED, to -> orders(to, 1))).isEmpty();
  }

  @Test
  void anIndexThatHoldsMoreThanIsReadIsFound() throws Exception {
    assertThat(find(IndexFindings.PROJECTS_MORE, to -> projected(to, "#name")))
        .isEqualTo(
            List.of(
                "ADVICE index-projects-too-much Shop.GSI1: Requests read name of 3 attributes"
                    + " beside the keys that the index holds"));
    assertThat(find(IndexFindings.PROJECTS_MORE, to -> projected(to, "#name, price, #at")))
        .isEmpty();
  }

  private static void projected(Requests to, String projection) {
    to.put(SHOP, with(order("1", 1), "name", "Tea", "price", 3, "at", "1"));
    to.query(
        SHOP,
        "GSI1",
        "GSI1PK = 'DAY#1'",
        query ->
            query
                .projectionExpression(projection)
                .expressionAttributeNames(
                    projection.contains("#at")
                        ? Map.of("#name", "name", "#at", "at")
                        : Map.of("#name", "name")));
  }

  @Test
  void anIndexOfUnreadEntitiesIsFound() throws Exception {
    String crowded =
        DESIGN.replace(
            "SK: PROFILE}\n        count: 1_000",
            "SK: PROFILE, GSI1PK: \"MAIL#{mail}\", GSI1SK: USER}\n        count: 30_000");

    assertThat(find(IndexFindings.UNREAD_ENTITIES, crowded, to -> {}))
        .isEqualTo(
            List.of(
                "ADVICE index-holds-unread-entities Shop.GSI1: No access pattern reads User from"
                    + " the index: 75 % of its entries"));
    assertThat(find(IndexFindings.UNREAD_ENTITIES, crowded.replace("30_000", "1_000"), to -> {}))
        .isEmpty();
  }

  @Test
  void aLocalIndexThatFetchesItemsIsFound() throws Exception {
    assertThat(find(IndexFindings.FETCHES, to -> byTime(to, "SK, price")))
        .isEqualTo(
            List.of(
                "WARNING local-index-fetches-items orders by time: Beside 0.5 read units on the"
                    + " index, 0.5 were consumed on the table"));
    assertThat(find(IndexFindings.FETCHES, to -> byTime(to, "SK"))).isEmpty();
  }

  private static void byTime(Requests to, String projection) {
    to.put(SHOP, with(order("1", 1), "at", "2026", "price", 3));
    to.query(
        SHOP,
        "LSI1",
        "PK = 'USER#1' and #at > '2025'",
        query ->
            query.projectionExpression(projection).expressionAttributeNames(Map.of("#at", "at")));
  }

  @Test
  void updatesThatMoveIndexEntriesAreFound() throws Exception {
    assertThat(find(IndexFindings.MOVES, to -> updates(to, 5, "GSI1SK")))
        .isEqualTo(
            List.of(
                "ADVICE index-entries-moved UpdateItem Shop PK = USER#{} and SK = ORDER#{} update"
                    + " (SET GSI1SK = {}): 5 writes moved 5 entries of GSI1"));
    assertThat(find(IndexFindings.MOVES, to -> updates(to, 4, "GSI1SK"))).isEmpty();
    assertThat(find(IndexFindings.MOVES, to -> updates(to, 5, "price"))).isEmpty();
  }

  private static void updates(Requests to, int times, String attribute) {
    orders(to, 1);
    for (int i = 0; i < times; i++) {
      update(to, order("1", 0), "SET " + attribute + " = :new", Item.of(":new", "v" + i));
    }
  }

  @Test
  void aConstantPartitionKeyIsFound() throws Exception {
    assertThat(find(IndexFindings.CONSTANT_KEY, DESIGN.replace("DAY#{day}", "ORDERS"), to -> {}))
        .isEqualTo(
            List.of(
                "WARNING constant-partition-key Shop.GSI1: All items of a kind are in one item"
                    + " collection: GSI1PK = ORDERS"));
    assertThat(find(IndexFindings.CONSTANT_KEY, to -> orders(to, 30))).isEmpty();
    assertThat(
            findWithoutDesign(
                IndexFindings.CONSTANT_KEY,
                to -> {
                  for (int i = 0; i < 20; i++) {
                    to.put(SHOP, item("PK: USER#1, SK: ORDER#{0}, GSI1PK: ALL, GSI1SK: x#{0}", i));
                  }
                }))
        .isEqualTo(
            List.of(
                "WARNING constant-partition-key Shop.GSI1: All items of a kind are in one item"
                    + " collection: GSI1PK = ALL"));
  }

  @Test
  void entriesThatQueriesSelectByTheirKeyHaveToMove() throws Exception {
    assertThat(
            find(
                IndexFindings.MOVES,
                to -> {
                  updates(to, 5, "GSI1SK");
                  to.query(SHOP, "GSI1", "GSI1PK = 'DAY#1' and begins_with(GSI1SK, 'v')");
                }))
        .isEmpty();
  }

  @Test
  void aCounterInAnIndexIsFound() throws Exception {
    assertThat(find(SavingFindings.COUNTER, to -> counts(to, 50, 12, null)))
        .isEqualTo(
            List.of(
                "ADVICE counter-in-index UpdateItem Shop PK = USER#{} and SK = ORDER#{} update"
                    + " (SET clicks = clicks + {}): 50 additions to clicks wrote the entry in GSI1"
                    + " as well: 50 write units beside 50 on the table"));
    assertThat(find(SavingFindings.COUNTER, to -> counts(to, 49, 0, null))).isEmpty();
    // Four additions for each read of the index, or a version that others test.
    assertThat(find(SavingFindings.COUNTER, to -> counts(to, 50, 13, null))).isEmpty();
    assertThat(find(SavingFindings.COUNTER, to -> counts(to, 50, 0, "clicks = :n"))).isEmpty();
  }

  private static void counts(Requests to, int times, int reads, String condition) {
    to.put(SHOP, Shop.with(order("1", 0), "clicks", 0, "title", "A"));
    for (int i = 0; i < times; i++) {
      update(to, order("1", 0), "SET clicks = clicks + :one", Item.of(":one", 1));
    }
    for (int i = 0; i < reads; i++) {
      Shop.ordersOfDay(to);
    }
    if (condition != null) {
      to.put(SHOP, Shop.with(Shop.user("9"), "clicks", 1));
      to.send(
          Operations.UPDATE_ITEM,
          UpdateItemInput.builder()
              .tableName(SHOP)
              .key(Shop.user("9"))
              .updateExpression("SET title = :n")
              .conditionExpression(condition)
              .expressionAttributeValues(Item.of(":n", 1))
              .build());
    }
  }

  @Test
  void entriesUnderOneNumberAreFoundIfTheirTrafficIsDeclared() throws Exception {
    assertThat(find(IndexFindings.CONSTANT_KEY, queue("2_500/s"), to -> queued(to, 20)))
        .isEqualTo(
            List.of(
                "WARNING constant-partition-key Shop.Queue: All entries are in one item collection:"
                    + " queued = 1"));
    assertThat(find(IndexFindings.CONSTANT_KEY, queue("5/s"), to -> queued(to, 20))).isEmpty();
    assertThat(find(IndexFindings.CONSTANT_KEY, queue("2_500/s"), to -> queued(to, 19))).isEmpty();
  }

  private static String queue(String frequency) {
    return """
    design: Queue
    tables:
      Shop:
        partitionKey: PK
        indexes:
          Queue: {partitionKey: {queued: N}, sortKey: at}
        entities:
          Job:
            keys: {PK: "JOB#{job}", queued: "{queued}", at: "{at}"}
            count: 1_000_000
    patterns:
      enqueue:
        frequency: %s
        operation: PutItem
        key: PK = JOB#{job}
    """
        .formatted(frequency);
  }

  private static void queued(Requests to, int jobs) {
    for (int i = 0; i < jobs; i++) {
      to.put(SHOP, Item.of("PK", "JOB#" + (1000 + i), "queued", 1, "at", "2026-01-" + (10 + i)));
    }
  }
}

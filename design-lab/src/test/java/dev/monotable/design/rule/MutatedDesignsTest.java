package dev.monotable.design.rule;

import static dev.monotable.design.ExampleDesign.CHAT;
import static dev.monotable.design.ExampleDesign.MUSIC;
import static dev.monotable.design.ExampleDesign.ORDERS;
import static dev.monotable.design.ExampleDesign.PRODUCTS;
import static dev.monotable.design.Requests.key;
import static dev.monotable.design.rule.Flaws.fail;
import static dev.monotable.design.rule.Flaws.inject;
import static dev.monotable.design.rule.Flaws.messages;
import static dev.monotable.design.rule.Flaws.mutated;
import static dev.monotable.design.rule.Flaws.put;
import static dev.monotable.design.rule.Flaws.replaced;
import static dev.monotable.design.rule.Flaws.scan;
import static dev.monotable.design.rule.Flaws.update;
import static dev.monotable.testing.Calls.getConsistent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.finding.Finding;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each flaw that is put into an example design is found, and nothing else. */
class MutatedDesignsTest {
  private static final String CHAT_TABLE = "Connect40-Table-dev";
  private static final String GSI1 =
      "    indexes:\n      GSI1:\n        partitionKey: GSI1PK\n        sortKey: GSI1SK\n"
          + "        projection: ALL\n";

  @ParameterizedTest
  @MethodSource({
    "orders",
    "ordersReads",
    "ordersItems",
    "products",
    "productsReads",
    "productsIndexes",
    "chat",
    "chatAnswers",
    "chatReads",
    "chatItems",
    "chatEntities",
    "music",
    "musicIndexes"
  })
  void aFlawIsFound(MutatedDesign mutated) throws Exception {
    List<Finding> found = mutated.newFindings();

    assertThat(found).extracting(Finding::id).isEqualTo(mutated.findings());
    assertThat(found).extracting(Finding::trial).doesNotContainNull();
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void theUnchangedDesignsHaveOnlyFindingsThatTheyAccept(ExampleDesign example) throws Exception {
    assertThat(MutatedDesign.run(MutatedDesign.of("unchanged", example)))
        .filteredOn(finding -> finding.accepted() == null)
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void theKnownTradeOffsAreFoundAndAccepted(ExampleDesign example) throws Exception {
    List<Finding> findings = MutatedDesign.run(MutatedDesign.of("unchanged", example));

    assertThat(findings)
        .filteredOn(finding -> finding.accepted() != null)
        .extracting(finding -> finding.id() + " " + finding.subject())
        .containsAll(
            switch (example) {
              case ORDERS -> List.of();
              case PRODUCTS -> List.of("filter-on-key-attribute products of a tag");
              case CHAT ->
                  List.of(
                      "hot-item Connect40-Table-dev/LastMessage",
                      "hot-item Connect40-Table-dev/ChatRoom");
              case MUSIC -> List.of("index-holds-unread-entities Music.GSI1");
            });
    assertThat(example.design().accepted())
        .allSatisfy(
            accepted ->
                assertThat(findings)
                    .as(accepted.toString())
                    .anyMatch(finding -> accepted.equals(finding.accepted())));
  }

  static List<MutatedDesign> orders() throws Exception {
    return List.of(
        mutated("an index is missing", ORDERS)
            .deployWithout("GSI1")
            .queries(query -> query.indexName() != null, Flaws::failing)
            .finds("table-differs", "pattern-not-tested"),
        mutated("an index holds keys only", ORDERS)
            .deploy("projection: ALL", "projection: KEYS_ONLY")
            .finds("table-differs"),
        mutated("an index that nobody needs", ORDERS)
            .design(GSI1, GSI1 + "      GSI2:\n        partitionKey: status\n")
            .finds("unused-index"),
        mutated("days without leading zeros", ORDERS)
            .items(item -> replaced(replaced(item, "GSI1SK", "0626", "626"), "SK", "0626", "626"))
            .queries(null, query -> query.scanIndexForward(false))
            .after(
                to ->
                    to.query(
                        "MainTable",
                        "GSI1",
                        "GSI1PK = 'ORDER_DATE#20240625'",
                        query -> query.scanIndexForward(false)))
            .finds("sort-key-order", "sort-key-order"),
        mutated("a misspelled prefix", ORDERS)
            .items(item -> replaced(item, "SK", "PROFILE", "PROFLE"))
            .finds("item-without-entity", "undeclared-request", "pattern-not-tested"),
        mutated("a wrong index key", ORDERS)
            .items(item -> replaced(item, "GSI1PK", "ORDER_DATE#", ""))
            .finds("index-key-mismatch", "read-finds-nothing"));
  }

  static List<MutatedDesign> ordersReads() throws Exception {
    return List.of(
        mutated("half of an index key", ORDERS)
            .items(item -> MutatedDesign.with(item, "GSI1SK", null))
            .finds("half-index-key", "read-finds-nothing"),
        mutated("a Scan instead of a Query", ORDERS)
            .queries(
                query -> query.indexName() != null, (to, query) -> scan(to, query, "GSI1PK = :v0"))
            .finds("scan", "pattern-not-tested"),
        mutated("a filter instead of the key of an index", ORDERS)
            .queries(
                null,
                query ->
                    query
                        .filterExpression("begins_with(GSI1SK, :o)")
                        .expressionAttributeValues(
                            Item.of(":v0", "USER#123456789", ":o", "ORDER#")))
            .finds("filter-on-key-attribute"),
        mutated("consistent reads", ORDERS)
            .queries(null, Flaws::consistent)
            .after(
                to -> {
                  for (int i = 0; i < 3; i++) {
                    to.query("MainTable", null, "PK = 'USER#123456789'", Flaws::consistent);
                  }
                })
            .finds("needless-consistent-read"));
  }

  static List<MutatedDesign> ordersItems() throws Exception {
    return List.of(
        mutated("all orders under one key", ORDERS)
            .design("GSI1PK: ORDER_DATE#{date}", "GSI1PK: ORDERS")
            .declare("GSI1PK = ORDER_DATE#{date}", "GSI1PK = ORDERS")
            .deploy("GSI1PK = ORDER_DATE#{date}", "GSI1PK = ORDERS")
            .items(
                item ->
                    item.contains("GSI1PK")
                        ? MutatedDesign.with(item, "GSI1PK", AttributeValue.string("ORDERS"))
                        : item)
            .queries("GSI1", query -> query.expressionAttributeValues(Item.of(":v0", "ORDERS")))
            .finds("constant-partition-key"),
        mutated("a counter in one item", ORDERS)
            .after(
                to -> {
                  for (int i = 0; i < 20; i++) {
                    update(to, "MainTable", "USER#123456789", "PROFILE", "ADD visits :v", 1);
                  }
                })
            .finds("hot-item", "undeclared-request"),
        mutated("long names", ORDERS)
            .items(
                item ->
                    MutatedDesign.with(
                        MutatedDesign.with(
                            item,
                            "hasAcceptedTheGeneralTermsAndConditions",
                            AttributeValue.bool(true)),
                        "hasSubscribedToTheWeeklyNewsletter",
                        AttributeValue.bool(false)))
            .finds("long-attribute-names", "long-attribute-names"),
        mutated("a large item", ORDERS)
            .items(
                item ->
                    item.contains("GSI1PK")
                        ? item
                        : MutatedDesign.with(
                            item, "photo", AttributeValue.string("x".repeat(110_000))))
            .finds("large-item"));
  }

  static List<MutatedDesign> products() throws Exception {
    return List.of(
        mutated("a batch is left unprocessed", PRODUCTS)
            .before(
                to -> inject(to, new InjectedFault.Unprocessed(1, 1), Operations.BATCH_GET_ITEM))
            .finds("unprocessed-not-retried"),
        mutated("a loop of GetItem instead of a batch", PRODUCTS)
            .after(
                to -> {
                  for (int i = 1; i <= 120; i++) {
                    to.getBatch("Product", List.of(Item.of("id", "product1")));
                  }
                  for (int loop = 0; loop < 4; loop++) {
                    to.getBatch("Product", List.of(Item.of("id", "product1")));
                    for (int i = 1; i <= 5; i++) {
                      to.get("Product", Item.of("id", "product" + i));
                    }
                  }
                })
            .finds("get-after-get", "undeclared-request"),
        mutated("the index is read right after the write", PRODUCTS)
            .after(
                to -> {
                  for (int i = 10; i < 24; i++) {
                    to.put("ProductTag", Item.of("id", "product" + i, "relate_id", "tag" + i));
                    to.query(
                        "ProductTag",
                        "relate_id-index",
                        "relate_id = 'tag{}'",
                        query -> query.projectionExpression("id, relate_id"),
                        i);
                  }
                })
            .finds("index-read-after-write", "undeclared-request"),
        mutated("ALL instead of KEYS_ONLY", PRODUCTS)
            .items(
                item ->
                    item.contains("relate_id")
                        ? MutatedDesign.with(item, "note", AttributeValue.string("x"))
                        : item)
            .queries("relate_id-index", query -> query.projectionExpression("id"))
            .finds("index-projects-too-much"));
  }

  static List<MutatedDesign> productsReads() throws Exception {
    return List.of(
        mutated("a filter instead of a prefix", PRODUCTS)
            .after(
                to -> {
                  for (int i = 2; i <= 9; i++) {
                    to.put(
                        "ProductTag",
                        Item.of("id", "product1", "relate_id", "tag" + i, "kind", "x"));
                  }
                  to.query(
                      "ProductTag",
                      null,
                      "id = 'product1'",
                      query -> query.filterExpression("kind = 'y'"));
                })
            .finds("filter-discards-most", "undeclared-request"),
        mutated("a page with a filter is not followed", PRODUCTS)
            .queries("relate_id-index", query -> query.limit(2))
            .finds("page-not-followed"),
        mutated("a Scan of the relation", PRODUCTS)
            .queries(
                query -> "tag_id-index".equals(query.indexName()),
                (to, query) -> scan(to, query, "#tag_id = :v0"))
            .finds("scan", "pattern-not-tested"));
  }

  static List<MutatedDesign> productsIndexes() throws Exception {
    return List.of(
        mutated("many items in the index that nobody reads", PRODUCTS)
            .declare(
                "relate_id: product{productId}\n        count: 10_000",
                "relate_id: product{productId}\n        count: 1_000_000")
            .finds("index-holds-unread-entities"),
        mutated("a local index that does not hold what is read", PRODUCTS)
            .design(
                "      relate_id-index:\n",
                "      by-date: {local: true, partitionKey: id, sortKey: created_at, projection:"
                    + " KEYS_ONLY}\n"
                    + "      relate_id-index:\n")
            .items(
                item ->
                    item.contains("relate_id")
                        ? MutatedDesign.with(
                            MutatedDesign.with(item, "note", AttributeValue.string("x")),
                            "created_at",
                            AttributeValue.string("2026-01-05"))
                        : item)
            .after(
                to ->
                    to.query(
                        "ProductTag",
                        "by-date",
                        "id = 'product1'",
                        query -> query.projectionExpression("note")))
            .finds("local-index-fetches-items", "undeclared-request"),
        mutated("two entities with the same key", PRODUCTS)
            .declare(
                "relate_id: tag{tagId}\n        count: 50_000",
                "relate_id: \"{other}\"\n        count: 50_000")
            .finds("entities-meet", "item-of-several-entities"));
  }

  static List<MutatedDesign> chat() throws Exception {
    return List.of(
        mutated("TTL in milliseconds", CHAT)
            .set("ttl", "ttl", ttl -> AttributeValue.number(ttl.numberText() + "000"))
            .finds("ttl-in-milliseconds", "ttl-in-milliseconds"),
        mutated("TTL as a string", CHAT)
            .set("ttl", "ttl", ttl -> AttributeValue.string(ttl.numberText()))
            .finds("ttl-not-a-number", "ttl-not-a-number", "attribute-type", "attribute-type"),
        mutated("TTL of ten years ago", CHAT)
            .set("ttl", "ttl", ttl -> AttributeValue.number("1450000000"))
            .finds("ttl-too-old", "ttl-too-old"),
        mutated("a message without the condition that its room exists", CHAT)
            .transactions(
                input ->
                    input.toBuilder()
                        .transactItems(
                            input.transactItems().stream().map(Flaws::unconditional).toList())
                        .build())
            .finds("missing-condition"));
  }

  static List<MutatedDesign> chatAnswers() throws Exception {
    return List.of(
        mutated("a transaction conflict is not retried", CHAT)
            .after(
                to -> {
                  inject(
                      to, new InjectedFault.TransactionConflict(), Operations.TRANSACT_WRITE_ITEMS);
                  fail(
                      () ->
                          to.transact(
                              put("USER#user-001", "PROFILE"), put("USER#user-002", "PROFILE")));
                })
            .finds("throttling-not-retried"),
        mutated("throttling is not retried", CHAT)
            .after(
                to -> {
                  inject(to, new InjectedFault.Throttle(null), Operations.GET_ITEM);
                  fail(() -> to.get(CHAT_TABLE, key("USER#user-001", "PROFILE")));
                })
            .finds("throttling-not-retried"),
        mutated("a transaction of one action", CHAT)
            .transactions(
                input ->
                    input.transactItems().get(0).delete() == null
                        ? input
                        : input.toBuilder()
                            .transactItems(input.transactItems().subList(0, 1))
                            .build())
            .finds("transaction-of-one-action", "pattern-not-tested"),
        mutated("a page of rooms is not followed", CHAT)
            .before(
                to ->
                    to.engine()
                        .faults()
                        .add(
                            FaultRule.on(Operations.QUERY)
                                .index("GSI1")
                                .inject(new InjectedFault.ShortPage(1))))
            .finds("page-not-followed", "page-not-followed"));
  }

  static List<MutatedDesign> chatReads() throws Exception {
    return List.of(
        mutated("the latest message by reading all", CHAT)
            .declare("limit: 50\n    items: 50", "items: 1")
            .queries(
                query -> query.limit() != null,
                (to, query) ->
                    to.send(
                        Operations.QUERY,
                        query.toBuilder().limit(null).scanIndexForward(true).build()))
            .finds("query-reads-everything"),
        mutated("messages are counted by reading them", CHAT)
            .after(
                to -> {
                  for (int i = 0; i < 2; i++) {
                    messages(to, query -> query.select("COUNT"));
                  }
                })
            .finds("count-by-reading"),
        mutated("messages of a sender by a filter", CHAT)
            .after(
                to ->
                    to.query(
                        CHAT_TABLE,
                        null,
                        "PK = 'CHATROOM#room-xyz' AND begins_with(SK, 'MESSAGE#')",
                        query -> query.filterExpression("senderId = 'user-002'")))
            .finds("filter-discards-most"));
  }

  static List<MutatedDesign> chatItems() throws Exception {
    return List.of(
        mutated("the joining date changes with each visit", CHAT)
            .after(
                to -> {
                  for (int i = 0; i < 5; i++) {
                    update(
                        to,
                        CHAT_TABLE,
                        "USER#user-001",
                        "CHATROOM#room-xyz",
                        "SET GSI1SK = :v",
                        "2026-01-05T10:00:0" + i + "Z");
                  }
                })
            .finds("index-entries-moved", "undeclared-request"),
        mutated("the list screen by GetItem", CHAT)
            .after(
                to -> {
                  for (int loop = 0; loop < 4; loop++) {
                    messages(to, query -> query.limit(50).scanIndexForward(false));
                    for (int i = 0; i < 6; i++) {
                      to.get(CHAT_TABLE, key("CHATROOM#room-" + i, "LASTMESSAGE"));
                    }
                  }
                })
            .finds("get-after-get"));
  }

  static List<MutatedDesign> chatEntities() throws Exception {
    return List.of(
        mutated("the joining date is not in ISO 8601", CHAT)
            .items(
                item ->
                    item.contains("GSI1SK")
                        ? MutatedDesign.with(item, "GSI1SK", AttributeValue.string("05.01.2026"))
                        : item)
            .finds("sort-key-order"),
        mutated("a profile without its nickname", CHAT)
            .items(item -> MutatedDesign.with(item, "nickname", null))
            .finds("missing-attribute"),
        mutated("the members of a room grow in its item", CHAT)
            .after(
                to -> {
                  for (int i = 0; i < 12; i++) {
                    update(
                        to,
                        CHAT_TABLE,
                        "CHATROOM#room-abc",
                        "METADATA",
                        "SET participantIds = list_append(participantIds, :v)",
                        AttributeValue.list(
                            AttributeValue.string("a-user-with-a-rather-long-name-" + i)));
                  }
                })
            .finds("growing-item", "undeclared-request"),
        mutated("a pattern that nobody tests", CHAT)
            .declare(
                "patterns:\n",
                "patterns:\n"
                    + "  rooms of an activity:\n"
                    + "    operation: Query\n"
                    + "    key: PK = ACTIVITY#{activityId}\n")
            .finds("pattern-not-tested"),
        mutated("a room of another type", CHAT)
            .set("activityId", "Type", type -> AttributeValue.string("Room"))
            .finds("missing-attribute"));
  }

  static List<MutatedDesign> music() throws Exception {
    return List.of(
        mutated("an id is taken without a condition", MUSIC)
            .after(
                to ->
                    to.put(
                        "Music", Item.of("PK", "Artist-2", "SK", "Artist-2", "CareerStart", 1975)))
            .finds("missing-condition"),
        mutated("a batch of writes is left unprocessed", MUSIC)
            .before(
                to -> inject(to, new InjectedFault.Unprocessed(1, 1), Operations.BATCH_WRITE_ITEM))
            .finds("unprocessed-not-retried"),
        mutated("a Scan for a title", MUSIC)
            .queries(
                query -> "Song_Name".equals(query.expressionAttributeValues().find(":v0").string()),
                (to, query) -> scan(to, query, "SK = :v0 and #data = :v1"))
            .finds("scan", "pattern-not-tested"),
        mutated("a search key without its year", MUSIC)
            .items(item -> replaced(item, "Data", "_1977", ""))
            .finds("index-key-mismatch"));
  }

  static List<MutatedDesign> musicIndexes() throws Exception {
    return List.of(
        mutated("an artist is read consistently", MUSIC)
            .after(
                to -> {
                  for (int i = 0; i < 4; i++) {
                    getConsistent(to::send, "Music", Item.of("PK", "Artist-1", "SK", "Artist-1"));
                  }
                })
            .finds("needless-consistent-read"),
        mutated("the overloaded index is not declared", MUSIC)
            .declareWithout("GSI2")
            .finds("table-differs"),
        mutated("the song of an artist has no prefix", MUSIC)
            .items(
                item ->
                    item.find("PK").string().startsWith("Artist-")
                        ? replaced(item, "SK", "Song-", "S-")
                        : item)
            .finds(
                "item-without-entity",
                "pattern-not-tested",
                "read-finds-nothing",
                "read-finds-nothing",
                "undeclared-request"));
  }
}

package dev.monotable.design.rule;

import static dev.monotable.testing.Notation.item;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingCatalogue;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A shop with users and orders: its design, its requests, and what is found in them. */
final class Shop {
  static final FindingCatalogue CATALOGUE = FindingCatalogue.of(RequestFindings.rules());
  static final String SHOP = "Shop";
  static final long NOW = ExampleDesign.START.getEpochSecond();

  static final String DESIGN =
      """
      design: Shop
      tables:
        Shop:
          partitionKey: PK
          sortKey: SK
          timeToLive: ttl
          indexes:
            GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
            LSI1: {local: true, partitionKey: PK, sortKey: at, projection: KEYS_ONLY}
          entities:
            User:
              keys: {PK: "USER#{user}", SK: PROFILE}
              count: 1_000
            Order:
              keys: {PK: "USER#{user}", SK: "ORDER#{at}", GSI1PK: "DAY#{day}", GSI1SK: "{at}"}
              count: 10_000
      patterns:
        user:
          operation: GetItem
          key: PK = USER#{user} and SK = PROFILE
        users:
          operation: BatchGetItem
          key: PK = USER#{user} and SK = PROFILE
        register:
          operation: PutItem
          key: PK = USER#{user} and SK = PROFILE
          condition: attribute_not_exists(PK)
        order:
          operation: PutItem
          key: PK = USER#{user} and SK = ORDER#{at}
        orders of a user:
          operation: Query
          key: PK = USER#{user} and begins_with(SK, ORDER#)
        latest order:
          operation: Query
          key: PK = USER#{user} and SK > ORDER#{at}
          items: 1
        orders of a day:
          operation: Query
          index: GSI1
          key: GSI1PK = DAY#{day}
        orders by time:
          operation: Query
          index: LSI1
          key: PK = USER#{user} and at > {at}
      """;

  private Shop() {}

  static void update(Requests to, Item item, String expression, Item values) {
    to.send(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName(SHOP)
            .key(Item.of("PK", item.find("PK"), "SK", item.find("SK")))
            .updateExpression(expression)
            .expressionAttributeValues(values)
            .build());
  }

  static Item user(String id) {
    return Item.of("PK", "USER#" + id, "SK", "PROFILE");
  }

  static Item order(String user, int number) {
    return item("PK: USER#{0}, SK: ORDER#{1}, GSI1PK: DAY#1, GSI1SK: '{1}'", user, 1000 + number);
  }

  static Item with(Item item, Object... more) {
    List<Object> all = new ArrayList<>();
    Item added = Item.of(more);
    item.toMap()
        .forEach(
            (name, value) -> {
              if (!added.contains(name)) {
                all.add(name);
                all.add(value);
              }
            });
    all.addAll(List.of(more));
    return Item.of(all.toArray());
  }

  static void orders(Requests to, int count) {
    for (int i = 0; i < count; i++) {
      to.put(SHOP, order("1", i));
    }
  }

  static void scan(Requests to) {
    Calls.scan(to::send, SHOP);
  }

  static void ordersOfUser(Requests to, String user) {
    to.query(SHOP, null, "PK = 'USER#{}' and begins_with(SK, 'ORDER#')", user);
  }

  static void ordersOfDay(Requests to) {
    ordersOfDay(to, 1);
  }

  static void ordersOfDay(Requests to, int day) {
    to.query(SHOP, "GSI1", "GSI1PK = 'DAY#{}'", day);
  }

  /** Returns the findings of one kind in requests, as texts. */
  static List<String> find(FindingType type, Consumer<Requests> requests) throws Exception {
    return find(type, DESIGN, requests);
  }

  static List<String> find(FindingType type, String design, Consumer<Requests> requests)
      throws Exception {
    return find(type, read(design), read(design), requests);
  }

  static List<String> findWithoutDesign(FindingType type, Consumer<Requests> requests)
      throws Exception {
    return find(type, null, read(DESIGN), requests);
  }

  /**
   * Returns the findings of one kind in the requests of one test.
   *
   * @param declared the design that is judged; null for none
   * @param tables the design whose tables are created
   */
  static List<String> find(
      FindingType type, Design declared, Design tables, Consumer<Requests> requests) {
    return findings(type, declared, tables, requests).stream().map(Finding::toString).toList();
  }

  /** Returns the evidence of the findings of one kind in the requests of one test. */
  static List<String> evidence(
      FindingType type, Design declared, Design tables, Consumer<Requests> requests) {
    return findings(type, declared, tables, requests).stream()
        .flatMap(finding -> finding.evidence().stream())
        .map(Evidence::text)
        .toList();
  }

  static List<Finding> findings(
      FindingType type, Design declared, Design tables, Consumer<Requests> requests) {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = lab(declared)) {
      DesignTables.create(tables, engine);
      lab.listenTo(engine);
      requests.accept(new Requests(engine));
      return lab.findings().stream().filter(finding -> finding.type() == type).toList();
    }
  }

  static Design read(String design) throws Exception {
    Path file = Files.createTempFile("design", ".yaml");
    try {
      Files.writeString(file, design);
      return DesignFile.read(file);
    } finally {
      Files.delete(file);
    }
  }

  static DesignLab lab(Design design) {
    return DesignLab.create(design, CATALOGUE, () -> new RequestContext("ShopTest.one", null));
  }
}

package dev.monotable.design.check;

import static dev.monotable.testing.Calls.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingCatalogue;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ItemFindingsTest {
  private static final FindingCatalogue CATALOGUE = FindingCatalogue.of(ItemFindings.rules());
  private static final String DESIGN =
      """
      design: Shop
      tables:
        Shop:
          partitionKey: PK
          sortKey: SK
          indexes:
            GSI1: {partitionKey: GSI1PK, sortKey: GSI1SK}
          entities:
            User:
              keys: {PK: "USER#{user}", SK: PROFILE}
              attributes: {Type: {value: User}, name: S, age: {type: N, required: false}}
            Order:
              keys: {PK: "USER#{user}", SK: "ORDER#{at}", GSI1PK: "DAY#{day}", GSI1SK: "{at}"}
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(ExampleDesign.class)
  void theExamplesHaveNoFindingThatIsNotAccepted(ExampleDesign example) {
    try (MonotableEngine engine = example.engine();
        DesignLab lab = lab(example.design())) {
      lab.listenTo(engine);
      example.send(engine);

      assertThat(lab.findings()).filteredOn(finding -> finding.accepted() == null).isEmpty();
    }
  }

  @Test
  void aSoundItemHasNoFinding() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to ->
                    to.put(
                        "Shop",
                        user(),
                        order("2026-01-05T09:00:00Z"),
                        order("2026-01-05T10:00:00Z"))))
        .isEmpty();
  }

  @Test
  void anItemHasAnEntity() throws Exception {
    assertThat(
            findings(
                DESIGN, to -> to.put("Shop", Item.of("PK", "USR#1", "SK", "PROFILE", "name", "A"))))
        .isEqualTo(
            List.of(
                "WARNING item-without-entity Shop: No entity has the key of an item (1 write)"));
  }

  @Test
  void anItemHasOneEntity() throws Exception {
    String overlapping = DESIGN.replace("SK: PROFILE", "SK: \"{kind}#{at}\"");

    assertThat(findings(overlapping, to -> to.put("Shop", order("2026"))))
        .contains(
            "WARNING item-of-several-entities Shop: The entities User and Order have the key of an"
                + " item (1 write)",
            "WARNING entities-meet Shop/User: An item of User and one of Order can have the same"
                + " key");
  }

  @Test
  void aRequiredAttributeIsThereWithItsTypeAndValue() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to ->
                    to.put(
                        "Shop",
                        Item.of("PK", "USER#1", "SK", "PROFILE", "Type", "Usr", "age", "7"))))
        .isEqualTo(
            List.of(
                "ERROR attribute-type Shop/User: age has the type S instead of N (1 write)",
                "ERROR missing-attribute Shop/User: Type does not have the value User (1 write)",
                "ERROR missing-attribute Shop/User: name is missing (1 write)"));
  }

  @Test
  void anIndexKeyIsWhole() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to ->
                    to.put(
                        "Shop",
                        Item.of("PK", "USER#1", "SK", "ORDER#2026", "GSI1PK", "DAY#1"),
                        Item.of("PK", "USER#2", "SK", "ORDER#2026"))))
        .isEqualTo(
            List.of(
                "ERROR half-index-key Shop/Order: The key attribute GSI1SK of index GSI1 is missing"
                    + " (1 write)",
                "ERROR half-index-key Shop/Order: The key attribute GSI1PK of index GSI1 is missing"
                    + " (1 write)"));
  }

  @Test
  void itemsOutsideOfASparseIndexAreNoFinding() throws Exception {
    assertThat(findings(DESIGN, to -> ordersOutsideOfTheIndex(to, 40, 8))).isEmpty();
    // One that was forgotten is no group.
    assertThat(findings(DESIGN, to -> ordersOutsideOfTheIndex(to, 40, 2)))
        .isEqualTo(
            List.of(
                "ERROR half-index-key Shop/Order: The key attribute GSI1PK of index GSI1 is missing"
                    + " (2 writes)"));
    String optional = DESIGN + "        attributes: {GSI1PK: {required: false}}\n";
    assertThat(findings(optional, to -> ordersOutsideOfTheIndex(to, 40, 2))).isEmpty();
  }

  private static void ordersOutsideOfTheIndex(Requests to, int in, int out) {
    for (int i = 0; i < in; i++) {
      to.put("Shop", order("2026-01-05T09:00:" + (10 + i) + "Z"));
    }
    for (int i = 0; i < out; i++) {
      to.put("Shop", Item.of("PK", "USER#2", "SK", "ORDER#2026-01-05T09:00:" + (10 + i) + "Z"));
    }
  }

  @Test
  void anEntityOfSeveralStatesIsNoFinding() throws Exception {
    String states =
        DESIGN
            + "      WaitingOrder:\n"
            + "        keys: {PK: \"USER#{user}\", SK: \"ORDER#{at}\"}\n";
    assertThat(
            findings(
                states,
                to ->
                    to.put(
                        "Shop",
                        order("2026-01-05T09:00:00Z"),
                        Item.of("PK", "USER#2", "SK", "ORDER#2026-01-05T09:00:00Z"))))
        .isEmpty();
  }

  @Test
  void theFirstOfASortKeyMayBeZero() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to -> {
                  to.put("Shop", order("0"), order("10"), order("11"));
                  readInOrder(to);
                }))
        .isEmpty();
  }

  @Test
  void aNumberBeforeTheFirstDelimiterSorts() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to -> {
                  to.put("Shop", order("1#a"), order("10#a"));
                  readInOrder(to);
                }))
        .contains(
            "WARNING sort-key-order Shop: GSI1SK has numbers of different lengths without"
                + " leading zeros");
  }

  @Test
  void anIndexKeyHasItsForm() throws Exception {
    Item order =
        Item.of("PK", "USER#1", "SK", "ORDER#2026", "GSI1PK", "2026-01-05", "GSI1SK", "2026");

    assertThat(findings(DESIGN, to -> to.put("Shop", order)))
        .isEqualTo(
            List.of(
                "ERROR index-key-mismatch Shop/Order: GSI1PK does not have the form DAY#{day}"
                    + " (1 write)"));
  }

  @Test
  void aPutDoesNotReplaceAnItemOfAnotherEntity() throws Exception {
    String overlapping =
        DESIGN.replace("SK: \"ORDER#{at}\"", "SK: PROFILE")
            + "        attributes: {Type: {value: Order}}\n";
    Item order =
        Item.of("PK", "USER#1", "SK", "PROFILE", "Type", "Order", "GSI1PK", "DAY#1", "GSI1SK", "1");

    assertThat(findings(overlapping, to -> to.put("Shop", user(), order)))
        .contains(
            "ERROR put-replaces-other-entity Shop/Order: A put without condition replaces an item"
                + " of entity User (1 write)");
    assertThat(findings(overlapping, to -> to.put("Shop", user(), user())))
        .noneMatch(finding -> finding.contains("put-replaces-other-entity"));
  }

  @ParameterizedTest
  @CsvSource({
    "9,10,numbers of different lengths without leading zeros",
    "25/06/2024,26/06/2024,'dates that are not in ISO 8601 with year, month and day first'",
    "2024-6-5,2024-06-06,'dates that are not in ISO 8601 with year, month and day first'",
    "2026-01-05T09:00:00Z,2026-01-05T09:00:00.123Z,times with different numbers of digits",
    "2026-01-05T09:00:00+01:00,2026-01-05T09:00:00+02:00,times with different offsets from UTC",
    "2026-01-05T09:00:00Z,2026-01-05T09:00:01Z,",
    "009,010,",
    "20240625,20240626,",
    "a1,B2,",
  })
  void aSortKeySorts(String one, String other, String problem) throws Exception {
    List<String> findings =
        findings(
            DESIGN,
            to -> {
              to.put("Shop", order(one), order(other));
              readInOrder(to);
            });

    assertThat(findings)
        .isEqualTo(
            problem == null
                ? List.of()
                : List.of(
                    "WARNING sort-key-order Shop/Order: SK with the prefix ORDER# has " + problem,
                    "WARNING sort-key-order Shop/Order: GSI1SK has " + problem));
  }

  /** Reads orders by ranges of both sort keys, which is what their order is for. */
  private static void readInOrder(Requests to) {
    to.query("Shop", null, "PK = 'USER#1' AND SK > 'ORDER#'");
    to.query("Shop", "GSI1", "GSI1PK = 'DAY#1' AND GSI1SK > '0'");
  }

  @Test
  void theOrderOfNumbersMattersOnlyIfItIsUsed() throws Exception {
    assertThat(findings(DESIGN, to -> to.put("Shop", order("9"), order("10")))).isEmpty();
  }

  @Test
  void namesInASortKeyHaveOneCase() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to -> {
                  to.put("Shop", order("Bob"), order("anna"), order("Carl"));
                  readInOrder(to);
                }))
        .contains(
            "WARNING sort-key-order Shop/Order: SK with the prefix ORDER# has words that begin with"
                + " upper case and with lower case");
  }

  @Test
  void aLargeItemIsFound() throws Exception {
    Item large =
        Item.of("PK", "USER#1", "SK", "PROFILE", "Type", "User", "name", "x".repeat(102_400));

    assertThat(findings(DESIGN, to -> to.put("Shop", large)))
        .isEqualTo(
            List.of(
                "WARNING large-item Shop/User: An item has more than 100 KB of 400 KB (1 write)"));
  }

  @Test
  void aGrowingItemIsFound() throws Exception {
    assertThat(
            findings(
                DESIGN,
                to -> {
                  to.put("Shop", user());
                  for (int i = 0; i < ItemSizeRule.GROWTHS; i++) {
                    append(to.engine(), "one more element " + i);
                  }
                }))
        .singleElement()
        .asString()
        .startsWith("WARNING growing-item Shop/User: An item grew from ");
  }

  @Test
  void aLargeCollectionIsFoundIfTheTableHasALocalIndex() throws Exception {
    String design =
        DESIGN.replace("indexes:\n", "indexes:\n      LSI1: {local: true, sortKey: GSI1SK}\n")
            + "        perCollection: 10_000_000\n        bytes: 300\n";

    assertThat(findings(design, to -> {}))
        .isEqualTo(
            List.of(
                "WARNING large-collection Shop: An item collection with the partition key USER#{}"
                    + " is expected to have up to 5.6 GB of 10 GB"));
    assertThat(
            findings(design.replace("LSI1: {local: true, ", "GSI2: {partitionKey: SK, "), to -> {}))
        .isEmpty();
  }

  @Test
  void anAcceptedFindingSaysWhy() throws Exception {
    String accepted =
        DESIGN
            + "accepted:\n  - {finding: item-without-entity, subject: Shop, reason: Old items.}\n";

    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        DesignLab lab = lab(read(accepted))) {
      DesignTables.create(read(accepted), engine);
      lab.listenTo(engine);
      new Requests(engine).put("Shop", Item.of("PK", "old", "SK", "x"));

      assertThat(lab.findings())
          .singleElement()
          .extracting(Finding::accepted)
          .extracting("reason")
          .isEqualTo("Old items.");
    }
  }

  private static void append(MonotableEngine engine, String text) {
    update(
        engine::call,
        "Shop",
        Item.of("PK", "USER#1", "SK", "PROFILE"),
        "SET notes = list_append(if_not_exists(notes, {}), {})",
        AttributeValue.list(List.of()),
        AttributeValue.list(AttributeValue.string(text)));
  }

  private static Item user() {
    return Item.of("PK", "USER#1", "SK", "PROFILE", "Type", "User", "name", "Anna");
  }

  private static Item order(String at) {
    return Item.of("PK", "USER#1", "SK", "ORDER#" + at, "GSI1PK", "DAY#1", "GSI1SK", at);
  }

  private List<String> findings(String design, Consumer<Requests> requests) throws Exception {
    Design declared = read(design);
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        DesignLab lab = lab(declared)) {
      DesignTables.create(declared, engine);
      lab.listenTo(engine);
      requests.accept(new Requests(engine));
      return lab.findings().stream().map(Finding::toString).toList();
    }
  }

  private Design read(String design) throws Exception {
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, design);
    return DesignFile.read(file);
  }

  private static DesignLab lab(Design design) {
    return DesignLab.create(design, CATALOGUE, () -> RequestContext.NONE);
  }

  @Test
  void numbersAreNotComparedAsTexts() throws Exception {
    assertThat(findings(DESIGN, to -> rents(to, "900.00", "1200.00")))
        .contains(
            "ERROR numbers-compared-as-texts Query Shop PK = USER#{} filter (rent BETWEEN {} AND"
                + " {}): rent is compared as a text; 6 values of it are numbers of different"
                + " lengths");
    for (String other : List.of("1900.00", "unknown")) {
      assertThat(findings(DESIGN, to -> rents(to, other, "1200.00")))
          .noneMatch(each -> each.contains("numbers-compared-as-texts"));
    }
  }

  private static void rents(Requests to, String one, String other) {
    for (int i = 0; i < 6; i++) {
      Item order = order("2026-01-05T09:00:0" + i + "Z");
      var all = new LinkedHashMap<>(order.toMap());
      all.put("rent", AttributeValue.string(i % 2 == 0 ? one : other));
      to.put("Shop", Item.of(all));
    }
    var unused =
        to.send(
            Operations.QUERY,
            QueryInput.builder()
                .tableName("Shop")
                .keyConditionExpression("PK = :user")
                .filterExpression("rent BETWEEN :a AND :b")
                .expressionAttributeValues(
                    Item.of(":user", "USER#1", ":a", "1000.00", ":b", "2000.00"))
                .build());
  }
}

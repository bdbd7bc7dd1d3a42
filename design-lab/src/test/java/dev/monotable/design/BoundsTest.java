package dev.monotable.design;

import static dev.monotable.testing.Calls.expire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reaches each bound of what a lab keeps. The report names what it leaves out, so that no reader
 * takes it for complete.
 */
@Execution(ExecutionMode.CONCURRENT)
class BoundsTest {
  static final String TABLE = "Table";

  @TempDir private Path directory;

  /** Requests that reach a bound, and what the report says. */
  record Case(String name, String omission, Consumer<Traffic> requests) {
    /** Returns a case that sends requests a number of times. */
    static Case times(String name, String omission, int count, ObjIntConsumer<Traffic> requests) {
      return new Case(name, omission, to -> BoundsTest.times(count, i -> requests.accept(to, i)));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The requests of tests. */
  static final class Traffic extends Requests {
    private final AtomicReference<RequestContext> context =
        new AtomicReference<>(new RequestContext("ATest.one", null));

    Traffic(MonotableEngine engine) {
      super(engine);
    }

    void test(int number) {
      context.set(new RequestContext("ATest.test" + number, null));
    }

    /** Creates a table with a global index. */
    void create(String table) {
      send(
          Operations.CREATE_TABLE,
          CreateTableInput.builder()
              .tableName(table)
              .attributeDefinitions(
                  List.of(definition("PK"), definition("SK"), definition("GSI1PK")))
              .keySchema(List.of(element("PK", "HASH"), element("SK", "RANGE")))
              .billingMode("PAY_PER_REQUEST")
              .globalSecondaryIndexes(
                  List.of(
                      GlobalSecondaryIndex.builder()
                          .indexName("GSI1")
                          .keySchema(List.of(element("GSI1PK", "HASH")))
                          .projection(Projection.builder().projectionType("ALL").build())
                          .build()))
              .build());
    }

    private static AttributeDefinition definition(String name) {
      return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
    }

    private static KeySchemaElement element(String name, String type) {
      return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    void get(String pk, String attribute, boolean consistent) {
      send(
          Operations.GET_ITEM,
          GetItemInput.builder()
              .tableName(TABLE)
              .key(BoundsTest.key(pk))
              .projectionExpression(attribute)
              .consistentRead(consistent)
              .build());
    }
  }

  static Item key(String pk) {
    return Item.of("PK", pk, "SK", "PROFILE");
  }

  static Item indexed(String pk, String day) {
    return Item.of("PK", pk, "SK", "PROFILE", "GSI1PK", day);
  }

  static void times(int count, java.util.function.IntConsumer request) {
    for (int i = 0; i < count; i++) {
      request.accept(i);
    }
  }

  /** Returns a label of letters. */
  private static String label(int number) {
    return "K"
        + (char) ('A' + number / 676 % 26)
        + (char) ('A' + number / 26 % 26)
        + (char) ('A' + number % 26);
  }

  private static Stream<Case> ledger() {
    return Stream.of(
        new Case(
            "shapes of requests",
            "At most 2,000 shapes of requests are counted; left out: 2 requests of others.",
            to -> times(2_001, i -> to.get("USER#1", "a" + i, false))),
        Case.times(
            "tests",
            "At most 10,000 tests are named; left out: 3 requests of others.",
            10_002,
            (to, i) -> {
              to.test(i);
              to.get(TABLE, key("USER#1"));
            }),
        Case.times(
            "names of access patterns",
            "At most 50 access patterns that requests of one shape name are counted; left out: 2"
                + " requests of others.",
            52,
            (to, i) -> {
              to.context.set(new RequestContext(null, "pattern " + i));
              to.get(TABLE, key("USER#1"));
            }),
        new Case(
            "tables",
            "At most 2,000 tables are described; left out: 1 description of others.",
            to -> times(2_000, i -> to.create("Table" + i))),
        new Case(
            "shapes of items",
            "At most 400 shapes of items are counted; left out: 2 writes of others.",
            to -> times(402, i -> to.put(TABLE, key(label(i) + "#1")))),
        new Case(
            "attributes of items",
            "At most 400 attributes of a shape of items are counted; left out: 2 values of others.",
            to -> {
              List<Object> item = new ArrayList<>(List.of("PK", "USER#1", "SK", "PROFILE"));
              times(402, i -> item.addAll(List.of("a" + i, i)));
              to.put(TABLE, Item.of(item.toArray()));
            }),
        new Case(
            "incomplete answers",
            "At most 1,000 answers that have to be continued or repeated are awaited at a time;"
                + " left out: 2 answers, taken as complete.",
            to -> {
              times(2, i -> to.put(TABLE, Item.of("PK", "USER#1", "SK", "ORDER#" + i)));
              times(1_002, i -> to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "PROFILE")));
              times(
                  1_002,
                  i -> {
                    to.put(TABLE, Item.of("PK", "USER#" + i, "SK", "SETTINGS"));
                    to.query(TABLE, null, "PK = 'USER#{}'", query -> query.limit(1), i);
                  });
            }));
  }

  private static Stream<Case> rules() {
    return Stream.of(
        new Case(
            "subjects of consistent reads",
            "At most 1,000 subjects of needless-consistent-read are compared; left out: 1 case of"
                + " others.",
            to -> times(1_001, i -> to.get("USER#1", "a" + i, true))),
        new Case(
            "items of consistent reads",
            "At most 10,000 items, tables and pages are remembered for needless-consistent-read;"
                + " left out: 1 read of what was forgotten.",
            to -> times(10_001, i -> to.get("USER#" + i, "a", true))),
        Case.times(
            "transactions of one action",
            "At most 1,000 subjects of transaction-of-one-action are compared; left out: 1 case of"
                + " others.",
            1_001,
            (to, i) -> {
              TransactWriteItem put = Requests.putAction(TABLE, key("USER#1"));
              to.transact(
                  put.toBuilder()
                      .put(
                          put.put().toBuilder()
                              .conditionExpression("attribute_not_exists(a" + i + ")")
                              .build())
                      .build());
            }),
        Case.times(
            "loops of GetItem",
            "At most 1,000 subjects of get-after-get are compared; left out: 1 case of others.",
            1_002,
            (to, i) -> {
              to.put(TABLE, key("USER#0"));
              times(5, user -> to.get("USER#" + user, "a" + i, false));
            }));
  }

  private static Stream<Case> writes() {
    return Stream.of(
        new Case(
            "written items",
            "At most 1,000 items are counted for hot-item; left out: 1 write of each item, or"
                + " fewer.",
            to -> times(1_001, i -> to.put(TABLE, key("USER#" + i)))),
        Case.times(
            "tests that write",
            "At most 1,000 tables of tests are remembered for hot-item; left out: 1 table of a"
                + " test.",
            1_001,
            (to, i) -> {
              to.test(i);
              to.put(TABLE, key("USER#1"));
            }),
        new Case(
            "read items",
            "At most 1,000 items are counted for hot-read; left out: 1 read of each item, or"
                + " fewer.",
            to -> {
              times(1_001, i -> to.put(TABLE, key("USER#" + i)));
              times(1_001, i -> to.get(TABLE, key("USER#" + i)));
            }),
        new Case(
            "item collections",
            "At most 1,000 items are counted for skewed-partition-key; left out: 1 write of each"
                + " item, or fewer.",
            to -> times(1_001, i -> to.put(TABLE, key("USER#" + i)))),
        new Case(
            "tables of the heat",
            "At most 2,000 tables are known to the heat; left out: 1 description of others.",
            to -> times(2_000, i -> to.create("Table" + i))),
        new Case(
            "tables with skewed keys",
            "At most 1,000 tables are known to skewed-partition-key; left out: 1 description of"
                + " others.",
            to -> times(1_000, i -> to.create("Table" + i))),
        new Case(
            "tables with sort keys",
            "At most 1,000 tables are known to sort-key-order; left out: 1 description of others.",
            to -> times(1_000, i -> to.create("Table" + i))));
  }

  private static Stream<Case> tablesOfWrites() {
    return Stream.of(
        new Case(
            "writes before a read of an index",
            "At most 20 writes before a read are compared for index-read-after-write; left out: 1"
                + " read after more writes.",
            to -> {
              List<Item> items = new ArrayList<>();
              times(21, i -> items.add(indexed("USER#" + i, "DAY#" + i)));
              to.putBatch(TABLE, items);
              to.query(TABLE, "GSI1", "GSI1PK = 'DAY#0'");
            }),
        Case.times(
            "tables with a TTL attribute",
            "At most 1,000 tables with a TTL attribute are checked; left out: 1 attribute of"
                + " other tables.",
            1_001,
            (to, i) -> {
              to.create("Table" + i);
              expire(to::send, "Table" + i, "ttl");
            }));
  }

  private static Stream<Case> changes() {
    return Stream.of(
        Case.times(
            "tables with growing items",
            "At most 1,000 subjects of growing-item are compared; left out: 1 update of others.",
            1_001,
            (to, i) -> {
              to.create("Table" + i);
              times(11, n -> to.put("Table" + i, text("x".repeat(1 + 10 * n), "")));
            }),
        Case.times(
            "tables with large items",
            "At most 1,000 subjects of small-change-of-large-item are added up; left out: 1 write"
                + " of others.",
            1_001,
            (to, i) -> {
              to.create("Table" + i);
              to.put("Table" + i, text("x".repeat(3_000), "a"));
              to.put("Table" + i, text("x".repeat(3_000), "b"));
            }),
        Case.times(
            "tables with puts of whole items",
            "At most 1,000 subjects of put-to-change-one-attribute are compared; left out: 1 case"
                + " of others.",
            1_001,
            (to, i) -> {
              to.create("Table" + i);
              to.put("Table" + i, text("x", "a"));
              to.put("Table" + i, text("x", "b"));
            }));
  }

  private static Item text(String text, String flag) {
    return Item.of("PK", "USER#1", "SK", "PROFILE", "text", text, "flag", flag);
  }

  private static Stream<Case> items() {
    return Stream.of(
        Case.times(
            "growing items",
            "At most 2,000 items are remembered for growing-item; left out: 1 item that had grown.",
            2_001,
            (to, i) -> {
              to.put(TABLE, key("USER#" + i));
              to.put(TABLE, indexed("USER#" + i, "DAY#1"));
            }),
        new Case(
            "forms of sort keys",
            "At most 1,000 forms of sort keys are compared; left out: 1 write with others.",
            to -> times(1_001, i -> to.put(TABLE, Item.of("PK", "USER#1", "SK", label(i) + "#1")))),
        Case.times(
            "uses of sort keys",
            "At most 2,000 uses of the order of sort keys are known; left out: 1 use of others.",
            2_001,
            (to, i) ->
                to.query(
                    TABLE,
                    null,
                    "PK = 'USER#1' AND begins_with(SK, 'a{}')",
                    query -> query.scanIndexForward(false),
                    i)),
        new Case(
            "read items before a write",
            "At most 2,000 read items are remembered for lost-update; left out: 1 write after"
                + " others.",
            to -> {
              times(2_001, i -> to.get(TABLE, key("USER#" + i)));
              to.put(TABLE, key("USER#0"));
            }));
  }

  private static Stream<Case> prefixesAndSamples() {
    return Stream.of(
        new Case(
            "sort keys before a prefix",
            "At most 2,000 sort keys are remembered for prefix-within-word; left out: 1 sort key of"
                + " others.",
            to -> times(2_001, i -> to.put(TABLE, key("USER#" + i)))),
        Case.times(
            "prefixes of sort keys",
            "At most 500 prefixes are compared for prefix-within-word; left out: 1 use of others.",
            501,
            (to, i) -> {
              to.put(TABLE, key("USER#" + i));
              to.query(TABLE, null, "PK = 'USER#{}' and begins_with(SK, 'PRO')", i);
            }),
        Case.times(
            "tables and indexes of a sample",
            "At most 100 tables and indexes are sampled; left out: 98 items of others.",
            99,
            (to, i) -> {
              to.create("Table" + i);
              to.put("Table" + i, indexed("USER#1", "DAY#1"));
            }),
        new Case(
            "tables of a sample",
            "At most 100 tables are sampled; left out: 1 description of others.",
            to -> times(100, i -> to.create("Table" + i))),
        new Case(
            "item collections of a sample",
            "At most 10,000 item collections of a table or index are counted as not shown; left"
                + " out: 1 request for others.",
            to -> times(10_005, i -> to.put(TABLE, key("USER#" + i)))));
  }

  private static Stream<Case> cases() {
    return Stream.of(
            ledger(),
            TestBounds.groups(),
            TestBounds.tests(),
            TestBounds.pages(),
            TestBounds.fruitlessReads(),
            rules(),
            writes(),
            tablesOfWrites(),
            changes(),
            items(),
            prefixesAndSamples())
        .flatMap(all -> all);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aReachedBoundIsReported(Case each) {
    DesignReport report = report(null, each.requests());

    assertThat(report.omissions()).contains(each.omission());
  }

  @Test
  void eachFormatNamesWhatIsLeftOut() {
    String omission = "At most 100 tables are sampled; left out: 1 description of others.";
    DesignReport report = report(null, to -> times(100, i -> to.create("Table" + i)));

    assertThat(ReportFile.text(report, ReportFormat.TEXT)).contains("\n  " + omission + "\n");
    assertThat(ReportFile.text(report, ReportFormat.MARKDOWN)).contains("\n- " + omission + "\n");
    assertThat(ReportFile.text(report, ReportFormat.HTML)).contains("<li>" + omission + "</li>");
    assertThat(ReportFile.text(report, ReportFormat.JSON)).contains("\"" + omission + "\"");
  }

  @Test
  void aReportWithinTheBoundsIsComplete() {
    DesignReport report = report(null, to -> to.put(TABLE, key("USER#1")));

    assertThat(report.omissions()).isEmpty();
  }

  @Test
  void problemsOfItemsHaveABound() throws Exception {
    StringBuilder file = new StringBuilder("design: Wide\ntables:\n  Table:\n");
    file.append("    partitionKey: PK\n    sortKey: SK\n    entities:\n      User:\n");
    file.append("        keys: {PK: \"USER#{user}\", SK: PROFILE}\n        attributes:\n");
    times(1_002, i -> file.append("          a" + i + ": S\n"));
    Path design = Files.writeString(directory.resolve("design.yaml"), file);

    DesignReport report = report(DesignFile.read(design), to -> to.put(TABLE, key("USER#1")));

    assertThat(report.omissions())
        .isEqualTo(
            List.of(
                "At most 1,000 problems of items are counted; left out: 2 writes with others."));
    assertThat(report.findings().size()).isBetween(1_000, 1_100);
  }

  @Test
  void indexesOfAShapeHaveABound() throws Exception {
    StringBuilder changes = new StringBuilder();
    times(
        101,
        i ->
            changes.append(
                (i == 0 ? "" : ",") + "{'index':'GSI" + i + "','kind':'ADDED','units':1}"));
    Path recording =
        recording(
            "{'recording':1}",
            "{'op':'PutItem','at':1,'parts':[{'kind':'ITEM_WRITTEN','table':'Table',"
                + "'key':'{~PK~:{~S~:~A#1~}}','write':'PUT','applied':true,'changes':["
                + changes
                + "]}]}");

    try (DesignLab lab = DesignLab.of(null)) {
      lab.replay(recording);

      assertThat(lab.report(ReportOptions.standard()).omissions())
          .isEqualTo(
              List.of(
                  "At most 100 indexes of a shape of requests are counted; left out: 2 uses of"
                      + " others."));
    }
  }

  @Test
  void textsOfAShapeHaveABound() {
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = DesignLab.of(null)) {
      Traffic to = new Traffic(engine);
      lab.listenTo(engine);
      to.create(TABLE);
      times(
          10,
          i ->
              to.send(
                  Operations.GET_ITEM,
                  GetItemInput.builder()
                      .tableName(TABLE)
                      .key(key("USER#1"))
                      .projectionExpression("#a")
                      .expressionAttributeNames(Map.of("#a", "a".repeat(20_000 + i)))
                      .build()));

      assertThat(lab.ledger().entries())
          .hasSize(11)
          .extracting(entry -> entry.shape().toString().length())
          .allSatisfy(length -> assertThat(length).isLessThan(9_000));
    }
  }

  private static DesignReport report(Design design, Consumer<Traffic> requests) {
    try (MonotableEngine engine = ExampleDesign.emptyEngine()) {
      Traffic traffic = new Traffic(engine);
      try (DesignLab lab =
          DesignLab.create(design, StandardFindings.catalogue(), traffic.context::get)) {
        lab.listenTo(engine);
        traffic.create(TABLE);
        requests.accept(traffic);
        return lab.report(ReportOptions.standard());
      }
    }
  }

  /** Writes a recording; apostrophes stand for quotation marks, tildes for escaped ones. */
  private Path recording(String... lines) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
      for (String line : lines) {
        String json = line.replace('\'', '"').replace("~", "\\\"") + "\n";
        zipped.write(json.getBytes(StandardCharsets.UTF_8));
      }
    }
    return Files.write(directory.resolve("file.recording"), bytes.toByteArray());
  }
}

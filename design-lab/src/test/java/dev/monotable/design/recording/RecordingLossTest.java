package dev.monotable.design.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.Requests;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is lost under load, what never is, and that a report says so. */
class RecordingLossTest {
  private static final int TABLES = 31;

  /** As many items of this size are an answer of 16 MB. */
  private static final int ITEMS = 41;

  private static final int ITEM_BYTES = 399_000;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("requests.gz");
  }

  @Test
  @SuppressWarnings("try") // what it has dropped is known once it is closed
  void noTableIsLostUnderAnswersOf16Megabytes() throws Exception {
    long sent = 0;
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        Recording recording =
            Recording.create(file, Recording.DEFAULT_MAX_BYTES, () -> RequestContext.NONE)) {
      createTable(engine, "Large");
      List<Item> keys = new ArrayList<>();
      for (int i = 0; i < ITEMS; i++) {
        keys.add(Item.of("PK", "LARGE#" + i));
        new Requests(engine)
            .put("Large", Item.of("PK", "LARGE#" + i, "text", "x".repeat(ITEM_BYTES)));
      }
      recording.listenTo(engine);
      for (int i = 1; i <= TABLES; i++) {
        for (int j = 0; j < 3; j++, sent++) {
          var unused =
              engine.call(
                  Operations.BATCH_GET_ITEM,
                  BatchGetItemInput.builder()
                      .requestItems(Map.of("Large", KeysAndAttributes.builder().keys(keys).build()))
                      .build());
        }
        createTable(engine, "Table" + i);
        new Requests(engine).put("Table" + i, Item.of("PK", "ITEM#" + i, "value", i));
        sent += 2;
      }
      recording.close();
      assertThat(recording.dropped()).isZero();
    }

    Ledger ledger;
    try (DesignLab lab = DesignLab.of(null)) {
      assertThat(lab.replay(file))
          .singleElement()
          .satisfies(
              notice ->
                  assertThat(notice.toString())
                      .endsWith(
                          " requests were recorded without items, which were too large, and"
                              + " findings ignore them"));
      ledger = lab.ledger();
    }
    assertThat(ledger.tables()).extracting(DesignTable::name).hasSize(TABLES + 1);
    assertThat(ledger.totals().requests()).isEqualTo(sent);
    assertThat(ledger.entriesOf("Large"))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.requests().requests()).isEqualTo(3L * TABLES * ITEMS);
              assertThat(entry.readUnits()).isEqualTo(3.0 * TABLES * ITEMS * 49);
            });

    Path draft = directory.resolve("design.yaml");
    Files.writeString(draft, DesignWriter.yaml(DesignDraft.of("Many tables", ledger)));
    DesignReport report = report(DesignFile.read(draft));
    assertThat(report.header().summary().undeclared()).isZero();
    assertThat(report.header().observed().requests()).isEqualTo(sent);
  }

  private static void createTable(MonotableEngine engine, String name) {
    var unused =
        engine.call(
            Operations.CREATE_TABLE,
            CreateTableInput.builder()
                .tableName(name)
                .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
                .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
                .billingMode("PAY_PER_REQUEST")
                .build());
  }

  @Test
  void eachFormatBeginsWithWhatIsMissing() throws Exception {
    write(
        """
        {"recording":1}
        {"dropped":2}
        {"table":"T","partition":["PK","S"]}
        {"op":"GetItem","withoutItems":true,"tables":["T"],"parts":[{"kind":"ITEM_READ","table":"T","key":"{\\"PK\\":{\\"S\\":\\"a\\"}}"}]}
        {"dropped":70,"droppedTables":1}
        """);
    DesignReport report = report(null);

    List<String> missing =
        List.of(
            "72 requests and 1 table were not recorded.",
            "1 request was recorded without items, which were too large, and findings ignore it.");
    assertThat(report.omissions()).isEqualTo(missing);
    for (ReportFormat format : ReportFormat.values()) {
      String text = ReportFile.text(report, format).replaceAll("\\s+", " ");
      assertThat(missing).as(format.name()).allMatch(text::contains);
    }
  }

  /** Requests on tables that nothing describes, as older recordings can have them. */
  @Test
  void aDraftOfUndescribedTablesCanBeRead() throws Exception {
    write(
        """
        {"recording":1}
        {"op":"GetItem","parts":[{"kind":"ITEM_READ","table":"T",KEY}]}
        {"op":"Query","parts":[{"kind":"PAGE_READ","table":"T","conditions":[[{"attribute":"PK",EQUAL}]]}]}
        {"op":"Query","parts":[{"kind":"PAGE_READ","table":"T","index":"ByOwner","conditions":[[{"attribute":"owner",EQUAL}]]}]}
        {"op":"Scan","parts":[{"kind":"PAGE_READ","table":"U","index":"I"}]}
        {"op":"GetItem","parts":[{"kind":"ITEM_READ","table":"V",KEY}]}
        {"table":"V","partition":["id","S"]}
        """
            .replace("KEY", "'key':'{\\'SK\\':{\\'S\\':\\'b\\'},\\'PK\\':{\\'S\\':\\'A#1\\'}}'")
            .replace("EQUAL", "'comparison':'EQUAL','first':'{\\'v\\':{\\'S\\':\\'A#1\\'}}'")
            .replace('\'', '"'));
    Ledger ledger;
    try (DesignLab lab = DesignLab.of(null)) {
      assertThat(lab.replay(file)).isEmpty();
      ledger = lab.ledger();
    }
    Path draft = directory.resolve("design.yaml");
    Design drafted = DesignDraft.of("Undescribed", ledger);
    Files.writeString(draft, DesignWriter.yaml(drafted));

    assertThat(DesignFile.read(draft)).isEqualTo(drafted);
    DesignTable table = drafted.findTable("T");
    assertThat(table).isNotNull();
    assertThat(table.key().names()).containsExactly("PK", "SK");
    assertThat(table.findKey("ByOwner").names()).containsExactly("owner");
    assertThat(drafted.patterns()).hasSize(4);
  }

  private DesignReport report(Design design) throws Exception {
    try (DesignLab lab = DesignLab.of(design)) {
      var unused = lab.replay(file);
      return lab.report(ReportOptions.standard());
    }
  }

  private void write(String lines) throws Exception {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(lines.getBytes(StandardCharsets.UTF_8));
    }
  }
}

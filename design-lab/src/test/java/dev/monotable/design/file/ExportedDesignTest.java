package dev.monotable.design.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.text.Notice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Designs in other forms, read back. */
class ExportedDesignTest {
  private static final String EVERYTHING =
      """
      design: Everything
      tables:
        Every-thing_1:
          partitionKey: PK
          sortKey: {at: N}
          provisioned: {readUnits: 7, writeUnits: 3}
          timeToLive: ttl
          stream: NEW_IMAGE
          infrequentAccess: true
          pointInTimeRecovery: true
          indexes:
            byType:
              partitionKey: [Type, {number: N}]
              sortKey: raw
              projection: [name, on, total]
            local:
              local: true
              partitionKey: PK
              sortKey: raw
              projection: KEYS_ONLY
          entities:
            Order:
              keys: {PK: "ORDER#{id}", at: "{at}", Type: order, number: "{number}", raw: "R#{id}"}
              attributes: {on: S, total: N, name: S, paid: BOOL, lines: L}
        Every.thing_1:
          partitionKey: PK
          entities:
            Other:
              keys: {PK: "OTHER#{id}"}
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aTemplateCreatesTheTablesOfAnExample(ExampleDesign example) throws Exception {
    assertTemplate(example.design());
  }

  @Test
  void aTemplateHasAllSettingsOfATable() throws Exception {
    assertTemplate(everything());
    assertThat(TemplateWriter.json(everything()))
        .contains(
            "\"Everything1\" : {", "\"Everything12\" : {", "\"PointInTimeRecoveryEnabled\" : true");
  }

  /** Reads the template as {@code --schema} does, and compares the requests that create tables. */
  private void assertTemplate(Design design) throws Exception {
    Path file = directory.resolve("template.json");
    Files.writeString(file, TemplateWriter.json(design));
    List<SchemaTable> read = SchemaFiles.reader().load(List.of(file));
    assertThat(read)
        .extracting(SchemaTable::request)
        .isEqualTo(design.tables().stream().map(DesignTables::request).toList());
    for (int i = 0; i < read.size(); i++) {
      String attribute = design.tables().get(i).settings().timeToLive();
      TimeToLiveSpecification timeToLive = read.get(i).timeToLive();
      assertThat(timeToLive == null ? null : timeToLive.attributeName()).isEqualTo(attribute);
      assertThat(read.get(i).pointInTimeRecovery() != null)
          .isEqualTo(design.tables().get(i).settings().pointInTimeRecovery());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWorkbenchModelHasTheTablesAndEntitiesOfAnExample(ExampleDesign example) throws Exception {
    assertModel(example.design());
  }

  @Test
  void aWorkbenchModelHasEveryKindOfKeyAndAttribute() throws Exception {
    assertModel(everything());
  }

  private void assertModel(Design design) throws Exception {
    Path file = directory.resolve("model.json");
    Files.writeString(file, WorkbenchWriter.json(design));
    List<Notice> notices = new ArrayList<>();
    Design read = DesignFile.read(file, notices::add);
    assertThat(notices).isEmpty();
    assertThat(read.name()).isEqualTo(design.name());
    assertThat(read.description()).isEqualTo(design.description());
    Map<String, DesignTable> tables = new TreeMap<>();
    read.tables().forEach(table -> tables.put(table.name(), table));
    assertThat(tables).hasSize(design.tables().size());
    for (DesignTable table : design.tables()) {
      DesignTable found = tables.get(table.name());
      assertThat(found.key()).isEqualTo(table.key());
      assertThat(found.indexes()).containsExactlyInAnyOrderElementsOf(table.indexes());
      assertThat(found.settings().provisioned()).isEqualTo(table.settings().provisioned());
      assertThat(entities(found)).isEqualTo(entities(table));
    }
  }

  /** Returns the names of the attributes and the forms of the keys of each entity. */
  private static Map<String, Object> entities(DesignTable table) {
    Map<String, Object> entities = new TreeMap<>();
    for (Entity entity : table.entities()) {
      Map<String, String> keys = new TreeMap<>();
      entity.keys().forEach((name, template) -> keys.put(name, shape(template)));
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("keys", keys);
      all.put("attributes", new TreeMap<>(entity.attributes()).keySet());
      entities.put(entity.name(), all);
    }
    return entities;
  }

  /** Returns the form of a key. Sample items do not show the fields of a key without a word. */
  private static String shape(KeyTemplate template) {
    String shape = template.shape().text();
    return shape.matches("[^A-Za-z]*") ? "{}" : shape;
  }

  private Design everything() throws Exception {
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, EVERYTHING);
    return DesignFile.read(file);
  }
}

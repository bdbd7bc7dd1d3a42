package dev.monotable.design.file;

import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.LedgerRecorder;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes a design of a data model of NoSQL Workbench. Its tables and items are loaded into an empty
 * database; the items show the entities, as in a {@link DesignDraft}. The facets name them. A model
 * has no access patterns with their requests, so the design has none.
 */
final class WorkbenchDesign {
  private WorkbenchDesign() {}

  static Design read(Path file, Mapping root, Consumer<Notice> notices) throws DataFileException {
    LedgerRecorder recorder = new LedgerRecorder(null, LedgerBounds.DEFAULT);
    EngineConfig config = EngineConfig.builder().ttlSweep(EngineConfig.TtlSweep.NEVER).build();
    List<SchemaTable> tables = SchemaFiles.reader().load(List.of(file));
    try (MonotableEngine loaded = MonotableEngine.create(config);
        MonotableEngine observed = MonotableEngine.create(config)) {
      // The loader writes into an engine of its own, which has no observer.
      DatabaseLoader.load(loaded, tables, List.of(SeedFile.of(file)));
      observed.observe(request -> recorder.accept(request, RequestContext.NONE));
      for (SchemaTable table : tables) {
        table.createIn(observed);
        copy(table.name(), loaded, observed);
      }
    }
    Design draft = DesignDraft.of(text(root, "ModelName", "Model"), recorder.ledger());
    String description =
        root.findPresent("ModelMetadata") instanceof Mapping metadata
            ? text(metadata, "Description", "")
            : "";
    return new Design(
        draft.name(),
        description.isEmpty() ? null : description,
        tables(draft, root, notices),
        List.of(),
        List.of());
  }

  /** Returns the drafted tables with the facets of the model. */
  private static List<DesignTable> tables(Design draft, Mapping root, Consumer<Notice> notices) {
    List<DesignTable> tables = new ArrayList<>(draft.tables());
    FileValue models = root.findPresent("DataModel");
    for (FileValue each :
        models == null ? List.<FileValue>of() : FileValue.elements(models, "DataModel")) {
      Mapping model = FileValue.mapping(each, "an element of DataModel");
      String name = text(model, "TableName", "");
      tables.replaceAll(
          table ->
              table.name().equals(name)
                  ? new WorkbenchFacets(table, model, notices).applied()
                  : table);
    }
    return tables;
  }

  private static void copy(String table, MonotableEngine from, MonotableEngine to) {
    Item start = null;
    do {
      ScanOutput page =
          from.call(
              Operations.SCAN,
              ScanInput.builder().tableName(table).exclusiveStartKey(start).build());
      for (Item item : page.items() == null ? List.<Item>of() : page.items()) {
        to.call(Operations.PUT_ITEM, PutItemInput.builder().tableName(table).item(item).build());
      }
      start = page.lastEvaluatedKey();
    } while (start != null);
  }

  private static String text(Mapping mapping, String name, String missing) {
    FileValue value = mapping.findPresent(name);
    return value instanceof Scalar scalar && !scalar.text().isEmpty() ? scalar.text() : missing;
  }
}

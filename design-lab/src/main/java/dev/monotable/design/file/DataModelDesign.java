package dev.monotable.design.file;

import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.LedgerRecorder;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes a design of {@code dynamodb_data_model.json}, which the <a
 * href="https://github.com/awslabs/mcp/tree/main/src/dynamodb-mcp-server">DynamoDB MCP server</a>
 * of AWS Labs has: tables as CreateTable requests, items as in BatchWriteItem, and access patterns
 * with commands of the AWS CLI. The tables are created in an empty database and the items written;
 * they show the entities, as in a {@link DesignDraft}. Then each command is performed, which shows
 * the request that it sends.
 */
final class DataModelDesign {
  private static final Set<String> USED = Set.of("tables", "items", "access_patterns");

  private final Mapping root;
  private final Consumer<Notice> notices;
  private final TypedValues values = new TypedValues(new ItemWriter());

  private DataModelDesign(Mapping root, Consumer<Notice> notices) {
    this.root = root;
    this.notices = notices;
  }

  /** Returns whether a file is such a model. In a design file, the tables are not a list. */
  static boolean isModel(Mapping root) {
    return root.find("tables") instanceof Sequence && root.find("design") == null;
  }

  static Design read(Path file, Mapping root, Consumer<Notice> notices) throws DataFileException {
    EngineConfig config = EngineConfig.builder().ttlSweep(EngineConfig.TtlSweep.NEVER).build();
    try (MonotableEngine database = MonotableEngine.create(config)) {
      return new DataModelDesign(root, notices).design(name(file), database);
    }
  }

  /** Returns the name of the file up to the first dot; the model has none. */
  static String name(Path file) {
    Path last = file.getFileName();
    String name = last == null ? "" : last.toString();
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : "Model";
  }

  private Design design(String name, MonotableEngine database) throws DataFileException {
    for (NamedValue member : root.members()) {
      if (!USED.contains(member.name())) {
        notices.accept(new Notice(member.at(), "'" + member.name() + "' has no effect"));
      }
    }
    LedgerRecorder recorder = new LedgerRecorder(null, LedgerBounds.DEFAULT);
    List<String> names = new ArrayList<>();
    RequestObserver.Registration observed =
        database.observe(request -> recorder.accept(request, RequestContext.NONE));
    try {
      for (FileValue each : FileValue.elements(require("tables"), "tables")) {
        SchemaTable table = SchemaTable.of(FileValue.mapping(each, "a table"));
        table.createIn(database);
        names.add(table.name());
      }
      if (names.isEmpty()) {
        throw new InvalidContentException(root.positionOf("tables"), "a design must have a table");
      }
      writeItems(database);
    } finally {
      observed.close();
    }
    Design draft = DesignDraft.of(name, recorder.ledger());
    List<DesignTable> tables = new ArrayList<>();
    for (String table : names) {
      DesignTable drafted = draft.findTable(table);
      if (drafted != null) {
        tables.add(drafted.withEntities(withoutCounts(drafted.entities())));
      }
    }
    Design design = new Design(name, null, tables, List.of(), List.of());
    return new Design(name, null, tables, patterns(design, database), List.of());
  }

  private FileValue require(String name) {
    FileValue value = root.findPresent(name);
    if (value == null) {
      throw new InvalidContentException(root.at(), "the data model needs " + name);
    }
    return value;
  }

  /** Removes the counts: the items are examples, so their number is not the application's. */
  private static List<Entity> withoutCounts(List<Entity> entities) {
    return entities.stream()
        .map(
            entity ->
                new Entity(
                    entity.name(),
                    entity.description(),
                    entity.keys(),
                    entity.attributes(),
                    new EntityEstimate(null, null, entity.estimate().bytes(), null)))
        .toList();
  }

  // ---- items ----

  private void writeItems(MonotableEngine database) {
    FileValue items = root.findPresent("items");
    boolean emptyList = items instanceof Sequence list && list.elements().isEmpty();
    if (items == null || emptyList) {
      return;
    }
    for (NamedValue table : FileValue.mapping(items, "items").members()) {
      for (FileValue each : FileValue.elements(table.value(), table.name())) {
        Mapping item = item(FileValue.mapping(each, "an item"));
        write(database, table.name(), values.item(item), item.at());
      }
    }
  }

  /** Returns the item of a write request; an item alone is one, too. */
  private static Mapping item(Mapping request) {
    FileValue put = request.findPresent("PutRequest");
    Mapping inner = put == null ? request : FileValue.mapping(put, "PutRequest");
    FileValue item = inner.findPresent("Item");
    if (item == null && put != null) {
      throw new InvalidContentException(put.at(), "PutRequest needs Item");
    }
    return item == null ? request : FileValue.mapping(item, "Item");
  }

  private static void write(MonotableEngine database, String table, Item item, FilePosition at) {
    try {
      database.call(
          Operations.PUT_ITEM, PutItemInput.builder().tableName(table).item(item).build());
    } catch (DynamoException e) {
      throw new InvalidContentException(
          at, "the item cannot be written into table '" + table + "': " + e.getMessage());
    }
  }

  // ---- access patterns ----

  private List<DeclaredPattern> patterns(Design design, MonotableEngine database) {
    FileValue given = root.findPresent("access_patterns");
    List<Mapping> entries = new ArrayList<>();
    Map<String, Integer> uses = new LinkedHashMap<>();
    for (FileValue each :
        given == null ? List.<FileValue>of() : FileValue.elements(given, "access_patterns")) {
      Mapping entry = FileValue.mapping(each, "an access pattern");
      entries.add(entry);
      uses.merge(DataModelPatterns.id(entry), 1, Integer::sum);
    }
    DataModelPatterns reader = new DataModelPatterns(design, database, notices);
    List<DeclaredPattern> patterns = new ArrayList<>();
    for (Mapping entry : entries) {
      boolean alone = uses.getOrDefault(DataModelPatterns.id(entry), 1) == 1;
      DeclaredPattern pattern = reader.read(entry, alone);
      if (pattern != null) {
        patterns.add(pattern);
      }
    }
    return patterns;
  }
}

package dev.monotable.formats.schema;

import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a data model of <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/workbench.html">NoSQL
 * Workbench</a>: its tables, and the items of its TableData. Facets are views of a table; they have
 * the same items, which are read only if the table itself has none.
 */
public final class WorkbenchModel {
  private static final String INDEXES = "GlobalSecondaryIndexes";

  private static final Set<String> MODEL_USED = Set.of("DataModel", "ModelMetadata", "ModelName");

  private static final Set<String> TABLE_USED =
      Set.of(
          "BillingMode",
          INDEXES,
          "KeyAttributes",
          "LocalSecondaryIndexes",
          "NonKeyAttributes",
          "ProvisionedCapacitySettings",
          "TableData",
          "TableFacets",
          "TableName",
          // Workbench generates and imports sample data.
          "DataAccess",
          "SampleDataFormats",
          "AccessPatterns");

  private static final Set<String> INDEX_USED =
      Set.of(
          "IndexName",
          "KeyAttributes",
          "ProvisionedCapacitySettings",
          "Projection",
          "DataAccess",
          "SampleDataFormats");

  private static final Set<String> CAPACITY_USED = Set.of("ProvisionedThroughput");
  private static final Set<String> CAPACITY_IGNORED = Set.of("AutoScalingRead", "AutoScalingWrite");

  private final Mapping model;

  public WorkbenchModel(Mapping model) {
    this.model = model;
  }

  /** Returns whether a file is a data model. */
  public static boolean isModel(Mapping root) {
    return root.find("DataModel") instanceof Sequence;
  }

  /** Returns the tables, in the order of the model. */
  private List<TableRequest> tables() {
    List<TableRequest> tables = new ArrayList<>();
    for (Mapping table : models()) {
      tables.add(table(table, tables.isEmpty() ? ofModel() : List.of()));
    }
    return tables;
  }

  /**
   * Returns the tables without their items, which are reported.
   *
   * @throws InvalidContentException if there is no table
   */
  List<TableRequest> tablesWithoutItems() {
    List<TableRequest> tables = new ArrayList<>();
    List<Mapping> models = models();
    for (TableRequest table : tables()) {
      Mapping model = models.get(tables.size());
      int items = items(model).size();
      List<Notice> notices = new ArrayList<>(table.notices());
      if (items > 0) {
        notices.add(
            new Notice(
                model.positionOf("TableData"),
                "the items of the model ("
                    + items
                    + ") have no effect in a schema; give it as a seed (--seed) too"));
      }
      tables.add(new TableRequest(table.members(), notices));
    }
    if (tables.isEmpty()) {
      throw new InvalidContentException(model.positionOf("DataModel"), "the model has no table");
    }
    return tables;
  }

  /** Returns notices of what the model has beside its tables. */
  private List<Notice> ofModel() {
    List<Notice> notices = new ArrayList<>();
    noticeOthers(model, MODEL_USED, notices);
    return notices;
  }

  private static void noticeOthers(Mapping mapping, Set<String> used, List<Notice> notices) {
    for (NamedValue member : mapping.members()) {
      if (!used.contains(member.name())) {
        Properties.notice(member, notices);
      }
    }
  }

  /** Returns the tables with the requests that create them, in the order of the model. */
  public List<SchemaTable> schemaTables() {
    return tables().stream().map(SchemaTable::of).toList();
  }

  /** Returns the items in DynamoDB JSON by the names of their tables, in the order of the model. */
  public Map<String, List<FileValue>> items() {
    Map<String, List<FileValue>> items = new LinkedHashMap<>();
    for (Mapping table : models()) {
      String name = FileValue.text(Properties.require(table, "TableName", "a table"), "TableName");
      items.put(name, items(table));
    }
    return items;
  }

  private List<Mapping> models() {
    List<Mapping> tables = new ArrayList<>();
    FileValue models = Properties.require(model, "DataModel", "the model");
    for (FileValue each : FileValue.elements(models, "DataModel")) {
      tables.add(FileValue.mapping(each, "an element of DataModel"));
    }
    return tables;
  }

  /** Returns the TableData of a table or a facet in DynamoDB JSON. */
  public static List<FileValue> tableData(Mapping tableOrFacet) {
    FileValue data = tableOrFacet.findPresent("TableData");
    return data == null
        ? List.of()
        : FileValue.elements(data, "TableData").stream().map(WorkbenchItem::of).toList();
  }

  private static List<FileValue> items(Mapping table) {
    List<FileValue> items = tableData(table);
    FileValue facets = table.findPresent("TableFacets");
    if (!items.isEmpty() || facets == null) {
      return items;
    }
    List<FileValue> ofFacets = new ArrayList<>();
    for (FileValue each : FileValue.elements(facets, "TableFacets")) {
      ofFacets.addAll(tableData(FileValue.mapping(each, "a facet")));
    }
    return ofFacets;
  }

  private static TableRequest table(Mapping table, List<Notice> ofModel) {
    List<Notice> notices = new ArrayList<>(ofModel);
    noticeOthers(table, TABLE_USED, notices);
    MappingBuilder request = new MappingBuilder(table.at());
    request.add(
        "TableName",
        table.positionOf("TableName"),
        Properties.require(table, "TableName", "a table"));
    List<FileValue> definitions = new ArrayList<>();
    Set<String> defined = new HashSet<>();
    addKeys(table, request, definitions, defined, notices);
    for (String kind : List.of("LocalSecondaryIndexes", INDEXES)) {
      addIndexes(table, kind, request, definitions, defined, notices);
    }
    request.add(
        "AttributeDefinitions",
        table.positionOf("KeyAttributes"),
        new Sequence(table.positionOf("KeyAttributes"), definitions));
    boolean provisioned = table.hasText("BillingMode", "PROVISIONED");
    if (provisioned) {
      request.addFrom(table, "BillingMode");
      addThroughput(table, request, notices);
    } else {
      request.add("BillingMode", table.at(), "PAY_PER_REQUEST");
    }
    return new TableRequest(request.build(), notices);
  }

  private static void addKeys(
      Mapping source,
      MappingBuilder target,
      List<FileValue> definitions,
      Set<String> defined,
      List<Notice> notices) {
    Mapping keys =
        FileValue.mapping(
            Properties.require(source, "KeyAttributes", "a table or index"), "KeyAttributes");
    noticeOthers(keys, Set.of("PartitionKey", "SortKey"), notices);
    List<FileValue> schema = new ArrayList<>();
    addKey(keys, "PartitionKey", "HASH", schema, definitions, defined);
    addKey(keys, "SortKey", "RANGE", schema, definitions, defined);
    target.add("KeySchema", keys.at(), new Sequence(keys.at(), schema));
  }

  private static void addKey(
      Mapping keys,
      String name,
      String type,
      List<FileValue> schema,
      List<FileValue> definitions,
      Set<String> defined) {
    FileValue given = keys.findPresent(name);
    if (given == null) {
      return;
    }
    // Several attributes of an index key form a list.
    List<FileValue> attributes = FileValue.oneOrMore(given);
    for (FileValue each : attributes) {
      Mapping attribute = FileValue.mapping(each, name);
      FileValue attributeName = Properties.require(attribute, "AttributeName", name);
      schema.add(Properties.key(attributeName, type));
      if (defined.add(FileValue.text(attributeName, "AttributeName"))) {
        definitions.add(
            Properties.definition(
                attributeName, Properties.require(attribute, "AttributeType", name)));
      }
    }
  }

  private static void addIndexes(
      Mapping table,
      String kind,
      MappingBuilder request,
      List<FileValue> definitions,
      Set<String> defined,
      List<Notice> notices) {
    FileValue given = table.findPresent(kind);
    List<FileValue> converted = new ArrayList<>();
    for (FileValue each : given == null ? List.<FileValue>of() : FileValue.elements(given, kind)) {
      Mapping index = FileValue.mapping(each, "an element of " + kind);
      noticeOthers(index, INDEX_USED, notices);
      MappingBuilder builder = new MappingBuilder(index.at()).addFrom(index, "IndexName");
      addKeys(index, builder, definitions, defined, notices);
      builder.addFrom(index, "Projection");
      boolean provisioned = table.hasText("BillingMode", "PROVISIONED");
      if (provisioned && kind.equals(INDEXES)) {
        if (index.find("ProvisionedCapacitySettings") == null) {
          // Members without effect were reported for the table.
          addThroughput(table, builder, new ArrayList<>());
        } else {
          addThroughput(index, builder, notices);
        }
      }
      converted.add(builder.build());
    }
    if (given != null && !converted.isEmpty()) {
      request.add(kind, table.positionOf(kind), new Sequence(given.at(), converted));
    }
  }

  /** Adds the provisioned capacity; 5 units each, as Workbench commits a table without one. */
  private static void addThroughput(Mapping source, MappingBuilder target, List<Notice> notices) {
    @Nullable FileValue given = source.findPresent("ProvisionedCapacitySettings");
    if (given != null) {
      Mapping settings = FileValue.mapping(given, "ProvisionedCapacitySettings");
      Properties.check(
          "ProvisionedCapacitySettings", settings, CAPACITY_USED, CAPACITY_IGNORED, notices);
      if (settings.findPresent("ProvisionedThroughput") != null) {
        target.addFrom(settings, "ProvisionedThroughput");
        return;
      }
    }
    target.add(
        "ProvisionedThroughput",
        source.at(),
        new MappingBuilder(source.at())
            .add("ReadCapacityUnits", source.at(), "5")
            .add("WriteCapacityUnits", source.at(), "5")
            .build());
  }
}

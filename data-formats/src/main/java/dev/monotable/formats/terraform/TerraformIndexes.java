package dev.monotable.formats.terraform;

import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of a table: those in its blocks, and global ones that are resources of their own. A
 * state has the key of an index twice, as {@code key_schema} and as {@code hash_key} and {@code
 * range_key} (terraform-provider-aws, issues 46335 and 46513), and an index that is a resource in
 * the table as well. See <a
 * href="https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_global_secondary_index">aws_dynamodb_global_secondary_index</a>.
 */
final class TerraformIndexes {
  private static final String GLOBAL = "global_secondary_index";
  private static final String LOCAL = "local_secondary_index";
  private static final String KEY_SCHEMA = "key_schema";
  private static final String HASH_KEY = "hash_key";
  private static final String RANGE_KEY = "range_key";

  private final Mapping table;
  private final boolean onDemand;
  private final List<Notice> notices;

  /** The global indexes as members of a request, by name. */
  private final Map<String, Mapping> global = new LinkedHashMap<>();

  private final List<FileValue> local = new ArrayList<>();
  private final Map<String, Mapping> insights = new LinkedHashMap<>();
  private final Map<String, FileValue> definitions = new LinkedHashMap<>();

  /**
   * @param table the values of the table
   * @param notices receives what has no effect here
   */
  TerraformIndexes(Mapping table, boolean onDemand, List<Notice> notices) {
    this.table = table;
    this.onDemand = onDemand;
    this.notices = notices;
    for (FileValue each : TerraformTable.present(table.findPresent(GLOBAL), GLOBAL)) {
      addGlobal(FileValue.mapping(each, "an element of " + GLOBAL));
    }
    for (FileValue each : TerraformTable.present(table.findPresent(LOCAL), LOCAL)) {
      Mapping index = FileValue.mapping(each, "an element of " + LOCAL);
      Mapping key =
          new MappingBuilder(index.at()).addFrom(table, HASH_KEY).addFrom(index, RANGE_KEY).build();
      local.add(
          new MappingBuilder(index.at())
              .addFrom(index, "name", "IndexName")
              .add("KeySchema", index.at(), keys(key, "an index"))
              .add("Projection", index.at(), projection(index))
              .build());
    }
  }

  private void addGlobal(Mapping index) {
    for (NamedValue member : index.members()) {
      if (isOtherKey(member, index)) {
        notices.add(
            new Notice(member.at(), member.name() + " has no effect here: key_schema differs"));
      }
    }
    MappingBuilder builder =
        new MappingBuilder(index.at())
            .addFrom(index, "name", "IndexName")
            .add("KeySchema", index.at(), keys(index, "an index"))
            .add("Projection", index.at(), projection(index));
    addThroughput(index, onDemand, builder);
    String name = index.find("name") instanceof Scalar text ? text.text() : "";
    global.putIfAbsent(name, builder.build());
  }

  /** Adds an index that is a resource of its own, unless the table has it. */
  void add(Mapping index) {
    FileValue name = Properties.require(index, "index_name", "an index");
    Mapping projection = TerraformTable.findBlock(index, "projection");
    Mapping provisioned = TerraformTable.findBlock(index, "provisioned_throughput");
    MappingBuilder builder =
        new MappingBuilder(index.at())
            .add("IndexName", name.at(), name)
            .add("KeySchema", index.at(), keys(index, "an index"))
            .add("Projection", index.at(), projection(projection == null ? index : projection));
    MappingBuilder capacity =
        new MappingBuilder(index.at())
            .addFrom(index, "on_demand_throughput")
            .addFrom(index, "warm_throughput");
    if (provisioned != null) {
      capacity.addFrom(provisioned, "read_capacity_units", "read_capacity");
      capacity.addFrom(provisioned, "write_capacity_units", "write_capacity");
    }
    addThroughput(capacity.build(), onDemand, builder);
    global.putIfAbsent(FileValue.text(name, "index_name"), builder.build());
    for (FileValue each : TerraformTable.present(index.findPresent(KEY_SCHEMA), KEY_SCHEMA)) {
      if (each instanceof Mapping key
          && key.find("attribute_name") instanceof Scalar attribute
          && key.findPresent("attribute_type") != null) {
        definitions.putIfAbsent(
            attribute.text(), Properties.require(key, "attribute_type", KEY_SCHEMA));
      }
    }
  }

  /** Sets Contributor Insights of an index. Returns whether the index exists. */
  boolean addInsights(String index, Mapping setting) {
    insights.put(index, setting);
    return global.containsKey(index);
  }

  /** Returns the types of attributes that indexes of their own define. */
  Map<String, FileValue> definitions() {
    return definitions;
  }

  /** Adds the indexes to a request. */
  void addTo(MappingBuilder request) {
    List<FileValue> built = new ArrayList<>();
    global.forEach(
        (name, index) -> {
          Mapping setting = insights.get(name);
          built.add(setting == null ? index : with(index, TableRequest.INSIGHTS, setting));
        });
    add(request, "GlobalSecondaryIndexes", GLOBAL, built);
    add(request, "LocalSecondaryIndexes", LOCAL, local);
  }

  private void add(MappingBuilder request, String member, String block, List<FileValue> indexes) {
    if (!indexes.isEmpty()) {
      request.add(member, table.positionOf(block), new Sequence(table.positionOf(block), indexes));
    }
  }

  private static Mapping with(Mapping index, String name, Mapping setting) {
    List<NamedValue> members = new ArrayList<>(index.members());
    members.add(new NamedValue(name, setting.at(), setting));
    return new Mapping(index.at(), members);
  }

  // ---- parts of tables and indexes

  /** Returns the key of a table or index: {@code key_schema}, or the members before it. */
  static Sequence keys(Mapping source, String what) {
    List<FileValue> keys = new ArrayList<>();
    for (FileValue each : TerraformTable.present(source.findPresent(KEY_SCHEMA), KEY_SCHEMA)) {
      Mapping key = FileValue.mapping(each, "an element of key_schema");
      keys.add(
          new MappingBuilder(key.at())
              .addFrom(key, "attribute_name", "AttributeName")
              .addFrom(key, "key_type", "KeyType")
              .build());
    }
    if (keys.isEmpty()) {
      keys.add(Properties.key(Properties.require(source, HASH_KEY, what), "HASH"));
      FileValue range = source.findPresent(RANGE_KEY);
      if (range != null) {
        keys.add(Properties.key(range, "RANGE"));
      }
    }
    return new Sequence(source.at(), keys);
  }

  /** Returns whether a member is a key that {@code key_schema} does not have. */
  private static boolean isOtherKey(NamedValue member, Mapping index) {
    String type =
        member.name().equals(HASH_KEY) ? "HASH" : member.name().equals(RANGE_KEY) ? "RANGE" : "";
    if (type.isEmpty() || !(member.value() instanceof Scalar name)) {
      return false;
    }
    List<FileValue> keys = TerraformTable.present(index.findPresent(KEY_SCHEMA), KEY_SCHEMA);
    return !keys.isEmpty()
        && keys.stream()
            .noneMatch(
                each ->
                    each instanceof Mapping key
                        && isText(key.find("attribute_name"), name.text())
                        && isText(key.find("key_type"), type));
  }

  private static boolean isText(@Nullable FileValue value, String text) {
    return value instanceof Scalar scalar && scalar.text().equals(text);
  }

  private static Mapping projection(Mapping source) {
    return new MappingBuilder(source.at())
        .addFrom(source, "projection_type", "ProjectionType")
        .addFrom(source, "non_key_attributes", "NonKeyAttributes")
        .build();
  }

  /** Adds the throughput of a table or index. The provider writes 0 for units that are not set. */
  static void addThroughput(Mapping source, boolean onDemand, MappingBuilder target) {
    if (!onDemand) {
      Mapping throughput =
          new MappingBuilder(source.positionOf("read_capacity"))
              .addFrom(source, "read_capacity", "ReadCapacityUnits")
              .addFrom(source, "write_capacity", "WriteCapacityUnits")
              .build();
      if (!throughput.members().isEmpty()) {
        target.add("ProvisionedThroughput", throughput.at(), throughput);
      }
    }
    addUnits(
        TerraformTable.findBlock(source, "on_demand_throughput"),
        Map.of(
            "max_read_request_units",
            "MaxReadRequestUnits",
            "max_write_request_units",
            "MaxWriteRequestUnits"),
        "OnDemandThroughput",
        target);
    addUnits(
        TerraformTable.findBlock(source, "warm_throughput"),
        Map.of(
            "read_units_per_second",
            "ReadUnitsPerSecond",
            "write_units_per_second",
            "WriteUnitsPerSecond"),
        "WarmThroughput",
        target);
  }

  private static void addUnits(
      @Nullable Mapping block, Map<String, String> names, String member, MappingBuilder target) {
    if (block == null) {
      return;
    }
    MappingBuilder units = new MappingBuilder(block.at());
    for (NamedValue unit : block.members()) {
      String name = names.get(unit.name());
      if (name != null && !isText(unit.value(), "0")) {
        units.add(name, unit.at(), unit.value());
      }
    }
    if (units.size() > 0) {
      target.add(member, block.at(), units.build());
    }
  }
}

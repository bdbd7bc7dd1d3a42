package dev.monotable.json.schema;

import dev.monotable.json.schema.FileValue.Absent;
import dev.monotable.json.schema.FileValue.Mapping;
import dev.monotable.json.schema.FileValue.MappingBuilder;
import dev.monotable.json.schema.FileValue.Scalar;
import dev.monotable.json.schema.FileValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of a CloudFormation template, each as a CreateTable request and a {@code
 * TimeToLiveSpecification}. Properties without an effect here are accepted and omitted; unknown
 * ones are errors. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html">AWS::DynamoDB::Table</a>
 * and <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html">AWS::DynamoDB::GlobalTable</a>.
 */
final class TemplateTables {
  static final String TIME_TO_LIVE = "TimeToLiveSpecification";

  private static final String TABLE = "AWS::DynamoDB::Table";
  private static final String GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable";
  private static final String SIMPLE_TABLE = "AWS::Serverless::SimpleTable";

  private static final Set<String> TABLE_PROPERTIES =
      Set.of(
          "AttributeDefinitions",
          "BillingMode",
          "DeletionProtectionEnabled",
          "GlobalSecondaryIndexes",
          "KeySchema",
          "LocalSecondaryIndexes",
          "OnDemandThroughput",
          "ProvisionedThroughput",
          "StreamSpecification",
          "TableClass",
          "TableName",
          "Tags",
          TIME_TO_LIVE,
          "WarmThroughput");
  private static final Set<String> TABLE_IGNORED =
      Set.of(
          "ContributorInsightsSpecification",
          "ImportSourceSpecification",
          "KinesisStreamSpecification",
          "PointInTimeRecoverySpecification",
          "ResourcePolicy",
          "SSESpecification");

  private static final Set<String> GLOBAL_PROPERTIES =
      Set.of(
          "AttributeDefinitions",
          "BillingMode",
          "GlobalSecondaryIndexes",
          "KeySchema",
          "LocalSecondaryIndexes",
          "Replicas",
          "StreamSpecification",
          "TableName",
          TIME_TO_LIVE,
          "WarmThroughput",
          "WriteOnDemandThroughputSettings",
          "WriteProvisionedThroughputSettings");
  private static final Set<String> GLOBAL_IGNORED =
      Set.of(
          "GlobalTableSettingsReplicationMode",
          "GlobalTableSourceArn",
          "GlobalTableWitnesses",
          "MultiRegionConsistency",
          "ReadOnDemandThroughputSettings",
          "ReadProvisionedThroughputSettings",
          "ReplicationSourceArn",
          "SSESpecification");

  private static final Set<String> SIMPLE_PROPERTIES =
      Set.of("PrimaryKey", "ProvisionedThroughput", "TableName", "Tags");
  private static final Set<String> SIMPLE_IGNORED =
      Set.of("PointInTimeRecoverySpecification", "SSESpecification");

  private static final Set<String> INDEX_IGNORED = Set.of("ContributorInsightsSpecification");

  private final Mapping template;
  private final Intrinsics intrinsics;
  private final Stack stack;

  TemplateTables(Mapping template, Stack stack) {
    this.template = template;
    this.stack = stack;
    this.intrinsics = new Intrinsics(template, stack);
  }

  static boolean isTable(String type) {
    return type.equals(TABLE) || type.equals(GLOBAL_TABLE) || type.equals(SIMPLE_TABLE);
  }

  /** Returns the tables whose conditions are true, in the order of the template. */
  List<Mapping> read() {
    FileValue section = template.find("Resources");
    Mapping resources =
        FileValue.mapping(section == null ? new Absent(template.line()) : section, "Resources");
    List<Mapping> tables = new ArrayList<>();
    for (Map.Entry<String, FileValue> entry : resources.members().entrySet()) {
      String logicalId = entry.getKey();
      int line = resources.lineOf(logicalId);
      if (logicalId.startsWith("Fn::")) {
        throw new InvalidSchemaFileException(
            line, logicalId + " cannot be resolved; give the processed template");
      }
      if (!(entry.getValue() instanceof Mapping resource)
          || !(resource.find("Type") instanceof Scalar type)
          || !isTable(type.text())) {
        continue;
      }
      FileValue condition = resource.find("Condition");
      if (condition != null
          && !intrinsics.condition(FileValue.text(condition, "Condition"), condition.line())) {
        continue;
      }
      tables.add(table(logicalId, line, type.text(), resource));
    }
    return tables;
  }

  private Mapping table(String logicalId, int line, String type, Mapping resource) {
    FileValue given = resource.find("Properties");
    Mapping properties =
        given == null
            ? new MappingBuilder(line).build()
            : FileValue.mapping(intrinsics.resolve(given), "Properties of " + logicalId);
    FileValue name = intrinsics.tableName(logicalId, resource);
    MappingBuilder table = new MappingBuilder(line);
    table.add("TableName", properties.lineOf("TableName"), name);
    switch (type) {
      case TABLE -> tableProperties(type, properties, table);
      case GLOBAL_TABLE -> globalTableProperties(type, properties, table);
      case SIMPLE_TABLE -> simpleTableProperties(type, properties, table);
      default -> throw new AssertionError(type);
    }
    return table.build();
  }

  private static void tableProperties(String type, Mapping properties, MappingBuilder table) {
    requireKnown(type, properties, TABLE_PROPERTIES, TABLE_IGNORED);
    for (String name : properties.members().keySet()) {
      switch (name) {
        case "TableName" -> {}
        case "StreamSpecification" -> addStream(properties, table);
        case "GlobalSecondaryIndexes" -> addIndexes(properties, table);
        default -> {
          if (TABLE_PROPERTIES.contains(name)) {
            table.addFrom(properties, name, name);
          }
        }
      }
    }
  }

  private void globalTableProperties(String type, Mapping properties, MappingBuilder table) {
    requireKnown(type, properties, GLOBAL_PROPERTIES, GLOBAL_IGNORED);
    Mapping replica = replica(properties);
    for (String name :
        List.of(
            "AttributeDefinitions",
            "BillingMode",
            "KeySchema",
            "LocalSecondaryIndexes",
            TIME_TO_LIVE,
            "WarmThroughput")) {
      table.addFrom(properties, name, name);
    }
    if (properties.find("StreamSpecification") != null) {
      addStream(properties, table);
    }
    for (String name : List.of("DeletionProtectionEnabled", "TableClass", "Tags")) {
      table.addFrom(replica, name, name);
    }
    addThroughput(properties, replica, table);
    FileValue indexes = properties.find("GlobalSecondaryIndexes");
    if (indexes == null) {
      return;
    }
    List<FileValue> turned = new ArrayList<>();
    for (FileValue each : FileValue.elements(indexes, "GlobalSecondaryIndexes")) {
      Mapping index = FileValue.mapping(each, "an element of GlobalSecondaryIndexes");
      MappingBuilder builder = new MappingBuilder(index.line());
      for (String name : List.of("IndexName", "KeySchema", "Projection", "WarmThroughput")) {
        builder.addFrom(index, name, name);
      }
      addThroughput(index, replicaIndex(replica, index.find("IndexName")), builder);
      turned.add(builder.build());
    }
    table.add(
        "GlobalSecondaryIndexes",
        properties.lineOf("GlobalSecondaryIndexes"),
        new Sequence(indexes.line(), turned));
  }

  private static void simpleTableProperties(String type, Mapping properties, MappingBuilder table) {
    requireKnown(type, properties, SIMPLE_PROPERTIES, SIMPLE_IGNORED);
    int line = properties.lineOf("PrimaryKey");
    String name = "id";
    String attributeType = "String";
    if (properties.find("PrimaryKey") instanceof Mapping key) {
      FileValue nameValue = key.find("Name");
      FileValue typeValue = key.find("Type");
      name = nameValue == null ? name : FileValue.text(nameValue, "Name of PrimaryKey");
      attributeType =
          typeValue == null ? attributeType : FileValue.text(typeValue, "Type of PrimaryKey");
    }
    if (!List.of("String", "Number", "Binary").contains(attributeType)) {
      throw new InvalidSchemaFileException(
          line, "Type of PrimaryKey must be String, Number or Binary, not " + attributeType);
    }
    Scalar attribute = new Scalar(line, name);
    Mapping definition =
        new MappingBuilder(line)
            .add("AttributeName", line, attribute)
            .add("AttributeType", line, new Scalar(line, attributeType.substring(0, 1)))
            .build();
    Mapping key =
        new MappingBuilder(line)
            .add("AttributeName", line, attribute)
            .add("KeyType", line, new Scalar(line, "HASH"))
            .build();
    table.add("AttributeDefinitions", line, new Sequence(line, List.of(definition)));
    table.add("KeySchema", line, new Sequence(line, List.of(key)));
    table.addFrom(properties, "ProvisionedThroughput", "ProvisionedThroughput");
    if (properties.find("ProvisionedThroughput") == null) {
      table.add("BillingMode", line, new Scalar(line, "PAY_PER_REQUEST"));
    }
    if (properties.find("Tags") instanceof Mapping tags) {
      List<FileValue> list = new ArrayList<>();
      for (Map.Entry<String, FileValue> tag : tags.members().entrySet()) {
        int tagLine = tags.lineOf(tag.getKey());
        list.add(
            new MappingBuilder(tagLine)
                .add("Key", tagLine, new Scalar(tagLine, tag.getKey()))
                .add("Value", tagLine, tag.getValue())
                .build());
      }
      table.add("Tags", properties.lineOf("Tags"), new Sequence(tags.line(), list));
    }
  }

  /** Adds the stream. A template enables it by its view type; a request needs two members. */
  private static void addStream(Mapping properties, MappingBuilder table) {
    int line = properties.lineOf("StreamSpecification");
    FileValue given = properties.find("StreamSpecification");
    if (given == null) {
      return;
    }
    Mapping stream = FileValue.mapping(given, "StreamSpecification");
    MappingBuilder builder = new MappingBuilder(stream.line());
    requireKnown(
        "StreamSpecification",
        stream,
        Set.of("StreamViewType", "StreamEnabled"),
        Set.of("ResourcePolicy"));
    if (stream.find("StreamEnabled") == null) {
      builder.add("StreamEnabled", stream.line(), new Scalar(stream.line(), "true"));
    }
    builder.addFrom(stream, "StreamEnabled", "StreamEnabled");
    builder.addFrom(stream, "StreamViewType", "StreamViewType");
    table.add("StreamSpecification", line, builder.build());
  }

  private static void addIndexes(Mapping properties, MappingBuilder table) {
    FileValue indexes = properties.find("GlobalSecondaryIndexes");
    if (indexes == null) {
      return;
    }
    List<FileValue> kept = new ArrayList<>();
    for (FileValue each : FileValue.elements(indexes, "GlobalSecondaryIndexes")) {
      Mapping index = FileValue.mapping(each, "an element of GlobalSecondaryIndexes");
      MappingBuilder builder = new MappingBuilder(index.line());
      for (String name : index.members().keySet()) {
        if (!INDEX_IGNORED.contains(name)) {
          builder.addFrom(index, name, name);
        }
      }
      kept.add(builder.build());
    }
    table.add(
        "GlobalSecondaryIndexes",
        properties.lineOf("GlobalSecondaryIndexes"),
        new Sequence(indexes.line(), kept));
  }

  /**
   * Returns the replica in the Region of the stack, or the first; an empty one if there is none.
   */
  private Mapping replica(Mapping properties) {
    Mapping first = null;
    FileValue replicas = properties.find("Replicas");
    if (replicas != null) {
      for (FileValue each : FileValue.elements(replicas, "Replicas")) {
        Mapping replica = FileValue.mapping(each, "an element of Replicas");
        if (replica.find("Region") instanceof Scalar name && name.text().equals(stack.region())) {
          return replica;
        }
        first = first == null ? replica : first;
      }
    }
    return first == null ? new MappingBuilder(properties.line()).build() : first;
  }

  private static Mapping replicaIndex(Mapping replica, @Nullable FileValue indexName) {
    if (replica.find("GlobalSecondaryIndexes") instanceof Sequence indexes
        && indexName instanceof Scalar wanted) {
      for (FileValue each : indexes.elements()) {
        if (each instanceof Mapping index
            && index.find("IndexName") instanceof Scalar name
            && name.text().equals(wanted.text())) {
          return index;
        }
      }
    }
    return new MappingBuilder(replica.line()).build();
  }

  /**
   * Adds the capacity. A global table scales between two capacities; here it has the initial one.
   * Read capacity is configured in the replica.
   */
  private static void addThroughput(Mapping write, Mapping read, MappingBuilder target) {
    Scalar writeUnits = capacity(write.find("WriteProvisionedThroughputSettings"), "Write");
    if (writeUnits != null) {
      Scalar readUnits = capacity(read.find("ReadProvisionedThroughputSettings"), "Read");
      MappingBuilder throughput = new MappingBuilder(writeUnits.line());
      throughput.add(
          "ReadCapacityUnits", writeUnits.line(), readUnits == null ? writeUnits : readUnits);
      throughput.add("WriteCapacityUnits", writeUnits.line(), writeUnits);
      target.add("ProvisionedThroughput", writeUnits.line(), throughput.build());
    }
    MappingBuilder onDemand = new MappingBuilder(write.line());
    if (read.find("ReadOnDemandThroughputSettings") instanceof Mapping settings) {
      onDemand.addFrom(settings, "MaxReadRequestUnits", "MaxReadRequestUnits");
    }
    if (write.find("WriteOnDemandThroughputSettings") instanceof Mapping settings) {
      onDemand.addFrom(settings, "MaxWriteRequestUnits", "MaxWriteRequestUnits");
    }
    Mapping limits = onDemand.build();
    if (!limits.members().isEmpty()) {
      target.add("OnDemandThroughput", limits.line(), limits);
    }
  }

  private static @Nullable Scalar capacity(@Nullable FileValue settings, String direction) {
    if (!(settings instanceof Mapping mapping)) {
      return null;
    }
    if (mapping.find(direction + "CapacityUnits") instanceof Scalar units) {
      return units;
    }
    if (mapping.find(direction + "CapacityAutoScalingSettings") instanceof Mapping scaling) {
      if (scaling.find("SeedCapacity") instanceof Scalar seed) {
        return seed;
      }
      return scaling.find("MinCapacity") instanceof Scalar least ? least : null;
    }
    return null;
  }

  private static void requireKnown(
      String type, Mapping properties, Set<String> used, Set<String> ignored) {
    for (String name : properties.members().keySet()) {
      if (!used.contains(name) && !ignored.contains(name)) {
        throw new InvalidSchemaFileException(
            properties.lineOf(name), type + " has no property '" + name + "'");
      }
    }
  }
}

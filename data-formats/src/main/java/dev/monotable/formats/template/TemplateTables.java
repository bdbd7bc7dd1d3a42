package dev.monotable.formats.template;

import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the tables of a CloudFormation or SAM template, each as a {@link TableRequest}. Properties
 * without an effect here are reported as notices; unknown ones are errors. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html">AWS::DynamoDB::Table</a>
 * and <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-simpletable.html">AWS::Serverless::SimpleTable</a>.
 */
final class TemplateTables {
  /** The names of an SSESpecification in a template. */
  static final Map<String, String> ENCRYPTION_NAMES =
      Map.of("SSEEnabled", "Enabled", "SSEType", "SSEType", "KMSMasterKeyId", "KMSMasterKeyId");

  private static final String TABLE = "AWS::DynamoDB::Table";
  private static final String GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable";
  private static final String SIMPLE_TABLE = "AWS::Serverless::SimpleTable";

  private static final String POLICY = "ResourcePolicy";

  private static final Set<String> TABLE_PROPERTIES =
      Set.of(
          "AttributeDefinitions",
          "BillingMode",
          TableRequest.INSIGHTS,
          "DeletionProtectionEnabled",
          "GlobalSecondaryIndexes",
          "KeySchema",
          TableRequest.KINESIS,
          "LocalSecondaryIndexes",
          "OnDemandThroughput",
          TableRequest.RECOVERY,
          "ProvisionedThroughput",
          POLICY,
          TableRequest.ENCRYPTION,
          "StreamSpecification",
          "TableClass",
          "TableName",
          "Tags",
          TableRequest.TIME_TO_LIVE,
          "VectorIndexes",
          "WarmThroughput");
  private static final Set<String> TABLE_IGNORED = Set.of("ImportSourceSpecification");

  private static final Set<String> SIMPLE_PROPERTIES =
      Set.of(
          "PrimaryKey",
          "ProvisionedThroughput",
          TableRequest.RECOVERY,
          TableRequest.ENCRYPTION,
          "TableName",
          "Tags");

  private static final Set<String> INDEX_PROPERTIES =
      Set.of(
          TableRequest.INSIGHTS,
          "IndexName",
          "KeySchema",
          "OnDemandThroughput",
          "Projection",
          "ProvisionedThroughput",
          "WarmThroughput");

  private final Template template;
  private final Intrinsics intrinsics;
  private final Stack stack;

  TemplateTables(Template template) {
    this.template = template;
    this.stack = template.stack();
    this.intrinsics = template.intrinsics();
  }

  static boolean isTable(String type) {
    return type.equals(TABLE)
        || type.equals(GLOBAL_TABLE)
        || type.equals(SIMPLE_TABLE)
        || type.equals(AmplifyTable.TYPE);
  }

  /** Returns the table of a resource. */
  TableRequest table(NamedValue entry, String type, Mapping resource) {
    FileValue given = resource.findPresent("Properties");
    Mapping properties =
        given == null
            ? new MappingBuilder(entry.at()).build()
            : FileValue.mapping(intrinsics.resolve(given), "Properties of " + entry.name());
    FileValue name = intrinsics.tableName(entry.name(), resource);
    MappingBuilder table = new MappingBuilder(entry.at());
    List<Notice> notices = new ArrayList<>();
    if (type.equals(AmplifyTable.TYPE)) {
      properties = AmplifyTable.properties(properties);
    }
    table.add("TableName", properties.positionOf("TableName"), name);
    switch (type) {
      case TABLE, AmplifyTable.TYPE -> tableProperties(type, properties, table, notices);
      case GLOBAL_TABLE ->
          new GlobalTableResource(properties, stack.region(), notices).addTo(table);
      case SIMPLE_TABLE -> simpleTable(withGlobals(properties), table, notices);
      default -> throw new AssertionError(type);
    }
    return new TableRequest(table.build(), notices);
  }

  private static void tableProperties(
      String type, Mapping properties, MappingBuilder table, List<Notice> notices) {
    Properties.check(type, properties, TABLE_PROPERTIES, TABLE_IGNORED, notices);
    for (NamedValue property : properties.members()) {
      switch (property.name()) {
        case "TableName" -> {}
        case TableRequest.ENCRYPTION -> addEncryption(properties, table, notices);
        case TableRequest.KINESIS -> addKinesis(properties, table, notices);
        case "StreamSpecification" -> addStream(properties, table, notices);
        case "GlobalSecondaryIndexes" -> addIndexes(properties, table, notices);
        case POLICY -> addPolicy(properties, table, notices);
        default -> {
          if (TABLE_PROPERTIES.contains(property.name())) {
            table.addFrom(properties, property.name());
          }
        }
      }
    }
  }

  private static void addEncryption(
      Mapping properties, MappingBuilder table, List<Notice> notices) {
    FileValue given = properties.findPresent(TableRequest.ENCRYPTION);
    if (given != null) {
      Mapping encryption =
          Properties.encryption(
              FileValue.mapping(given, TableRequest.ENCRYPTION), ENCRYPTION_NAMES, notices);
      if (encryption != null) {
        table.add(
            TableRequest.ENCRYPTION, properties.positionOf(TableRequest.ENCRYPTION), encryption);
      }
    }
  }

  /** Adds what the template's Globals section says of all simple tables. */
  private Mapping withGlobals(Mapping properties) {
    if (!(template.content().find("Globals") instanceof Mapping globals)
        || !(globals.find("SimpleTable") instanceof Mapping given)) {
      return properties;
    }
    Mapping defaults = FileValue.mapping(intrinsics.resolve(given), "SimpleTable of Globals");
    MappingBuilder merged = new MappingBuilder(properties.at());
    for (NamedValue property : properties.members()) {
      merged.add(property.name(), property.at(), property.value());
    }
    for (NamedValue property : defaults.members()) {
      if (properties.find(property.name()) == null) {
        merged.add(property.name(), property.at(), property.value());
      }
    }
    return merged.build();
  }

  private static void simpleTable(Mapping properties, MappingBuilder table, List<Notice> notices) {
    Properties.check(SIMPLE_TABLE, properties, SIMPLE_PROPERTIES, Set.of(), notices);
    FileValue name = new Scalar(properties.positionOf("PrimaryKey"), "id");
    FileValue type = new Scalar(properties.positionOf("PrimaryKey"), "String");
    if (properties.find("PrimaryKey") instanceof Mapping key) {
      Properties.check("PrimaryKey", key, Set.of("Name", "Type"), Set.of(), notices);
      name = ofPrimaryKey(key, "Name");
      type = ofPrimaryKey(key, "Type");
    }
    String typeName = FileValue.text(type, "Type of PrimaryKey");
    if (!List.of("String", "Number", "Binary").contains(typeName)) {
      throw new InvalidContentException(
          type.at(), "Type of PrimaryKey must be String, Number or Binary, not " + typeName);
    }
    Mapping definition =
        Properties.definition(name, new Scalar(type.at(), typeName.substring(0, 1)));
    table.add("AttributeDefinitions", name.at(), new Sequence(name.at(), List.of(definition)));
    table.add(
        "KeySchema", name.at(), new Sequence(name.at(), List.of(Properties.key(name, "HASH"))));
    table.addFrom(properties, "ProvisionedThroughput").addFrom(properties, TableRequest.RECOVERY);
    if (properties.find("ProvisionedThroughput") == null) {
      table.add("BillingMode", name.at(), "PAY_PER_REQUEST");
    }
    addEncryption(properties, table, notices);
    if (properties.find("Tags") instanceof Mapping tags) {
      table.add("Tags", properties.positionOf("Tags"), Properties.tags(tags));
    }
  }

  /** Returns a property of a PrimaryKey, which SAM requires, with its message if it is missing. */
  private static FileValue ofPrimaryKey(Mapping key, String name) {
    FileValue given = key.findPresent(name);
    if (given == null) {
      throw new InvalidContentException(
          key.at(), "Property 'PrimaryKey." + name + "' is required.");
    }
    return given;
  }

  /**
   * Adds the Kinesis destination. If only a deployment knows the stream, the table has none here.
   */
  static void addKinesis(Mapping properties, MappingBuilder table, List<Notice> notices) {
    FileValue given = properties.findPresent(TableRequest.KINESIS);
    if (given == null) {
      return;
    }
    Mapping kinesis = FileValue.mapping(given, TableRequest.KINESIS);
    Properties.check(
        TableRequest.KINESIS,
        kinesis,
        Set.of("StreamArn", TableRequest.PRECISION),
        Set.of(),
        notices);
    if (kinesis.find("StreamArn") instanceof Unresolved unresolved) {
      notices.add(
          new Notice(
              properties.positionOf(TableRequest.KINESIS),
              TableRequest.KINESIS + " has no effect here: " + unresolved.reason()));
    } else {
      table.add(TableRequest.KINESIS, properties.positionOf(TableRequest.KINESIS), kinesis);
    }
  }

  /** Adds the stream. A template enables it by its view type; a request needs two members. */
  static void addStream(Mapping properties, MappingBuilder table, List<Notice> notices) {
    FileValue given = properties.findPresent("StreamSpecification");
    if (given == null) {
      return;
    }
    Mapping stream = FileValue.mapping(given, "StreamSpecification");
    Properties.check(
        "StreamSpecification",
        stream,
        Set.of("StreamViewType", "StreamEnabled"),
        Set.of("ResourcePolicy"),
        notices);
    MappingBuilder builder = new MappingBuilder(stream.at());
    if (stream.find("StreamEnabled") == null) {
      builder.add("StreamEnabled", stream.at(), "true");
    }
    builder.addFrom(stream, "StreamEnabled");
    builder.addFrom(stream, "StreamViewType");
    table.add("StreamSpecification", properties.positionOf("StreamSpecification"), builder.build());
  }

  /** Adds the resource-based policy, which a request has as text. */
  static void addPolicy(Mapping properties, MappingBuilder table, List<Notice> notices) {
    NamedValue given = properties.findMember(POLICY);
    if (given == null || given.value() instanceof Absent) {
      return;
    }
    Mapping policy = FileValue.mapping(given.value(), POLICY);
    Properties.check(POLICY, policy, Set.of("PolicyDocument"), Set.of(), notices);
    FileValue document = Properties.require(policy, "PolicyDocument", POLICY);
    Unresolved unresolved = ResolvedJson.findUnresolved(document);
    if (unresolved != null) {
      notices.add(new Notice(given.at(), POLICY + " has no effect here: " + unresolved.reason()));
      return;
    }
    table.add(
        POLICY,
        given.at(),
        document instanceof Scalar
            ? document
            : new Scalar(document.at(), ResolvedJson.of(document)));
  }

  private static void addIndexes(Mapping properties, MappingBuilder table, List<Notice> notices) {
    FileValue indexes = properties.findPresent("GlobalSecondaryIndexes");
    if (indexes == null) {
      return;
    }
    List<FileValue> kept = new ArrayList<>();
    for (FileValue each : FileValue.elements(indexes, "GlobalSecondaryIndexes")) {
      Mapping index = FileValue.mapping(each, "an element of GlobalSecondaryIndexes");
      Properties.check("GlobalSecondaryIndex", index, INDEX_PROPERTIES, Set.of(), notices);
      MappingBuilder builder = new MappingBuilder(index.at());
      for (NamedValue property : index.members()) {
        if (INDEX_PROPERTIES.contains(property.name())) {
          builder.addFrom(index, property.name());
        }
      }
      kept.add(builder.build());
    }
    table.add(
        "GlobalSecondaryIndexes",
        properties.positionOf("GlobalSecondaryIndexes"),
        new Sequence(indexes.at(), kept));
  }
}

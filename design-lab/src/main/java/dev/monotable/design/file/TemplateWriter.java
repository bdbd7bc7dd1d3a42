package dev.monotable.design.file;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the tables of designs as CloudFormation templates, in JSON: the YAML of CloudFormation is
 * an older one, in which names such as {@code on} are not text. A template has no entities and no
 * access patterns, and only the Region that it is deployed to.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html">AWS::DynamoDB::Table</a>
 */
public final class TemplateWriter {
  private TemplateWriter() {}

  /** Returns a template. */
  public static String json(Design design) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("AWSTemplateFormatVersion", "2010-09-09");
    file.put("Description", design.description() == null ? design.name() : design.description());
    Map<String, Object> resources = new LinkedHashMap<>();
    for (DesignTable table : design.tables()) {
      Map<String, Object> resource = new LinkedHashMap<>();
      resource.put("Type", "AWS::DynamoDB::Table");
      resource.put("Properties", properties(table));
      resources.put(logicalId(table.name(), resources), resource);
    }
    file.put("Resources", resources);
    return WorkbenchWriter.text(file);
  }

  /** Returns a name of letters and digits that no other resource has. */
  private static String logicalId(String table, Map<String, Object> others) {
    String id = table.replaceAll("[^A-Za-z0-9]", "");
    id = id.isEmpty() ? "Table" : id;
    String unique = id;
    for (int i = 2; others.containsKey(unique); i++) {
      unique = id + i;
    }
    return unique;
  }

  private static Map<String, Object> properties(DesignTable table) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("TableName", table.name());
    Map<String, String> types = new LinkedHashMap<>();
    table.targets().forEach(target -> addTypes(target.key(), types));
    properties.put("AttributeDefinitions", definitions(types));
    properties.put("KeySchema", schema(table.key()));
    Object throughput = throughput(table.settings().provisioned());
    addIndexes(table, true, "GlobalSecondaryIndexes", throughput, properties);
    addIndexes(table, false, "LocalSecondaryIndexes", null, properties);
    settings(table.settings(), throughput, properties);
    return properties;
  }

  private static void settings(
      TableSettings settings, @Nullable Object throughput, Map<String, Object> properties) {
    properties.put("BillingMode", throughput == null ? "PAY_PER_REQUEST" : "PROVISIONED");
    if (throughput != null) {
      properties.put("ProvisionedThroughput", throughput);
    }
    if (settings.infrequentAccess()) {
      properties.put("TableClass", "STANDARD_INFREQUENT_ACCESS");
    }
    if (settings.streamView() != null) {
      properties.put("StreamSpecification", Map.of("StreamViewType", settings.streamView()));
    }
    if (settings.timeToLive() != null) {
      properties.put(
          "TimeToLiveSpecification", pair("AttributeName", settings.timeToLive(), "Enabled", true));
    }
    if (settings.pointInTimeRecovery()) {
      properties.put(
          "PointInTimeRecoverySpecification", Map.of("PointInTimeRecoveryEnabled", true));
    }
  }

  private static void addTypes(DeclaredKey key, Map<String, String> types) {
    key.attributes().forEach(attribute -> types.put(attribute.name(), attribute.type().name()));
  }

  private static List<Object> schema(DeclaredKey key) {
    List<Object> schema = new ArrayList<>();
    for (DeclaredKeyAttribute each : key.partition()) {
      schema.add(pair("AttributeName", each.name(), "KeyType", "HASH"));
    }
    for (DeclaredKeyAttribute each : key.sort()) {
      schema.add(pair("AttributeName", each.name(), "KeyType", "RANGE"));
    }
    return schema;
  }

  private static void addIndexes(
      DesignTable table,
      boolean global,
      String name,
      @Nullable Object throughput,
      Map<String, Object> properties) {
    List<Object> indexes = new ArrayList<>();
    for (DeclaredIndex index : table.indexes()) {
      if (index.global() == global) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("IndexName", index.name());
        members.put("KeySchema", schema(index.key()));
        members.put("Projection", projection(index.projection()));
        if (throughput != null) {
          members.put("ProvisionedThroughput", throughput);
        }
        indexes.add(members);
      }
    }
    if (!indexes.isEmpty()) {
      properties.put(name, indexes);
    }
  }

  /** Returns the members of attributes with their types. */
  static List<Object> definitions(Map<String, String> types) {
    List<Object> definitions = new ArrayList<>();
    types.forEach(
        (name, type) -> definitions.add(pair("AttributeName", name, "AttributeType", type)));
    return definitions;
  }

  /** Returns the members of a Projection. */
  static Map<String, Object> projection(DeclaredProjection projection) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("ProjectionType", projection.kind().name());
    if (!projection.attributes().isEmpty()) {
      members.put("NonKeyAttributes", projection.attributes());
    }
    return members;
  }

  /** Returns the members of a ProvisionedThroughput; null for a table on demand. */
  static @Nullable Map<String, Object> throughput(TableSettings.@Nullable Provisioned provisioned) {
    return provisioned == null
        ? null
        : pair(
            "ReadCapacityUnits",
            provisioned.readUnits(),
            "WriteCapacityUnits",
            provisioned.writeUnits());
  }

  static Map<String, Object> pair(String name, Object value, String other, Object otherValue) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(name, value);
    members.put(other, otherValue);
    return members;
  }
}

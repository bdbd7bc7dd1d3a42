package dev.monotable.formats.schema;

import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.ReplicaMembers;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code aws_dynamodb_table} resources of a Terraform plan or state, as printed by {@code
 * terraform show -json}, in all modules, with their {@code aws_dynamodb_contributor_insights}. See
 * <a href="https://developer.hashicorp.com/terraform/internals/json-format">JSON output format</a>
 * and <a
 * href="https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_table">aws_dynamodb_table</a>
 * and <a
 * href="https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_contributor_insights">aws_dynamodb_contributor_insights</a>.
 */
final class TerraformPlan {
  private static final String TABLE = "aws_dynamodb_table";
  private static final String REPLICA = "replica";
  private static final String WITNESS = "global_table_witness";
  private static final String INSIGHTS = "aws_dynamodb_contributor_insights";
  private static final String KINESIS = "aws_dynamodb_kinesis_streaming_destination";

  private static final Set<String> USED =
      Set.of(
          "attribute",
          "billing_mode",
          "deletion_protection_enabled",
          "global_secondary_index",
          WITNESS,
          "hash_key",
          "local_secondary_index",
          "name",
          "on_demand_throughput",
          "point_in_time_recovery",
          "range_key",
          "read_capacity",
          REPLICA,
          "server_side_encryption",
          "stream_enabled",
          "stream_view_type",
          "table_class",
          "tags",
          "tags_all",
          "ttl",
          "warm_throughput",
          "write_capacity");

  /** What the provider computes, or uses itself. */
  private static final Set<String> COMPUTED =
      Set.of("arn", "id", "region", "stream_arn", "stream_label", "timeouts");

  private static final Map<String, String> ENCRYPTION =
      Map.of("enabled", "Enabled", "kms_key_arn", "KMSMasterKeyId");

  /** The members of a replica that have an effect, or that the provider computes. */
  private static final Set<String> REPLICA_USED =
      Set.of("arn", "consistency_mode", "kms_key_arn", "region_name", "stream_arn", "stream_label");

  private final Mapping root;
  private final String region;
  private final List<TableRequest> tables = new ArrayList<>();

  /** The resources that set something of a table and that no table has yet, by {@link #key}. */
  private final Map<String, Mapping> settings = new LinkedHashMap<>();

  /**
   * @param region the Region in which the tables are created
   */
  TerraformPlan(Mapping root, String region) {
    this.root = root;
    this.region = region;
  }

  /** Returns whether a file is a plan or a state. */
  static boolean isPlan(Mapping root) {
    return root.find("format_version") != null
        && (root.find("planned_values") != null
            || root.find("values") != null
            || root.find("terraform_version") != null);
  }

  /** Returns the tables of all modules, in the order of the file. */
  List<TableRequest> read() {
    FileValue values = root.findPresent("planned_values");
    if (values == null) {
      values = root.findPresent("values");
    }
    if (values != null
        && FileValue.mapping(values, "the values").find("root_module") instanceof Mapping module) {
      findSettings(module);
      addModule(module);
    }
    if (tables.isEmpty()) {
      throw new InvalidContentException(root.at(), "the plan has no " + TABLE);
    }
    if (!settings.isEmpty()) {
      TableRequest first = tables.get(0);
      List<Notice> notices = new ArrayList<>(first.notices());
      settings.values().forEach(each -> notices.add(withoutEffect(each)));
      tables.set(0, new TableRequest(first.members(), notices));
    }
    return tables;
  }

  /** Collects the resources that set something of tables, which may be in other modules. */
  private void findSettings(Mapping module) {
    for (FileValue each : present(module.findPresent("resources"), "resources")) {
      Mapping resource = FileValue.mapping(each, "a resource");
      if (isManaged(resource)
          && resource.find("type") instanceof Scalar type
          && isSetting(type.text())) {
        Mapping values =
            FileValue.mapping(Properties.require(resource, "values", type.text()), "values");
        settings.put(
            key(type.text(), values.find("table_name"), values.find("index_name")), resource);
      }
    }
    for (FileValue child : present(module.findPresent("child_modules"), "child_modules")) {
      findSettings(FileValue.mapping(child, "a module"));
    }
  }

  private static boolean isSetting(String type) {
    return type.equals(INSIGHTS) || type.equals(KINESIS);
  }

  private static String key(String type, @Nullable FileValue table, @Nullable FileValue index) {
    return type
        + '/'
        + (table instanceof Scalar name ? name.text() : "")
        + '/'
        + (index instanceof Scalar name ? name.text() : "");
  }

  /** Adds the setting of Contributor Insights to a table, or to an index of it. */
  private void addInsights(
      @Nullable FileValue table, @Nullable FileValue index, MappingBuilder target) {
    Mapping resource = settings.remove(key(INSIGHTS, table, index));
    if (resource != null && resource.find("values") instanceof Mapping values) {
      target.add(
          TableRequest.INSIGHTS,
          resource.at(),
          new MappingBuilder(resource.at())
              .add("Enabled", resource.at(), "true")
              .addFrom(values, "mode", "Mode")
              .build());
    }
  }

  /** Adds the Kinesis destination of a table, if the plan knows its stream. */
  private void addKinesis(FileValue table, MappingBuilder target) {
    String key = key(KINESIS, table, null);
    Mapping resource = settings.get(key);
    if (resource != null
        && resource.find("values") instanceof Mapping values
        && values.findPresent("stream_arn") != null) {
      settings.remove(key);
      target.add(
          TableRequest.KINESIS,
          resource.at(),
          new MappingBuilder(resource.at())
              .addFrom(values, "stream_arn", "StreamArn")
              .addFrom(values, "approximate_creation_date_time_precision", TableRequest.PRECISION)
              .build());
    }
  }

  private static boolean isManaged(Mapping resource) {
    return !(resource.find("mode") instanceof Scalar mode) || mode.text().equals("managed");
  }

  private static Notice withoutEffect(Mapping resource) {
    return new Notice(resource.at(), address(resource) + " has no effect here");
  }

  private void addModule(Mapping module) {
    FileValue resources = module.findPresent("resources");
    List<Notice> others = new ArrayList<>();
    List<TableRequest> ofModule = new ArrayList<>();
    for (FileValue each : present(resources, "resources")) {
      Mapping resource = FileValue.mapping(each, "a resource");
      if (isManaged(resource) && resource.find("type") instanceof Scalar type) {
        if (type.text().equals(TABLE)) {
          ofModule.add(table(resource));
        } else if (type.text().startsWith("aws_dynamodb_") && !isSetting(type.text())) {
          others.add(withoutEffect(resource));
        }
      }
    }
    for (int i = 0; i < ofModule.size(); i++) {
      TableRequest table = ofModule.get(i);
      if (i == 0) {
        others.addAll(0, table.notices());
        table = new TableRequest(table.members(), others);
      }
      tables.add(table);
    }
    for (FileValue child : present(module.findPresent("child_modules"), "child_modules")) {
      addModule(FileValue.mapping(child, "a module"));
    }
  }

  private static String address(Mapping resource) {
    return resource.find("address") instanceof Scalar address ? address.text() : TABLE;
  }

  private TableRequest table(Mapping resource) {
    Mapping values =
        FileValue.mapping(Properties.require(resource, "values", address(resource)), "values");
    List<Notice> notices = new ArrayList<>();
    for (NamedValue member : values.members()) {
      if (!USED.contains(member.name()) && !COMPUTED.contains(member.name())) {
        Properties.notice(member, notices);
      }
    }
    FileValue name = values.findPresent("name");
    if (name == null) {
      throw new InvalidContentException(
          resource.at(), "the name of " + address(resource) + " is known only after apply");
    }
    MappingBuilder request = new MappingBuilder(resource.at());
    request.add("TableName", name.at(), name);
    request.add("KeySchema", values.at(), keys(values, address(resource)));
    request.add("AttributeDefinitions", values.positionOf("attribute"), definitions(values));
    request.addFrom(values, "billing_mode", "BillingMode");
    request.addFrom(values, "deletion_protection_enabled", "DeletionProtectionEnabled");
    request.addFrom(values, "table_class", "TableClass");
    boolean onDemand = isOnDemand(values);
    addThroughput(values, onDemand, request);
    addStream(values, request);
    addIndexes(values, "global_secondary_index", "GlobalSecondaryIndexes", onDemand, request);
    addIndexes(values, "local_secondary_index", "LocalSecondaryIndexes", onDemand, request);
    addTimeToLive(values, request);
    addRecovery(values, request);
    addInsights(name, null, request);
    addKinesis(name, request);
    Mapping encryption = findBlock(values, "server_side_encryption");
    if (encryption != null) {
      Mapping specification = Properties.encryption(encryption, ENCRYPTION, notices);
      if (specification != null && !isFalse(specification.find("Enabled"))) {
        request.add(TableRequest.ENCRYPTION, encryption.at(), specification);
      }
    }
    addTags(values, request);
    addReplicas(values, notices, request);
    return new TableRequest(request.build(), notices);
  }

  /**
   * Adds the replicas, unless the table, or one of them, shows that the plan is of another Region.
   */
  private void addReplicas(Mapping values, List<Notice> notices, MappingBuilder request) {
    List<FileValue> replicas = present(values.findPresent(REPLICA), REPLICA);
    boolean isElsewhere =
        values.findPresent("region") instanceof Scalar name && !name.text().equals(region);
    ReplicaMembers members = new ReplicaMembers();
    FileValue consistency = null;
    for (FileValue each : replicas) {
      Mapping replica = FileValue.mapping(each, "an element of replica");
      isElsewhere |=
          replica.find("region_name") instanceof Scalar name && name.text().equals(region);
      consistency = consistency == null ? replica.findPresent("consistency_mode") : consistency;
      members.add(
          new MappingBuilder(replica.at())
              .addFrom(replica, "region_name", "RegionName")
              .addFrom(replica, "kms_key_arn", "KMSMasterKeyId")
              .build());
    }
    Mapping witness = findBlock(values, WITNESS);
    if (witness != null) {
      members.addWitness(Properties.require(witness, "region_name", WITNESS));
    }
    if (!isElsewhere) {
      members.addTo(request, values.positionOf(REPLICA), consistency);
    }
    for (NamedValue member : values.members()) {
      if (isElsewhere && (member.name().equals(REPLICA) || member.name().equals(WITNESS))) {
        Properties.notice(member, notices);
      }
    }
    for (FileValue each : isElsewhere ? List.<FileValue>of() : replicas) {
      for (NamedValue member : FileValue.mapping(each, "an element of replica").members()) {
        if (!REPLICA_USED.contains(member.name())) {
          Properties.notice(member, notices);
        }
      }
    }
  }

  private static boolean isOnDemand(Mapping values) {
    return values.find("billing_mode") instanceof Scalar mode
        && mode.text().equals("PAY_PER_REQUEST");
  }

  private static Sequence keys(Mapping source, String what) {
    List<FileValue> keys = new ArrayList<>();
    for (FileValue each : present(source.findPresent("key_schema"), "key_schema")) {
      Mapping key = FileValue.mapping(each, "an element of key_schema");
      keys.add(
          new MappingBuilder(key.at())
              .addFrom(key, "attribute_name", "AttributeName")
              .addFrom(key, "key_type", "KeyType")
              .build());
    }
    if (keys.isEmpty()) {
      keys.add(Properties.key(Properties.require(source, "hash_key", what), "HASH"));
    }
    FileValue range = source.findPresent("range_key");
    if (range instanceof Scalar scalar && !scalar.text().isEmpty()) {
      keys.add(Properties.key(range, "RANGE"));
    }
    return new Sequence(source.at(), keys);
  }

  private static Sequence definitions(Mapping values) {
    List<FileValue> definitions = new ArrayList<>();
    for (FileValue each : present(values.findPresent("attribute"), "attribute")) {
      Mapping attribute = FileValue.mapping(each, "an element of attribute");
      definitions.add(
          Properties.definition(
              Properties.require(attribute, "name", "attribute"),
              Properties.require(attribute, "type", "attribute")));
    }
    return new Sequence(values.positionOf("attribute"), definitions);
  }

  private static void addThroughput(Mapping source, boolean onDemand, MappingBuilder target) {
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
    Mapping limits = findBlock(source, "on_demand_throughput");
    if (limits != null) {
      target.add(
          "OnDemandThroughput",
          limits.at(),
          new MappingBuilder(limits.at())
              .addFrom(limits, "max_read_request_units", "MaxReadRequestUnits")
              .addFrom(limits, "max_write_request_units", "MaxWriteRequestUnits")
              .build());
    }
    Mapping warm = findBlock(source, "warm_throughput");
    if (warm != null) {
      target.add(
          "WarmThroughput",
          warm.at(),
          new MappingBuilder(warm.at())
              .addFrom(warm, "read_units_per_second", "ReadUnitsPerSecond")
              .addFrom(warm, "write_units_per_second", "WriteUnitsPerSecond")
              .build());
    }
  }

  private static void addStream(Mapping values, MappingBuilder request) {
    FileValue enabled = values.findPresent("stream_enabled");
    if (enabled == null || isFalse(enabled)) {
      return;
    }
    request.add(
        "StreamSpecification",
        values.positionOf("stream_enabled"),
        new MappingBuilder(enabled.at())
            .add("StreamEnabled", enabled.at(), enabled)
            .addFrom(values, "stream_view_type", "StreamViewType")
            .build());
  }

  private void addIndexes(
      Mapping values, String block, String name, boolean onDemand, MappingBuilder request) {
    List<FileValue> indexes = new ArrayList<>();
    for (FileValue each : present(values.findPresent(block), block)) {
      Mapping index = FileValue.mapping(each, "an element of " + block);
      MappingBuilder builder = new MappingBuilder(index.at());
      builder.addFrom(index, "name", "IndexName");
      Mapping source = index;
      if (name.startsWith("Local")) {
        source =
            new MappingBuilder(index.at())
                .addFrom(values, "hash_key")
                .addFrom(index, "range_key")
                .build();
      }
      builder.add("KeySchema", index.at(), keys(source, "an index"));
      MappingBuilder projection = new MappingBuilder(index.at());
      projection.addFrom(index, "projection_type", "ProjectionType");
      if (index.find("non_key_attributes") instanceof Sequence attributes
          && !attributes.elements().isEmpty()) {
        projection.addFrom(index, "non_key_attributes", "NonKeyAttributes");
      }
      builder.add("Projection", index.at(), projection.build());
      if (name.startsWith("Global")) {
        addThroughput(index, onDemand, builder);
        addInsights(values.find("name"), index.find("name"), builder);
      }
      indexes.add(builder.build());
    }
    if (!indexes.isEmpty()) {
      request.add(name, values.positionOf(block), new Sequence(values.positionOf(block), indexes));
    }
  }

  private static void addTimeToLive(Mapping values, MappingBuilder request) {
    Mapping ttl = findBlock(values, "ttl");
    if (ttl != null && ttl.findPresent("enabled") != null && !isFalse(ttl.find("enabled"))) {
      request.add(
          TableRequest.TIME_TO_LIVE,
          ttl.at(),
          new MappingBuilder(ttl.at())
              .addFrom(ttl, "attribute_name", "AttributeName")
              .addFrom(ttl, "enabled", "Enabled")
              .build());
    }
  }

  private static void addRecovery(Mapping values, MappingBuilder request) {
    Mapping recovery = findBlock(values, "point_in_time_recovery");
    if (recovery != null && recovery.findPresent("enabled") != null) {
      request.add(
          TableRequest.RECOVERY,
          recovery.at(),
          new MappingBuilder(recovery.at())
              .addFrom(recovery, "enabled", "PointInTimeRecoveryEnabled")
              .addFrom(recovery, "recovery_period_in_days", "RecoveryPeriodInDays")
              .build());
    }
  }

  private static void addTags(Mapping values, MappingBuilder request) {
    // tags_all has the default tags of the provider too.
    for (String name : List.of("tags_all", "tags")) {
      if (values.find(name) instanceof Mapping tags) {
        if (!tags.members().isEmpty()) {
          request.add("Tags", tags.at(), Properties.tags(tags));
        }
        return;
      }
    }
  }

  private static boolean isFalse(@Nullable FileValue value) {
    return value instanceof Scalar scalar && scalar.text().equalsIgnoreCase("false");
  }

  /** Returns the block of a name, of which there is at most one, or null. */
  private static @Nullable Mapping findBlock(Mapping source, String name) {
    FileValue blocks = source.findPresent(name);
    if (blocks instanceof Sequence sequence) {
      return sequence.elements().isEmpty() || sequence.elements().get(0) instanceof FileValue.Absent
          ? null
          : FileValue.mapping(sequence.elements().get(0), name);
    }
    return blocks == null ? null : FileValue.mapping(blocks, name);
  }

  private static List<FileValue> present(@Nullable FileValue list, String what) {
    return list == null ? List.of() : FileValue.elements(list, what);
  }
}

package dev.monotable.formats.terraform;

import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.ReplicaMembers;
import dev.monotable.formats.resource.TableItem;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
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
 * An {@code aws_dynamodb_table}, to which other resources add indexes, replicas, settings, tags and
 * a policy. In a state, what they add is in the table as well, and is added once. See <a
 * href="https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/dynamodb_table">aws_dynamodb_table</a>.
 */
final class TerraformTable {
  static final String TYPE = "aws_dynamodb_table";

  private static final String REPLICA = "replica";
  private static final String WITNESS = "global_table_witness";
  private static final String ATTRIBUTE_NAME = "attribute_name";

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

  /** Attributes that the provider computes, or uses itself. */
  private static final Set<String> COMPUTED =
      Set.of("arn", "id", "region", "stream_arn", "stream_label", "timeouts");

  private static final Map<String, String> ENCRYPTION =
      Map.of("enabled", "Enabled", "kms_key_arn", "KMSMasterKeyId");

  /** The members of a replica that have an effect, or that the provider computes. */
  private static final Set<String> REPLICA_USED =
      Set.of("arn", "consistency_mode", "kms_key_arn", "region_name", "stream_arn", "stream_label");

  private final TerraformResource resource;
  private final Mapping values;
  private final Scalar name;
  private final List<Notice> notices = new ArrayList<>();
  private final TerraformIndexes indexes;
  private final ReplicaMembers replicas = new ReplicaMembers();
  private final Set<String> replicaRegions = new HashSet<>();
  private final Map<String, NamedValue> tags = new LinkedHashMap<>();
  private final MappingBuilder settings;
  private final List<TableItem> items = new ArrayList<>();
  private boolean isElsewhere;
  private @Nullable FileValue consistency;

  /**
   * @param region the Region in which the table is created
   * @throws InvalidContentException if its name is known only after apply
   */
  TerraformTable(TerraformResource resource, String region) {
    this.resource = resource;
    FileValue given = resource.allValues().findPresent("name");
    if (given == null) {
      throw new InvalidContentException(
          resource.at(), "the name of " + resource.address() + " is known only after apply");
    }
    this.values = resource.values();
    this.name = new Scalar(given.at(), FileValue.text(given, "name"));
    this.settings = new MappingBuilder(resource.at());
    for (NamedValue member : values.members()) {
      if (!USED.contains(member.name()) && !COMPUTED.contains(member.name())) {
        Properties.notice(member, notices);
      }
    }
    noticeUnknown(resource.expressions(), resource.allValues());
    this.indexes = new TerraformIndexes(values, isOnDemand(), notices);
    readTags();
    readReplicas(region);
  }

  String name() {
    return name.text();
  }

  TerraformResource resource() {
    return resource;
  }

  TerraformIndexes indexes() {
    return indexes;
  }

  /** Reports what is known only after apply, by its expression in the configuration. */
  private void noticeUnknown(Mapping expressions, Mapping known) {
    for (NamedValue member : expressions.members()) {
      FileValue value = known.find(member.name());
      FileValue expression = member.value();
      if (expression instanceof Mapping mapping && mapping.find("references") != null) {
        if (value == null && !COMPUTED.contains(member.name())) {
          notices.add(
              new Notice(
                  resource.at(),
                  member.name()
                      + " of "
                      + resource.address()
                      + " has no effect here: it is known only after apply; give the state"));
        }
      } else if (expression instanceof Sequence blocks
          && value instanceof Sequence list
          && blocks.elements().size() == 1
          && list.elements().size() == 1
          && blocks.elements().get(0) instanceof Mapping block
          && list.elements().get(0) instanceof Mapping one) {
        noticeUnknown(block, one);
      }
    }
  }

  // ---- what other resources add

  /** Adds a replica unless it exists. Returns why it cannot be added, or null. */
  @Nullable String addReplica(String region, String home, Mapping replica) {
    if (isElsewhere || replicaRegions.contains(home) || region.equals(home)) {
      return "its table is in another Region than " + home;
    }
    if (replicaRegions.add(region)) {
      replicas.add(
          new MappingBuilder(replica.at())
              .add("RegionName", replica.at(), region)
              .addFrom(replica, "kms_key_arn", "KMSMasterKeyId")
              .addFrom(replica, "table_class_override", "TableClassOverride")
              .build());
    }
    return null;
  }

  void addItem(TableItem item) {
    items.add(item);
  }

  void addTag(FilePosition at, String key, String value) {
    tags.putIfAbsent(key, new NamedValue(key, at, new Scalar(at, value)));
  }

  /** Adds a member of the request. Returns false if another resource has added it. */
  boolean addSetting(String member, FilePosition at, FileValue value) {
    if (settings.build().find(member) != null) {
      return false;
    }
    settings.add(member, at, value);
    return true;
  }

  // ---- what the table has

  private void readTags() {
    // tags_all has the default tags of the provider too.
    for (String member : List.of("tags_all", "tags")) {
      if (values.find(member) instanceof Mapping given) {
        given.members().forEach(tag -> tags.put(tag.name(), tag));
        return;
      }
    }
  }

  /**
   * Reads the replicas, unless the table, or one of them, shows that the plan is of another Region.
   */
  private void readReplicas(String region) {
    List<FileValue> given = present(values.findPresent(REPLICA), REPLICA);
    isElsewhere = values.findPresent("region") instanceof Scalar own && !own.text().equals(region);
    for (FileValue each : given) {
      isElsewhere |=
          FileValue.mapping(each, "an element of replica").find("region_name")
                  instanceof Scalar other
              && other.text().equals(region);
    }
    Mapping witness = findBlock(values, WITNESS);
    if (isElsewhere) {
      for (NamedValue member : values.members()) {
        if (member.name().equals(REPLICA) || member.name().equals(WITNESS)) {
          Properties.notice(member, notices);
        }
      }
      return;
    }
    for (FileValue each : given) {
      Mapping replica = FileValue.mapping(each, "an element of replica");
      consistency = consistency == null ? replica.findPresent("consistency_mode") : consistency;
      FileValue other = Properties.require(replica, "region_name", REPLICA);
      if (replicaRegions.add(FileValue.text(other, "region_name"))) {
        replicas.add(
            new MappingBuilder(replica.at())
                .addFrom(replica, "region_name", "RegionName")
                .addFrom(replica, "kms_key_arn", "KMSMasterKeyId")
                .build());
      }
      for (NamedValue member : replica.members()) {
        if (!REPLICA_USED.contains(member.name())) {
          Properties.notice(member, notices);
        }
      }
    }
    if (witness != null) {
      replicas.addWitness(Properties.require(witness, "region_name", WITNESS));
    }
  }

  private boolean isOnDemand() {
    return values.hasText("billing_mode", "PAY_PER_REQUEST");
  }

  // ---- the request

  /**
   * Returns the table with what was added to it.
   *
   * @param others notices that are about no table
   */
  TableRequest build(List<Notice> others) {
    MappingBuilder request = new MappingBuilder(resource.at());
    request.add("TableName", name.at(), name);
    request.add("KeySchema", values.at(), TerraformIndexes.keys(values, resource.address()));
    addDefinitions(request);
    request.addFrom(values, "billing_mode", "BillingMode");
    request.addFrom(values, "deletion_protection_enabled", "DeletionProtectionEnabled");
    request.addFrom(values, "table_class", "TableClass");
    TerraformIndexes.addThroughput(values, isOnDemand(), request);
    addStream(request);
    indexes.addTo(request);
    addTimeToLive(request);
    addRecovery(request);
    addEncryption(request);
    for (NamedValue setting : settings.build().members()) {
      request.add(setting.name(), setting.at(), setting.value());
    }
    if (!tags.isEmpty()) {
      FilePosition at = values.positionOf(values.find("tags_all") == null ? "tags" : "tags_all");
      request.add("Tags", at, Properties.tags(new Mapping(at, List.copyOf(tags.values()))));
    }
    replicas.addTo(request, values.positionOf(REPLICA), consistency);
    List<Notice> all = new ArrayList<>(notices);
    all.addAll(others);
    return new TableRequest(request.build(), items, all);
  }

  private void addDefinitions(MappingBuilder request) {
    List<FileValue> definitions = new ArrayList<>();
    Set<String> defined = new HashSet<>();
    for (FileValue each : present(values.findPresent("attribute"), "attribute")) {
      Mapping attribute = FileValue.mapping(each, "an element of attribute");
      FileValue attributeName = Properties.require(attribute, "name", "attribute");
      defined.add(FileValue.text(attributeName, "name"));
      definitions.add(
          Properties.definition(attributeName, Properties.require(attribute, "type", "attribute")));
    }
    indexes
        .definitions()
        .forEach(
            (attribute, type) -> {
              if (defined.add(attribute)) {
                definitions.add(Properties.definition(new Scalar(type.at(), attribute), type));
              }
            });
    FilePosition at = values.positionOf("attribute");
    request.add("AttributeDefinitions", at, new Sequence(at, definitions));
  }

  private void addStream(MappingBuilder request) {
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

  private void addTimeToLive(MappingBuilder request) {
    Mapping ttl = findBlock(values, "ttl");
    if (ttl != null && ttl.findPresent("enabled") != null && !isFalse(ttl.find("enabled"))) {
      request.add(
          TableRequest.TIME_TO_LIVE,
          ttl.at(),
          new MappingBuilder(ttl.at())
              .addFrom(ttl, ATTRIBUTE_NAME, "AttributeName")
              .addFrom(ttl, "enabled", "Enabled")
              .build());
    }
  }

  private void addRecovery(MappingBuilder request) {
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

  private void addEncryption(MappingBuilder request) {
    Mapping encryption = findBlock(values, "server_side_encryption");
    if (encryption != null) {
      Mapping specification = Properties.encryption(encryption, ENCRYPTION, notices);
      if (specification != null && !isFalse(specification.find("Enabled"))) {
        request.add(TableRequest.ENCRYPTION, encryption.at(), specification);
      }
    }
  }

  private static boolean isFalse(@Nullable FileValue value) {
    return value instanceof Scalar scalar && scalar.text().equalsIgnoreCase("false");
  }

  /** Returns the block of a name, of which there is at most one, or null. */
  static @Nullable Mapping findBlock(Mapping source, String name) {
    FileValue blocks = source.findPresent(name);
    if (blocks instanceof Sequence sequence) {
      return sequence.elements().isEmpty() || sequence.elements().get(0) instanceof Absent
          ? null
          : FileValue.mapping(sequence.elements().get(0), name);
    }
    return blocks == null ? null : FileValue.mapping(blocks, name);
  }

  static List<FileValue> present(@Nullable FileValue list, String what) {
    return list == null ? List.of() : FileValue.elements(list, what);
  }
}

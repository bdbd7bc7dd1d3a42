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
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts a table as DescribeTable returns it to the request that creates it. See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html">TableDescription</a>.
 */
final class DescribedTable {
  private static final String REPLICAS = "Replicas";
  private static final String WITNESSES = "GlobalTableWitnesses";
  private static final String CONSISTENCY = "MultiRegionConsistency";

  /** The members that a request has under the same name. */
  private static final Set<String> SAME =
      Set.of(
          "TableName",
          "AttributeDefinitions",
          "KeySchema",
          "StreamSpecification",
          "DeletionProtectionEnabled",
          "OnDemandThroughput",
          "Tags",
          TableRequest.TIME_TO_LIVE);

  /** The members that have another form in a request. */
  private static final Set<String> CONVERTED =
      Set.of(
          "BillingModeSummary",
          "GlobalSecondaryIndexes",
          "LocalSecondaryIndexes",
          WITNESSES,
          CONSISTENCY,
          "ProvisionedThroughput",
          REPLICAS,
          "SSEDescription",
          "TableClassSummary",
          "TableThroughputModeSummary",
          "VectorIndexes",
          "WarmThroughput");

  /** The members that say how the table is now, not how it was created. */
  private static final Set<String> STATE =
      Set.of(
          "ArchivalSummary",
          "CreationDateTime",
          "GlobalTableVersion",
          "ItemCount",
          "LatestStreamArn",
          "LatestStreamLabel",
          "RestoreSummary",
          "TableArn",
          "TableId",
          "TableSizeBytes",
          "TableStatus");

  /** The settings of global tables, with the values that they have at first. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "GlobalTableSettingsReplicationMode",
          "ENABLED_WITH_OVERRIDES",
          "DisassociationProtectionEnabled",
          "true");

  /** The settings of a replica that a request has under the same name. */
  private static final List<String> SAME_OF_REPLICA =
      List.of(
          "RegionName",
          "KMSMasterKeyId",
          "ProvisionedThroughputOverride",
          "OnDemandThroughputOverride");

  private static final Set<String> INDEX_STATE =
      Set.of("Backfilling", "IndexArn", "IndexSizeBytes", "IndexStatus", "ItemCount");

  /** The members of an SSEDescription, with their names in a request. */
  private static final Map<String, String> ENCRYPTION =
      Map.of("Enabled", "Enabled", "SSEType", "SSEType", "KMSMasterKeyArn", "KMSMasterKeyId");

  private final Mapping description;
  private final String region;
  private final @Nullable NamedValue billingMode;
  private final boolean onDemand;
  private final List<Notice> notices = new ArrayList<>();

  private DescribedTable(Mapping description, String region) {
    this.description = description;
    this.region = region;
    this.billingMode = billingMode(description);
    this.onDemand =
        billingMode != null
            && billingMode.value() instanceof Scalar mode
            && mode.text().equals("PAY_PER_REQUEST");
  }

  /** Returns the billing mode, which a description has under two names; null if it has none. */
  private static @Nullable NamedValue billingMode(Mapping description) {
    for (String name : List.of("BillingMode", "TableThroughputMode")) {
      if (description.find(name + "Summary") instanceof Mapping summary
          && summary.findPresent(name) != null) {
        return summary.findMember(name);
      }
    }
    return null;
  }

  /**
   * Returns the request.
   *
   * @param region the Region in which the table is created
   */
  static TableRequest request(Mapping description, String region) {
    return new DescribedTable(description, region).request();
  }

  private TableRequest request() {
    MappingBuilder request = new MappingBuilder(description.at());
    for (NamedValue member : description.members()) {
      if (SAME.contains(member.name())) {
        request.addFrom(description, member.name());
      } else if (!CONVERTED.contains(member.name())
          && !STATE.contains(member.name())
          && !isDefault(member)) {
        Properties.notice(member, notices);
      }
    }
    if (description.find("TableClassSummary") instanceof Mapping summary) {
      request.addFrom(summary, "TableClass");
    }
    if (billingMode != null) {
      request.add("BillingMode", billingMode.at(), billingMode.value());
    }
    if (!onDemand) {
      addUnits(description, "ProvisionedThroughput", "CapacityUnits", request);
    }
    addUnits(description, "WarmThroughput", "UnitsPerSecond", request);
    addEncryption(request);
    addIndexes("LocalSecondaryIndexes", request);
    addIndexes("GlobalSecondaryIndexes", request);
    addIndexes("VectorIndexes", request);
    addReplicas(request);
    return new TableRequest(request.build(), notices);
  }

  /** Returns whether a member says what each global table has at first. */
  private static boolean isDefault(NamedValue member) {
    return member.value() instanceof Scalar value
        && value.text().equals(DEFAULTS.get(member.name()));
  }

  /** Adds the replicas, unless the description is of another Region. */
  private void addReplicas(MappingBuilder request) {
    boolean isElsewhere =
        description.find("TableArn") instanceof Scalar arn
            && !arn.text().matches("arn:[^:]*:dynamodb:" + Pattern.quote(region) + ":.*");
    ReplicaMembers members = new ReplicaMembers();
    for (NamedValue member : description.members()) {
      boolean isReplicas = member.name().equals(REPLICAS);
      boolean isWitnesses = member.name().equals(WITNESSES);
      if (isElsewhere && (isReplicas || isWitnesses || member.name().equals(CONSISTENCY))) {
        Properties.notice(member, notices);
      } else if (isReplicas || isWitnesses) {
        for (FileValue each : FileValue.elements(member.value(), member.name())) {
          Mapping replica = FileValue.mapping(each, "an element of " + member.name());
          if (isReplicas) {
            members.add(replica(replica));
          } else {
            members.addWitness(Properties.require(replica, "RegionName", "a witness"));
          }
        }
      }
    }
    members.addTo(request, description.positionOf(REPLICAS), description.findPresent(CONSISTENCY));
  }

  private static Mapping replica(Mapping replica) {
    MappingBuilder settings = new MappingBuilder(replica.at());
    SAME_OF_REPLICA.forEach(name -> settings.addFrom(replica, name));
    if (replica.find("ReplicaTableClassSummary") instanceof Mapping summary) {
      settings.addFrom(summary, "TableClass", "TableClassOverride");
    }
    if (replica.find("GlobalSecondaryIndexes") instanceof Sequence indexes) {
      List<FileValue> overrides = new ArrayList<>();
      for (FileValue each : indexes.elements()) {
        Mapping index = FileValue.mapping(each, "an index of a replica");
        overrides.add(
            new MappingBuilder(index.at())
                .addFrom(index, "IndexName")
                .addFrom(index, "ProvisionedThroughputOverride")
                .addFrom(index, "OnDemandThroughputOverride")
                .build());
      }
      settings.add(
          "GlobalSecondaryIndexes",
          replica.positionOf("GlobalSecondaryIndexes"),
          new Sequence(indexes.at(), overrides));
    }
    return settings.build();
  }

  private void addEncryption(MappingBuilder request) {
    if (description.find("SSEDescription") instanceof Mapping given) {
      MappingBuilder members = new MappingBuilder(given.at()).add("Enabled", given.at(), "true");
      members.addFrom(given, "SSEType").addFrom(given, "KMSMasterKeyArn");
      Mapping encryption = Properties.encryption(members.build(), ENCRYPTION, notices);
      if (encryption != null) {
        request.add(TableRequest.ENCRYPTION, description.positionOf("SSEDescription"), encryption);
      }
    }
  }

  private void addIndexes(String kind, MappingBuilder request) {
    FileValue indexes = description.findPresent(kind);
    if (indexes == null) {
      return;
    }
    List<FileValue> converted = new ArrayList<>();
    for (FileValue each : FileValue.elements(indexes, kind)) {
      Mapping index = FileValue.mapping(each, "an element of " + kind);
      MappingBuilder builder = new MappingBuilder(index.at());
      for (NamedValue member : index.members()) {
        switch (member.name()) {
          case "IndexName",
              "KeySchema",
              "Projection",
              "OnDemandThroughput",
              "VectorAttribute",
              "SearchSchema",
              "Dimensions",
              "DistanceFunction" ->
              builder.addFrom(index, member.name());
          case "ProvisionedThroughput", "WarmThroughput" -> {}
          default -> {
            if (!INDEX_STATE.contains(member.name())) {
              Properties.notice(member, notices);
            }
          }
        }
      }
      if (kind.startsWith("Global")) {
        if (!onDemand) {
          addUnits(index, "ProvisionedThroughput", "CapacityUnits", builder);
        }
        addUnits(index, "WarmThroughput", "UnitsPerSecond", builder);
      }
      converted.add(builder.build());
    }
    if (!converted.isEmpty()) {
      request.add(kind, description.positionOf(kind), new Sequence(indexes.at(), converted));
    }
  }

  /** Adds the read and write units of a throughput, without what the description adds to them. */
  private static void addUnits(Mapping source, String name, String unit, MappingBuilder target) {
    @Nullable FileValue given = source.find(name);
    if (given instanceof Mapping throughput) {
      Mapping units =
          new MappingBuilder(throughput.at())
              .addFrom(throughput, "Read" + unit)
              .addFrom(throughput, "Write" + unit)
              .build();
      if (!units.members().isEmpty()) {
        target.add(name, source.positionOf(name), units);
      }
    }
  }
}

package dev.monotable.formats.template;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a global table of a template: the table in the Region of the stack, and its replicas in
 * others. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html">AWS::DynamoDB::GlobalTable</a>.
 */
final class GlobalTableResource {
  private static final String INDEXES = "GlobalSecondaryIndexes";
  private static final String CONSISTENCY = "MultiRegionConsistency";
  private static final String WITNESSES = "GlobalTableWitnesses";
  private static final String READ_PROVISIONED = "ReadProvisionedThroughputSettings";
  private static final String READ_ON_DEMAND = "ReadOnDemandThroughputSettings";
  private static final String WRITE_PROVISIONED = "WriteProvisionedThroughputSettings";
  private static final String WRITE_ON_DEMAND = "WriteOnDemandThroughputSettings";

  /** The properties of the table that a request has under the same name. */
  private static final List<String> SAME =
      List.of(
          "AttributeDefinitions",
          "BillingMode",
          "KeySchema",
          "LocalSecondaryIndexes",
          TableRequest.TIME_TO_LIVE,
          "VectorIndexes",
          "WarmThroughput");

  private static final Set<String> USED =
      Set.of(
          "AttributeDefinitions",
          "BillingMode",
          CONSISTENCY,
          INDEXES,
          "KeySchema",
          "LocalSecondaryIndexes",
          READ_ON_DEMAND,
          READ_PROVISIONED,
          "Replicas",
          TableRequest.ENCRYPTION,
          "StreamSpecification",
          "TableName",
          TableRequest.TIME_TO_LIVE,
          "VectorIndexes",
          "WarmThroughput",
          WITNESSES,
          WRITE_ON_DEMAND,
          WRITE_PROVISIONED);
  private static final Set<String> IGNORED =
      Set.of("GlobalTableSettingsReplicationMode", "GlobalTableSourceArn", "ReplicationSourceArn");

  private static final Set<String> REPLICA_USED =
      Set.of(
          TableRequest.INSIGHTS,
          "DeletionProtectionEnabled",
          INDEXES,
          TableRequest.KINESIS,
          TableRequest.RECOVERY,
          READ_ON_DEMAND,
          READ_PROVISIONED,
          "Region",
          "ResourcePolicy",
          TableRequest.ENCRYPTION,
          "TableClass",
          "Tags");
  private static final Set<String> REPLICA_IGNORED =
      Set.of("GlobalTableSettingsReplicationMode", "ReplicaStreamSpecification");

  /** The properties of a replica that those in other Regions have, too. */
  private static final Set<String> OTHER_USED =
      Set.of(
          INDEXES,
          READ_ON_DEMAND,
          READ_PROVISIONED,
          "Region",
          TableRequest.ENCRYPTION,
          "TableClass");

  private static final Set<String> OTHER_IGNORED =
      Set.of(
          TableRequest.INSIGHTS,
          "DeletionProtectionEnabled",
          "GlobalTableSettingsReplicationMode",
          TableRequest.KINESIS,
          TableRequest.RECOVERY,
          "ReplicaStreamSpecification",
          "ResourcePolicy",
          "Tags");

  private static final Set<String> INDEX_USED =
      Set.of(
          "IndexName",
          "KeySchema",
          "Projection",
          READ_ON_DEMAND,
          READ_PROVISIONED,
          "WarmThroughput",
          WRITE_ON_DEMAND,
          WRITE_PROVISIONED);
  private static final Set<String> REPLICA_INDEX_USED =
      Set.of(TableRequest.INSIGHTS, "IndexName", READ_ON_DEMAND, READ_PROVISIONED);

  /** The properties of a replica that a request has under the same name. */
  private static final List<String> SAME_OF_REPLICA =
      List.of(
          "DeletionProtectionEnabled",
          "TableClass",
          "Tags",
          TableRequest.RECOVERY,
          TableRequest.INSIGHTS);

  private final Mapping properties;
  private final String region;
  private final List<Notice> notices;

  GlobalTableResource(Mapping properties, String region, List<Notice> notices) {
    this.properties = properties;
    this.region = region;
    this.notices = notices;
  }

  /** Adds the members of the CreateTable request. */
  void addTo(MappingBuilder table) {
    Properties.check("AWS::DynamoDB::GlobalTable", properties, USED, IGNORED, notices);
    Mapping replica = replica(table);
    Properties.check("a replica", replica, REPLICA_USED, REPLICA_IGNORED, notices);
    for (String name : SAME) {
      table.addFrom(properties, name);
    }
    TemplateTables.addStream(properties, table, notices);
    for (String name : SAME_OF_REPLICA) {
      table.addFrom(replica, name);
    }
    addEncryption(replica, table);
    TemplateTables.addKinesis(replica, table, notices);
    TemplateTables.addPolicy(replica, table, notices);
    addThroughput(properties, replica, properties, table);
    FileValue indexes = properties.findPresent(INDEXES);
    if (indexes == null) {
      return;
    }
    List<FileValue> converted = new ArrayList<>();
    for (FileValue each : FileValue.elements(indexes, INDEXES)) {
      Mapping index = FileValue.mapping(each, "an element of " + INDEXES);
      Properties.check("GlobalSecondaryIndex", index, INDEX_USED, Set.of(), notices);
      MappingBuilder builder = new MappingBuilder(index.at());
      for (String name : List.of("IndexName", "KeySchema", "Projection", "WarmThroughput")) {
        builder.addFrom(index, name);
      }
      Mapping ofReplica = replicaIndex(replica, index.find("IndexName"));
      addThroughput(index, ofReplica, index, builder);
      builder.addFrom(ofReplica, TableRequest.INSIGHTS);
      converted.add(builder.build());
    }
    table.add(INDEXES, properties.positionOf(INDEXES), new Sequence(indexes.at(), converted));
  }

  /**
   * Returns the replica in the Region of the stack, or the first one. Without replicas, returns an
   * empty one. Adds the replicas in other Regions, if one is in that of the stack.
   */
  private Mapping replica(MappingBuilder table) {
    FileValue replicas = properties.findPresent("Replicas");
    Mapping here = null;
    List<Mapping> others = new ArrayList<>();
    for (FileValue each :
        replicas == null ? List.<FileValue>of() : FileValue.elements(replicas, "Replicas")) {
      Mapping replica = FileValue.mapping(each, "an element of Replicas");
      if (here == null && replica.find("Region") instanceof Scalar name && isHere(name)) {
        here = replica;
      } else {
        others.add(replica);
      }
    }
    if (here != null && (!others.isEmpty() || properties.findPresent(WITNESSES) != null)) {
      addReplicas(others, table);
      return here;
    }
    noticeConsistency();
    if (here != null) {
      return here;
    }
    if (others.size() > 1) {
      notices.add(
          new Notice(
              properties.positionOf("Replicas"),
              "of the "
                  + others.size()
                  + " Replicas, only the first one is created, because none is in "
                  + region));
    }
    return others.isEmpty() ? new MappingBuilder(properties.at()).build() : others.get(0);
  }

  /** Reports what only a table with replicas in other Regions can have. */
  private void noticeConsistency() {
    for (String name : List.of(CONSISTENCY, WITNESSES)) {
      FileValue given = properties.findPresent(name);
      if (given != null) {
        Properties.notice(new NamedValue(name, properties.positionOf(name), given), notices);
      }
    }
  }

  private boolean isHere(Scalar name) {
    return name.text().equals(region);
  }

  private void addReplicas(List<Mapping> others, MappingBuilder table) {
    ReplicaMembers members = new ReplicaMembers();
    for (Mapping replica : others) {
      Properties.check("a replica", replica, OTHER_USED, OTHER_IGNORED, notices);
      MappingBuilder settings = new MappingBuilder(replica.at());
      settings.addFrom(replica, "Region", "RegionName");
      settings.addFrom(replica, "TableClass", "TableClassOverride");
      if (replica.find(TableRequest.ENCRYPTION) instanceof Mapping given) {
        Mapping encryption = Properties.encryption(given, TemplateTables.ENCRYPTION_NAMES, notices);
        if (encryption != null) {
          settings.addFrom(encryption, "KMSMasterKeyId");
        }
      }
      addOverrides(replica, settings);
      List<FileValue> indexes = new ArrayList<>();
      if (replica.find(INDEXES) instanceof Sequence given) {
        for (FileValue each : given.elements()) {
          Mapping index = FileValue.mapping(each, "an element of " + INDEXES);
          Properties.check(
              "an index of a replica",
              index,
              Set.of("IndexName", READ_ON_DEMAND, READ_PROVISIONED),
              Set.of(TableRequest.INSIGHTS),
              notices);
          MappingBuilder builder = new MappingBuilder(index.at()).addFrom(index, "IndexName");
          addOverrides(index, builder);
          indexes.add(builder.build());
        }
        settings.add(INDEXES, replica.positionOf(INDEXES), new Sequence(given.at(), indexes));
      }
      members.add(settings.build());
    }
    FileValue witnesses = properties.findPresent(WITNESSES);
    if (witnesses != null) {
      for (FileValue each : FileValue.elements(witnesses, WITNESSES)) {
        Mapping witness = FileValue.mapping(each, "an element of " + WITNESSES);
        Properties.check("a witness", witness, Set.of("Region"), Set.of(), notices);
        members.addWitness(Properties.require(witness, "Region", "a witness"));
      }
    }
    members.addTo(table, properties.positionOf("Replicas"), properties.findPresent(CONSISTENCY));
  }

  /**
   * Adds the read capacity that a replica has in place of the table's, in the mode of the table.
   */
  private void addOverrides(Mapping source, MappingBuilder target) {
    boolean onDemand = properties.hasText("BillingMode", "PAY_PER_REQUEST");
    Scalar units = onDemand ? null : capacity(source.find(READ_PROVISIONED), "Read");
    if (units != null) {
      target.add(
          "ProvisionedThroughputOverride",
          units.at(),
          new MappingBuilder(units.at()).add("ReadCapacityUnits", units.at(), units).build());
    }
    if (source.find(READ_ON_DEMAND) instanceof Mapping settings && onDemand) {
      target.add("OnDemandThroughputOverride", settings.at(), settings);
    }
  }

  private Mapping replicaIndex(Mapping replica, @Nullable FileValue indexName) {
    if (replica.find(INDEXES) instanceof Sequence indexes && indexName instanceof Scalar wanted) {
      for (FileValue each : indexes.elements()) {
        if (each instanceof Mapping index
            && index.find("IndexName") instanceof Scalar name
            && name.text().equals(wanted.text())) {
          Properties.check("an index of a replica", index, REPLICA_INDEX_USED, Set.of(), notices);
          return index;
        }
      }
    }
    return new MappingBuilder(replica.at()).build();
  }

  /** Adds the encryption: the table turns it on, the replica names the key. */
  private void addEncryption(Mapping replica, MappingBuilder table) {
    MappingBuilder members = new MappingBuilder(properties.positionOf(TableRequest.ENCRYPTION));
    for (Mapping source : List.of(properties, replica)) {
      FileValue given = source.findPresent(TableRequest.ENCRYPTION);
      if (given != null) {
        for (NamedValue member : FileValue.mapping(given, TableRequest.ENCRYPTION).members()) {
          members.add(member.name(), member.at(), member.value());
        }
      }
    }
    Mapping encryption =
        Properties.encryption(members.build(), TemplateTables.ENCRYPTION_NAMES, notices);
    if (encryption != null) {
      table.add(TableRequest.ENCRYPTION, encryption.at(), encryption);
    }
  }

  /**
   * Adds the capacity. A global table scales between two capacities; here it has the initial one.
   * Read capacity is configured in the replica, or for all replicas.
   */
  private static void addThroughput(
      Mapping write, Mapping read, Mapping allReplicas, MappingBuilder target) {
    Scalar writeUnits = capacity(write.find(WRITE_PROVISIONED), "Write");
    if (writeUnits != null) {
      Scalar readUnits = capacity(either(READ_PROVISIONED, read, allReplicas), "Read");
      MappingBuilder throughput = new MappingBuilder(writeUnits.at());
      throughput.add(
          "ReadCapacityUnits", writeUnits.at(), readUnits == null ? writeUnits : readUnits);
      throughput.add("WriteCapacityUnits", writeUnits.at(), writeUnits);
      target.add("ProvisionedThroughput", writeUnits.at(), throughput.build());
    }
    MappingBuilder onDemand = new MappingBuilder(write.at());
    if (either(READ_ON_DEMAND, read, allReplicas) instanceof Mapping settings) {
      onDemand.addFrom(settings, "MaxReadRequestUnits");
    }
    if (write.find(WRITE_ON_DEMAND) instanceof Mapping settings) {
      onDemand.addFrom(settings, "MaxWriteRequestUnits");
    }
    Mapping limits = onDemand.build();
    if (!limits.members().isEmpty()) {
      target.add("OnDemandThroughput", limits.at(), limits);
    }
  }

  private static @Nullable FileValue either(String name, Mapping first, Mapping second) {
    FileValue value = first.find(name);
    return value == null ? second.find(name) : value;
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
}

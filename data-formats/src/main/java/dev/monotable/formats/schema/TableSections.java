package dev.monotable.formats.schema;

import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.ReplicaMembers;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Divides a {@link TableRequest} into the requests that create the table. */
final class TableSections {
  private static final String INDEXES = "GlobalSecondaryIndexes";
  private static final String RECOVERY_ENABLED = "PointInTimeRecoveryEnabled";

  private final TableRequest table;
  private final FileValue tableName;
  private @Nullable TimeToLiveSpecification timeToLive;
  private @Nullable PointInTimeRecoverySpecification recovery;
  private @Nullable KinesisStreamingDestinationInput kinesis;
  private final List<UpdateContributorInsightsInput> insights = new ArrayList<>();

  TableSections(TableRequest table) {
    this.table = table;
    FileValue name = table.members().find("TableName");
    this.tableName = name == null ? new Absent(table.members().at()) : name;
  }

  SchemaTable schemaTable() {
    Mapping members = table.members();
    MappingBuilder request = new MappingBuilder(members.at());
    MappingBuilder replicas = new MappingBuilder(members.at());
    FileValue ofTable = members.find(TableRequest.INSIGHTS);
    if (ofTable != null) {
      addInsights(ofTable, null);
    }
    for (NamedValue member : members.members()) {
      switch (member.name()) {
        case TableRequest.TIME_TO_LIVE -> timeToLive = timeToLive(member.value());
        case TableRequest.RECOVERY -> recovery = recovery(member.value());
        case TableRequest.INSIGHTS -> {}
        case TableRequest.KINESIS -> kinesis = kinesis(member.value());
        case INDEXES -> request.add(INDEXES, member.at(), indexes(member.value()));
        default ->
            (ReplicaMembers.NAMES.contains(member.name()) ? replicas : request)
                .add(member.name(), member.at(), member.value());
      }
    }
    CreateTableInput input =
        RecordBinder.bind(CreateTableInput.SCHEMA, request.build(), Operations.CREATE_TABLE.name());
    return new SchemaTable(
        members.at(),
        input,
        timeToLive,
        recovery,
        insights,
        new TableDestinations(kinesis, replicas(replicas.build())),
        table.items(),
        table.notices());
  }

  /** Returns the request that creates replicas in other Regions, or null. */
  private @Nullable UpdateTableInput replicas(Mapping members) {
    if (members.members().isEmpty()) {
      return null;
    }
    MappingBuilder request = new MappingBuilder(members.at());
    request.add("TableName", members.at(), tableName);
    for (String name : ReplicaMembers.NAMES) {
      request.addFrom(members, name);
    }
    return RecordBinder.bind(
        UpdateTableInput.SCHEMA, request.build(), Operations.UPDATE_TABLE.name());
  }

  private static @Nullable TimeToLiveSpecification timeToLive(FileValue value) {
    if (value instanceof Absent) {
      return null;
    }
    Mapping members = FileValue.mapping(value, TableRequest.TIME_TO_LIVE);
    FileValue enabled = Properties.require(members, "Enabled", TableRequest.TIME_TO_LIVE);
    TimeToLiveSpecification specification =
        RecordBinder.bind(TimeToLiveSpecification.SCHEMA, members, TableRequest.TIME_TO_LIVE);
    return RecordBinder.truth(enabled, "Enabled") ? specification : null;
  }

  /** Returns the setting, or null if it is off, which in a template it is by default. */
  private static @Nullable PointInTimeRecoverySpecification recovery(FileValue value) {
    if (value instanceof Absent) {
      return null;
    }
    Mapping members = FileValue.mapping(value, TableRequest.RECOVERY);
    FileValue enabled = members.findPresent(RECOVERY_ENABLED);
    if (enabled == null && members.findPresent("RecoveryPeriodInDays") != null) {
      throw new InvalidContentException(
          members.at(), TableRequest.RECOVERY + " needs " + RECOVERY_ENABLED);
    }
    PointInTimeRecoverySpecification specification =
        RecordBinder.bind(PointInTimeRecoverySpecification.SCHEMA, members, TableRequest.RECOVERY);
    return enabled != null && RecordBinder.truth(enabled, RECOVERY_ENABLED) ? specification : null;
  }

  private @Nullable KinesisStreamingDestinationInput kinesis(FileValue value) {
    if (value instanceof Absent) {
      return null;
    }
    Mapping members = FileValue.mapping(value, TableRequest.KINESIS);
    MappingBuilder request = new MappingBuilder(members.at());
    request.add("TableName", members.at(), tableName);
    request.add(
        "StreamArn",
        members.positionOf("StreamArn"),
        Properties.require(members, "StreamArn", TableRequest.KINESIS));
    if (members.findPresent(TableRequest.PRECISION) != null) {
      request.add(
          "EnableKinesisStreamingConfiguration",
          members.positionOf(TableRequest.PRECISION),
          new MappingBuilder(members.at()).addFrom(members, TableRequest.PRECISION).build());
    }
    return RecordBinder.bind(
        KinesisStreamingDestinationInput.SCHEMA, request.build(), TableRequest.KINESIS);
  }

  /** Returns the indexes without their settings of Contributor Insights, which it adds. */
  private FileValue indexes(FileValue indexes) {
    if (!(indexes instanceof Sequence sequence)) {
      return indexes;
    }
    List<FileValue> kept = new ArrayList<>();
    for (FileValue each : sequence.elements()) {
      if (each instanceof Mapping index && index.find(TableRequest.INSIGHTS) != null) {
        MappingBuilder builder = new MappingBuilder(index.at());
        for (NamedValue member : index.members()) {
          if (member.name().equals(TableRequest.INSIGHTS)) {
            addInsights(member.value(), index.find("IndexName"));
          } else {
            builder.add(member.name(), member.at(), member.value());
          }
        }
        kept.add(builder.build());
      } else {
        kept.add(each);
      }
    }
    return new Sequence(sequence.at(), kept);
  }

  private void addInsights(FileValue value, @Nullable FileValue indexName) {
    if (value instanceof Absent) {
      return;
    }
    Mapping members = FileValue.mapping(value, TableRequest.INSIGHTS);
    Properties.check(
        TableRequest.INSIGHTS, members, Set.of("Enabled", "Mode"), Set.of(), new ArrayList<>());
    FileValue enabled = Properties.require(members, "Enabled", TableRequest.INSIGHTS);
    if (!RecordBinder.truth(enabled, "Enabled")) {
      return;
    }
    MappingBuilder request = new MappingBuilder(members.at());
    request.add("TableName", members.at(), tableName);
    if (indexName != null) {
      request.add("IndexName", members.at(), indexName);
    }
    request.add("ContributorInsightsAction", members.at(), "ENABLE");
    request.addFrom(members, "Mode", "ContributorInsightsMode");
    insights.add(
        RecordBinder.bind(
            UpdateContributorInsightsInput.SCHEMA, request.build(), TableRequest.INSIGHTS));
  }
}

package dev.monotable.conformance.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.cases.CaseFile;
import dev.monotable.model.Operations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that no member of a request is accepted and ignored: for each member of each operation, a
 * case shows its effect, or that it is rejected. {@link MemberSweep} says what a case shows. The
 * test prints the figures and writes the case of each member to {@code target/members.txt}.
 */
@Tag("slow")
class MembersTest {
  /**
   * Optional members whose removal, and every other value, makes a valid request invalid, with the
   * reason.
   */
  private static final Map<String, String> ONLY_VALIDATED =
      withAutoScaling(
          Map.ofEntries(
              Map.entry("CreateTable.KeySchema", "a table needs one"),
              Map.entry("CreateTable.BillingMode", "a request has either PAY_PER_REQUEST or units"),
              Map.entry("CreateTable.TableThroughputMode", "another name of BillingMode"),
              Map.entry("CreateTable.SSESpecification.SSEType", "KMS is the only type"),
              Map.entry("UpdateTable.SSESpecification.SSEType", "KMS is the only type"),
              Map.entry(
                  "ImportTable.TableCreationParameters.BillingMode",
                  "a request has either PAY_PER_REQUEST or units"),
              Map.entry(
                  "ImportTable.TableCreationParameters.SSESpecification.SSEType",
                  "KMS is the only type"),
              Map.entry(
                  "ExportTableToPointInTime.ExportType",
                  "only INCREMENTAL_EXPORT goes with a period"),
              Map.entry("PutItem.Expected{}.Exists", "false goes without a value, true with one"),
              Map.entry(
                  "UpdateItem.Expected{}.Exists", "false goes without a value, true with one"),
              Map.entry(
                  "DeleteItem.Expected{}.Exists", "false goes without a value, true with one"),
              Map.entry("DescribeStream.ShardFilter.Type", "CHILD_SHARDS is the only type"),
              Map.entry(
                  "UpdateKinesisStreamingDestination.UpdateKinesisStreamingConfiguration",
                  "a request needs it"),
              Map.entry(
                  "UpdateKinesisStreamingDestination.UpdateKinesisStreamingConfiguration"
                      + ".ApproximateCreationDateTimePrecision",
                  "the other precision is the one that the destination has"),
              Map.entry("GetShardIterator.SequenceNumber", "other numbers are not in the shard"),
              Map.entry("UpdateTable.ReplicaUpdates[].Delete", "an update has one action"),
              Map.entry("UpdateTable.ReplicaUpdates[].Disassociate", "an update has one action"),
              Map.entry(
                  "UpdateTable.MultiRegionConsistency",
                  "strong consistency needs more Regions than a request may have without it"),
              Map.entry(
                  "UpdateTable.GlobalTableWitnessUpdates",
                  "strong consistency needs all three Regions, and is removed from all at once"),
              Map.entry(
                  "UpdateTable.GlobalTableWitnessUpdates[].Create", "an update has one action"),
              Map.entry(
                  "UpdateTable.GlobalTableWitnessUpdates[].Delete", "an update has one action"),
              Map.entry(
                  "RestoreTableToPointInTime.UseLatestRestorableTime",
                  "a request has this or a time"),
              Map.entry("SearchVectors.SearchConditionExpression", "all values are used in it")));

  private static Map<String, String> withAutoScaling(Map<String, String> others) {
    Map<String, String> all = new TreeMap<>(others);
    String scaling = "UpdateTableReplicaAutoScaling.";
    for (String update :
        List.of(
            scaling + "ProvisionedWriteCapacityAutoScalingUpdate",
            scaling + "GlobalSecondaryIndexUpdates[].ProvisionedWriteCapacityAutoScalingUpdate",
            scaling + "ReplicaUpdates[].ReplicaProvisionedReadCapacityAutoScalingUpdate",
            scaling
                + "ReplicaUpdates[].ReplicaGlobalSecondaryIndexUpdates[]"
                + ".ProvisionedReadCapacityAutoScalingUpdate")) {
      all.put(update + ".AutoScalingDisabled", "true goes without the others, false with them");
      all.put(update + ".AutoScalingRoleArn", "there is one role");
    }
    return all;
  }

  /** Members that AWS ignores too, with the source. */
  private static final Map<String, String> IGNORED_BY_AWS =
      Map.of("ListTagsOfResource.NextToken", "tags have no pages: aws/aws-sdk #583");

  /** Members with which AWS rejects each request, with the case; also those within them. */
  private static final Map<String, String> REJECTED_BY_AWS =
      Map.of(
          "DisableKinesisStreamingDestination.EnableKinesisStreamingConfiguration",
          "DisableKinesisStreamingDestination.yaml, with a configuration",
          "UpdateTable.ReplicaUpdates[].Disassociate.DisassociationMode",
          "Disassociation.yaml, an unknown mode of leaving: there is one mode",
          "UpdateTable.ReplicaUpdates[].Update.KMSMasterKeyId",
          "UpdateTableReplicas.yaml, the key of a replica is changed");

  /**
   * Operations on global tables of version 2017.11.29, of which there are none: AWS answers each
   * request alike, as the cases of the operation show.
   */
  private static final Set<String> WITHOUT_TABLES =
      Set.of(
          "CreateGlobalTable",
          "DescribeGlobalTable",
          "DescribeGlobalTableSettings",
          "ListGlobalTables",
          "UpdateGlobalTable",
          "UpdateGlobalTableSettings");

  private static final MemberSweep SWEEP =
      new MemberSweep(Operations.all(), ONLY_VALIDATED.keySet());

  @BeforeAll
  static void run() {
    SWEEP.run(CaseFile.all());
  }

  @AfterAll
  static void close() {
    SWEEP.close();
  }

  @Test
  void everyMemberHasACase() throws IOException {
    Map<String, String> found = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    int rejected = 0;
    int withoutTables = 0;
    for (MemberPath path : SWEEP.paths().values()) {
      String evidence = SWEEP.findEvidence(path);
      if (evidence == null) {
        evidence = IGNORED_BY_AWS.get(path.name());
      }
      if (evidence == null) {
        evidence = rejectedByAws(path);
      }
      String operation = path.name().substring(0, path.name().indexOf('.'));
      if (evidence == null && WITHOUT_TABLES.contains(operation)) {
        evidence = operation + ".yaml";
        withoutTables++;
      }
      if (evidence == null) {
        missing.add(path.name());
      } else {
        found.put(path.name(), evidence);
        rejected += SWEEP.isRejected(path) ? 1 : 0;
      }
    }
    Path file = Path.of("target", "members.txt");
    Files.createDirectories(file.getParent());
    Files.write(
        file, found.entrySet().stream().map(e -> e.getKey() + "  " + e.getValue()).toList());
    System.out.println(
        Operations.all().size()
            + " operations, "
            + SWEEP.paths().size()
            + " members: "
            + (found.size() - rejected - withoutTables - IGNORED_BY_AWS.size())
            + " have an effect, "
            + rejected
            + " are rejected, "
            + IGNORED_BY_AWS.size()
            + " are ignored as on AWS, "
            + withoutTables
            + " are of operations on global tables of version 2017.11.29, "
            + missing.size()
            + " without a case; see "
            + file);

    assertThat(missing).isEmpty();
  }

  private static @Nullable String rejectedByAws(MemberPath path) {
    for (Map.Entry<String, String> rejected : REJECTED_BY_AWS.entrySet()) {
      if ((path.name() + ".").startsWith(rejected.getKey() + ".")) {
        return rejected.getValue();
      }
    }
    return null;
  }

  @Test
  void noExemptionIsStale() {
    assertThat(SWEEP.validated().keySet()).containsAll(ONLY_VALIDATED.keySet());
    assertThat(SWEEP.shown().keySet())
        .doesNotContainAnyElementsOf(ONLY_VALIDATED.keySet())
        .doesNotContainAnyElementsOf(IGNORED_BY_AWS.keySet())
        .doesNotContainAnyElementsOf(REJECTED_BY_AWS.keySet());
    assertThat(SWEEP.paths().keySet())
        .containsAll(IGNORED_BY_AWS.keySet())
        .containsAll(REJECTED_BY_AWS.keySet());
  }

  @Test
  void aMemberWithoutACaseIsFound() {
    List<CaseFile> gets =
        CaseFile.all().stream().filter(file -> file.name().equals("GetItem.yaml")).toList();
    try (MemberSweep sweep =
        new MemberSweep(List.of(Operations.GET_ITEM, Operations.SCAN), ONLY_VALIDATED.keySet())) {
      sweep.run(gets);

      assertThat(sweep.paths().values())
          .filteredOn(path -> sweep.findEvidence(path) == null)
          .extracting(MemberPath::name)
          .contains("Scan.Limit", "Scan.FilterExpression", "Scan.ScanFilter{}.ComparisonOperator")
          .doesNotContain("GetItem.Key", "GetItem.ProjectionExpression");
    }
  }
}

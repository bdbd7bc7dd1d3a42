package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.CreateGlobalTableWitnessGroupMemberAction;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.GlobalTableWitnessGroupUpdate;
import dev.monotable.model.OnDemandThroughputOverride;
import dev.monotable.model.ProvisionedThroughputOverride;
import dev.monotable.model.ReplicaGlobalSecondaryIndex;
import dev.monotable.model.UpdateTableInput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The replicas and witnesses of tables in files. */
class ReplicaSchemaTest extends SchemaFilesFixture {
  private static final UpdateTableInput STRONG =
      UpdateTableInput.builder()
          .tableName("t")
          .replicaUpdates(List.of(replica("us-east-2")))
          .globalTableWitnessUpdates(List.of(witness("us-west-2")))
          .multiRegionConsistency("STRONG")
          .build();

  private static GlobalTableWitnessGroupUpdate witness(String region) {
    return new GlobalTableWitnessGroupUpdate(
        new CreateGlobalTableWitnessGroupMemberAction(region), null);
  }

  private SchemaTable read(String name, String content) throws Exception {
    return load(write(name, content)).get(0);
  }

  @Test
  void aTemplateHasAWitnessAndStrongConsistency() throws Exception {
    SchemaTable table =
        read(
            "t.yaml",
            """
            Resources:
              T:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  TableName: t
                  MultiRegionConsistency: STRONG
                  GlobalTableWitnesses: [{Region: us-west-2}]
                  Replicas: [{Region: us-east-2}, {Region: !Ref AWS::Region}]
            """);

    assertThat(table.notices()).isEmpty();
    assertThat(table.destinations()).isEqualTo(new TableDestinations(null, STRONG));
    assertThat(table.destinations().regions()).containsExactly("us-east-2", "us-west-2");
  }

  @Test
  void aReplicaOfATemplateHasSettingsOfItsOwn() throws Exception {
    Path file =
        write(
            "t.yaml",
            """
            Resources:
              T:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  TableName: t
                  BillingMode: PROVISIONED
                  Replicas:
                    - Region: us-east-1
                    - Region: eu-west-1
                      SSESpecification: {KMSMasterKeyId: my-key}
                      ReadProvisionedThroughputSettings: {ReadCapacityUnits: 9}
                      ReadOnDemandThroughputSettings: {MaxReadRequestUnits: 7}
                      Tags: [{Key: a, Value: b}]
                      GlobalSecondaryIndexes:
                        - IndexName: byB
                          ReadProvisionedThroughputSettings:
                            ReadCapacityAutoScalingSettings: {MinCapacity: 4, MaxCapacity: 8}
                          ContributorInsightsSpecification: {Enabled: true}
            """);

    SchemaTable table = load(file).get(0);
    assertThat(table.notices())
        .containsExactly(
            notice(file, 13, 11, "Tags has no effect here"),
            notice(file, 18, 15, "ContributorInsightsSpecification has no effect here"));
    assertThat(table.destinations().replicas())
        .isEqualTo(
            UpdateTableInput.builder()
                .tableName("t")
                .replicaUpdates(
                    List.of(
                        replica(
                            CreateReplicationGroupMemberAction.builder()
                                .regionName("eu-west-1")
                                .kmsMasterKeyId("my-key")
                                .provisionedThroughputOverride(
                                    new ProvisionedThroughputOverride(9L))
                                .globalSecondaryIndexes(
                                    List.of(
                                        ReplicaGlobalSecondaryIndex.builder()
                                            .indexName("byB")
                                            .provisionedThroughputOverride(
                                                new ProvisionedThroughputOverride(4L))
                                            .build()))
                                .build())))
                .build());
  }

  @Test
  void aReplicaOnDemandHasAMaximum() throws Exception {
    assertThat(
            read(
                    "t.yaml",
                    """
                    Resources:
                      T:
                        Type: AWS::DynamoDB::GlobalTable
                        Properties:
                          TableName: t
                          BillingMode: PAY_PER_REQUEST
                          Replicas:
                            - Region: us-east-1
                            - Region: eu-west-1
                              ReadProvisionedThroughputSettings: {ReadCapacityUnits: 9}
                              ReadOnDemandThroughputSettings: {MaxReadRequestUnits: 7}
                    """)
                .destinations()
                .replicas())
        .isEqualTo(
            UpdateTableInput.builder()
                .tableName("t")
                .replicaUpdates(
                    List.of(
                        replica(
                            CreateReplicationGroupMemberAction.builder()
                                .regionName("eu-west-1")
                                .onDemandThroughputOverride(new OnDemandThroughputOverride(7L))
                                .build())))
                .build());
  }

  @Test
  void aTemplateOfAnotherRegionHasNoReplicasHere() throws Exception {
    Path file =
        write(
            "t.yaml",
            """
            Resources:
              T:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  TableName: t
                  MultiRegionConsistency: STRONG
                  GlobalTableWitnesses: [{Region: eu-west-3}]
                  Replicas: [{Region: eu-west-1}, {Region: eu-west-2}]
            """);

    SchemaTable table = load(file).get(0);
    assertThat(table.destinations()).isEqualTo(TableDestinations.NONE);
    assertThat(table.notices())
        .containsExactly(
            notice(file, 6, 7, "MultiRegionConsistency has no effect here"),
            notice(file, 7, 7, "GlobalTableWitnesses has no effect here"),
            notice(
                file,
                8,
                7,
                "of the 2 Replicas, only the first one is created, because none is in us-east-1"));
  }

  @Test
  void aTableAloneHasNoConsistencyMode() throws Exception {
    Path file =
        write(
            "t.yaml",
            """
            Resources:
              T:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  TableName: t
                  MultiRegionConsistency: EVENTUAL
                  Replicas: [{Region: us-east-1}]
            """);

    SchemaTable table = load(file).get(0);
    assertThat(table.destinations()).isEqualTo(TableDestinations.NONE);
    assertThat(table.notices())
        .containsExactly(notice(file, 6, 7, "MultiRegionConsistency has no effect here"));
  }

  @Test
  void aDescribedTableHasTheReplicasThatItHad() throws Exception {
    assertThat(
            read(
                "t.json",
                """
                {"Table": {"TableName": "t", "TableStatus": "ACTIVE",
                 "TableArn": "arn:aws:dynamodb:us-east-1:000000000000:table/t",
                 "GlobalTableVersion": "2019.11.21", "MultiRegionConsistency": "STRONG",
                 "GlobalTableSettingsReplicationMode": "ENABLED_WITH_OVERRIDES",
                 "DisassociationProtectionEnabled": true,
                 "Replicas": [{"RegionName": "us-east-2", "ReplicaStatus": "ACTIVE",
                   "ReplicaTableClassSummary": {"TableClass": "STANDARD"},
                   "ProvisionedThroughputOverride": {"ReadCapacityUnits": 3},
                   "GlobalSecondaryIndexes": [{"IndexName": "byB",
                     "OnDemandThroughputOverride": {"MaxReadRequestUnits": 5},
                     "WarmThroughput": {"Status": "ACTIVE"}}]}],
                 "GlobalTableWitnesses": [
                   {"RegionName": "us-west-2", "WitnessStatus": "ACTIVE"}]}}
                """))
        .extracting(SchemaTable::notices, table -> table.destinations().replicas())
        .containsExactly(
            List.of(),
            UpdateTableInput.builder()
                .tableName("t")
                .replicaUpdates(
                    List.of(
                        replica(
                            CreateReplicationGroupMemberAction.builder()
                                .regionName("us-east-2")
                                .tableClassOverride("STANDARD")
                                .provisionedThroughputOverride(
                                    new ProvisionedThroughputOverride(3L))
                                .globalSecondaryIndexes(
                                    List.of(
                                        ReplicaGlobalSecondaryIndex.builder()
                                            .indexName("byB")
                                            .onDemandThroughputOverride(
                                                new OnDemandThroughputOverride(5L))
                                            .build()))
                                .build())))
                .globalTableWitnessUpdates(List.of(witness("us-west-2")))
                .multiRegionConsistency("STRONG")
                .build());
  }

  @Test
  void aTerraformPlanHasReplicasAndAWitness() throws Exception {
    Path file = write("plan.json", plan("us-east-1", "us-east-2"));

    SchemaTable table = load(file).get(0);
    assertThat(table.notices())
        .containsExactly(notice(file, 7, 3, "point_in_time_recovery has no effect here"));
    assertThat(table.destinations()).isEqualTo(new TableDestinations(null, STRONG));
  }

  @Test
  void aTerraformPlanOfAnotherRegionHasNoReplicasHere() throws Exception {
    for (String content :
        List.of(plan("eu-west-1", "eu-west-2"), plan(null, "us-east-2", "us-east-1"))) {
      Path file = write("plan.json", content);

      SchemaTable table = load(file).get(0);
      assertThat(table.destinations()).isEqualTo(TableDestinations.NONE);
      assertThat(table.notices())
          .containsExactly(
              notice(file, 5, 2, "replica has no effect here"),
              notice(file, 8, 2, "global_table_witness has no effect here"));
    }
  }

  private static String plan(String region, String... replicas) {
    StringBuilder blocks = new StringBuilder();
    for (String each : replicas) {
      blocks
          .append(blocks.length() == 0 ? "" : ", ")
          .append("{\"region_name\": \"" + each + "\", \"consistency_mode\": \"STRONG\",")
          .append(" \"kms_key_arn\": null, \"propagate_tags\": false");
      blocks.append(blocks.indexOf("\n") < 0 ? ",\n \n  \"point_in_time_recovery\": true}" : "}");
    }
    return """
    {"format_version": "1.2", "planned_values": {"root_module": {"resources": [
     {"type": "aws_dynamodb_table", "values": {
     "name": "t", "hash_key": "PK", "attribute": [{"name": "PK", "type": "S"}],
     "region": %s,
     "replica": [%s],
     "global_table_witness": [{"region_name": "us-west-2"}]}}]}}}
    """
        .formatted(region == null ? null : '"' + region + '"', blocks);
  }

  @Test
  void aRequestHasTheMembersOfUpdateTable() throws Exception {
    assertThat(
            read(
                    "t.yaml",
                    """
                    TableName: t
                    ReplicaUpdates: [{Create: {RegionName: us-east-2}}]
                    GlobalTableWitnessUpdates: [{Create: {RegionName: us-west-2}}]
                    MultiRegionConsistency: STRONG
                    """)
                .destinations())
        .isEqualTo(new TableDestinations(null, STRONG));
  }
}

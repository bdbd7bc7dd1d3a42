package dev.monotable.conformance.extension;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.engine.EngineConfig;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AutoScalingPolicyDescription;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Clients of two Regions over HTTP, which see the replicas of a global table. */
@Tag("slow")
@Timeout(600)
class RegionClientsTest {
  @RegisterExtension
  static final MonotableExtension EXTENSION = MonotableExtension.with(EngineConfig.DEFAULT);

  @Test
  @SuppressWarnings("unchecked") // the SDK has generic arrays as variable arguments
  void aClientReachesTheRegionThatItSignsFor(Monotable db) {
    try (DynamoDbClient us = client(db, Region.US_EAST_1);
        DynamoDbClient eu = client(db, Region.EU_WEST_1);
        DynamoDbClient other = client(db, Region.AP_EAST_1)) {
      us.createTable(
          r ->
              r.tableName("User")
                  .attributeDefinitions(
                      a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                  .keySchema(k -> k.attributeName("id").keyType("HASH"))
                  .billingMode(BillingMode.PAY_PER_REQUEST));
      us.updateTable(
          r -> r.tableName("User").replicaUpdates(u -> u.create(c -> c.regionName("eu-west-1"))));
      eu.waiter().waitUntilTableExists(r -> r.tableName("User"));
      db.replication().pause();
      update(us, "Berlin");
      assertThat(eu.scan(r -> r.tableName("User")).count()).isZero();
      assertThat(city(other)).isEqualTo("Berlin");
      db.clock().advance(Duration.ofSeconds(1));
      update(eu, "Hamburg");
      db.replication().resume();
      assertThat(city(eu)).isEqualTo("Hamburg");
      assertThat(city(us)).isEqualTo("Hamburg");
      assertThat(eu.describeTable(r -> r.tableName("User")).table().tableArn())
          .isEqualTo("arn:aws:dynamodb:eu-west-1:000000000000:table/User");
      assertThat(eu.describeTable(r -> r.tableName("User")).table().replicas())
          .extracting(replica -> replica.regionName() + " " + replica.replicaStatusAsString())
          .containsExactly("us-east-1 ACTIVE");
    }
  }

  @Test
  @SuppressWarnings("unchecked") // the SDK has generic arrays as variable arguments
  void theAutoScalingOfReplicas(Monotable db) {
    try (DynamoDbClient us = client(db, Region.US_EAST_1);
        DynamoDbClient eu = client(db, Region.EU_WEST_1)) {
      us.createTable(
          r ->
              r.tableName("User")
                  .attributeDefinitions(
                      a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                  .keySchema(k -> k.attributeName("id").keyType("HASH"))
                  .provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(5L)));
      us.updateTable(
          r -> r.tableName("User").replicaUpdates(u -> u.create(c -> c.regionName("eu-west-1"))));
      us.updateTableReplicaAutoScaling(
          r ->
              r.tableName("User")
                  .provisionedWriteCapacityAutoScalingUpdate(
                      u ->
                          u.minimumUnits(1L)
                              .maximumUnits(9L)
                              .scalingPolicyUpdate(
                                  p ->
                                      p.targetTrackingScalingPolicyConfiguration(
                                          c -> c.targetValue(70.0)))));
      assertThat(
              eu.describeTableReplicaAutoScaling(r -> r.tableName("User"))
                  .tableAutoScalingDescription()
                  .replicas())
          .hasSize(2)
          .allSatisfy(
              replica ->
                  assertThat(
                          replica
                              .replicaProvisionedWriteCapacityAutoScalingSettings()
                              .scalingPolicies())
                      .extracting(AutoScalingPolicyDescription::policyName)
                      .containsExactly("DynamoDBWriteCapacityUtilization:table/User"));
    }
  }

  private static void update(DynamoDbClient client, String city) {
    client.putItem(
        r ->
            r.tableName("User")
                .item(Map.of("id", AttributeValue.fromS("1"), "city", AttributeValue.fromS(city))));
  }

  private static String city(DynamoDbClient client) {
    return client
        .getItem(r -> r.tableName("User").key(Map.of("id", AttributeValue.fromS("1"))))
        .item()
        .get("city")
        .s();
  }

  private static DynamoDbClient client(Monotable db, Region region) {
    return DynamoDbClient.builder()
        .endpointOverride(db.endpoint())
        .region(region)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .build();
  }
}

package dev.monotable.conformance.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.model.Operations;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateReplicationGroupMemberAction;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ReplicatedWriteConflictException;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The global table with strong consistency of docs/global-tables.md. */
@Timeout(600)
@MonotableTest
class StrongConsistencyTest {
  private static final Map<String, AttributeValue> KEY = Map.of("id", AttributeValue.fromS("1"));

  @BeforeEach
  @SuppressWarnings("unchecked") // the SDK has generic arrays as variable arguments
  void createATableInThreeRegions(DynamoDbClient dynamo) {
    dynamo.createTable(
        r ->
            r.tableName("User")
                .attributeDefinitions(
                    a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType("HASH"))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    dynamo.updateTable(
        r ->
            r.tableName("User")
                .multiRegionConsistency(MultiRegionConsistency.STRONG)
                .replicaUpdates(replica("us-east-2"), replica("us-west-2")));
  }

  private static ReplicationGroupUpdate replica(String region) {
    return ReplicationGroupUpdate.builder()
        .create(CreateReplicationGroupMemberAction.builder().regionName(region).build())
        .build();
  }

  private static void update(Monotable db, String city) {
    db.client()
        .putItem(
            r ->
                r.tableName("User")
                    .item(
                        Map.of(
                            "id", AttributeValue.fromS("1"), "city", AttributeValue.fromS(city))));
  }

  private static String city(Monotable db) {
    return db.client()
        .getItem(r -> r.tableName("User").key(KEY).consistentRead(true))
        .item()
        .get("city")
        .s();
  }

  @Test
  void aRegionWithoutAQuorumFailsUntilItComesBack(Monotable db) {
    update(db, "Berlin");
    db.replication().cut("us-east-2");
    assertThatExceptionOfType(InternalServerErrorException.class)
        .isThrownBy(() -> city(db.region("us-east-2")));
    update(db.region("us-west-2"), "Hamburg");
    assertThat(city(db)).isEqualTo("Hamburg");
    db.replication().reconnect("us-east-2");
    assertThat(city(db.region("us-east-2"))).isEqualTo("Hamburg");
  }

  @Test
  void writesOfAnItemInTwoRegionsAtOnceConflict(Monotable db) throws InterruptedException {
    Monotable other = db.region("us-east-2");
    var slow = db.faults().on(Operations.PUT_ITEM).realLatency(Duration.ofHours(1));
    Thread writer = new Thread(() -> update(db, "Berlin"));
    writer.start();
    while (slow.injected() == 0) {
      Thread.onSpinWait();
    }
    assertThatExceptionOfType(ReplicatedWriteConflictException.class)
        .isThrownBy(() -> update(other, "Hamburg"));
    slow.close();
    writer.join();
    assertThat(city(other)).isEqualTo("Berlin");
  }
}

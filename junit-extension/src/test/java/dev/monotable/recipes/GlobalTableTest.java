package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

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
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The global table of docs/global-tables.md. */
@Timeout(600)
@MonotableTest
class GlobalTableTest {
  @BeforeEach
  @SuppressWarnings("unchecked") // the SDK has generic arrays as variable arguments
  void createATableWithAReplica(Monotable db, DynamoDbClient dynamo) {
    db.clock().freeze();
    dynamo.createTable(
        r ->
            r.tableName("User")
                .attributeDefinitions(
                    a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
                .keySchema(k -> k.attributeName("id").keyType("HASH"))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    dynamo.updateTable(
        r -> r.tableName("User").replicaUpdates(u -> u.create(c -> c.regionName("eu-west-1"))));
  }

  private static void update(Monotable db, String city) {
    update(db.client(), city);
  }

  private static void update(DynamoDbClient client, String city) {
    client.putItem(
        r ->
            r.tableName("User")
                .item(Map.of("id", AttributeValue.fromS("1"), "city", AttributeValue.fromS(city))));
  }

  private static String city(Monotable db) {
    return city(db.client());
  }

  private static String city(DynamoDbClient client) {
    return client
        .getItem(r -> r.tableName("User").key(Map.of("id", AttributeValue.fromS("1"))))
        .item()
        .get("city")
        .s();
  }

  @Test
  void theLastWriterWinsAfterAConflict(Monotable db) {
    db.replication().cut("eu-west-1");
    update(db, "Berlin");
    db.clock().advance(Duration.ofSeconds(1));
    update(db.region("eu-west-1"), "Hamburg");
    assertThat(city(db)).isEqualTo("Berlin");
    db.replication().reconnect("eu-west-1");
    assertThat(city(db)).isEqualTo("Hamburg");
  }

  @Test
  void anApplicationFailsOverAndTheRegionComesBack(Monotable db) {
    update(db, "Berlin");
    db.region("eu-west-1").faults().on(Operations.GET_ITEM).serverError();
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> city(db.region("eu-west-1"))))
        .isInstanceOf(InternalServerErrorException.class);
    update(db, "Hamburg");
    db.region("eu-west-1").faults().clear();
    assertThat(city(db.region("eu-west-1"))).isEqualTo("Hamburg");
  }

  @Test
  void aResetSetsAllRegionsBack(Monotable db) {
    db.replication().pause();
    db.reset();
    assertThat(db.region("eu-west-1").client().listTables().tableNames()).isEmpty();
    assertThat(db.replication().links()).noneMatch(link -> link.isPaused());
  }

  @Test
  void aForkHasBothRegions(Monotable db) {
    update(db, "Berlin");
    try (Monotable fork = db.fork()) {
      update(db, "Hamburg");
      assertThat(city(fork.region("eu-west-1"))).isEqualTo("Berlin");
      update(fork.region("eu-west-1"), "Kiel");
      assertThat(city(fork)).isEqualTo("Kiel");
    }
  }
}

package dev.monotable.conformance.stream;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tests that the chat's connections expire after a day, in the table, in its index and in the
 * stream.
 */
class ConnectionsVanishTest {
  private static final String NAME = "Connect40-Table-dev";
  private static final Instant START = Instant.parse("2035-06-25T09:00:00Z");

  private final ManualTime time = new ManualTime(START);

  @RegisterExtension
  final MonotableExtension monotable =
      MonotableExtension.with(
          EngineConfig.builder()
              .clock(time)
              .scheduler(time)
              .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND)
              .build());

  @Test
  void theirIndexEntriesAndStreamRecordsShowARemovalByTheService(
      DynamoDbClient client, DynamoDbStreamsClient streams, MonotableEngine engine) {
    String arn =
        client
            .createTable(
                table(NAME, key("PK", "SK"), "PK", "SK", "GSI1PK", "GSI1SK")
                    .globalSecondaryIndexes(global("GSI1", key("GSI1PK", "GSI1SK")))
                    .streamSpecification(
                        s ->
                            s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
                    .build())
            .tableDescription()
            .latestStreamArn();
    client.updateTimeToLive(
        r -> r.tableName(NAME).timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));
    Map<String, AttributeValue> connection = connection("abc-123", START.plus(Duration.ofDays(1)));
    Map<String, AttributeValue> later = connection("abc-456", START.plus(Duration.ofDays(2)));
    client.putItem(r -> r.tableName(NAME).item(connection));
    client.putItem(r -> r.tableName(NAME).item(later));

    time.advance(Duration.ofDays(1).plusSeconds(1));
    assertThat(get(client, "abc-123")).isEqualTo(connection);
    assertThat(byUser(client)).containsExactly(connection, later);

    assertThat(engine.sweepExpired()).isEqualTo(1);
    assertThat(get(client, "abc-123")).isEmpty();
    assertThat(get(client, "abc-456")).isEqualTo(later);
    assertThat(byUser(client)).containsExactly(later);
    List<Record> removals = new ArrayList<>();
    new ShardFollower(
            streams,
            arn,
            record -> {
              if (record.eventName() == OperationType.REMOVE) {
                removals.add(record);
              }
            })
        .poll();
    assertThat(removals).hasSize(1);
    assertThat(removals.get(0).userIdentity())
        .isEqualTo(
            Identity.builder().type("Service").principalId("dynamodb.amazonaws.com").build());
    assertThat(removals.get(0).dynamodb().oldImage()).isEqualTo(connection);
    assertThat(removals.get(0).dynamodb().newImage()).isEmpty();
  }

  private static Map<String, AttributeValue> connection(String id, Instant until) {
    return item(
        "PK",
        "CONNECTION#" + id,
        "SK",
        "METADATA",
        "GSI1PK",
        "USERCONNECTIONS#user-001",
        "GSI1SK",
        id,
        "ttl",
        until.getEpochSecond());
  }

  private static Map<String, AttributeValue> get(DynamoDbClient client, String id) {
    return client
        .getItem(r -> r.tableName(NAME).key(item("PK", "CONNECTION#" + id, "SK", "METADATA")))
        .item();
  }

  private static List<Map<String, AttributeValue>> byUser(DynamoDbClient client) {
    return client
        .query(
            r ->
                r.tableName(NAME)
                    .indexName("GSI1")
                    .keyConditionExpression("GSI1PK = :user")
                    .expressionAttributeValues(item(":user", "USERCONNECTIONS#user-001")))
        .items();
  }
}

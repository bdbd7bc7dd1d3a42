package dev.monotable.conformance.design;

import static dev.monotable.conformance.design.Chat.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Items;
import dev.monotable.conformance.Page;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tests the expiry of the chat's connections with a manual clock. */
class ChatTimeToLiveTest {
  private final ManualTime time = new ManualTime(START);

  @RegisterExtension
  final MonotableExtension monotable =
      MonotableExtension.with(EngineConfig.builder().clock(time).scheduler(time).build());

  @BeforeEach
  void connect(DynamoDbClient client) {
    client.createTable(
        Chat.TABLE.toBuilder()
            .streamSpecification(
                stream ->
                    stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .build());
    client.updateTimeToLive(
        r ->
            r.tableName(Chat.NAME)
                .timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));
    Chat chat = new Chat(client);
    chat.connect("abc-123", "user-001", START);
    chat.connect("abc-456", "user-001", START.plusSeconds(3_600));
    chat.createRoom("room-xyz", "Tea", List.of("user-001", "user-002"), START);
  }

  @Test
  void aConnectionExistsUntilItExpires(DynamoDbClient client) {
    time.advance(Chat.TIME_TO_LIVE);

    assertThat(new Chat(client).get("CONNECTION#abc-123", "METADATA"))
        .isEqualTo(Chat.connection("abc-123", "user-001", START));
  }

  @Test
  void onlyExpiredConnectionsAreRemovedFromBothSides(DynamoDbClient client) {
    Chat chat = new Chat(client);

    time.advance(Chat.TIME_TO_LIVE.plusSeconds(2));

    assertThat(chat.get("CONNECTION#abc-123", "METADATA")).isEmpty();
    assertThat(chat.connections("user-001"))
        .isEqualTo(
            Page.whole(
                List.of(Chat.userConnection("abc-456", "user-001", START.plusSeconds(3_600)))));
    assertThat(chat.audience("room-xyz")).containsExactly("abc-456");
    assertThat(chat.rooms("user-001").count()).isEqualTo(1);

    time.advance(Duration.ofHours(1));

    assertThat(chat.audience("room-xyz")).isEmpty();
    assertThat(chat.rooms("user-001").count()).isEqualTo(1);
  }

  @Test
  void theStreamDistinguishesRemovalsByTheService(
      DynamoDbClient client, DynamoDbStreamsClient streams) {
    // A stream keeps its records for a day, so both deletions must be less than a day old.
    time.advance(Duration.ofHours(1));
    new Chat(client).disconnect("abc-456", "user-001");
    time.advance(Duration.ofHours(23).plusSeconds(2));

    Identity service =
        Identity.builder().type("Service").principalId("dynamodb.amazonaws.com").build();
    assertThat(removals(client, streams))
        .containsExactlyInAnyOrder(
            new Removal(Chat.connection("abc-456", "user-001", START.plusSeconds(3_600)), null),
            new Removal(Chat.userConnection("abc-456", "user-001", START.plusSeconds(3_600)), null),
            new Removal(Chat.connection("abc-123", "user-001", START), service),
            new Removal(Chat.userConnection("abc-123", "user-001", START), service));
  }

  @Test
  void aConnectionThatIsRenewedInTimeIsKept(DynamoDbClient client) {
    time.advance(Duration.ofHours(23));
    client.updateItem(
        r ->
            r.tableName(Chat.NAME)
                .key(Chat.itemKey("CONNECTION#abc-123", "METADATA"))
                .updateExpression("SET #ttl = :ttl")
                .expressionAttributeNames(Map.of("#ttl", "ttl"))
                .expressionAttributeValues(
                    Items.item(":ttl", START.plus(Duration.ofDays(2)).getEpochSecond())));

    time.advance(Duration.ofHours(3));

    assertThat(new Chat(client).get("CONNECTION#abc-123", "METADATA")).isNotEmpty();
    assertThat(new Chat(client).connections("user-001").count()).isZero();
  }

  private record Removal(Map<String, AttributeValue> item, @Nullable Identity by) {}

  /** Returns the stream records of deleted items. */
  private static List<Removal> removals(DynamoDbClient client, DynamoDbStreamsClient streams) {
    String stream = client.describeTable(r -> r.tableName(Chat.NAME)).table().latestStreamArn();
    List<Removal> removals = new ArrayList<>();
    for (Shard shard :
        streams.describeStream(r -> r.streamArn(stream)).streamDescription().shards()) {
      String iterator =
          streams
              .getShardIterator(
                  r ->
                      r.streamArn(stream)
                          .shardId(shard.shardId())
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      for (Record record : streams.getRecords(r -> r.shardIterator(iterator)).records()) {
        if (record.eventName() == OperationType.REMOVE) {
          removals.add(new Removal(record.dynamodb().oldImage(), record.userIdentity()));
        }
      }
    }
    return removals;
  }
}

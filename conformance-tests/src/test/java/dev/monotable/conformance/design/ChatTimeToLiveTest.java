package dev.monotable.conformance.design;

import static dev.monotable.conformance.design.Chat.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.conformance.Items;
import dev.monotable.conformance.Page;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The chat's connections expire by a clock that the test sets; nothing waits. */
class ChatTimeToLiveTest {
  private final ManualTime time = new ManualTime(START);

  @RegisterExtension
  final MonotableExtension monotable =
      MonotableExtension.with(EngineConfig.builder().clock(time).scheduler(time).build());

  @BeforeEach
  void connect(DynamoDbClient client) {
    client.createTable(Chat.TABLE);
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
  void a_connection_is_there_until_its_time_is_over(DynamoDbClient client) {
    time.advance(Chat.TIME_TO_LIVE);

    assertThat(new Chat(client).get("CONNECTION#abc-123", "METADATA"))
        .isEqualTo(Chat.connection("abc-123", "user-001", START));
  }

  @Test
  void an_expired_connection_disappears_from_both_sides_and_nothing_else_does(
      DynamoDbClient client) {
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
  void a_connection_that_is_renewed_in_time_stays(DynamoDbClient client) {
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
}

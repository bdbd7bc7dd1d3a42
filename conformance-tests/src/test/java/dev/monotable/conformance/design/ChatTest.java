package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.only;
import static dev.monotable.conformance.Items.require;
import static dev.monotable.conformance.Items.reversed;
import static dev.monotable.conformance.Items.with;
import static dev.monotable.conformance.design.Chat.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Tests a chat with connections, participations, profiles, rooms, messages and last messages. */
@Tag("slow")
class ChatTest {
  private static final String ROOM = "room-xyz";
  private static final String ROOM_NAME = "ゴルフ部 週末ラウンド ⛳🏌️";
  private static final List<String> MEMBERS = List.of("user-001", "user-002", "user-003");

  @SuppressWarnings("NullAway.Init") // set before each test
  private Chat chat;

  @BeforeEach
  void load(Dynamo dynamo) {
    dynamo.create(Chat.TABLE);
    chat = new Chat(dynamo.client());
    dynamo.put(
        Chat.NAME,
        List.of(
            Chat.profile("user-001", "あおい"),
            Chat.profile("user-002", "Ben"),
            Chat.profile("user-003", "Chloé")));
    chat.connect("abc-123", "user-001", START);
    chat.connect("abc-456", "user-001", START.plusSeconds(60));
    chat.connect("def-123", "user-002", START.plusSeconds(90));
    chat.createRoom(ROOM, ROOM_NAME, MEMBERS, START.plusSeconds(200));
    // This room is joined later but has an earlier name, so the order by name and by date differ.
    chat.createRoom("room-abc", "Ben", List.of("user-001", "user-002"), START.plusSeconds(300));
    chat.createRoom("room-mno", "Cup", List.of("user-002", "user-003"), START.plusSeconds(400));
  }

  @OnEveryTarget
  void p1AConnectionLeadsToItsUser(Dynamo dynamo) {
    Map<String, AttributeValue> connection = chat.get("CONNECTION#abc-123", "METADATA");

    assertThat(connection).isEqualTo(Chat.connection("abc-123", "user-001", START));
    assertThat(require(connection, "userId").s()).isEqualTo("user-001");
    assertThat(require(connection, "ttl").n())
        .isEqualTo(Long.toString(START.getEpochSecond() + 86_400));
  }

  @OnEveryTarget
  void p2AUserHasAConnectionForEachDeviceAndNoneOffline(Dynamo dynamo) {
    assertThat(chat.connections("user-001"))
        .isEqualTo(
            Page.whole(
                List.of(
                    Chat.userConnection("abc-123", "user-001", START),
                    Chat.userConnection("abc-456", "user-001", START.plusSeconds(60)))));
    assertThat(chat.connections("user-003")).isEqualTo(Page.whole(List.of()));
  }

  @OnEveryTarget
  void p3ARoomIsReadWithItsNameInAnyScript(Dynamo dynamo) {
    assertThat(chat.get("CHATROOM#" + ROOM, "METADATA"))
        .isEqualTo(Chat.room(ROOM, ROOM_NAME, MEMBERS, START.plusSeconds(200)));
  }

  @OnEveryTarget
  void p4MessagesComeNewestFirstInPagesOfFiftyToTheEnd(Dynamo dynamo) {
    List<Map<String, AttributeValue>> messages = messages(ROOM, 330);
    dynamo.putInBatches(Chat.NAME, messages);

    List<Page> pages = dynamo.pages(Chat.newestMessages(ROOM));

    List<Map<String, AttributeValue>> newestFirst = reversed(messages);
    List<Page> expected = new ArrayList<>();
    for (int from = 0; from < 300; from += 50) {
      Map<String, AttributeValue> last = newestFirst.get(from + 49);
      expected.add(new Page(newestFirst.subList(from, from + 50), 50, 50, only(last, "PK", "SK")));
    }
    expected.add(Page.whole(newestFirst.subList(300, 330)));
    assertThat(pages).isEqualTo(expected);
  }

  @OnEveryTarget
  void p4ALastPageThatIsFullIsFollowedByAnEmptyOne(Dynamo dynamo) {
    List<Map<String, AttributeValue>> messages = messages(ROOM, 100);
    dynamo.putInBatches(Chat.NAME, messages);

    List<Page> pages = dynamo.pages(Chat.newestMessages(ROOM));

    assertThat(pages).hasSize(3);
    assertThat(pages.get(1).lastEvaluatedKey()).isEqualTo(only(messages.get(0), "PK", "SK"));
    assertThat(pages.get(2)).isEqualTo(Page.whole(List.of()));
    assertThat(Page.join(pages)).isEqualTo(reversed(messages));
  }

  @OnEveryTarget
  void p4TheSdkPaginates(Dynamo dynamo) throws Exception {
    List<Map<String, AttributeValue>> messages = messages(ROOM, 130);
    dynamo.putInBatches(Chat.NAME, messages);

    List<Map<String, AttributeValue>> read = new ArrayList<>();
    if (dynamo.async()) {
      dynamo
          .asyncClient()
          .queryPaginator(Chat.newestMessages(ROOM))
          .items()
          .subscribe(read::add)
          .get(240, TimeUnit.SECONDS);
    } else {
      dynamo.client().queryPaginator(Chat.newestMessages(ROOM)).items().forEach(read::add);
    }

    assertThat(read).isEqualTo(reversed(messages));
  }

  @OnEveryTarget
  void p5TheRoomsOfAUserComeWithoutHisConnectionsAndProfile(Dynamo dynamo) {
    assertThat(chat.rooms("user-001"))
        .isEqualTo(
            Page.whole(
                List.of(
                    Chat.participation("user-001", "room-abc", START.plusSeconds(300)),
                    Chat.participation("user-001", ROOM, START.plusSeconds(200)))));
  }

  @OnEveryTarget
  void p5TheRoomsOfAUserComeByJoiningDateOldestOrNewestFirst(Dynamo dynamo) {
    List<Map<String, AttributeValue>> oldestFirst =
        List.of(
            Chat.participation("user-001", ROOM, START.plusSeconds(200)),
            Chat.participation("user-001", "room-abc", START.plusSeconds(300)));

    assertThat(chat.roomsByJoining("user-001", true)).isEqualTo(Page.whole(oldestFirst));
    assertThat(chat.roomsByJoining("user-001", false)).isEqualTo(Page.whole(reversed(oldestFirst)));
  }

  @OnEveryTarget
  void p6SendingKeepsTheLastMessageAndTheRoomsTime(Dynamo dynamo) {
    String content = "長いメッセージ𠮷".repeat(20);
    chat.send(ROOM, "m-1", "user-001", "hello", START.plusSeconds(500));
    chat.send(ROOM, "m-2", "user-002", content, START.plusSeconds(501));

    Map<String, AttributeValue> last = chat.get("CHATROOM#" + ROOM, "LASTMESSAGE");
    assertThat(last).isEqualTo(Chat.lastMessage(ROOM, content, START.plusSeconds(501)));
    assertThat(require(last, "lastMessage").s().codePoints().count()).isEqualTo(100);
    assertThat(chat.get("CHATROOM#" + ROOM, "METADATA"))
        .isEqualTo(
            with(
                Chat.room(ROOM, ROOM_NAME, MEMBERS, START.plusSeconds(200)),
                "lastMessageAt",
                START.plusSeconds(501).toString()));
    assertThat(dynamo.query(Chat.newestMessages(ROOM)))
        .isEqualTo(
            Page.whole(
                List.of(
                    Chat.message(ROOM, "m-2", "user-002", content, START.plusSeconds(501)),
                    Chat.message(ROOM, "m-1", "user-001", "hello", START.plusSeconds(500)))));
  }

  @OnEveryTarget
  void p6TheListScreenUsesAQueryAndABatch(Dynamo dynamo) {
    chat.send(ROOM, "m-1", "user-001", "hello", START.plusSeconds(500));

    assertThat(chat.listScreen("user-001"))
        .containsExactlyInAnyOrder(
            with(
                Chat.room(ROOM, ROOM_NAME, MEMBERS, START.plusSeconds(200)),
                "lastMessageAt",
                START.plusSeconds(500).toString()),
            Chat.lastMessage(ROOM, "hello", START.plusSeconds(500)),
            Chat.room("room-abc", "Ben", List.of("user-001", "user-002"), START.plusSeconds(300)));
  }

  @OnEveryTarget
  void aMessageToAMissingRoomIsNotStored(Dynamo dynamo) {
    TransactionCanceledException failure =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () -> chat.send("nowhere", "m-1", "user-001", "hello", START));

    assertThat(failure.awsErrorDetails().errorMessage())
        .isEqualTo(
            "Transaction cancelled, please refer cancellation reasons for specific reasons"
                + " [None, None, ConditionalCheckFailed]");
    assertThat(failure.cancellationReasons())
        .containsExactly(
            CancellationReason.builder().code("None").build(),
            CancellationReason.builder().code("None").build(),
            CancellationReason.builder()
                .code("ConditionalCheckFailed")
                .message("The conditional request failed")
                .build());
    assertThat(dynamo.query(Chat.newestMessages("nowhere"))).isEqualTo(Page.whole(List.of()));
    assertThat(chat.get("CHATROOM#nowhere", "LASTMESSAGE")).isEmpty();
    assertThat(chat.get("CHATROOM#nowhere", "METADATA")).isEmpty();
  }

  @OnEveryTarget
  void disconnectingRemovesTheConnectionFromBothSides(Dynamo dynamo) {
    chat.disconnect("abc-123", "user-001");

    assertThat(chat.get("CONNECTION#abc-123", "METADATA")).isEmpty();
    assertThat(chat.connections("user-001"))
        .isEqualTo(
            Page.whole(List.of(Chat.userConnection("abc-456", "user-001", START.plusSeconds(60)))));
  }

  @OnEveryTarget
  void aBroadcastReachesEveryDeviceOfEveryMemberWhoIsOnline(Dynamo dynamo) {
    assertThat(chat.audience(ROOM)).containsExactly("abc-123", "abc-456", "def-123");

    chat.disconnect("def-123", "user-002");

    assertThat(chat.audience(ROOM)).containsExactly("abc-123", "abc-456");
  }

  @OnEveryTarget
  void connectionsHaveAnExpirationTime(Dynamo dynamo) {
    dynamo
        .client()
        .updateTimeToLive(
            r ->
                r.tableName(Chat.NAME)
                    .timeToLiveSpecification(t -> t.attributeName("ttl").enabled(true)));

    TimeToLiveDescription description =
        dynamo.client().describeTimeToLive(r -> r.tableName(Chat.NAME)).timeToLiveDescription();
    assertThat(description.attributeName()).isEqualTo("ttl");
    assertThat(description.timeToLiveStatusAsString()).isIn("ENABLING", "ENABLED");
  }

  private static List<Map<String, AttributeValue>> messages(String room, int count) {
    List<Map<String, AttributeValue>> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String content = "message " + i + " ゴルフ";
      String sender = MEMBERS.get(i % MEMBERS.size());
      messages.add(Chat.message(room, "m-" + i, sender, content, START.plusSeconds(1_000 + i)));
    }
    return messages;
  }
}

package dev.monotable.design;

import static dev.monotable.design.Requests.key;

import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.Update;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Requests of the chat. */
final class ChatTraffic {
  private static final String TABLE = "Connect40-Table-dev";
  private static final Instant START = ExampleDesign.START;
  private static final int MESSAGES = 120;

  private final Requests to;

  private ChatTraffic(Requests to) {
    this.to = to;
  }

  static void send(Requests to) {
    ChatTraffic chat = new ChatTraffic(to);
    chat.write();
    chat.read();
  }

  private void write() {
    for (String user : List.of("user-001", "user-002")) {
      to.put(TABLE, key("USER#" + user, "PROFILE", "nickname: {0}, email: {0}@example.com", user));
    }
    createRoom("room-xyz", "user-001", "user-002");
    createRoom("room-abc", "user-001", "user-002");
    connect("abc-123", "user-001");
    connect("abc-124", "user-001");
    for (int i = 0; i < MESSAGES; i++) {
      message("room-xyz", "m-" + i, "user-001", START.plusSeconds(i));
    }
    to.transact(
        Requests.deleteAction(TABLE, key("CONNECTION#abc-124", "METADATA")),
        Requests.deleteAction(TABLE, key("USER#user-001", "CONNECTION#abc-124")));
  }

  private void read() {
    to.get(TABLE, key("CONNECTION#abc-123", "METADATA"));
    beginning("USER#user-001", "CONNECTION#");
    to.get(TABLE, key("CHATROOM#room-xyz", "METADATA"));
    newestPage("CHATROOM#room-xyz", null);
    allMessages("CHATROOM#room-xyz");
    beginning("USER#user-001", "CHATROOM#");
    for (boolean oldestFirst : new boolean[] {true, false}) {
      to.query(
          TABLE,
          "GSI1",
          "GSI1PK = 'USERROOMS#user-001'",
          query -> query.scanIndexForward(oldestFirst));
    }
    to.get(TABLE, key("CHATROOM#room-xyz", "LASTMESSAGE"));
    to.getBatch(
        TABLE,
        List.of(
            key("CHATROOM#room-xyz", "METADATA"),
            key("CHATROOM#room-xyz", "LASTMESSAGE"),
            key("CHATROOM#room-abc", "METADATA"),
            key("CHATROOM#room-abc", "LASTMESSAGE")));
  }

  /** Reads the page that a user sees first, or the next one. */
  private Item newestPage(String room, Item start) {
    return to.query(
            TABLE,
            null,
            "PK = {} AND begins_with(SK, 'MESSAGE#')",
            query -> query.limit(50).scanIndexForward(false).exclusiveStartKey(start),
            room)
        .lastEvaluatedKey();
  }

  private void allMessages(String room) {
    Item start = newestPage(room, null);
    while (start != null) {
      start = newestPage(room, start);
    }
  }

  private void beginning(String pk, String prefix) {
    to.query(TABLE, null, "PK = {} AND begins_with(SK, {})", pk, prefix);
  }

  private void connect(String id, String user) {
    long expires = START.getEpochSecond() + 86_400;
    to.transact(
        Requests.putAction(
            TABLE,
            key(
                "CONNECTION#" + id,
                "METADATA",
                "Type: Connection, connectionId: {}, userId: {}, connectedAt: {}, ttl: {}",
                id,
                user,
                START.toString(),
                expires)),
        Requests.putAction(
            TABLE,
            key(
                "USER#" + user,
                "CONNECTION#" + id,
                "Type: UserConnection, connectionId: {}, connectedAt: {}, ttl: {}",
                id,
                START.toString(),
                expires)));
  }

  private void createRoom(String room, String... members) {
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(
        Requests.putAction(
            TABLE,
            key(
                "CHATROOM#" + room,
                "METADATA",
                "Type: ChatRoom, chatRoomId: {0}, name: ゴルフ部 週末ラウンド, participantIds: {1}, type:"
                    + " direct, activityId: activity-{0}, lastMessageAt: {2}, createdAt: {2}",
                room,
                AttributeValue.list(AttributeValue.string(members[0])),
                START.toString())));
    for (String member : members) {
      writes.add(
          Requests.putAction(
              TABLE,
              key(
                  "USER#" + member,
                  "CHATROOM#" + room,
                  "Type: ChatParticipation, chatRoomId: {0}, participantId: {1}, joinedAt: {2},"
                      + " GSI1PK: USERROOMS#{1}, GSI1SK: {2}",
                  room,
                  member,
                  START.toString())));
    }
    to.transact(writes.toArray(TransactWriteItem[]::new));
  }

  private void message(String room, String id, String sender, Instant at) {
    String content = "Message " + id;
    to.transact(
        Requests.putAction(
            TABLE,
            key(
                "CHATROOM#" + room,
                "MESSAGE#" + at + "#" + id,
                "Type: Message, messageId: {}, chatRoomId: {}, senderId: {}, content: {},"
                    + " messageType: text, readBy: {}, createdAt: {}, timestamp: {}",
                id,
                room,
                sender,
                content,
                AttributeValue.list(AttributeValue.string(sender)),
                at.toString(),
                at.toEpochMilli())),
        Requests.putAction(
            TABLE,
            key(
                "CHATROOM#" + room,
                "LASTMESSAGE",
                "lastMessageAt: {}, lastMessage: {}",
                at.toString(),
                content)),
        TransactWriteItem.builder()
            .update(
                Update.builder()
                    .tableName(TABLE)
                    .key(key("CHATROOM#" + room, "METADATA"))
                    .updateExpression("SET lastMessageAt = :at")
                    .conditionExpression("attribute_exists(PK)")
                    .expressionAttributeValues(Item.of(":at", at.toString()))
                    .build())
            .build());
  }
}

package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.require;
import static dev.monotable.conformance.Items.value;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;

import dev.monotable.conformance.Items;
import dev.monotable.conformance.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The third design: a chat with six entities in one table, implemented like an application. */
final class Chat {
  static final String NAME = "Connect40-Table-dev";

  /** Far in the future, so that no connection expires unless a test sets the clock. */
  static final Instant START = Instant.parse("2035-06-25T09:00:00Z");

  static final Duration TIME_TO_LIVE = Duration.ofDays(1);

  static final CreateTableRequest TABLE =
      table(NAME, key("PK", "SK"), "PK", "SK", "GSI1PK", "GSI1SK")
          .globalSecondaryIndexes(global("GSI1", key("GSI1PK", "GSI1SK")))
          .build();

  private final DynamoDbClient client;

  Chat(DynamoDbClient client) {
    this.client = client;
  }

  // The entities.

  static Map<String, AttributeValue> connection(String id, String user, Instant at) {
    return item(
        "PK",
        "CONNECTION#" + id,
        "SK",
        "METADATA",
        "Type",
        "Connection",
        "connectionId",
        id,
        "userId",
        user,
        "connectedAt",
        at.toString(),
        "ttl",
        at.plus(TIME_TO_LIVE).getEpochSecond());
  }

  static Map<String, AttributeValue> userConnection(String id, String user, Instant at) {
    return item(
        "PK",
        "USER#" + user,
        "SK",
        "CONNECTION#" + id,
        "Type",
        "UserConnection",
        "connectionId",
        id,
        "connectedAt",
        at.toString(),
        "ttl",
        at.plus(TIME_TO_LIVE).getEpochSecond());
  }

  static Map<String, AttributeValue> participation(String user, String room, Instant joinedAt) {
    return item(
        "PK",
        "USER#" + user,
        "SK",
        "CHATROOM#" + room,
        "Type",
        "ChatParticipation",
        "chatRoomId",
        room,
        "participantId",
        user,
        "joinedAt",
        joinedAt.toString(),
        "GSI1PK",
        "USERROOMS#" + user,
        "GSI1SK",
        joinedAt.toString());
  }

  static Map<String, AttributeValue> profile(String user, String nickname) {
    return item(
        "PK",
        "USER#" + user,
        "SK",
        "PROFILE",
        "nickname",
        nickname,
        "email",
        user + "@example.com");
  }

  static Map<String, AttributeValue> room(
      String room, String name, List<String> participants, Instant at) {
    return item(
        "PK",
        "CHATROOM#" + room,
        "SK",
        "METADATA",
        "Type",
        "ChatRoom",
        "chatRoomId",
        room,
        "name",
        name,
        "participantIds",
        participants,
        "type",
        participants.size() == 2 ? "direct" : "group",
        "activityId",
        "activity-" + room,
        "lastMessageAt",
        at.toString(),
        "createdAt",
        at.toString());
  }

  static Map<String, AttributeValue> message(
      String room, String id, String sender, String content, Instant at) {
    return item(
        "PK",
        "CHATROOM#" + room,
        "SK",
        "MESSAGE#" + at + "#" + id,
        "Type",
        "Message",
        "messageId",
        id,
        "chatRoomId",
        room,
        "senderId",
        sender,
        "content",
        content,
        "messageType",
        "text",
        "readBy",
        List.of(sender),
        "createdAt",
        at.toString(),
        "timestamp",
        at.toEpochMilli());
  }

  static Map<String, AttributeValue> lastMessage(String room, String content, Instant at) {
    return item(
        "PK",
        "CHATROOM#" + room,
        "SK",
        "LASTMESSAGE",
        "lastMessageAt",
        at.toString(),
        "lastMessage",
        firstCharacters(content, 100));
  }

  private static String firstCharacters(String text, int count) {
    return text.codePointCount(0, text.length()) <= count
        ? text
        : text.substring(0, text.offsetByCodePoints(0, count));
  }

  // The operations of the application.

  void connect(String id, String user, Instant at) {
    client.transactWriteItems(
        r -> r.transactItems(put(connection(id, user, at)), put(userConnection(id, user, at))));
  }

  void disconnect(String id, String user) {
    client.transactWriteItems(
        r ->
            r.transactItems(
                delete("CONNECTION#" + id, "METADATA"),
                delete("USER#" + user, "CONNECTION#" + id)));
  }

  void createRoom(String room, String name, List<String> members, Instant at) {
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(put(room(room, name, members, at)));
    for (String member : members) {
      writes.add(put(participation(member, room, at)));
    }
    client.transactWriteItems(r -> r.transactItems(writes));
  }

  void send(String room, String id, String sender, String content, Instant at) {
    client.transactWriteItems(
        r ->
            r.transactItems(
                put(message(room, id, sender, content, at)),
                put(lastMessage(room, content, at)),
                TransactWriteItem.builder()
                    .update(
                        u ->
                            u.tableName(NAME)
                                .key(itemKey("CHATROOM#" + room, "METADATA"))
                                .updateExpression("SET lastMessageAt = :at")
                                .conditionExpression("attribute_exists(PK)")
                                .expressionAttributeValues(Map.of(":at", value(at.toString()))))
                    .build()));
  }

  /** Returns the IDs of the open connections of all members of the room, by member. */
  List<String> audience(String room) {
    List<String> connections = new ArrayList<>();
    for (AttributeValue member :
        require(get("CHATROOM#" + room, "METADATA"), "participantIds").l()) {
      for (Map<String, AttributeValue> connection : connections(member.s()).items()) {
        connections.add(require(connection, "connectionId").s());
      }
    }
    return connections;
  }

  Map<String, AttributeValue> get(String pk, String sk) {
    return client.getItem(r -> r.tableName(NAME).key(itemKey(pk, sk))).item();
  }

  Page connections(String user) {
    return Page.of(client.query(beginningWith("USER#" + user, "CONNECTION#")));
  }

  Page rooms(String user) {
    return Page.of(client.query(beginningWith("USER#" + user, "CHATROOM#")));
  }

  Page roomsByJoining(String user, boolean oldestFirst) {
    return Page.of(
        client.query(
            r ->
                r.tableName(NAME)
                    .indexName("GSI1")
                    .keyConditionExpression("GSI1PK = :user")
                    .expressionAttributeValues(Map.of(":user", value("USERROOMS#" + user)))
                    .scanIndexForward(oldestFirst)));
  }

  /** Returns all rooms of the user with their last messages, in no particular order. */
  List<Map<String, AttributeValue>> listScreen(String user) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (Map<String, AttributeValue> participation : rooms(user).items()) {
      String room = "CHATROOM#" + require(participation, "chatRoomId").s();
      keys.add(itemKey(room, "METADATA"));
      keys.add(itemKey(room, "LASTMESSAGE"));
    }
    return client
        .batchGetItem(
            r -> r.requestItems(Map.of(NAME, KeysAndAttributes.builder().keys(keys).build())))
        .responses()
        .getOrDefault(NAME, List.of());
  }

  static QueryRequest newestMessages(String room) {
    return beginningWith("CHATROOM#" + room, "MESSAGE#").toBuilder()
        .limit(50)
        .scanIndexForward(false)
        .build();
  }

  static QueryRequest beginningWith(String pk, String prefix) {
    return QueryRequest.builder()
        .tableName(NAME)
        .keyConditionExpression("PK = :pk AND begins_with(SK, :prefix)")
        .expressionAttributeValues(Map.of(":pk", value(pk), ":prefix", value(prefix)))
        .build();
  }

  static Map<String, AttributeValue> itemKey(String pk, String sk) {
    return Items.item("PK", pk, "SK", sk);
  }

  private static TransactWriteItem put(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder().put(p -> p.tableName(NAME).item(item)).build();
  }

  private static TransactWriteItem delete(String pk, String sk) {
    return TransactWriteItem.builder().delete(d -> d.tableName(NAME).key(itemKey(pk, sk))).build();
  }
}

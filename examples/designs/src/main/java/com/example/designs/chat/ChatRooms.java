package com.example.designs.chat;

import static com.example.designs.Attributes.item;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Connections, rooms and messages of a chat in one table. */
public final class ChatRooms {
  private static final String TABLE = "Connect40-Table-dev";
  private static final int PAGE = 50;

  private final DynamoDbClient dynamo;

  public ChatRooms(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  public void connect(String connection, String user, Instant now) {
    long expires = now.getEpochSecond() + 86_400;
    write(
        put(
            item(
                "PK",
                "CONNECTION#" + connection,
                "SK",
                "METADATA",
                "Type",
                "Connection",
                "connectionId",
                connection,
                "userId",
                user,
                "connectedAt",
                now.toString(),
                "ttl",
                expires)),
        put(
            item(
                "PK",
                "USER#" + user,
                "SK",
                "CONNECTION#" + connection,
                "Type",
                "UserConnection",
                "connectionId",
                connection,
                "connectedAt",
                now.toString(),
                "ttl",
                expires)));
  }

  public void disconnect(String connection, String user) {
    write(
        delete(item("PK", "CONNECTION#" + connection, "SK", "METADATA")),
        delete(item("PK", "USER#" + user, "SK", "CONNECTION#" + connection)));
  }

  public void saveProfile(String user, String nickname, String email) {
    Map<String, AttributeValue> profile =
        item("PK", "USER#" + user, "SK", "PROFILE", "nickname", nickname, "email", email);
    dynamo.putItem(r -> r.tableName(TABLE).item(profile));
  }

  public String nameOf(String room) {
    return get("CHATROOM#" + room, "METADATA").get("name").s();
  }

  public String lastMessageOf(String room) {
    return get("CHATROOM#" + room, "LASTMESSAGE").get("lastMessage").s();
  }

  public String userOf(String connection) {
    return get("CONNECTION#" + connection, "METADATA").get("userId").s();
  }

  public List<String> connectionsOf(String user) {
    return sortKeys("USER#" + user, "CONNECTION#");
  }

  public void createRoom(String room, List<String> members, Instant now) {
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(
        put(
            item(
                "PK",
                "CHATROOM#" + room,
                "SK",
                "METADATA",
                "Type",
                "ChatRoom",
                "chatRoomId",
                room,
                "name",
                "ゴルフ部 週末ラウンド",
                "participantIds",
                members,
                "type",
                "group",
                "activityId",
                "activity-" + room,
                "lastMessageAt",
                now.toString(),
                "createdAt",
                now.toString())));
    for (String member : members) {
      writes.add(
          put(
              item(
                  "PK",
                  "USER#" + member,
                  "SK",
                  "CHATROOM#" + room,
                  "Type",
                  "ChatParticipation",
                  "chatRoomId",
                  room,
                  "participantId",
                  member,
                  "joinedAt",
                  now.toString(),
                  "GSI1PK",
                  "USERROOMS#" + member,
                  "GSI1SK",
                  now.toString())));
    }
    write(writes.toArray(TransactWriteItem[]::new));
  }

  /** Writes the message, the last message of the room, and its time, or nothing. */
  public void send(String room, String message, String sender, Instant now) {
    write(
        put(
            item(
                "PK",
                "CHATROOM#" + room,
                "SK",
                "MESSAGE#" + now + "#" + message,
                "Type",
                "Message",
                "messageId",
                message,
                "chatRoomId",
                room,
                "senderId",
                sender,
                "content",
                "Message " + message,
                "messageType",
                "text",
                "readBy",
                List.of(sender),
                "createdAt",
                now.toString(),
                "timestamp",
                now.toEpochMilli())),
        put(
            item(
                "PK",
                "CHATROOM#" + room,
                "SK",
                "LASTMESSAGE",
                "lastMessageAt",
                now.toString(),
                "lastMessage",
                "Message " + message)),
        TransactWriteItem.builder()
            .update(
                u ->
                    u.tableName(TABLE)
                        .key(item("PK", "CHATROOM#" + room, "SK", "METADATA"))
                        .updateExpression("SET lastMessageAt = :now")
                        .conditionExpression("attribute_exists(PK)")
                        .expressionAttributeValues(item(":now", now.toString())))
            .build());
  }

  /** Returns the newest messages of a room, the newest first. */
  public List<String> newestMessages(String room) {
    return dynamo
        .query(
            r ->
                r.tableName(TABLE)
                    .keyConditionExpression("PK = :pk AND begins_with(SK, :prefix)")
                    .expressionAttributeValues(
                        item(":pk", "CHATROOM#" + room, ":prefix", "MESSAGE#"))
                    .scanIndexForward(false)
                    .limit(PAGE))
        .items()
        .stream()
        .map(message -> message.get("messageId").s())
        .toList();
  }

  public List<String> roomsOf(String user) {
    return sortKeys("USER#" + user, "CHATROOM#");
  }

  /** Returns the rooms of a user in the order in which the user joined them. */
  public List<String> roomsByJoiningDate(String user) {
    return dynamo
        .query(
            r ->
                r.tableName(TABLE)
                    .indexName("GSI1")
                    .keyConditionExpression("GSI1PK = :user")
                    .expressionAttributeValues(item(":user", "USERROOMS#" + user)))
        .items()
        .stream()
        .map(room -> room.get("chatRoomId").s())
        .toList();
  }

  /** Returns what the list of rooms shows: the items of all rooms and their last messages. */
  public List<Map<String, AttributeValue>> listScreen(String user) {
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (String room : roomsOf(user)) {
      keys.add(item("PK", room, "SK", "METADATA"));
      keys.add(item("PK", room, "SK", "LASTMESSAGE"));
    }
    return dynamo
        .batchGetItem(
            r -> r.requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build())))
        .responses()
        .get(TABLE);
  }

  private Map<String, AttributeValue> get(String pk, String sk) {
    return dynamo.getItem(r -> r.tableName(TABLE).key(item("PK", pk, "SK", sk))).item();
  }

  private List<String> sortKeys(String pk, String prefix) {
    return dynamo
        .query(
            r ->
                r.tableName(TABLE)
                    .keyConditionExpression("PK = :pk AND begins_with(SK, :prefix)")
                    .expressionAttributeValues(item(":pk", pk, ":prefix", prefix)))
        .items()
        .stream()
        .map(each -> each.get("SK").s())
        .toList();
  }

  private static TransactWriteItem put(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(item)).build();
  }

  private static TransactWriteItem delete(Map<String, AttributeValue> key) {
    return TransactWriteItem.builder().delete(d -> d.tableName(TABLE).key(key)).build();
  }

  private void write(TransactWriteItem... writes) {
    dynamo.transactWriteItems(r -> r.transactItems(writes));
  }
}

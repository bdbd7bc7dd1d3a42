package com.example.designs.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.monotable.Monotable;
import dev.monotable.junit.AccessPattern;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@MonotableTest(design = "chat/design.yaml")
@Schema("chat/template.yaml")
class ChatRoomsTest {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

  private final ChatRooms rooms;

  ChatRoomsTest(DynamoDbClient dynamo) {
    rooms = new ChatRooms(dynamo);
  }

  // Requests of lifecycle methods do not count. The clock decides when connections expire.
  @BeforeEach
  void createRooms(Monotable db) {
    db.clock().freeze(START);
    rooms.createRoom("room-xyz", List.of("user-001", "user-002"), START);
    rooms.createRoom("room-abc", List.of("user-001"), START.plusSeconds(60));
    rooms.connect("abc-123", "user-001", START);
    rooms.connect("abc-124", "user-001", START);
    for (int i = 0; i < 60; i++) {
      rooms.send("room-xyz", "m-" + i, "user-001", START.plusSeconds(i));
    }
    rooms.send("room-abc", "m-60", "user-001", START.plusSeconds(60));
  }

  @Test
  @AccessPattern("user of a connection")
  void findsTheUserOfAConnection() {
    assertEquals("user-001", rooms.userOf("abc-123"));
  }

  @Test
  @AccessPattern("connections of a user")
  void returnsTheConnectionsOfAUser() {
    assertEquals(
        List.of("CONNECTION#abc-123", "CONNECTION#abc-124"), rooms.connectionsOf("user-001"));
  }

  @Test
  @AccessPattern("room")
  void findsARoom() {
    assertEquals("ゴルフ部 週末ラウンド", rooms.nameOf("room-xyz"));
  }

  @Test
  @AccessPattern("last message of a room")
  void findsTheLastMessageOfARoom() {
    assertEquals("Message m-59", rooms.lastMessageOf("room-xyz"));
  }

  @Test
  void disconnects(Monotable db) {
    db.pattern("disconnect", () -> rooms.disconnect("abc-123", "user-001"));

    assertEquals(List.of("CONNECTION#abc-124"), rooms.connectionsOf("user-001"));
  }

  @Test
  @AccessPattern(value = "save a profile", maxWriteUnits = 1)
  void savesAProfile() {
    rooms.saveProfile("user-001", "Ada", "ada@example.com");
  }

  // 50 of 60 messages: without the Limit, the Query would cost more than the budget of 4 units.
  @Test
  @AccessPattern("newest messages of a room")
  void returnsTheNewestMessagesFirst() {
    List<String> newest = rooms.newestMessages("room-xyz");

    assertEquals(50, newest.size());
    assertEquals("m-59", newest.get(0));
  }

  // Two requests, however many rooms there are.
  @Test
  @AccessPattern("list screen")
  void showsTheRoomsWithTheirLastMessages() {
    assertEquals(4, rooms.listScreen("user-001").size());
  }

  // A block counts a part of a test.
  @Test
  void sendsAMessage(Monotable db) {
    db.pattern(
        "send a message", () -> rooms.send("room-xyz", "m-61", "user-002", START.plusSeconds(61)));

    assertEquals("m-61", rooms.newestMessages("room-xyz").get(0));
  }

  @Test
  @AccessPattern("rooms of a user by joining date")
  void returnsTheRoomsByJoiningDate() {
    assertEquals(List.of("room-xyz", "room-abc"), rooms.roomsByJoiningDate("user-001"));
  }
}

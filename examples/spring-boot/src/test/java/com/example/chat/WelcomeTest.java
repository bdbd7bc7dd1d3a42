package com.example.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The items that the application has written when it started. Spring starts it once for all tests. */
@ChatTest
class WelcomeTest {
  @Autowired private Messages messages;

  @Test
  void theLobbyHasAWelcome() {
    assertThat(messages.inRoom("lobby")).extracting(Message::getText).containsExactly("Welcome!");
    messages.send(Message.of("lobby", "2026-02-01T10:00:00Z", "ada", "Hello"));
  }

  @Test
  void theLobbyOfTheNextTestHasOnlyAWelcome() {
    assertThat(messages.inRoom("lobby")).hasSize(1);
    messages.send(Message.of("lobby", "2026-02-01T10:00:00Z", "ada", "Hello"));
  }

  @Test
  void readsOneRoomWithOneQuery(Monotable db) {
    messages.inRoom("lobby");

    assertThat(db.requests()).singleElement().asString().startsWith("Query message");
  }
}

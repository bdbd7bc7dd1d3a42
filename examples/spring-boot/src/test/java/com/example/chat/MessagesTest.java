package com.example.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The repository, with the client that Spring Cloud AWS configures. */
// guide: test
@ChatTest
class MessagesTest {
  @Autowired private Messages messages;

  @Test
  void returnsTheMessagesOfAnAuthor() {
    messages.send(Message.of("java", "2026-02-01T10:00:00Z", "ada", "Hello"));
    messages.send(Message.of("kotlin", "2026-02-01T11:00:00Z", "ada", "Hello again"));
    messages.send(Message.of("java", "2026-02-01T10:30:00Z", "ben", "Hi"));

    assertThat(messages.by("ada"))
        .extracting(Message::getText)
        .containsExactly("Hello", "Hello again");
  }
}
// end

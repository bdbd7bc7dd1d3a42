package com.example.chat;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.monotable.Monotable;
import dev.monotable.model.Operations;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;

/** The application from its HTTP interface to its database. */
@ChatTest
class MessageControllerTest {
  private static final String HELLO =
      """
      {"room": "java", "sentAt": "2026-02-01T10:00:00Z", "author": "ada", "text": "Hello"}
      """;

  @Autowired private MockMvc http;

  @Test
  void returnsAMessageThatWasSent() throws Exception {
    send().andExpect(status().isOk());

    http.perform(get("/rooms/java")).andExpect(content().json("[" + HELLO + "]", true));
  }

  @Test
  void startsWithoutTheMessagesOfOtherTests() throws Exception {
    http.perform(get("/rooms/java")).andExpect(content().json("[]", true));
  }

  @Test
  void sendsAMessageAlthoughDynamoDbFailsTwice(Monotable db) throws Exception {
    db.faults().on(Operations.PUT_ITEM).times(2).serverError();

    send().andExpect(status().isOk());
  }

  private ResultActions send() throws Exception {
    return http.perform(post("/messages").contentType(MediaType.APPLICATION_JSON).content(HELLO));
  }
}

package com.example.chat;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class MessageController {
  private final Messages messages;

  public MessageController(Messages messages) {
    this.messages = messages;
  }

  @PostMapping("/messages")
  void send(@RequestBody Message message) {
    messages.send(message);
  }

  @GetMapping("/rooms/{room}")
  List<Message> inRoom(@PathVariable String room) {
    return messages.inRoom(room);
  }
}

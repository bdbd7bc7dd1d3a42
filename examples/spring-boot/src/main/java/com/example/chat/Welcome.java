package com.example.chat;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Writes a message to the lobby when the application starts. */
@Component
public class Welcome implements ApplicationRunner {
  private final Messages messages;

  public Welcome(Messages messages) {
    this.messages = messages;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    messages.send(Message.of("lobby", "2026-01-01T00:00:00Z", "chat", "Welcome!"));
  }
}

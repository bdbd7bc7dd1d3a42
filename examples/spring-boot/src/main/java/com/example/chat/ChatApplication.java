package com.example.chat;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ChatApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(ChatApplication.class, arguments);
  }
}

package dev.monotable.torture.heap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import dev.monotable.torture.Reply;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection that accepts success and the error for a full memory, and nothing else. */
final class HeapClient {
  /** Only ends a test that fails. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Connection connection;

  HeapClient(Connection connection) {
    this.connection = connection;
  }

  /** Sends a request; returns false if the memory is full. */
  boolean send(String operation, JsonNode request) throws IOException {
    Reply reply = connection.call(operation, request);
    if (reply.status() == 200) {
      return true;
    }
    requireFull(operation, reply);
    return false;
  }

  /** Sends requests without waiting for the responses in between. */
  void send(String operation, List<JsonNode> requests) throws IOException {
    for (JsonNode request : requests) {
      connection.send(operation, request);
    }
    for (int i = 0; i < requests.size(); i++) {
      Reply reply = connection.receive();
      if (reply.status() != 200) {
        requireFull(operation, reply);
      }
    }
  }

  /** Sends a request that must succeed, full memory or not. */
  JsonNode require(String operation, JsonNode request) throws IOException {
    Reply reply = connection.call(operation, request);
    if (reply.status() != 200) {
      String text = request.toString();
      throw new AssertionError(
          operation + " " + text.substring(0, Math.min(500, text.length())) + " answered " + reply);
    }
    return reply.json();
  }

  /**
   * Sends a request until the server has noticed that there is memory again. Each attempt makes it
   * look.
   */
  void await(String operation, JsonNode request) throws IOException {
    long start = System.nanoTime();
    while (!send(operation, request)) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("the memory stays full after everything was deleted");
      }
    }
  }

  /** Checks that a response is the error for a full memory. */
  static void requireFull(String operation, Reply reply) {
    String message = reply.status() == 500 ? reply.json().path("message").asText() : "";
    if (!message.startsWith("Monotable's memory is full")
        && !message.startsWith("Monotable has no memory left")) {
      throw new AssertionError(operation + " answered " + reply);
    }
  }

  /** Deletes all tables. */
  void deleteTables() throws IOException {
    while (true) {
      JsonNode names = require("ListTables", Json.object()).path("TableNames");
      if (names.isEmpty()) {
        return;
      }
      for (JsonNode name : names) {
        ObjectNode table = Json.object();
        table.set("TableName", name);
        require("DeleteTable", table);
      }
    }
  }
}

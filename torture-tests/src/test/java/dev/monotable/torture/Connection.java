package dev.monotable.torture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.testing.RawConnection;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A connection to the server for operations. Used by one thread at a time. */
public final class Connection extends RawConnection {
  private Connection(URI endpoint) throws IOException {
    super(endpoint);
  }

  /** Connects. */
  public static Connection open(URI endpoint) throws IOException {
    return new Connection(endpoint);
  }

  /** Sends an operation and returns its response. */
  public Reply call(String operation, JsonNode request) throws IOException {
    send(operation, request);
    return receive();
  }

  /**
   * Sends an operation and returns its output.
   *
   * @throws AssertionError if it does not succeed
   */
  public JsonNode require(String operation, JsonNode request) throws IOException {
    Reply reply = call(operation, request);
    if (reply.status() != 200) {
      throw new AssertionError(operation + " " + request + " answered " + reply);
    }
    return reply.json();
  }

  /** Sends an operation without waiting for its response. */
  public void send(String operation, JsonNode request) throws IOException {
    send(Requests.of(operation, bytes(request)));
  }

  /**
   * Receives a response.
   *
   * @throws EOFException if the server has closed the connection before it
   */
  public Reply receive() throws IOException {
    Answer answer = read();
    if (answer.status() == 100) {
      return receive();
    }
    Map<String, String> headers = new HashMap<>();
    answer.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    return new Reply(answer.status(), headers, answer.body());
  }

  /** Returns JSON as bytes. */
  public static byte[] bytes(JsonNode json) {
    try {
      return Json.MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

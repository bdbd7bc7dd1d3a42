package dev.monotable.torture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A connection to the server. Used by one thread at a time. */
public final class Connection implements AutoCloseable {
  /** Only ends a test that hangs. */
  private static final int PATIENCE_MILLIS = 240_000;

  private final Socket socket;
  private final InputStream in;

  private Connection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects. */
  public static Connection open(URI endpoint) throws IOException {
    Socket socket = new Socket(endpoint.getHost(), endpoint.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return new Connection(socket);
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

  /** Sends bytes. */
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends a part of some bytes. */
  public void send(byte[] bytes, int from, int to) throws IOException {
    socket.getOutputStream().write(bytes, from, to - from);
  }

  /** Ends the output, so that the server reads the end of the stream after all bytes. */
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /**
   * Receives a response.
   *
   * @throws EOFException if the server has closed the connection before it
   */
  public Reply receive() throws IOException {
    String line = line();
    if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
      throw new AssertionError("the server sent '" + line + "' in place of a status line");
    }
    int status = Integer.parseInt(line.substring(9, 12));
    Map<String, String> headers = new HashMap<>();
    for (String field = line(); !field.isEmpty(); field = line()) {
      int colon = field.indexOf(':');
      headers.put(
          field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip());
    }
    if (status == 100) {
      return receive();
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the server closed the connection within a response");
    }
    return new Reply(status, headers, body);
  }

  /** Waits for the next byte; returns whether the server has closed the connection instead. */
  public boolean isAtEnd() throws IOException {
    in.mark(1);
    int next = in.read();
    in.reset();
    return next < 0;
  }

  /** Reads at most this many bytes, at least one; returns -1 at the end of the stream. */
  public int read(byte[] buffer, int most) throws IOException {
    return in.read(buffer, 0, most);
  }

  /** Closes the connection at once, so that the server receives a reset. */
  public void abort() throws IOException {
    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Returns JSON as bytes. */
  public static byte[] bytes(JsonNode json) {
    try {
      return Json.MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the server closed the connection after '" + line + "'");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}

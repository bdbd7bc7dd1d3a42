package dev.monotable.torture.soak;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Reply;
import dev.monotable.torture.Requests;
import dev.monotable.torture.ServerUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Opens connections and behaves in every way with them. */
final class SoakClient {
  private static final int MOST_REQUESTS = 6;
  private static final int SMALL_READ = 20_000;

  private final ServerUnderTest server;
  private final Random random;

  SoakClient(ServerUnderTest server, Random random) {
    this.server = server;
    this.random = random;
  }

  /** Opens a connection, behaves so, and closes it. */
  void run(Behavior behavior) throws IOException {
    try (Connection connection = server.connect()) {
      switch (behavior) {
        case KEEP_ALIVE -> {
          for (int i = random.nextInt(MOST_REQUESTS); i >= 0; i--) {
            connection.send(request());
            require(connection.receive());
          }
        }
        case CLOSE -> {
          connection.send(of("PutItem", "Connection: close\r\n", SoakTable.anyPut(random)));
          require(connection.receive());
          requireEnd(connection);
        }
        case PIPELINE -> pipeline(connection);
        case ABORT_REQUEST -> {
          byte[] bytes = random.nextBoolean() ? request() : largeRequest();
          connection.send(bytes, 0, random.nextInt(bytes.length));
          connection.reset();
        }
        case ABORT_WAITING -> {
          connection.send(random.nextInt(4) > 0 ? request() : largeRequest());
          connection.reset();
        }
        case ABORT_RESPONSE -> {
          connection.send(longAnswer());
          connection.read(new byte[SMALL_READ], SMALL_READ);
          connection.reset();
        }
        case WRITE_SLOWLY -> writeSlowly(connection);
        case READ_SLOWLY -> readSlowly(connection);
        case HALF_CLOSE -> {
          connection.send(random.nextInt(4) > 0 ? request() : largeRequest());
          connection.endOutput();
          require(connection.receive());
          requireEnd(connection);
        }
        case GZIP -> gzip(connection);
        case LARGE_BODY -> {
          connection.send(largeRequest());
          require(connection.receive());
        }
        case EXPECT_CONTINUE -> expectContinue(connection);
        case NO_HTTP -> noHttp(connection);
        case SILENT -> {}
      }
    }
  }

  /** Sends a part of a request, or nothing, and waits until the server closes the connection. */
  void waitForEnd() throws IOException {
    try (Connection connection = server.connect()) {
      byte[] bytes = request();
      int part = random.nextInt(3) == 0 ? 0 : random.nextInt(bytes.length);
      connection.send(bytes, 0, part);
      if (!isAtEnd(connection)) {
        Reply reply = connection.receive();
        if (reply.status() != 408) {
          throw new AssertionError("a part of a request was answered " + reply);
        }
        requireEnd(connection);
      }
    }
  }

  private void pipeline(Connection connection) throws IOException {
    int count = 1 + random.nextInt(4 * MOST_REQUESTS);
    for (int i = 0; i < count; i++) {
      connection.send(request());
    }
    for (int i = 0; i < count; i++) {
      require(connection.receive());
    }
  }

  private void writeSlowly(Connection connection) throws IOException {
    byte[] bytes = request();
    for (int at = 0; at < bytes.length; ) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(200));
      connection.send(bytes, at, end);
      at = end;
    }
    require(connection.receive());
  }

  /** Lets the responses fill the buffers of both sides before it reads them. */
  private void readSlowly(Connection connection) throws IOException {
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      connection.send(longAnswer());
    }
    byte[] piece = new byte[SMALL_READ];
    for (int i = random.nextInt(40); i > 0; i--) {
      connection.read(piece, piece.length);
    }
    if (random.nextBoolean()) {
      connection.reset();
    }
  }

  private void gzip(Connection connection) throws IOException {
    for (int i = random.nextInt(MOST_REQUESTS); i >= 0; i--) {
      JsonNode request = random.nextBoolean() ? SoakTable.scan() : SoakTable.anyPut(random);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
        out.write(Connection.bytes(request));
      }
      connection.send(
          Requests.of(
              request.has("Item") ? "PutItem" : "Scan",
              "Content-Encoding: gzip\r\nAccept-Encoding: gzip\r\n",
              bytes.toByteArray()));
      require(connection.receive());
    }
  }

  private void expectContinue(Connection connection) throws IOException {
    byte[] body = Connection.bytes(SoakTable.anyPut(random));
    String head =
        Requests.head("PutItem", "Expect: 100-continue\r\nContent-Length: " + body.length)
            + "\r\n\r\n";
    connection.send(head.getBytes(StandardCharsets.ISO_8859_1));
    if (connection.isAtEnd()) {
      throw new AssertionError("no 100 Continue");
    }
    connection.send(body);
    require(connection.receive());
  }

  private void noHttp(Connection connection) throws IOException {
    byte[] noise = new byte[1 + random.nextInt(3_000)];
    random.nextBytes(noise);
    try {
      connection.send(noise);
      connection.endOutput();
      while (!isAtEnd(connection)) {
        connection.receive();
      }
    } catch (SocketException | EOFException e) {
      // The server has closed the connection.
    }
  }

  private byte[] request() {
    return random.nextBoolean()
        ? of("PutItem", "", SoakTable.anyPut(random))
        : of("GetItem", "", SoakTable.anyGet(random));
  }

  private byte[] longAnswer() {
    return random.nextBoolean()
        ? of("Scan", "", SoakTable.scan())
        : of("BatchGetItem", "", SoakTable.largeAnswer());
  }

  private static byte[] largeRequest() {
    return of("BatchWriteItem", "", SoakTable.largeBody());
  }

  private static byte[] of(String operation, String headers, JsonNode request) {
    return Requests.of(operation, headers, Connection.bytes(request));
  }

  private static void require(Reply reply) {
    if (reply.status() != 200) {
      throw new AssertionError("a valid request was answered " + reply);
    }
  }

  private static void requireEnd(Connection connection) throws IOException {
    if (!isAtEnd(connection)) {
      throw new AssertionError("more than one response");
    }
  }

  private static boolean isAtEnd(Connection connection) throws IOException {
    try {
      return connection.isAtEnd();
    } catch (SocketException e) {
      return true;
    }
  }
}

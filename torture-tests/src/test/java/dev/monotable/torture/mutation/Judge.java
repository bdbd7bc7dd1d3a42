package dev.monotable.torture.mutation;

import dev.monotable.torture.Connection;
import dev.monotable.torture.Reply;
import dev.monotable.torture.ServerUnderTest;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Sends bytes to the server and judges what it answers. */
final class Judge {
  /**
   * The server rejects a larger body and closes the connection while the client still sends. The
   * reset can then overtake the response.
   */
  private static final int MAX_REQUEST_BYTES = 16 << 20;

  /** The bytes that the buffers of the sockets hold, so that sending does not block. */
  private static final int IN_PIPELINE = 100_000;

  private static final Pattern ANOTHER_VERSION = Pattern.compile("(?i)HTTP/[^1]|HTTP/1[^.]");

  /** The coding of the body. If it is unknown or the body is broken, AWS responds with 500. */
  private static final Pattern CODED = Pattern.compile("(?i)content-encoding[ \\t]*:");

  private static final String CODING_ERROR =
      "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
          + "\"message\":\"Internal server error\"}";

  private final ServerUnderTest server;

  Judge(ServerUnderTest server) {
    this.server = server;
  }

  /**
   * Sends requests over one connection and reads the response of each.
   *
   * @return what is wrong with the responses, or null
   */
  @Nullable String judgeRequests(List<byte[]> requests) throws IOException {
    boolean pipelined = requests.stream().mapToInt(request -> request.length).sum() < IN_PIPELINE;
    try (Connection connection = server.connect()) {
      if (pipelined) {
        for (byte[] request : requests) {
          connection.send(request);
        }
      }
      for (byte[] request : requests) {
        if (!pipelined) {
          connection.send(request);
        }
        String problem = problem(connection.receive(), request);
        if (problem != null) {
          return problem;
        }
      }
      connection.endOutput();
      return isAtEnd(connection) ? null : "more responses than requests";
    } catch (EOFException | SocketException e) {
      return requests.stream().anyMatch(request -> request.length > MAX_REQUEST_BYTES)
          ? null
          : "no response: " + e;
    }
  }

  /**
   * Sends bytes over a connection, ends the output and reads all responses.
   *
   * @return what is wrong with the responses, or null
   */
  @Nullable String judgeBytes(byte[] bytes) throws IOException {
    try (Connection connection = server.connect()) {
      try {
        connection.send(bytes);
        connection.endOutput();
      } catch (SocketException e) {
        // The server has answered and closed the connection before it read everything.
      }
      while (!isAtEnd(connection)) {
        Reply reply;
        try {
          reply = connection.receive();
        } catch (EOFException | RuntimeException e) {
          return isHead(bytes) ? null : "an invalid response: " + e;
        } catch (SocketException e) {
          return null; // reset within a response, because the server had not read all bytes
        }
        String problem = problem(reply, bytes);
        if (problem != null) {
          return problem;
        }
      }
      return null;
    }
  }

  private static boolean isCoded(byte[] request) {
    return CODED.matcher(new String(request, StandardCharsets.ISO_8859_1)).find();
  }

  private static boolean isAtEnd(Connection connection) throws IOException {
    try {
      return connection.isAtEnd();
    } catch (SocketException e) {
      return true; // reset, because the server had not read all bytes
    }
  }

  /** A response to HEAD has the length of a body that does not follow. */
  private static boolean isHead(byte[] request) {
    return new String(request, StandardCharsets.ISO_8859_1).contains("HEAD");
  }

  private static @Nullable String problem(Reply reply, byte[] request) {
    String body = reply.text();
    if (reply.status() == 505) {
      // Changed bytes may hold a request of another version.
      String text = new String(request, StandardCharsets.ISO_8859_1);
      return ANOTHER_VERSION.matcher(text).find() ? null : "505 without another version";
    }
    if (reply.status() >= 500) {
      // The log must not have a failure: see MutationTest.
      return body.equals(CODING_ERROR) && isCoded(request) ? null : "status " + reply;
    }
    if (reply.headers().get("content-encoding") != null) {
      return null; // compressed
    }
    String checksum = reply.headers().get("x-amz-crc32");
    if (checksum != null) {
      CRC32 crc = new CRC32();
      crc.update(reply.body());
      if (!checksum.equals(Long.toString(crc.getValue()))) {
        return "a wrong checksum: " + reply;
      }
    }
    if (reply.status() >= 400
        && !body.isEmpty()
        && !body.equals("<UnknownOperationException/>\n")
        && !body.matches("(?s)\\{\"__type\":\"[a-z0-9.]+#\\w+\".*}")) {
      return "an error that is not in the form of AWS: " + reply;
    }
    return null;
  }
}

package dev.monotable.conformance.cases;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A socket over which a test sends arbitrary bytes and reads a response. */
final class WireConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 240_000;

  private final Socket socket;
  private final InputStream in;

  WireConnection(URI endpoint) throws IOException {
    socket = new Socket(endpoint.getHost(), endpoint.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** A response as received. */
  record Received(int status, Map<String, String> headers, byte[] body) {}

  /**
   * Sends a request and reads its response.
   *
   * @param head whether the request method is HEAD, so that the response has no body
   */
  Received ask(byte[] request, boolean head) throws IOException {
    try {
      socket.getOutputStream().write(request);
    } catch (SocketException e) {
      // The server has already responded and reads no further bytes.
    }
    String line = line();
    Map<String, String> headers = new LinkedHashMap<>();
    for (String field = line(); !field.isEmpty(); field = line()) {
      int colon = field.indexOf(": ");
      headers.put(field.substring(0, colon), field.substring(colon + 2));
    }
    int length = head ? 0 : Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
    return new Received(Integer.parseInt(line.split(" ")[1]), headers, in.readNBytes(length));
  }

  /** Waits until the server closes the connection; returns false if it sends a byte instead. */
  boolean closedByServer() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true; // reset, because the server had not read all bytes
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
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
    return line.toString(StandardCharsets.UTF_8);
  }
}

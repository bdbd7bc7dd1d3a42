package dev.monotable.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A socket over which a test sends arbitrary bytes and reads responses. For one thread. */
public class RawConnection implements AutoCloseable {
  /** Only ends a test that hangs. */
  private static final int PATIENCE_MILLIS = 240_000;

  private final Socket socket;
  private final InputStream in;

  /** Connects to an endpoint. */
  protected RawConnection(URI endpoint) throws IOException {
    this(new Socket(endpoint.getHost(), endpoint.getPort()));
    socket.setTcpNoDelay(true);
  }

  private RawConnection(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  /** Opens a connection. */
  public static RawConnection open(URI endpoint) throws IOException {
    return new RawConnection(endpoint);
  }

  /** Opens a connection for which the kernel buffers few of the bytes that the client receives. */
  public static RawConnection openWithSmallWindow(URI endpoint) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
    return new RawConnection(socket);
  }

  /** Sends a text as UTF-8. */
  public final RawConnection send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes. */
  public final RawConnection send(byte[] bytes) throws IOException {
    return send(bytes, 0, bytes.length);
  }

  /** Sends a part of some bytes. */
  public final RawConnection send(byte[] bytes, int from, int to) throws IOException {
    socket.getOutputStream().write(bytes, from, to - from);
    return this;
  }

  /** Sends as many bytes as the server reads before it closes the connection. */
  public final RawConnection sendWhatIsRead(byte[] bytes) throws IOException {
    try {
      return send(bytes);
    } catch (SocketException e) {
      return this; // the server has responded and reads no further bytes
    }
  }

  /** Reads the next response, whose body has the length of its Content-Length header. */
  public final Answer read() throws IOException {
    return read(true);
  }

  /**
   * Reads the next response.
   *
   * @param withBody false for a response to HEAD, which has no body
   */
  public final Answer read(boolean withBody) throws IOException {
    String statusLine = line();
    if (!statusLine.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
      throw new AssertionError("the server sent '" + statusLine + "' in place of a status line");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    int length = withBody ? Integer.parseInt(headers.getOrDefault("Content-Length", "0")) : 0;
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ends after " + body.length + " of " + length + " bytes");
    }
    return new Answer(Integer.parseInt(statusLine.split(" ")[1]), statusLine, headers, body);
  }

  /** Reads the head of a response to HEAD, or an interim response. */
  public final String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.append(line).append('\n');
    }
    return head.toString();
  }

  /** Reads a number of bytes. */
  public final String read(int count) throws IOException {
    return new String(in.readNBytes(count), StandardCharsets.UTF_8);
  }

  /** Reads at most this many bytes, at least one; returns -1 at the end of the stream. */
  public final int read(byte[] buffer, int most) throws IOException {
    return in.read(buffer, 0, most);
  }

  /** Waits for the next byte; returns whether the server has closed the connection instead. */
  public final boolean isAtEnd() throws IOException {
    in.mark(1);
    int next = in.read();
    in.reset();
    return next < 0;
  }

  /** Reads until the bytes end with a text; returns them. */
  public final String readUntil(String end) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < end.length()
        || !text.substring(text.length() - end.length()).equals(end)) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException(text.toString());
      }
      text.append((char) next);
    }
    return text.toString();
  }

  /** Reads until the server closes the connection. */
  public final String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Waits until the server closes the connection; returns false if it sends a byte instead. */
  public final boolean closedByServer() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true; // reset, because the server had not read all bytes
    }
  }

  /** Ends the output, so that the server reads the end of the stream after all bytes. */
  public final void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes the connection so that the server notices it at once, though it sends nothing. */
  public final void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public final void close() throws IOException {
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

  /** A response as received, with its headers in order. */
  public record Answer(int status, String statusLine, Map<String, String> headers, byte[] body) {
    /** Returns the body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }
}

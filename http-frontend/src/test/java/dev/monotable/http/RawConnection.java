package dev.monotable.http;

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

/** A socket over which a test sends arbitrary bytes and reads responses. */
public final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 240_000;

  private final Socket socket;
  private final InputStream in;

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  public static RawConnection open(URI endpoint) throws IOException {
    Socket socket = new Socket(endpoint.getHost(), endpoint.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return new RawConnection(socket);
  }

  /** Opens a connection for which the kernel buffers few of the bytes that the client receives. */
  public static RawConnection openWithSmallWindow(URI endpoint) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new RawConnection(socket);
  }

  public RawConnection send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  public RawConnection send(byte[] bytes) throws IOException {
    return send(bytes, 0, bytes.length);
  }

  public RawConnection send(byte[] bytes, int from, int to) throws IOException {
    socket.getOutputStream().write(bytes, from, to - from);
    return this;
  }

  /** Reads the next response, whose body has the length of its Content-Length header. */
  public Answer read() throws IOException {
    String statusLine = line();
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(": ");
      headers.put(line.substring(0, colon), line.substring(colon + 2));
    }
    int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ends after " + body.length + " of " + length + " bytes");
    }
    return new Answer(Integer.parseInt(statusLine.split(" ")[1]), statusLine, headers, body);
  }

  /** Reads the head of a response to HEAD, or an interim response. */
  public String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.append(line).append('\n');
    }
    return head.toString();
  }

  /** Reads a number of bytes. */
  public String read(int count) throws IOException {
    return new String(in.readNBytes(count), StandardCharsets.UTF_8);
  }

  /** Reads until the server closes the connection. */
  public String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Waits until the server closes the connection; returns false if it sends a byte instead. */
  public boolean closedByServer() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true; // reset, because the server had not read all bytes
    }
  }

  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes the connection so that the server notices it at once, though it sends nothing. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
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

  public record Answer(int status, String statusLine, Map<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }
}

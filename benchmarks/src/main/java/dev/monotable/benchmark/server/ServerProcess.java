package dev.monotable.benchmark.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A server in its own process, on a port of the loopback interface. Its CPU time and memory are
 * read from {@code /proc}, so it requires Linux. The process ends when this JVM ends, if not
 * earlier.
 */
public final class ServerProcess implements AutoCloseable {
  /** The unit of times in {@code /proc}: a hundredth of a second on all current Linux systems. */
  private static final double TICK_NANOS = 1e7;

  private static final int START_SECONDS = 60;

  private static final int STOP_SECONDS = 10;

  private final Process process;
  private final int port;
  private final Thread atExit;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
    this.atExit = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a server without waiting until it accepts connections.
   *
   * @param command the command; {@code @PORT} is the placeholder for the port
   * @param javaOptions JVM options in addition to those of {@code ./monotable}
   */
  static ServerProcess start(List<String> command, Path directory, String javaOptions)
      throws IOException {
    int port = freePort();
    List<String> words = new ArrayList<>();
    for (String word : command) {
      words.add(word.replace("@PORT", Integer.toString(port)));
    }
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_OPTS", javaOptions);
    return new ServerProcess(builder.start(), port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public int port() {
    return port;
  }

  /**
   * Waits until the server accepts a connection, and returns it.
   *
   * @throws IOException if the process ends or does not accept connections within a minute
   */
  public Socket connect() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException e) {
        socket.close();
        if (!process.isAlive() || System.nanoTime() > end) {
          throw new IOException("the server does not accept connections", e);
        }
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Sends a request over a persistent connection and reads the response.
   *
   * @return the body of the response
   * @throws IOException if the connection fails or the response is an error
   */
  public static String require(Socket connection, String target, String path, byte[] body)
      throws IOException {
    OutputStream out = connection.getOutputStream();
    out.write(request(target, path, body));
    out.flush();
    return read(connection.getInputStream(), 200);
  }

  /**
   * Reads a response.
   *
   * @return its body
   * @throws IOException if the connection fails or the response has another status
   */
  public static String read(InputStream in, int status) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the connection was closed");
      }
      head.append((char) next);
    }
    String lower = head.toString().toLowerCase(Locale.ROOT);
    int at = lower.indexOf("content-length:");
    int length =
        at < 0 ? 0 : Integer.parseInt(lower.substring(at + 15, lower.indexOf("\r\n", at)).strip());
    String answer = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    if (!head.substring(9, 12).equals(Integer.toString(status))) {
      throw new IOException("the server returned " + head.substring(9, 12) + " " + answer);
    }
    return answer;
  }

  /** Returns a complete HTTP request. */
  static byte[] request(String target, String path, byte[] body) {
    byte[] head =
        ("POST "
                + path
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: "
                + target
                + "\r\nX-Amz-Date: 20260101T000000Z\r\n"
                + "Authorization: AWS4-HMAC-SHA256 "
                + "Credential=AKID/20260101/us-east-1/dynamodb/aws4_request, "
                + "SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature="
                + "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n"
                + "Content-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] request = new byte[head.length + body.length];
    System.arraycopy(head, 0, request, 0, head.length);
    System.arraycopy(body, 0, request, head.length, body.length);
    return request;
  }

  /** Returns the user and system CPU time of the process since its start, in nanoseconds. */
  public double cpuNanos() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    // The process name, in parentheses, may contain spaces. User and system time are the 12th and
    // 13th field after it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
  }

  /** Returns the resident memory of the process in megabytes. */
  public double residentMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new IOException("no VmRSS");
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

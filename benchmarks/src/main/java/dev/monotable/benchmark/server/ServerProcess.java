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
 * A server in a process of its own, on a port of loopback; Linux tells what it uses. It ends with
 * this JVM at the latest.
 */
public final class ServerProcess implements AutoCloseable {
  /** The unit of times in {@code /proc}, a hundredth of a second on every Linux of today. */
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
   * Starts a server and returns at once.
   *
   * @param command in which {@code @PORT} stands for the port
   * @param javaOptions of {@code ./monotable}, over its own
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

  /** A connection, as soon as the server takes one. */
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
          throw new IOException("the server does not answer", e);
        }
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Sends a request over a connection that is kept, and reads its answer.
   *
   * @return the body of the answer
   * @throws IOException also if the answer is an error
   */
  public static String require(Socket connection, String target, String path, byte[] body)
      throws IOException {
    OutputStream out = connection.getOutputStream();
    out.write(request(target, path, body));
    out.flush();
    InputStream in = connection.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
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
    if (!head.substring(9, 12).equals("200")) {
      throw new IOException("a server answers " + head.substring(9, 12) + " " + answer);
    }
    return answer;
  }

  /** A whole HTTP request. */
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

  /** CPU time of all threads since the start, user and system, in nanoseconds. */
  public double cpuNanos() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    // The name, in parentheses, may hold blanks; user and system time are the 12th and 13th after
    // it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
  }

  /** Resident memory in megabytes. */
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

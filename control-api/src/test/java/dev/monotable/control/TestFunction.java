package dev.monotable.control;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A function behind a URL, whose answers a test chooses. Keeps what it has received. */
final class TestFunction implements AutoCloseable {
  private static final Pattern KEY =
      Pattern.compile("\"Keys\":\\{\"PK\":\\{\"S\":\"([^\"]*)\"\\}\\}");

  /** Answers an invocation. */
  @FunctionalInterface
  interface Answer {
    void send(HttpExchange exchange, String event) throws IOException;
  }

  /** An invocation: the path, and the partition keys of the records. */
  record Invocation(String path, List<String> keys) {}

  final BlockingQueue<Invocation> invocations = new LinkedBlockingQueue<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  TestFunction(Answer answer) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String event =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            invocations.add(new Invocation(exchange.getRequestURI().toString(), keys(event)));
            answer.send(exchange, event);
          }
        });
    server.start();
  }

  /** Starts a function that returns nothing. */
  static TestFunction start() {
    return returning(200, "");
  }

  /** Starts a function that answers with a status and a body. */
  static TestFunction returning(int status, String body) {
    return new TestFunction((exchange, event) -> send(exchange, status, body));
  }

  static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static List<String> keys(String event) {
    List<String> keys = new ArrayList<>();
    Matcher each = KEY.matcher(event);
    while (each.find()) {
      keys.add(each.group(1));
    }
    return keys;
  }

  /** Returns the invocations since the last call. */
  List<Invocation> taken() {
    List<Invocation> taken = new ArrayList<>();
    invocations.drainTo(taken);
    return taken;
  }

  /** Returns its URL without a path. */
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

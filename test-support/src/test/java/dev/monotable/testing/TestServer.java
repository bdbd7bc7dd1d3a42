package dev.monotable.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server on this machine whose answers a test chooses, such as an endpoint of functions. */
public final class TestServer implements AutoCloseable {
  /** Answers a request, whose body was read. */
  @FunctionalInterface
  public interface Answer {
    void send(HttpExchange exchange, String body) throws IOException;
  }

  /** The bodies that an {@link Answer} received. */
  public final List<String> bodies = Collections.synchronizedList(new ArrayList<>());

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private TestServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
  }

  /** Starts a server that hands each request to a handler, and closes its exchange after that. */
  public static TestServer handling(HttpHandler handler) {
    TestServer test = new TestServer();
    test.start(handler);
    return test;
  }

  /** Starts a server that keeps the body of each request before it is answered. */
  public static TestServer answering(Answer answer) {
    TestServer test = new TestServer();
    test.start(
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          test.bodies.add(body);
          answer.send(exchange, body);
        });
    return test;
  }

  /** Starts a server that answers with a status and a body. */
  public static TestServer returning(int status, String body) {
    return answering((exchange, ignored) -> send(exchange, status, body));
  }

  private void start(HttpHandler handler) {
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            handler.handle(exchange);
          }
        });
    server.start();
  }

  public static void send(HttpExchange exchange, int status, String body) throws IOException {
    send(exchange, status, body.getBytes(StandardCharsets.UTF_8));
  }

  public static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Returns its URL without a path. */
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

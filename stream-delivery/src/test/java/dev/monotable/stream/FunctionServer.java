package dev.monotable.stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web application whose answers a test chooses. Keeps the bodies that it received. */
final class FunctionServer implements AutoCloseable {
  /** Answers a request. */
  @FunctionalInterface
  interface Answer {
    void send(HttpExchange exchange, String body) throws IOException;
  }

  final List<String> bodies = Collections.synchronizedList(new java.util.ArrayList<>());
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  FunctionServer(Answer answer) {
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
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            bodies.add(body);
            answer.send(exchange, body);
          }
        });
    server.start();
  }

  /** Starts a server that answers with status 200 and a body. */
  static FunctionServer returning(String response) {
    return new FunctionServer((exchange, body) -> send(exchange, 200, response));
  }

  static void send(HttpExchange exchange, int status, String response) throws IOException {
    byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  int port() {
    return server.getAddress().getPort();
  }

  URI url() {
    return URI.create("http://localhost:" + port());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

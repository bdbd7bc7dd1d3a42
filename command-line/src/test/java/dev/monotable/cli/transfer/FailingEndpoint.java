package dev.monotable.cli.transfer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes requests on to another endpoint, until those of one operation fail. */
final class FailingEndpoint implements AutoCloseable {
  private final HttpServer server;

  private FailingEndpoint(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts an endpoint.
   *
   * @param passed how many requests of the operation succeed
   */
  static FailingEndpoint start(String url, String operation, int passed) throws IOException {
    EndpointClient client = EndpointsFixture.open(url);
    AtomicInteger count = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
          byte[] body = exchange.getRequestBody().readAllBytes();
          if (target.endsWith("." + operation) && count.incrementAndGet() > passed) {
            answer(
                exchange,
                400,
                "{\"__type\":\"ValidationException\",\"message\":\"failing\"}"
                    .getBytes(StandardCharsets.US_ASCII));
          } else {
            EndpointConnection.Reply reply = client.send(target, body);
            answer(exchange, reply.status(), reply.body());
          }
        });
    server.start();
    return new FailingEndpoint(server);
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConnection;
import dev.monotable.testing.TestServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes requests on to another endpoint, until those of one operation fail. */
final class FailingEndpoint implements AutoCloseable {
  private final TestServer server;

  private FailingEndpoint(TestServer server) {
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
    return new FailingEndpoint(
        TestServer.handling(
            exchange -> {
              String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
              byte[] body = exchange.getRequestBody().readAllBytes();
              if (target.endsWith("." + operation) && count.incrementAndGet() > passed) {
                TestServer.send(
                    exchange, 400, "{\"__type\":\"ValidationException\",\"message\":\"failing\"}");
              } else {
                EndpointConnection.Reply reply = client.send(target, body);
                TestServer.send(exchange, reply.status(), reply.body());
              }
            }));
  }

  String url() {
    return server.url();
  }

  @Override
  public void close() {
    server.close();
  }
}

package dev.monotable.junit;

import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;

/**
 * A free port of the loopback interface on which a test's database answers. The only class that
 * knows of the front end; in the published jar it refers to the copy inside it.
 */
final class ServerEndpoint implements AutoCloseable {
  private final MonotableServer server;

  private ServerEndpoint(MonotableServer server) {
    this.server = server;
  }

  static ServerEndpoint open(Exchange exchange) {
    ServerConfig config =
        ServerConfig.builder().port(0).threads(1).shutdownGrace(Duration.ZERO).build();
    try {
      return new ServerEndpoint(MonotableServer.start(exchange, config));
    } catch (IOException e) {
      throw new UncheckedIOException("no port for the test's database: " + e.getMessage(), e);
    }
  }

  URI uri() {
    return server.endpoint();
  }

  @Override
  public void close() {
    server.close();
  }
}

package dev.monotable.client;

import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;

/**
 * An HTTP endpoint of a test's database on a free port of the loopback interface. This is the only
 * class that uses the HTTP front end; in the published jar it refers to the relocated copy.
 */
public final class ServerEndpoint implements AutoCloseable {
  private final MonotableServer server;

  private ServerEndpoint(MonotableServer server) {
    this.server = server;
  }

  /** Opens a free port for an exchange. */
  public static ServerEndpoint open(Exchange exchange) {
    ServerConfig config =
        ServerConfig.builder().port(0).threads(1).shutdownGrace(Duration.ZERO).build();
    try {
      return new ServerEndpoint(MonotableServer.start(exchange, config));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot open an endpoint for the test's database: " + e.getMessage(), e);
    }
  }

  /** Returns the address. */
  public URI uri() {
    return server.endpoint();
  }

  @Override
  public void close() {
    server.close();
  }
}

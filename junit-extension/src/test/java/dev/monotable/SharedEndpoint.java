package dev.monotable;

import dev.monotable.client.ServerEndpoint;
import dev.monotable.json.Exchange;
import java.net.URI;

/**
 * Opens an HTTP endpoint for an exchange, as the extension does for the database of a test. The
 * tests of other modules use it through the test jar of this module.
 */
public final class SharedEndpoint implements AutoCloseable {
  private final ServerEndpoint endpoint;

  private SharedEndpoint(ServerEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  public static SharedEndpoint open(Exchange exchange) {
    return new SharedEndpoint(ServerEndpoint.open(exchange));
  }

  public URI uri() {
    return endpoint.uri();
  }

  @Override
  public void close() {
    endpoint.close();
  }
}

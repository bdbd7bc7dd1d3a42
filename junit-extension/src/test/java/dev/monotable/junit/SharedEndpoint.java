package dev.monotable.junit;

import dev.monotable.json.Exchange;
import java.net.URI;

/**
 * Opens a port for an exchange, as the extension does for a test's database. Other modules' tests
 * get it from this module's test jar.
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

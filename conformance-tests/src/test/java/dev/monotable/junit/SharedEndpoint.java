package dev.monotable.junit;

import dev.monotable.json.Exchange;
import java.net.URI;

/** A port of the front end that the extension carries, for tests that are not its own. */
public final class SharedEndpoint implements AutoCloseable {
  private final Endpoint endpoint;

  private SharedEndpoint(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  public static SharedEndpoint open(Exchange exchange) {
    return new SharedEndpoint(Endpoint.open(exchange));
  }

  public URI uri() {
    return endpoint.uri();
  }

  @Override
  public void close() {
    endpoint.close();
  }
}

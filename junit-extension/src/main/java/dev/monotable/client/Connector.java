package dev.monotable.client;

import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the clients of a set.
 *
 * @param route where clients in process pass their requests
 * @param endpoint where clients over HTTP send their requests; null for clients in process
 */
record Connector(Route route, @Nullable Supplier<URI> endpoint) {
  Object build(ClientKind kind, ClientSet set) {
    return switch (kind) {
      case SYNC -> Clients.sync(this);
      case ASYNC -> Clients.async(this);
      case STREAMS -> Clients.streams(this);
      case STREAMS_ASYNC -> Clients.streamsAsync(this);
      case ENHANCED -> EnhancedClients.sync(set.get(ClientKind.SYNC));
      case ENHANCED_ASYNC -> EnhancedClients.async(set.get(ClientKind.ASYNC));
      // Code that builds its own clients passes any endpoint, so these stay in process.
      case HTTP -> new ExchangeHttpClient(route, false);
      case HTTP_ASYNC -> new ExchangeAsyncHttpClient(route, false);
    };
  }
}

package dev.monotable.client;

import java.net.URI;
import java.util.function.Supplier;

/** Builds clients that send their requests to an endpoint over HTTP. */
record HttpConnector(Supplier<URI> endpoint, Route route) implements ClientSet.Connector {
  @Override
  public Object build(ClientKind kind, ClientSet set) {
    return switch (kind) {
      case SYNC -> Clients.sync(endpoint.get());
      case ASYNC -> Clients.async(endpoint.get());
      case STREAMS -> Clients.streams(endpoint.get());
      case STREAMS_ASYNC -> Clients.streamsAsync(endpoint.get());
      case ENHANCED -> EnhancedClients.sync(set.get(ClientKind.SYNC));
      case ENHANCED_ASYNC -> EnhancedClients.async(set.get(ClientKind.ASYNC));
      // Code that builds its own clients passes any endpoint, so these stay in process.
      case HTTP -> new ExchangeHttpClient(route, false);
      case HTTP_ASYNC -> new ExchangeAsyncHttpClient(route, false);
    };
  }
}

package dev.monotable.client;

/** Builds clients that pass their requests to a route. */
record InProcessConnector(Route route) implements ClientSet.Connector {
  @Override
  public Object build(ClientKind kind, ClientSet set) {
    return switch (kind) {
      case SYNC -> Clients.sync(route);
      case ASYNC -> Clients.async(route);
      case STREAMS -> Clients.streams(route);
      case STREAMS_ASYNC -> Clients.streamsAsync(route);
      case ENHANCED -> EnhancedClients.sync(set.get(ClientKind.SYNC));
      case ENHANCED_ASYNC -> EnhancedClients.async(set.get(ClientKind.ASYNC));
      case HTTP -> new ExchangeHttpClient(route, false);
      case HTTP_ASYNC -> new ExchangeAsyncHttpClient(route, false);
    };
  }
}

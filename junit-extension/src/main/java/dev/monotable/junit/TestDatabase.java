package dev.monotable.junit;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The database of a test and the clients that its parameters refer to. Each client is created once
 * and closed with the database, in reverse order of creation.
 */
final class TestDatabase implements AutoCloseable {
  private final MonotableEngine engine;
  private final Exchange exchange;
  private final Map<Injectable, Object> given = new EnumMap<>(Injectable.class);
  private final Deque<Runnable> closing = new ArrayDeque<>();

  TestDatabase(MonotableEngine engine) {
    closing.push(engine::close);
    this.engine = engine;
    this.exchange = new Exchange(engine, ExchangeConfig.standard());
  }

  /** Returns a copy of the current state as a separate database. */
  TestDatabase fork() {
    return new TestDatabase(engine.fork());
  }

  /** Returns the value of a parameter; always the same object. */
  synchronized Object give(Injectable injectable) {
    Object known = given.get(injectable);
    if (known != null) {
      return known;
    }
    Object made = make(injectable);
    given.put(injectable, made);
    return made;
  }

  private Object make(Injectable injectable) {
    return switch (injectable) {
      case ENGINE -> engine;
      case CLIENT -> open(Clients.sync(exchange));
      case ASYNC_CLIENT -> open(Clients.async(exchange));
      case ENHANCED_CLIENT -> EnhancedClients.sync((DynamoDbClient) give(Injectable.CLIENT));
      case ENHANCED_ASYNC_CLIENT ->
          EnhancedClients.async((DynamoDbAsyncClient) give(Injectable.ASYNC_CLIENT));
      case STREAMS_CLIENT -> open(Clients.streams(exchange));
      case STREAMS_ASYNC_CLIENT -> open(Clients.streamsAsync(exchange));
      case HTTP_CLIENT -> ExchangeHttpClient.create(exchange);
      case ASYNC_HTTP_CLIENT -> ExchangeAsyncHttpClient.create(exchange);
      case ENDPOINT -> openEndpoint();
    };
  }

  private <T extends SdkAutoCloseable> T open(T client) {
    closing.push(client::close);
    return client;
  }

  private URI openEndpoint() {
    ServerEndpoint endpoint = ServerEndpoint.open(exchange);
    closing.push(endpoint::close);
    return endpoint.uri();
  }

  /** Closes everything, even if closing some of it fails; then throws the first failure. */
  @Override
  public synchronized void close() {
    RuntimeException failure = null;
    while (!closing.isEmpty()) {
      try {
        closing.pop().run();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}

package dev.monotable;

import dev.monotable.client.ClientSet;
import dev.monotable.client.Closing;
import dev.monotable.client.ServerEndpoint;
import dev.monotable.client.Target;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.pattern.Sender;
import dev.monotable.pattern.SenderSource;
import dev.monotable.schema.OperationSchema;
import java.net.URI;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A handle with clients and an endpoint of its own, which lead to the current database. */
final class FollowingDatabase extends ForwardingMonotable {
  private final Supplier<? extends Monotable> current;
  private final Transport transport;
  private @Nullable ClientSet clients;
  private @Nullable ServerEndpoint endpoint;
  private volatile @Nullable Exchange ownExchange;
  private volatile boolean closed;

  FollowingDatabase(Supplier<? extends Monotable> current, Transport transport) {
    this.current = current;
    this.transport = transport;
  }

  @Override
  protected Monotable delegate() {
    requireOpen();
    return current.get();
  }

  @Override
  public <T> T table(Class<T> tableType, String name, Class<?> bean) {
    return clients().table(tableType, name, bean);
  }

  @Override
  public <T> T client(Class<T> type) {
    return clients().get(type);
  }

  private synchronized ClientSet clients() {
    requireOpen();
    ClientSet known = clients;
    if (known == null) {
      known = transport.clients(Target.of(this::exchange, this::exchangeOfThread), this::endpoint);
      clients = known;
    }
    return known;
  }

  /** Returns what asynchronous clients in process pass their requests to. */
  private Exchange exchange() {
    return exchange(InProcessDatabase.of(this));
  }

  /** Returns what synchronous clients in process pass their requests to. */
  private Exchange exchangeOfThread() {
    InProcessDatabase database = InProcessDatabase.of(this);
    Exchange ofPiece = database.findExchangeOfPiece();
    return ofPiece == null ? exchange(database) : ofPiece;
  }

  private Exchange exchange(InProcessDatabase database) {
    return findSender() == null ? database.exchange() : ownExchange();
  }

  private Exchange ownExchange() {
    Exchange known = ownExchange;
    if (known == null) {
      // Without the lock: this may open the current database, and start an application for it.
      Exchange created = new Exchange(new CurrentEngine(false), exchangeConfig());
      synchronized (this) {
        known = ownExchange;
        if (known == null) {
          known = created;
          ownExchange = known;
        }
      }
    }
    return known;
  }

  /** Returns the test that this handle belongs to, if it matters who sends requests, or null. */
  private @Nullable Sender findSender() {
    return current instanceof SenderSource source ? source.sender() : null;
  }

  @Override
  public URI endpoint() {
    synchronized (this) {
      requireOpen();
      if (endpoint != null) {
        return endpoint.uri();
      }
    }
    // Without the lock, as for the exchange of clients.
    Exchange exchange = new Exchange(new CurrentEngine(true), exchangeConfig());
    synchronized (this) {
      requireOpen();
      ServerEndpoint known = endpoint;
      if (known == null) {
        known = ServerEndpoint.open(exchange);
        endpoint = known;
      }
      return known.uri();
    }
  }

  /** Returns the configuration of the current database's exchange; the default if there is none. */
  private ExchangeConfig exchangeConfig() {
    EngineConfig config;
    try {
      config = InProcessDatabase.of(this).engine().config();
    } catch (IllegalStateException e) {
      config = EngineConfig.DEFAULT;
    }
    return ExchangeConfig.standard()
        .withWording(config.wording())
        .withDefaultRegion(config.region());
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the handle is closed");
    }
  }

  private final class CurrentEngine implements OperationCaller {
    private final boolean regional;

    /**
     * @param regional whether a request reaches the Region that it is signed for
     */
    CurrentEngine(boolean regional) {
      this.regional = regional;
    }

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      InProcessDatabase database = InProcessDatabase.of(FollowingDatabase.this);
      String region = envelope.caller().region();
      MonotableEngine engine = regional ? database.engine(region) : database.engine();
      Sender sender = findSender();
      if (sender == null) {
        return engine.call(operation, request, envelope);
      }
      Sender before = sender.enterOrigin();
      try {
        return engine.call(operation, request, envelope);
      } finally {
        Sender.leaveOrigin(before);
      }
    }

    @Override
    public void reject(OperationSchema<?, ?> operation, DynamoException error) {
      InProcessDatabase.of(FollowingDatabase.this).engine().reject(operation, error);
    }

    /** Returns none if there is no current database: the request itself reports that. */
    @Override
    public Set<String> waitingOperations() {
      try {
        return InProcessDatabase.of(FollowingDatabase.this).engine().waitingOperations();
      } catch (IllegalStateException e) {
        return Set.of();
      }
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Closing.all(clients, endpoint);
    clients = null;
    endpoint = null;
  }
}

package dev.monotable;

import dev.monotable.access.Principal;
import dev.monotable.access.request.AccessControl;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.client.ClientSet;
import dev.monotable.client.Closing;
import dev.monotable.client.ServerEndpoint;
import dev.monotable.client.Target;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.schema.OperationSchema;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A handle of a database whose clients and endpoint act as a principal. All else is that of the
 * database. Closing it closes its clients and its endpoint only.
 */
final class ActingDatabase extends ForwardingMonotable {
  private static final AtomicLong NEXT = new AtomicLong();

  private final InProcessDatabase database;
  private final AccessControl control;
  private final String accessKey = "MTAS" + NEXT.incrementAndGet();
  private final Exchange exchange;
  private @Nullable ClientSet clients;
  private @Nullable ServerEndpoint endpoint;

  /** The rights that were used until the handle was closed; null before. */
  private @Nullable PrincipalUsage last;

  ActingDatabase(InProcessDatabase database, Region data, Principal principal) {
    this.database = database;
    this.control = AccessControl.of(data);
    Caller.Client caller = new Caller.Client(accessKey, data.engine().config().region());
    this.exchange = new Exchange(new Acting(data.engine(), caller), ExchangeConfig.standard());
    control.principals().put(accessKey, principal);
  }

  /** Sends requests as a caller, regardless of who signs them. */
  private record Acting(OperationCaller engine, Caller.Client caller) implements OperationCaller {
    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      envelope.sign(caller);
      return engine.call(operation, request, envelope);
    }

    @Override
    public void reject(OperationSchema<?, ?> operation, DynamoException error) {
      engine.reject(operation, error);
    }

    @Override
    public Set<String> waitingOperations() {
      return engine.waitingOperations();
    }
  }

  @Override
  protected Monotable delegate() {
    return database;
  }

  @Override
  public <T> T client(Class<T> type) {
    return clients().get(type);
  }

  @Override
  public <T> T table(Class<T> tableType, String name, Class<?> bean) {
    return clients().table(tableType, name, bean);
  }

  private synchronized ClientSet clients() {
    ClientSet known = clients;
    if (known == null) {
      known = database.transport().clients(Target.of(this::exchange), this::endpoint);
      clients = known;
    }
    return known;
  }

  private Exchange exchange() {
    database.engine(); // throws if the database is closed
    return exchange;
  }

  @Override
  public synchronized URI endpoint() {
    ServerEndpoint known = endpoint;
    if (known == null) {
      known = ServerEndpoint.open(exchange());
      endpoint = known;
    }
    return known.uri();
  }

  @Override
  public synchronized PrincipalUsage usage() {
    PrincipalUsage known = last;
    return known == null ? Objects.requireNonNull(control.find(accessKey)) : known;
  }

  @Override
  public synchronized void close() {
    last = usage();
    control.remove(accessKey);
    Closing.all(clients, endpoint);
    clients = null;
    endpoint = null;
  }
}

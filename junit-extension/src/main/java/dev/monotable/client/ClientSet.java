package dev.monotable.client;

import dev.monotable.json.Exchange;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The clients of a database. Each is built when it is first requested. Sets are kept for the next
 * database when one ends, and then lead to that one. Thread-safe.
 */
public final class ClientSet implements AutoCloseable {
  /** More than threads that run tests at the same time. */
  private static final int MAX_IDLE = 32;

  private static final Deque<ClientSet> IDLE = new ConcurrentLinkedDeque<>();
  private static final AtomicInteger IDLE_COUNT = new AtomicInteger();

  private final Route route;
  private final Connector connector;
  private final Map<ClientKind, Object> built = new EnumMap<>(ClientKind.class);
  private final Deque<AutoCloseable> closing = new ArrayDeque<>();
  private boolean ended;

  private ClientSet(Route route, Connector connector) {
    this.route = route;
    this.connector = connector;
  }

  /** Returns clients that pass their requests to an exchange, without a socket. */
  public static ClientSet inProcess(Supplier<Exchange> exchange) {
    return inProcess(Target.of(exchange));
  }

  /** Returns clients that pass their requests to a target, without a socket. */
  public static ClientSet inProcess(Target target) {
    ClientSet set = IDLE.pollFirst();
    if (set == null) {
      Route route = new Route();
      set = new ClientSet(route, new Connector(route, null));
    } else {
      IDLE_COUNT.decrementAndGet();
    }
    set.open(target);
    return set;
  }

  /**
   * Returns clients that send their requests to an endpoint.
   *
   * @param target where those clients pass their requests that have no endpoint: HTTP clients alone
   */
  public static ClientSet overHttp(Target target, Supplier<URI> endpoint) {
    Route route = new Route();
    route.spend(); // these clients know the endpoint of their database
    ClientSet set = new ClientSet(route, new Connector(route, endpoint));
    set.open(target);
    return set;
  }

  /**
   * Returns a table of an enhanced client.
   *
   * @throws IllegalArgumentException if the type of the table is not supported
   */
  public <T> T table(Class<T> tableType, String name, Class<?> bean) {
    ClientKind kind = ClientKind.findOfTable(tableType);
    if (kind == null) {
      throw new IllegalArgumentException(
          "Monotable has no table of the type " + tableType.getName());
    }
    return tableType.cast(EnhancedClients.table(get(kind), name, bean));
  }

  private synchronized void open(Target target) {
    ended = false;
    route.lead(target);
  }

  /**
   * Returns a client; always the same.
   *
   * @throws IllegalArgumentException if there is no client of the type
   */
  public <T> T get(Class<T> type) {
    ClientKind kind = ClientKind.find(type);
    if (kind == null) {
      throw new IllegalArgumentException("Monotable has no client of the type " + type.getName());
    }
    return type.cast(get(kind));
  }

  /** Returns a client; always the same. */
  public synchronized Object get(ClientKind kind) {
    if (ended) {
      throw new IllegalStateException("the database is closed");
    }
    Object known = built.get(kind);
    if (known == null) {
      known = connector.build(kind, this);
      if (known instanceof AutoCloseable closeable && !isEnhanced(kind)) {
        closing.push(closeable);
      }
      built.put(kind, known);
    }
    return known;
  }

  /** Returns whether a client has nothing to close besides the client that it uses. */
  private static boolean isEnhanced(ClientKind kind) {
    return kind == ClientKind.ENHANCED || kind == ClientKind.ENHANCED_ASYNC;
  }

  /**
   * Returns whether clients create threads in the group of the thread that has built them, as with
   * an SDK before 2.21. With Java 17 they cannot after this group has ended, and hang.
   */
  public static boolean haveOwnThreads() {
    return !Clients.SURVIVES_CLOSE;
  }

  /**
   * Lets no other database use these clients, because something may still send requests by them.
   */
  public void spend() {
    route.spend();
  }

  /** Ends the use by a database. The clients fail until another database uses them. */
  @Override
  public void close() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      route.lead(null);
    }
    if (route.isReusable() && IDLE_COUNT.get() < MAX_IDLE) {
      IDLE_COUNT.incrementAndGet();
      IDLE.addFirst(this);
    } else {
      closeClients();
    }
  }

  private synchronized void closeClients() {
    AutoCloseable[] clients = closing.toArray(AutoCloseable[]::new);
    closing.clear();
    built.clear();
    Closing.all(clients);
  }
}

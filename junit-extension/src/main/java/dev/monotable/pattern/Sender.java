package dev.monotable.pattern;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Code that sends requests to a database: a test, or a block in it that uses an access pattern. A
 * sender is running from its start until it is closed. Senders are nested: what a block requests,
 * its test requests too.
 */
public final class Sender implements AutoCloseable {
  /**
   * The work of each thread. An array of senders that is typed as one of objects: it remains with
   * the thread when it is empty, and then refers neither to this class nor to its class loader.
   */
  private static final ThreadLocal<@Nullable Object[]> PLACE =
      ThreadLocal.withInitial(() -> new @Nullable Object[3]);

  /** The innermost sender that was started on this thread. */
  private static final int RUNNING = 0;

  /** The test whose client has passed the present request to this thread. */
  private static final int ORIGIN = 1;

  /** The sender of the request that is observed. */
  private static final int OBSERVED = 2;

  private static final AtomicInteger TESTS = new AtomicInteger();

  private final Senders database;
  private final String number;
  private final @Nullable Sender parent;
  private final Kind kind;
  private final @Nullable String test;
  private final @Nullable String pattern;
  private final @Nullable DesignSession session;
  private final @Nullable RequestObserver use;
  private final boolean named;
  private @Nullable Sender previous;
  private volatile @Nullable RequestContext context;

  private Sender(
      Senders database,
      @Nullable Sender parent,
      Kind kind,
      @Nullable String test,
      @Nullable String pattern,
      @Nullable DesignSession session,
      @Nullable RequestObserver use) {
    this.database = database;
    this.parent = parent;
    this.kind = kind;
    this.test = test != null || parent == null ? test : parent.test;
    this.named = pattern != null;
    this.pattern = named || parent == null ? pattern : parent.pattern;
    this.session = session != null || parent == null ? session : parent.session;
    this.use = use;
    this.number =
        kind == Kind.TEST || parent == null
            ? String.valueOf(TESTS.incrementAndGet())
            : parent.number;
  }

  /** Returns the number of the test, which distinguishes its database from that of others. */
  String number() {
    return number;
  }

  /** The kind of a sender. */
  private enum Kind {
    TEST,
    BODY,
    BLOCK
  }

  static Sender ofTest(
      Senders database, @Nullable Sender parent, String name, @Nullable DesignSession session) {
    return new Sender(database, parent, Kind.TEST, name, null, session, null);
  }

  static Sender ofBody(
      Senders database,
      @Nullable Sender parent,
      String test,
      @Nullable String pattern,
      @Nullable RequestObserver use) {
    return new Sender(database, parent, Kind.BODY, test, pattern, null, use);
  }

  static Sender ofBlock(
      Senders database, @Nullable Sender parent, String pattern, RequestObserver use) {
    return new Sender(database, parent, Kind.BLOCK, null, pattern, null, use);
  }

  /** Returns whether this is a block in a test, or outside of one. */
  boolean isBlock() {
    return kind == Kind.BLOCK;
  }

  /** Returns the innermost sender that is running on this thread; null if no sender is running. */
  static @Nullable Sender ofThread() {
    return (Sender) PLACE.get()[RUNNING];
  }

  /** Returns the test whose client has passed the present request to this thread, or null. */
  static @Nullable Sender origin() {
    return (Sender) PLACE.get()[ORIGIN];
  }

  /** Makes this the sender of this thread. */
  void enter() {
    @Nullable Object[] place = PLACE.get();
    previous = (Sender) place[RUNNING];
    place[RUNNING] = this;
  }

  /** Ends this sender, on the thread that started it if it is still alive. */
  @Override
  public void close() {
    @Nullable Object[] place = PLACE.get();
    if (place[RUNNING] == this) {
      place[RUNNING] = previous;
    }
    previous = null;
    database.remove(this);
  }

  /**
   * Makes this the origin of the request that this thread is about to perform.
   *
   * @return the origin before, for {@link #leaveOrigin}
   */
  public @Nullable Sender enterOrigin() {
    @Nullable Object[] place = PLACE.get();
    Sender before = (Sender) place[ORIGIN];
    place[ORIGIN] = this;
    return before;
  }

  /** Ends {@link #enterOrigin}. */
  public static void leaveOrigin(@Nullable Sender before) {
    PLACE.get()[ORIGIN] = before;
  }

  Senders database() {
    return database;
  }

  @Nullable Sender parent() {
    return parent;
  }

  /** Returns the name of the test; null outside of a test. */
  @Nullable String test() {
    return test;
  }

  @Nullable DesignSession session() {
    return session;
  }

  boolean isWithin(Sender other) {
    for (Sender each = this; each != null; each = each.parent) {
      if (each == other) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a request to the uses that it belongs to. Requests of a block that names its access
   * pattern are not checked by the design alone.
   */
  void receive(ObservedRequest request) {
    boolean isNamed = false;
    for (Sender each = this; each != null; each = each.parent) {
      if (each.use != null && (each.named || !isNamed)) {
        each.use.observe(request);
      }
      isNamed |= each.named;
    }
    report(lab -> lab.observe(request));
  }

  /** Reports something of this sender to the design lab of the test, if it has one. */
  void report(Consumer<RequestObserver> event) {
    RequestObserver lab = session == null ? null : session.observer();
    if (lab != null) {
      @Nullable Object[] place = PLACE.get();
      place[OBSERVED] = this;
      event.accept(lab);
      place[OBSERVED] = null;
    }
  }

  /** Returns the context of the request that this thread reports to a design lab. */
  static RequestContext context() {
    Sender sender = (Sender) PLACE.get()[OBSERVED];
    if (sender == null) {
      return RequestContext.NONE;
    }
    RequestContext known = sender.context;
    if (known == null) {
      known = new RequestContext(sender.test, sender.pattern, sender.number);
      sender.context = known;
    }
    return known;
  }
}

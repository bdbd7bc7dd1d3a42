package dev.monotable.pattern;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import org.jspecify.annotations.Nullable;

/**
 * Code that sends requests to a database: a test, or a block in it that uses an access pattern. A
 * sender is running from its start until it is closed. Senders are nested: what a block requests,
 * its test requests too.
 */
public final class Sender implements AutoCloseable {
  @SuppressWarnings("ThreadLocalUsage") // a thread performs one request at a time, for any database
  private static final ThreadLocal<Place> PLACE = ThreadLocal.withInitial(Place::new);

  private final Senders database;
  private final @Nullable Sender parent;
  private final Kind kind;
  private final @Nullable String test;
  private final @Nullable String pattern;
  private final @Nullable DesignSession session;
  private final @Nullable RequestObserver use;
  private final boolean named;
  private @Nullable Sender previous;
  private volatile @Nullable RequestContext context;

  /** What a thread is doing. */
  private static final class Place {
    /** The innermost sender that was started on this thread. */
    private @Nullable Sender running;

    /** The test whose client has passed the present request to this thread. */
    private @Nullable Sender origin;

    /** The sender of the request that is observed. */
    private @Nullable Sender observed;
  }

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
  }

  /** What a sender is. */
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
    return PLACE.get().running;
  }

  /** Returns the test whose client has passed the present request to this thread, or null. */
  static @Nullable Sender origin() {
    return PLACE.get().origin;
  }

  /** Makes this the sender of this thread. */
  void enter() {
    Place place = PLACE.get();
    previous = place.running;
    place.running = this;
  }

  /** Ends this sender, on the thread that started it if it is still alive. */
  @Override
  public void close() {
    Place place = PLACE.get();
    if (place.running == this) {
      place.running = previous;
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
    Place place = PLACE.get();
    Sender before = place.origin;
    place.origin = this;
    return before;
  }

  /** Ends {@link #enterOrigin}. */
  public static void leaveOrigin(@Nullable Sender before) {
    PLACE.get().origin = before;
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
    RequestObserver lab = session == null ? null : session.observer();
    if (lab != null) {
      Place place = PLACE.get();
      place.observed = this;
      lab.observe(request);
      place.observed = null;
    }
  }

  /** Returns the context of the request that this thread reports to a design lab. */
  static RequestContext context() {
    Sender sender = PLACE.get().observed;
    if (sender == null) {
      return RequestContext.NONE;
    }
    RequestContext known = sender.context;
    if (known == null) {
      known = new RequestContext(sender.test, sender.pattern);
      sender.context = known;
    }
    return known;
  }
}

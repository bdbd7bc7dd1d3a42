package dev.monotable.engine.dispatch;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.insights.ContributorCounter;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.operation.Injection;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestAdmission;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionTable;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The observers and admissions of the requests of an engine, fault rules included. All are summed
 * up in one reference, which is null while there are none: that is all a request reads then.
 */
public final class RequestHooks {
  private final Committer committer;
  private final Wording wording;
  private final InstantSource clock;
  private final long seed;
  private final Function<String, @Nullable AdmissionTable> tables = this::findTable;
  private @Nullable FaultInjector faults;

  /** Runs when there is a fault injector; null if nothing has to. */
  private @Nullable Runnable whenFaultsAreUsed;

  private List<RequestObserver> observers;
  private List<Admission> admissions = List.of();
  private @Nullable ContributorCounter contributors;
  private volatile @Nullable Active active;

  /**
   * @param observers the first observers
   * @param wording of the errors of requests that are rejected before they are called
   * @param seed of the fault injector; not 0
   */
  public RequestHooks(
      Committer committer,
      List<RequestObserver> observers,
      Wording wording,
      InstantSource clock,
      long seed) {
    this.committer = committer;
    this.observers = observers;
    this.wording = wording;
    this.clock = clock;
    this.seed = seed;
    if (!observers.isEmpty()) {
      refresh();
    }
  }

  /** The observers, admissions and rules at one time. */
  static final class Active {
    private static final long ANCHORED_NANOS = 1_000_000_000;

    private final RequestObserver[] observers;
    private final List<Admission> admissions;

    /** The rules that concern each operation, by its ordinal; empty if there are no rules. */
    private final List<List<ActiveRule>> rules;

    private final Set<String> waiting;

    private final Function<String, @Nullable AdmissionTable> tables;

    private final InstantSource clock;

    /** Null if the clock is not the system's. */
    private volatile @Nullable Anchor anchor;

    /** One moment by the clock and by the monotonic clock. */
    private record Anchor(long millis, long nanos) {}

    Active(
        List<RequestObserver> observers,
        List<Admission> admissions,
        List<ActiveRule> all,
        Function<String, @Nullable AdmissionTable> tables,
        InstantSource clock) {
      this.admissions = admissions;
      this.tables = tables;
      this.observers = observers.toArray(new RequestObserver[0]);
      this.clock = clock;
      this.rules = all.isEmpty() ? List.of() : byOperation(all);
      this.waiting = waiting(rules, clock);
      if (clock.equals(InstantSource.system())) {
        this.anchor = new Anchor(clock.millis(), System.nanoTime());
      }
    }

    private static List<List<ActiveRule>> byOperation(List<ActiveRule> all) {
      List<List<ActiveRule>> rules = new ArrayList<>();
      for (OperationSchema<?, ?> operation : Operations.all()) {
        List<ActiveRule> concerning = new ArrayList<>();
        for (ActiveRule rule : all) {
          if (Injection.concerns(rule, operation)) {
            concerning.add(rule);
          }
        }
        rules.add(List.copyOf(concerning));
      }
      return List.copyOf(rules);
    }

    private static Set<String> waiting(List<List<ActiveRule>> rules, InstantSource clock) {
      Set<String> operations = new HashSet<>();
      for (int i = 0; i < rules.size(); i++) {
        for (ActiveRule rule : rules.get(i)) {
          if (rule.rule().fault() instanceof InjectedFault.Latency latency
              && latency.waits(clock)) {
            operations.add(Operations.all().get(i).name());
          }
        }
      }
      return Set.copyOf(operations);
    }

    /** Returns whether requests are observed. */
    boolean isObserved() {
      return observers.length > 0;
    }

    /**
     * Returns the admission of a request; null if no admission concerns its operation.
     *
     * @param envelope null for a request of Monotable itself
     */
    @Nullable RequestAdmission admission(
        OperationContext context,
        OperationSchema<?, ?> operation,
        Record input,
        @Nullable RequestEnvelope envelope) {
      List<ActiveRule> concerning = rules.isEmpty() ? List.of() : rules.get(operation.ordinal());
      List<Admission> asked = null;
      for (int i = 0; i < admissions.size(); i++) {
        if (admissions.get(i).concerns(operation)) {
          asked = asked == null ? new ArrayList<>(2) : asked;
          asked.add(admissions.get(i));
        }
      }
      if (asked == null && concerning.isEmpty()) {
        return null;
      }
      asked = asked == null ? new ArrayList<>(1) : asked;
      Injection injection =
          concerning.isEmpty() ? null : new Injection(context, operation, concerning);
      if (injection != null) {
        asked.add(injection);
      }
      return new RequestAdmission(context, tables, operation, input, envelope, asked, injection);
    }

    /** Returns the admission of a request that has begun earlier, without injected faults. */
    RequestAdmission later(
        OperationContext context,
        OperationSchema<?, ?> operation,
        Record input,
        @Nullable RequestEnvelope envelope) {
      List<Admission> asked = new ArrayList<>(admissions);
      asked.removeIf(admission -> !admission.concerns(operation));
      return new RequestAdmission(context, tables, operation, input, envelope, asked, null);
    }

    /** Reports that a request has run out of memory. */
    void outOfMemory() {
      for (int i = 0; i < admissions.size(); i++) {
        admissions.get(i).outOfMemory();
      }
    }

    /**
     * Returns the time of the clock at a moment that has just been read from the monotonic clock.
     * The system's clock is read once in a second, because reading it costs as much as the rest of
     * observing a request.
     *
     * @return milliseconds since 1970
     */
    long millisAt(long nanos) {
      Anchor known = anchor;
      if (known == null) {
        return clock.millis();
      }
      if (nanos - known.nanos() > ANCHORED_NANOS) {
        known = new Anchor(clock.millis(), nanos);
        anchor = known;
      }
      return known.millis() + Math.floorDiv(nanos - known.nanos(), 1_000_000);
    }

    /** Passes a request to each observer. What an observer throws does not reach the client. */
    void report(ObservedRequest request) {
      for (RequestObserver observer : observers) {
        try {
          observer.observe(request);
        } catch (RuntimeException e) {
          log(e);
        }
      }
    }

    /** Passes a bulk operation to each observer. */
    void report(BulkOperationDescription operation) {
      for (RequestObserver observer : observers) {
        try {
          observer.bulkOperationEnded(operation);
        } catch (RuntimeException e) {
          log(e);
        }
      }
    }

    private static void log(RuntimeException e) {
      System.getLogger(RequestObserver.class.getName())
          .log(System.Logger.Level.ERROR, "an observer of requests failed", e);
    }
  }

  /** Returns who observes and admits requests; null if none exist. */
  @Nullable Active active() {
    return active;
  }

  /** Returns the names of the operations whose requests a fault rule may let wait. */
  public Set<String> waitingOperations() {
    Active present = active;
    return present == null ? Set.of() : present.waiting;
  }

  /** Removes the fault rules, so that delayed requests continue, and ends the admissions. */
  public void close() {
    FaultInjector known;
    synchronized (this) {
      known = faults;
      admissions = List.of();
      refresh();
    }
    if (known != null) {
      known.clear();
    }
  }

  /** Returns the fault injector, which is created at the first call. */
  public FaultInjector faults() {
    FaultInjector known;
    Runnable action = null;
    synchronized (this) {
      known = faults;
      if (known == null) {
        known = new FaultInjector(seed, this::rulesChanged);
        faults = known;
        action = whenFaultsAreUsed;
        whenFaultsAreUsed = null;
      }
    }
    if (action != null) {
      action.run(); // without the lock: it may take others
    }
    return known;
  }

  /** Runs an action before {@link #faults} first returns: now, if it has already. */
  public void whenFaultsAreUsed(Runnable action) {
    synchronized (this) {
      if (faults == null) {
        whenFaultsAreUsed = action;
        return;
      }
    }
    action.run();
  }

  /** Adds an observer; returns its registration. */
  public synchronized RequestObserver.Registration add(RequestObserver observer) {
    List<RequestObserver> next = new ArrayList<>(observers);
    next.add(observer);
    observers = next;
    refresh();
    boolean[] closed = new boolean[1];
    return () -> remove(observer, closed);
  }

  private synchronized void remove(RequestObserver observer, boolean[] closed) {
    if (closed[0]) {
      return;
    }
    closed[0] = true;
    List<RequestObserver> next = new ArrayList<>(observers);
    next.remove(observer);
    observers = next;
    refresh();
  }

  /** Counts the keys of tables with Contributor Insights from now on, if it does not already. */
  public synchronized void countContributors() {
    if (contributors == null) {
      contributors = new ContributorCounter();
      var unused = add(contributors);
    }
  }

  /** Returns what counts the keys of tables with Contributor Insights; null if nothing does. */
  public synchronized @Nullable ContributorCounter contributors() {
    return contributors;
  }

  /** Adds an admission; returns its registration. */
  public synchronized Admission.Registration add(Admission admission) {
    List<Admission> next = new ArrayList<>(admissions);
    next.add(admission);
    admissions = List.copyOf(next);
    refresh();
    boolean[] closed = new boolean[1];
    return () -> remove(admission, closed);
  }

  private synchronized void remove(Admission admission, boolean[] closed) {
    if (closed[0]) {
      return;
    }
    closed[0] = true;
    List<Admission> next = new ArrayList<>(admissions);
    next.remove(admission);
    admissions = List.copyOf(next);
    refresh();
  }

  private synchronized void rulesChanged() {
    boolean readsOlderStates = false;
    for (ActiveRule rule : rules()) {
      InjectedFault.Type type = rule.rule().fault().type();
      readsOlderStates |=
          type == InjectedFault.Type.STALE_READ || type == InjectedFault.Type.LAGGING_INDEX;
    }
    committer.keepHistory(readsOlderStates ? InjectedFault.Lag.MAX_COMMITS + 1 : 0);
    refresh();
  }

  private @Nullable AdmissionTable findTable(String name) {
    TableState table = committer.state().findTable(name);
    return table == null ? null : new NamedTable(table.definition());
  }

  private List<ActiveRule> rules() {
    FaultInjector known = faults;
    return known == null ? List.of() : known.rules();
  }

  private synchronized void refresh() {
    List<ActiveRule> rules = rules();
    active =
        observers.isEmpty() && admissions.isEmpty() && rules.isEmpty()
            ? null
            : new Active(observers, admissions, rules, tables, clock);
  }

  /**
   * Returns whether a request that was admitted before, and is running for long, may add more data,
   * by asking the admissions.
   */
  public boolean hasRoom(OperationContext context, OperationSchema<?, ?> operation, Record input) {
    Active present = active;
    try {
      if (present != null) {
        present.later(context, operation, input, null).requireRoom();
      }
      return true;
    } catch (DynamoException e) {
      return false;
    }
  }

  /**
   * Returns the rights on Amazon S3 that the client with an access key has now, to go on with what
   * it has begun earlier.
   */
  public ObjectRights objectRights(
      OperationContext context, OperationSchema<?, ?> operation, Record input, String accessKey) {
    Active present = active;
    if (present == null) {
      return ObjectRights.ALL;
    }
    RequestEnvelope envelope = new RequestEnvelope();
    envelope.sign(new Caller.Client(accessKey, context.region()));
    return present.later(context, operation, input, envelope).objectRights();
  }

  /** Reports a bulk operation that has ended. */
  public void bulkOperationEnded(BulkOperationDescription operation) {
    Active present = active;
    if (present != null) {
      present.report(operation);
    }
  }

  /** Reports a request that did not reach the engine. */
  public void reject(OperationSchema<?, ?> operation, DynamoException error) {
    Active present = active;
    if (present != null && present.isObserved()) {
      long now = System.nanoTime();
      CompletedRequest event =
          new CompletedRequest(wording, null, null, operation, null, present.millisAt(now), now);
      event.fail(error);
      present.report(event.end(now));
    }
  }
}

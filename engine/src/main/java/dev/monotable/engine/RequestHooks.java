package dev.monotable.engine;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.operation.Observation;
import dev.monotable.schema.OperationSchema;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who observes the requests of an engine, and the faults that are injected into them. Both are
 * summed up in one reference, which is null while there is neither: that is all a request reads
 * then.
 */
final class RequestHooks {
  private final Committer committer;
  private final InstantSource clock;
  private final EngineConfig config;
  private @Nullable FaultInjector faults;
  private List<RequestObserver> observers;
  private volatile @Nullable Active active;

  RequestHooks(Committer committer, EngineConfig config) {
    this.committer = committer;
    this.clock = config.clock();
    this.observers = config.observers();
    this.config = config;
    if (!observers.isEmpty()) {
      refresh();
    }
  }

  /**
   * The observers and rules at one time.
   *
   * @param rules empty if there are none
   */
  record Active(RequestObserver[] observers, List<ActiveRule> rules) {
    /** Returns whether anybody observes requests. */
    boolean isObserved() {
      return observers.length > 0;
    }

    /** Passes a request to each observer. What an observer throws does not reach the client. */
    void report(ObservedRequest request) {
      for (RequestObserver observer : observers) {
        try {
          observer.observe(request);
        } catch (RuntimeException e) {
          System.getLogger(MonotableEngine.class.getName())
              .log(System.Logger.Level.ERROR, "an observer of requests failed", e);
        }
      }
    }
  }

  /** Returns the observers and rules; null if there are neither. */
  @Nullable Active active() {
    return active;
  }

  /** Returns the fault injector, which is created at the first call. */
  synchronized FaultInjector faults() {
    FaultInjector known = faults;
    if (known == null) {
      long seed = config.seed() == 0 ? System.nanoTime() : config.seed();
      known = new FaultInjector(seed, this::rulesChanged);
      faults = known;
    }
    return known;
  }

  synchronized RequestObserver.Registration add(RequestObserver observer) {
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

  private List<ActiveRule> rules() {
    FaultInjector known = faults;
    return known == null ? List.of() : known.rules();
  }

  private synchronized void refresh() {
    List<ActiveRule> rules = rules();
    active =
        observers.isEmpty() && rules.isEmpty()
            ? null
            : new Active(observers.toArray(new RequestObserver[0]), rules);
  }

  /** Reports a request that did not reach the engine. */
  void reject(OperationSchema<?, ?> operation, DynamoException error) {
    Active present = active;
    if (present != null && present.isObserved()) {
      present.report(
          new CompletedRequest(
              operation,
              null,
              new CompletedRequest.End(null, error, false),
              new CompletedRequest.Timing(clock.millis(), 0),
              new Observation(),
              null));
    }
  }
}

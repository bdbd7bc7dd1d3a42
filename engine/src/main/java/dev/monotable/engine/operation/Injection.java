package dev.monotable.engine.operation;

import dev.monotable.engine.commit.StateHistory;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ServiceFault;
import dev.monotable.engine.error.Throttled;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.fault.ManualClock;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The injected faults of one request: an admission by fault rules. A fault that ends the request is
 * thrown when the request is admitted; the others are remembered for the handler to ask for. For
 * one request and one thread.
 */
public final class Injection implements Admission {
  private final OperationContext context;
  private final OperationSchema<?, ?> operation;
  private final List<ActiveRule> rules;
  private final List<FaultRule> injected = new ArrayList<>(1);

  private InjectedFault.@Nullable Lag staleness;
  private InjectedFault.@Nullable Lag indexLag;
  private int pageItems = Integer.MAX_VALUE;
  private Duration recordDelay = Duration.ZERO;
  private @Nullable ActiveRule repeating;
  private @Nullable RuntimeException afterwards;

  /**
   * Creates the injection of a request.
   *
   * @param rules those that {@linkplain #concerns concern} the operation
   */
  public Injection(
      OperationContext context, OperationSchema<?, ?> operation, List<ActiveRule> rules) {
    this.context = context;
    this.operation = operation;
    this.rules = rules;
  }

  /** Returns whether a rule can hit requests of an operation. */
  public static boolean concerns(ActiveRule rule, OperationSchema<?, ?> operation) {
    return rule.rule().match().matchesOperation(operation)
        && rule.rule().fault().appliesTo(operation);
  }

  /** Admits a request that is not on items. */
  @Override
  public void enter(AdmissionRequest request) {
    if (!operation.traits().isOnData()) {
      admitOther(request);
    }
  }

  @Override
  public void admit(AdmissionRequest request) {
    if (operation.traits().subject() == Subject.RECORD) {
      admitOther(request);
      return;
    }
    List<RequestTarget> targets = ((RequestAdmission) request).targets();
    for (ActiveRule rule : rules) {
      boolean[] hit = hits(rule, targets);
      if (hit != null && rule.draw()) {
        injected.add(rule.rule());
        apply(rule, new Parts(request, targets, hit));
      }
    }
  }

  /** Admits a request without targets by the first table that it names. */
  private void admitOther(AdmissionRequest request) {
    String tableName = RequestTables.first(request.input());
    for (ActiveRule rule : rules) {
      if (rule.rule().match().index() != null || !rule.rule().match().matches(tableName, null)) {
        continue;
      }
      if (rule.rule().fault().type() == InjectedFault.Type.REPEATED_RECORDS) {
        repeating = rule; // drawn for pages that have records only
      } else if (rule.draw()) {
        injected.add(rule.rule());
        apply(rule, new Parts(request, List.of(), new boolean[0]));
      }
    }
  }

  /** Returns the fault of a part of a request. */
  @FunctionalInterface
  private interface PartFault {
    /**
     * Returns the fault of a part.
     *
     * @param target null if the request has no targets
     */
    Fault of(@Nullable RequestTarget target);
  }

  /**
   * The parts of a request that a rule matches.
   *
   * @param hit for each target, whether it matches
   */
  private record Parts(AdmissionRequest request, List<RequestTarget> targets, boolean[] hit) {
    /** Rejects them, each with its fault. */
    void reject(PartFault fault) {
      List<@Nullable Fault> faults = new ArrayList<>(hit.length);
      for (int i = 0; i < hit.length; i++) {
        faults.add(hit[i] ? fault.of(targets.get(i)) : null);
      }
      if (targets.isEmpty()) {
        faults.add(fault.of(null));
      }
      request.reject(faults);
    }

    boolean any() {
      for (boolean each : hit) {
        if (each) {
          return true;
        }
      }
      return false;
    }
  }

  /** Returns which targets a rule matches; null if it matches none. */
  private boolean @Nullable [] hits(ActiveRule rule, List<RequestTarget> targets) {
    InjectedFault.Type type = rule.rule().fault().type();
    boolean[] hit = null;
    for (int i = 0; i < targets.size(); i++) {
      RequestTarget target = targets.get(i);
      if (target.isMatchedBy(rule.rule().match()) && isOpenTo(target, type)) {
        if (hit == null) {
          hit = new boolean[targets.size()];
        }
        hit[i] = true;
      }
    }
    return hit;
  }

  /** Returns whether a fault can happen to a target, besides what its operation says. */
  private boolean isOpenTo(RequestTarget target, InjectedFault.Type type) {
    return switch (type) {
      case TRANSACTION_CONFLICT -> target.isWrite() || operation.traits().isTransaction();
      case STALE_READ -> !target.isWrite() && !target.consistent();
      case LAGGING_INDEX -> target.path().isGlobal();
      case SHORT_PAGE -> !target.isWrite();
      default -> true;
    };
  }

  private void apply(ActiveRule rule, Parts parts) {
    InjectedFault fault = rule.rule().fault();
    switch (fault.type()) {
      case THROTTLE ->
          parts.reject(target -> throttled((InjectedFault.Throttle) fault, rule, target));
      case UNPROCESSED -> skip((InjectedFault.Unprocessed) fault, rule, parts);
      case SERVER_ERROR ->
          end(
              ((InjectedFault.ServerError) fault).applied(),
              new FaultException(ServiceFault.Plain.INTERNAL_ERROR));
      case CHOSEN_ERROR -> throw new FaultException(((InjectedFault.ChosenFailure) fault).error());
      case LATENCY -> delay((InjectedFault.Latency) fault, rule);
      case DROPPED_CONNECTION -> {
        boolean applied = ((InjectedFault.DroppedConnection) fault).applied();
        end(applied, new DroppedConnectionException(applied));
      }
      case TRANSACTION_CONFLICT -> parts.reject(target -> TransactionFault.Plain.CONFLICT);
      case TRANSACTION_IN_PROGRESS -> throw new FaultException(TransactionFault.Plain.IN_PROGRESS);
      case SHORT_PAGE -> pageItems = Math.min(pageItems, ((InjectedFault.ShortPage) fault).items());
      case STALE_READ -> staleness = ((InjectedFault.StaleRead) fault).lag();
      case LAGGING_INDEX -> indexLag = ((InjectedFault.LaggingIndex) fault).lag();
      case LATE_RECORDS -> recordDelay = ((InjectedFault.LateRecords) fault).delay();
      case REPEATED_RECORDS -> {}
    }
  }

  /** Ends the request at once, or after it has taken effect. */
  private void end(boolean applied, RuntimeException end) {
    if (!applied) {
      throw end;
    }
    afterwards = end;
  }

  /** Completes a request that has taken effect: throws what is to be its answer instead. */
  public void complete() {
    if (afterwards != null) {
      throw afterwards;
    }
  }

  private static void skip(InjectedFault.Unprocessed fault, ActiveRule rule, Parts parts) {
    boolean[] hit = parts.hit();
    boolean[] chosen = new boolean[hit.length];
    rule.drawParts(fault.share(), chosen);
    int left = fault.parts();
    for (int i = hit.length - 1; i >= 0; i--) {
      chosen[i] &= hit[i] && left > 0;
      left -= chosen[i] ? 1 : 0;
    }
    InjectedFault.Throttle usual = new InjectedFault.Throttle(null);
    Parts skipped = new Parts(parts.request(), parts.targets(), chosen);
    if (skipped.any()) {
      skipped.reject(target -> throttled(usual, rule, target));
    }
  }

  private static ServiceFault throttled(
      InjectedFault.Throttle fault, ActiveRule rule, @Nullable RequestTarget target) {
    if (target == null) {
      return ServiceFault.Plain.REQUEST_RATE;
    }
    boolean onDemand = target.table().definition().payPerRequest();
    ServiceFault.ThroughputLimit limit = fault.limit();
    if (limit == null) {
      limit =
          onDemand
              ? ServiceFault.ThroughputLimit.KEY_RANGE
              : ServiceFault.ThroughputLimit.PROVISIONED;
    }
    String index = target.isWrite() ? rule.rule().match().index() : readIndex(target.path());
    return new Throttled(
        limit, onDemand, target.isWrite(), target.table().definition().arn(), index);
  }

  /** Returns the index whose throughput a read uses; a local index uses that of its table. */
  private static @Nullable String readIndex(AccessPath path) {
    return path.isGlobal() ? path.name() : null;
  }

  private void delay(InjectedFault.Latency fault, ActiveRule rule) {
    if (fault.waits(context.clock())) {
      rule.await(fault.duration().toNanos());
    } else {
      ((ManualClock) context.clock()).advance(fault.duration());
    }
  }

  // The decision.

  /** Returns the state of a table to read, which is older if a rule says so. */
  public TableState stateFor(TableState table, AccessPath path, boolean consistent) {
    TableState state = table;
    if (indexLag != null && path.isGlobal()) {
      state = older(table, indexLag);
    } else if (staleness != null && !consistent) {
      state = older(table, staleness);
    }
    return state;
  }

  private TableState older(TableState table, InjectedFault.Lag lag) {
    StateHistory history = context.committer().history();
    if (history == null) {
      return table;
    }
    return sameIn(history.before(lag.commits(), lag.age(), context.clock().instant()), table);
  }

  /** Returns a table in an older state. */
  static TableState sameIn(DatabaseState older, TableState table) {
    TableState found = older.findTable(table.definition().name());
    // A table that was created or changed since then has no older state that this request can read.
    return found == null || found.layout() != table.layout() ? table : found;
  }

  /** Returns the number of items that a page evaluates at most. */
  public int pageItems(int limit) {
    return Math.min(limit, pageItems);
  }

  /** Returns the age that stream records need to be returned. */
  public Duration recordDelay() {
    return recordDelay;
  }

  /**
   * Returns whether the page that follows a page of stream records has the same records again. A
   * record is returned twice at most.
   *
   * @param first the least sequence number that the page could have
   * @param last the sequence number of its last record
   */
  public boolean repeatsPage(String shardId, long first, long last) {
    if (repeating == null || !repeating.drawOnce(shardId, first, last)) {
      return false;
    }
    injected.add(repeating.rule());
    return true;
  }

  /** Returns the rules that this request was hit by. */
  public List<FaultRule> injected() {
    return List.copyOf(injected);
  }

  @Override
  public String toString() {
    return operation.name() + " " + injected;
  }
}

package dev.monotable.engine.operation;

import dev.monotable.engine.commit.StateHistory;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ServiceFault;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.fault.ManualClock;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The injected faults of one request. A handler calls one of the methods that begin with {@code
 * admit} when the request has been checked and before it takes effect. A fault that ends the
 * request is thrown there; the others are remembered for the handler to ask for. For one request
 * and one thread.
 */
public final class Injection {
  private final OperationContext context;
  private final OperationSchema<?, ?> operation;
  private final List<ActiveRule> rules;
  private final List<FaultRule> injected = new ArrayList<>(1);

  /** The parts of a batch that are not processed; null if there are none. */
  private boolean @Nullable [] unprocessed;

  /** The failures of the statements of a batch; null if there are none. */
  private @Nullable FaultException @Nullable [] failures;

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

  // Admission, by the shape of the operation.

  /**
   * Admits an operation that is not on items.
   *
   * @param tableName null if the request names no table
   */
  public void admitOther(@Nullable String tableName) {
    for (ActiveRule rule : rules) {
      if (rule.rule().match().index() != null || !rule.rule().match().matches(tableName, null)) {
        continue;
      }
      if (rule.rule().fault().type() == InjectedFault.Type.REPEATED_RECORDS) {
        repeating = rule; // drawn for pages that have records only
      } else if (rule.draw()) {
        injected.add(rule.rule());
        apply(rule, List.of(), new boolean[0]);
      }
    }
  }

  /**
   * Admits a read of a page or of an item.
   *
   * @return the state of the table to read, which may be older
   */
  public TableState admitRead(
      TableState table, AccessPath path, @Nullable Item subject, boolean consistent) {
    admit(List.of(new RequestTarget(table.layout(), path, subject, false, consistent)));
    return stateFor(table, path, consistent);
  }

  /** Admits a write of one item. */
  public void admitWrite(TableLayout table, Item subject) {
    admit(List.of(RequestTarget.ofWrite(table, subject)));
  }

  /** Admits the parts of a batch or transaction, in the order of the request. */
  public void admit(List<RequestTarget> targets) {
    for (ActiveRule rule : rules) {
      boolean[] hit = hits(rule, targets);
      if (hit != null && rule.draw()) {
        injected.add(rule.rule());
        apply(rule, targets, hit);
      }
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

  private void apply(ActiveRule rule, List<RequestTarget> targets, boolean[] hit) {
    InjectedFault fault = rule.rule().fault();
    switch (fault.type()) {
      case THROTTLE ->
          fail(hit, at -> throttled((InjectedFault.Throttle) fault, rule, targets, at));
      case UNPROCESSED -> skip((InjectedFault.Unprocessed) fault, rule, targets, hit);
      case SERVER_ERROR ->
          end(
              ((InjectedFault.ServerError) fault).applied(),
              new FaultException(ServiceFault.Plain.INTERNAL_ERROR));
      case LATENCY -> delay((InjectedFault.Latency) fault, rule);
      case DROPPED_CONNECTION -> {
        boolean applied = ((InjectedFault.DroppedConnection) fault).applied();
        end(applied, new DroppedConnectionException(applied));
      }
      case TRANSACTION_CONFLICT -> fail(hit, at -> TransactionFault.Plain.CONFLICT);
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

  /** Returns the fault of a part of a request. */
  @FunctionalInterface
  private interface PartFault {
    Fault at(int part);
  }

  /** Fails some parts, in the way of the operation. */
  private void fail(boolean[] hit, PartFault fault) {
    switch (operation.traits().parts()) {
      case ONE -> throw new FaultException(fault.at(0));
      case ATOMIC -> {
        @Nullable Fault[] reasons = new Fault[hit.length];
        for (int i = 0; i < hit.length; i++) {
          if (hit[i]) {
            Fault reason = fault.at(i);
            if (TransactionFault.reasonCode(reason) == null) {
              throw new FaultException(reason);
            }
            reasons[i] = reason;
          }
        }
        throw new FaultException(new TransactionFault.Canceled(Arrays.asList(reasons)));
      }
      case ANSWERED -> {
        @Nullable FaultException[] failed = failures;
        if (failed == null) {
          failed = new FaultException[hit.length];
          failures = failed;
        }
        for (int i = 0; i < hit.length; i++) {
          if (hit[i] && failed[i] == null) {
            failed[i] = new FaultException(fault.at(i));
          }
        }
      }
      case UNPROCESSED -> skip(hit, fault);
    }
  }

  /**
   * Marks parts of a batch as unprocessed; throws the fault if none is left and it is throttling.
   */
  private void skip(boolean[] hit, PartFault fault) {
    boolean[] skipped = unprocessed;
    if (skipped == null) {
      skipped = new boolean[hit.length];
      unprocessed = skipped;
    }
    boolean all = true;
    for (int i = 0; i < hit.length; i++) {
      skipped[i] |= hit[i];
      all &= skipped[i];
    }
    if (all && fault.at(0) instanceof ServiceFault throttling) {
      throw new FaultException(throttling);
    }
  }

  private void skip(
      InjectedFault.Unprocessed fault,
      ActiveRule rule,
      List<RequestTarget> targets,
      boolean[] hit) {
    boolean[] chosen = new boolean[hit.length];
    rule.drawParts(fault.share(), chosen);
    int left = fault.parts();
    for (int i = hit.length - 1; i >= 0; i--) {
      chosen[i] &= hit[i] && left > 0;
      left -= chosen[i] ? 1 : 0;
    }
    InjectedFault.Throttle usual = new InjectedFault.Throttle(null);
    fail(chosen, at -> throttled(usual, rule, targets, at));
  }

  private static ServiceFault throttled(
      InjectedFault.Throttle fault, ActiveRule rule, List<RequestTarget> targets, int at) {
    if (targets.isEmpty()) {
      return ServiceFault.Plain.REQUEST_RATE;
    }
    RequestTarget target = targets.get(at);
    boolean onDemand = target.table().definition().payPerRequest();
    ServiceFault.ThroughputLimit limit = fault.limit();
    if (limit == null) {
      limit =
          onDemand
              ? ServiceFault.ThroughputLimit.KEY_RANGE
              : ServiceFault.ThroughputLimit.PROVISIONED;
    }
    String index = target.isWrite() ? rule.rule().match().index() : readIndex(target.path());
    return new ServiceFault.Throttled(
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

  // What was decided.

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
    TableState found =
        history
            .before(lag.commits(), lag.age(), context.clock().instant())
            .findTable(table.definition().name());
    // A table that was created or changed since then has no older state that this request can read.
    return found == null || found.layout() != table.layout() ? table : found;
  }

  /** Returns whether a part of a batch is not processed. */
  public boolean isUnprocessed(int part) {
    return unprocessed != null && unprocessed[part];
  }

  /** Returns the failure of a statement of a batch; null if it is to be run. */
  public @Nullable FaultException failure(int statement) {
    return failures == null ? null : failures[statement];
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
    return operation.name() + " " + injected + " " + Arrays.toString(unprocessed);
  }
}

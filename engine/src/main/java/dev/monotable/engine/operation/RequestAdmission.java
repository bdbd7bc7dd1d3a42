package dev.monotable.engine.operation;

import dev.monotable.engine.error.Canceled;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.ServiceFault;
import dev.monotable.engine.error.Throttled;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.observe.ThrottledKey;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTable;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The admission of one request: its admissions, what it will read and write, and which of its parts
 * are rejected. For one request and one thread.
 */
public final class RequestAdmission implements AdmissionRequest {
  private final OperationContext context;
  private final Function<String, @Nullable AdmissionTable> tables;
  private final OperationSchema<?, ?> operation;
  private final Record input;
  private final @Nullable RequestEnvelope envelope;
  private final List<Admission> admissions;

  /** Decides on injected faults; null if there are no fault rules. One of the admissions. */
  private final @Nullable Injection injection;

  private final List<RequestTarget> targets = new ArrayList<>(1);

  /** The part of each target; null while each target is a part. */
  private int @Nullable [] parts;

  private int nextPart;

  /** Whether strongly consistent reads see the state of now. */
  private boolean refreshed;

  /** The state that eventually consistent reads see; null for that of now. */
  private @Nullable DatabaseState earlier;

  /** Decides for operations that are not on items. */
  private BooleanSupplier addsData = () -> false;

  /** Why statements of a batch are rejected before their tables are looked up; null if none is. */
  private @Nullable Map<Integer, FaultException> rejections;

  /** The parts of a batch that are not processed; null if there are none. */
  private boolean @Nullable [] unprocessed;

  /** The parts that are throttled; null if there are none. */
  private @Nullable List<ThrottledKey> throttled;

  /** The failures of parts that have their own errors; null if there are none. */
  private @Nullable FaultException @Nullable [] failures;

  /**
   * Creates the admission of a request.
   *
   * @param context of the engine
   * @param tables finds tables by their names
   * @param envelope null for a request of Monotable itself
   * @param admissions those that concern the operation, in the order in which they are asked
   * @param injection the last one of them; null if there are no fault rules
   */
  public RequestAdmission(
      OperationContext context,
      Function<String, @Nullable AdmissionTable> tables,
      OperationSchema<?, ?> operation,
      Record input,
      @Nullable RequestEnvelope envelope,
      List<Admission> admissions,
      @Nullable Injection injection) {
    this.context = context;
    this.tables = tables;
    this.operation = operation;
    this.input = input;
    this.envelope = envelope;
    this.admissions = admissions;
    this.injection = injection;
  }

  // The admitted target.

  @Override
  public OperationSchema<?, ?> operation() {
    return operation;
  }

  @Override
  public Record input() {
    return input;
  }

  @Override
  public Caller caller() {
    return envelope == null ? Caller.Own.ENGINE : envelope.caller();
  }

  @Override
  public @Nullable RequestHeaders headers() {
    return envelope == null ? null : envelope.headers();
  }

  @Override
  public String region() {
    return context.region();
  }

  @Override
  public String account() {
    return context.account();
  }

  @Override
  public Instant now() {
    return context.clock().instant();
  }

  @Override
  public @Nullable AdmissionTable findTable(String name) {
    return tables.apply(name);
  }

  @Override
  public int partOf(int target) {
    int[] known = parts;
    return known == null ? target : known[target];
  }

  @Override
  public List<String> tables() {
    return List.copyOf(RequestTables.of(input));
  }

  @Override
  public List<RequestTarget> targets() {
    return targets;
  }

  @Override
  public boolean addsData() {
    for (RequestTarget target : targets) {
      if (target.addsData()) {
        return true;
      }
    }
    return addsData.getAsBoolean();
  }

  // Steps.

  /**
   * Asks before the tables are looked up.
   *
   * @param adds whether the request adds data, if it is not on items
   */
  void enter(BooleanSupplier adds) {
    addsData = adds;
    for (Admission admission : admissions) {
      admission.enter(this);
    }
  }

  /** Asks whether a request that is not on items may add more data. */
  public void requireRoom() {
    enter(() -> true);
  }

  void add(RequestTarget target) {
    targets.add(target);
    int[] known = parts;
    if (known != null) {
      known = Arrays.copyOf(known, targets.size());
      known[targets.size() - 1] = nextPart;
      parts = known;
    }
    nextPart++;
  }

  /** Leaves a part of the request without a target. */
  void skipPart() {
    if (parts == null) {
      int[] known = new int[targets.size()];
      Arrays.setAll(known, i -> i);
      parts = known;
    }
    nextPart++;
  }

  /** Asks about the targets. */
  void admit() {
    for (Admission admission : admissions) {
      admission.admit(this);
    }
    for (Admission admission : admissions) {
      admission.admitted(this);
    }
  }

  /** Charges a part; returns why it is rejected, or null. */
  @Nullable FaultException charge(RequestCharge charge) {
    FaultException rejection = null;
    try {
      for (Admission admission : admissions) {
        admission.charge(this, charge);
      }
    } catch (FaultException e) {
      rejection = e;
      if (e.fault() instanceof Throttled fault) {
        note(charge.table().definition().name(), fault, charge.partitionKey(fault.index()));
      }
    }
    for (Admission admission : admissions) {
      admission.settle(this, charge, rejection == null ? null : rejection.fault());
    }
    return rejection;
  }

  private void note(String table, Throttled fault, @Nullable Item key) {
    if (throttled == null) {
      throttled = new ArrayList<>(1);
    }
    throttled.add(new ThrottledKey(table, fault.index(), key, fault.reason()));
  }

  /** Returns the parts that were throttled, in the order in which that was found. */
  public List<ThrottledKey> throttled() {
    return throttled == null ? List.of() : List.copyOf(throttled);
  }

  void complete() {
    if (injection != null) {
      injection.complete();
    }
  }

  /** Returns the rights of the caller on Amazon S3, as they are now. */
  public ObjectRights objectRights() {
    List<ObjectRights.Decider> deciders = new ArrayList<>(1);
    for (Admission admission : admissions) {
      ObjectRights.Decider decider = admission.objects(this);
      if (decider != null) {
        deciders.add(decider);
      }
    }
    return caller() instanceof Caller.Client client && !deciders.isEmpty()
        ? new ObjectRights(client.accessKey(), deciders)
        : ObjectRights.ALL;
  }

  /** Reports the end of the request to all that were asked. */
  public void leave(@Nullable Throwable failure) {
    for (Admission admission : admissions) {
      admission.leave(this, failure);
    }
  }

  @Override
  public void refresh() {
    refreshed = true;
  }

  // Decisions on parts.

  @Override
  public void reject(List<@Nullable Fault> faults) {
    for (int i = 0; i < faults.size() && i < targets.size(); i++) {
      if (faults.get(i) instanceof Throttled fault) {
        note(targets.get(i).tableName(), fault, targets.get(i).partitionKey(fault.index()));
      }
    }
    switch (operation.traits().parts()) {
      case ONE -> throw new FaultException(first(faults));
      case ATOMIC -> cancel(faults);
      case ANSWERED -> fail(faults);
      case UNPROCESSED -> skip(faults);
    }
  }

  @Override
  public void rejectStatement(int statement, Fault fault) {
    if (rejections == null) {
      rejections = new HashMap<>();
    }
    rejections.putIfAbsent(statement, new FaultException(fault));
  }

  @Nullable FaultException rejection(int statement) {
    return rejections == null ? null : rejections.get(statement);
  }

  private static Fault first(List<@Nullable Fault> faults) {
    for (Fault fault : faults) {
      if (fault != null) {
        return fault;
      }
    }
    throw new IllegalArgumentException("nothing is rejected");
  }

  /** Cancels a transaction. A fault that cannot be a reason is its error instead. */
  private static void cancel(List<@Nullable Fault> faults) {
    for (Fault reason : faults) {
      if (reason != null && Canceled.reasonCode(reason) == null) {
        throw new FaultException(reason);
      }
    }
    throw new FaultException(new Canceled(faults));
  }

  private void fail(List<@Nullable Fault> faults) {
    @Nullable FaultException[] failed = failures;
    if (failed == null) {
      failed = new FaultException[faults.size()];
      failures = failed;
    }
    for (int i = 0; i < failed.length; i++) {
      Fault fault = faults.get(i);
      if (fault != null && failed[i] == null) {
        failed[i] = new FaultException(fault);
      }
    }
  }

  /**
   * Marks parts of a batch as unprocessed; throws the fault if none is left and it is throttling,
   * or a conflict with another Region.
   */
  private void skip(List<@Nullable Fault> faults) {
    boolean[] skipped = unprocessed;
    if (skipped == null) {
      skipped = new boolean[faults.size()];
      unprocessed = skipped;
    }
    boolean all = true;
    for (int i = 0; i < skipped.length; i++) {
      skipped[i] |= faults.get(i) != null;
      all &= skipped[i];
    }
    Fault fault = first(faults);
    if (all && (fault instanceof ServiceFault || fault instanceof ReplicaFault)) {
      throw new FaultException(fault);
    }
  }

  boolean isUnprocessed(int part) {
    return unprocessed != null && unprocessed[part];
  }

  @Nullable FaultException failure(int part) {
    return failures == null ? null : failures[part];
  }

  // Decisions on what is read.

  /** Lets the eventually consistent reads of the request see an earlier state. */
  public void readFrom(DatabaseState state) {
    earlier = state;
  }

  TableState stateFor(TableState table, AccessPath path, boolean consistent) {
    TableState state = table;
    if (consistent) {
      state = refreshed ? latest(table) : table;
    } else if (earlier != null) {
      state = Injection.sameIn(earlier, table);
    }
    return injection == null ? state : injection.stateFor(state, path, consistent);
  }

  private TableState latest(TableState table) {
    TableState latest = context.committer().state().findTable(table.definition().name());
    return latest == null || !latest.definition().id().equals(table.definition().id())
        ? table
        : latest;
  }

  int pageItems(int limit) {
    return injection == null ? limit : injection.pageItems(limit);
  }

  Instant latestRecord(Instant now) {
    return injection == null ? Instant.MAX : now.minus(injection.recordDelay());
  }

  boolean repeatsPage(String shardId, long first, long last) {
    return injection != null && injection.repeatsPage(shardId, first, last);
  }

  /** Returns the fault rules that have hit the request. */
  public List<FaultRule> injected() {
    return injection == null ? List.of() : injection.injected();
  }
}

package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexRequests.IndexUpdate;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableChange.Kind;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.ThroughputHistory;
import dev.monotable.model.BillingMode;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Applies one UpdateTable request in a commit. Each change begins: its immediate effects are
 * applied, and the rest becomes the outcome of a {@link TableChange}. The response describes the
 * table at this point. Changes without a delay then end in the same commit.
 */
public final class TableUpdate {
  private final OperationContext context;
  private final StateDraft draft;
  private final UpdateTableInput request;
  private final TableAdmission admission;
  private final TableState original;
  private TableState table;

  /**
   * Prepares an update.
   *
   * @param request a request that {@link UpdateTableRules} accepts, or that an operation with the
   *     same effect has made
   * @throws FaultException if the table does not exist
   */
  public TableUpdate(
      OperationContext context, StateDraft draft, String name, UpdateTableInput request) {
    this.context = context;
    this.draft = draft;
    this.request = request;
    this.original = OperationContext.requireSettable(draft.state(), name);
    this.table = original;
    this.admission = new TableAdmission(table);
  }

  /**
   * Begins the changes, describes the table, and ends the changes without a delay.
   *
   * @param types of what the table may have
   * @return the description of the table after the changes have begun
   * @throws FaultException for the first invalid change
   */
  public TableDescription apply(TableTypes types) {
    requireStreamKept();
    admission.requireChangeable(draft.now());
    if (request.sseSpecification() != null) {
      changeEncryption(request.sseSpecification());
    }
    if (request.deletionProtectionEnabled() != null) {
      define(definition().toBuilder().deletionProtection(request.deletionProtectionEnabled()));
      if (GlobalReplicas.isGlobal(table, draft.now())) {
        begin(Kind.REPLICA, context.region(), ChangeOutcome.Plain.NONE); // DDB-TABLE-263, -297
      }
    }
    if (request.warmThroughput() != null && !Throughput.isAbsent(request.warmThroughput())) {
      changeWarmThroughput(request.warmThroughput());
    }
    boolean again = request.tableClass() != null && !changeClass(request.tableClass());
    if (request.billingMode() != null || request.provisionedThroughput() != null) {
      again = !changeThroughput();
    }
    if (request.onDemandThroughput() != null
        && !Throughput.isAbsent(request.onDemandThroughput())) {
      admission.requireOnDemand();
      define(
          definition().toBuilder()
              .onDemandThroughput(
                  Throughput.changedOnDemand(
                      definition().onDemandThroughput(),
                      request.onDemandThroughput(),
                      definition().payPerRequest(),
                      null)));
    }
    if (request.streamSpecification() != null) {
      changeStream(request.streamSpecification());
    }
    changeIndexes(types.indexes());
    for (SettingRequests<?> type : types.settings()) {
      if (type.isUpdated(request)) {
        table = type.update(table, request, admission, context, draft.now());
      }
    }
    TableDescription answer = TableDescriptions.of(table, draft.now());
    if (GlobalReplicas.isGlobal(table, draft.now())) {
      answer = withoutNewIndex(answer);
    }
    if (again) {
      // If nothing changes, AWS still returns the table as UPDATING.
      answer = answer.toBuilder().tableStatus("UPDATING").build();
    } else if (request.sseSpecification() != null) {
      // Even if DescribeTable returns UPDATING because of another change: DDB-TABLE-119.
      answer = answer.toBuilder().tableStatus("ACTIVE").build();
    }
    Quotas.require(context, draft.state(), original.definition(), request);
    forgetRemovedBounds();
    draft.putTable(table);
    LifeCycle.settle(draft);
    return answer;
  }

  /**
   * Returns the description of a global table: it does not show a new index yet (DDB-TABLE-296).
   */
  private TableDescription withoutNewIndex(TableDescription answer) {
    if (definition().indexes().size() <= original.definition().indexes().size()) {
      return answer;
    }
    TableDescription known = TableDescriptions.of(original, draft.now());
    return answer.toBuilder()
        .globalSecondaryIndexes(
            Objects.requireNonNullElse(known.globalSecondaryIndexes(), List.of()))
        .replicas(known.replicas())
        .build();
  }

  /** Checks that the stream of a replica is not disabled, also during a change (DDB-TABLE-227). */
  private void requireStreamKept() {
    StreamSpecification stream = request.streamSpecification();
    if (stream != null
        && StreamSettings.updated(stream) == null
        && GlobalReplicas.isGlobal(table, draft.now())
        && StrongReplica.find(definition(), draft.now()) == null) {
      throw new FaultException(ReplicaFault.Plain.STREAM_REQUIRED);
    }
  }

  private TableDefinition definition() {
    return table.definition();
  }

  private void define(TableDefinition.Builder next) {
    table = table.withDefinition(next.build());
  }

  private void begin(Kind kind, @Nullable String subject, ChangeOutcome outcome) {
    table =
        table.withChange(
            new TableChange(
                kind, subject, draft.now().plus(context.delays().updateTable()), outcome));
  }

  private void changeEncryption(SSESpecification specification) {
    SSEDescription asked = Encryption.description(context, specification);
    String key = asked == null ? null : asked.kmsMasterKeyArn();
    if (key != null && table.findChange(Kind.ENCRYPTION, key) != null) {
      // Repeating the change in progress succeeds and changes nothing: DDB-TABLE-065.
      return;
    }
    admission.requireEncryption();
    SSEDescription current = definition().sse();
    SSEDescription next = Encryption.changed(context, current, specification);
    define(definition().toBuilder().sse(Encryption.updating(current)));
    begin(Kind.ENCRYPTION, key, new ChangeOutcome.Encryption(next));
  }

  private void changeWarmThroughput(WarmThroughput asked) {
    WarmThroughput next = Throughput.changedWarm(definition().warmThroughput(), asked, null);
    // A later change replaces the one in progress.
    TableChange running = table.findChange(Kind.WARM_THROUGHPUT, null);
    if (running != null) {
      table = table.withoutChange(running);
    }
    begin(Kind.WARM_THROUGHPUT, null, new ChangeOutcome.Warm(null, next));
  }

  /** Changes the table class and returns whether it differs from the current one. */
  private boolean changeClass(String next) {
    admission.requireTableClass();
    String current = definition().tableClass();
    if (next.equals(current == null ? "STANDARD" : current)) {
      return false;
    }
    begin(Kind.TABLE_CLASS, next, new ChangeOutcome.TableClass(next));
    return true;
  }

  /** Changes the billing mode or throughput and returns whether anything changes. */
  private boolean changeThroughput() {
    TableDefinition old = definition();
    String mode = request.billingMode();
    boolean payPerRequest =
        mode == null ? old.payPerRequest() : BillingMode.find(mode) == BillingMode.PAY_PER_REQUEST;
    TableChange switching = table.findChange(Kind.BILLING_MODE, "PROVISIONED");
    if (payPerRequest && mode != null && (old.payPerRequest() || switching != null)) {
      // The same while the table is switching to provisioned mode, and the switch continues:
      // DDB-TABLE-452.
      return false;
    }
    requireNoDeletedIndex();
    admission.requireThroughput();
    ProvisionedThroughput asked = request.provisionedThroughput();
    if (payPerRequest && asked != null) {
      throw new FaultException(ThroughputFault.Plain.UNITS_WITH_PAY_PER_REQUEST);
    }
    if (payPerRequest) {
      switchToOnDemand();
    } else if (old.payPerRequest()) {
      requireProvisionable();
      switchToProvisioned(Objects.requireNonNull(asked));
    } else {
      ProvisionedThroughput units = Objects.requireNonNull(asked);
      Throughput.Change change = Throughput.change(old.throughput(), units, null, draft.now());
      define(old.toBuilder().throughput(change.meanwhile()));
      WarmThroughput warm = Throughput.warm(units);
      begin(Kind.THROUGHPUT, null, new ChangeOutcome.Provisioned(change.then(), warm));
    }
    return true;
  }

  /**
   * Checks that no updated index is being deleted. AWS reports this before errors of the table's
   * throughput (DDB-TABLE-376).
   */
  private void requireNoDeletedIndex() {
    if (request.globalSecondaryIndexUpdates() != null) {
      for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
        if (update.update() != null) {
          String index = update.update().indexName();
          if (table.findChange(Kind.DELETE_INDEX, index) != null) {
            admission.requireIndexUpdate(index);
          }
        }
      }
    }
  }

  private void requireProvisionable() {
    for (IndexDefinition index : definition().indexes()) {
      if (index.type() instanceof IndexRequests type) {
        type.requireProvisionable();
      }
    }
  }

  private void switchToOnDemand() {
    TableDefinition old = definition();
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : old.indexes()) {
      ProvisionedThroughputDescription units = index.capacity().provisioned();
      indexes.add(
          units == null
              ? index
              : index.with(
                  index.capacity().provisioned(Throughput.withoutUnits(units, draft.now()))));
    }
    define(
        old.toBuilder()
            .payPerRequest(true)
            .throughput(Throughput.withoutUnits(old.throughput(), draft.now()))
            .indexes(indexes));
    Instant lastDecrease = old.throughput().lastDecreaseDateTime();
    begin(Kind.BILLING_MODE, "PAY_PER_REQUEST", new ChangeOutcome.OnDemand(lastDecrease));
  }

  private void switchToProvisioned(ProvisionedThroughput asked) {
    TableDefinition old = definition();
    requireUnitsOfIndexes(old);
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : old.indexes()) {
      ProvisionedThroughputDescription units =
          index.type().isProvisioned()
              ? Throughput.withUnits(
                  throughput(index), Objects.requireNonNull(findGivenTo(index.name())))
              : null;
      indexes.add(index.with(index.capacity().provisioned(units).onDemand(null)));
    }
    define(
        old.toBuilder()
            .payPerRequest(false)
            .throughput(Throughput.withUnits(old.throughput(), asked))
            .warmThroughput(
                ThroughputHistory.higherWarm(old.warmThroughput(), Throughput.warm(asked)))
            .onDemandThroughput(null)
            .indexes(indexes));
    begin(Kind.BILLING_MODE, "PROVISIONED", ChangeOutcome.Plain.NONE);
  }

  private static ProvisionedThroughputDescription throughput(IndexDefinition index) {
    ProvisionedThroughputDescription units = index.capacity().provisioned();
    return units == null ? TableDefinition.NO_THROUGHPUT : units;
  }

  /**
   * Checks that the request has the throughput of each index.
   *
   * @throws FaultException with the names of the others; AWS's order is not known
   */
  private void requireUnitsOfIndexes(TableDefinition table) {
    StringJoiner others = new StringJoiner(",");
    for (IndexDefinition index : table.indexes()) {
      if (index.type().isProvisioned() && findGivenTo(index.name()) == null) {
        others.add(index.name());
      }
    }
    if (others.length() != 0) {
      throw new FaultException(
          ThroughputFault.Plain.UPDATED_INDEX_UNITS_REQUIRED.with(others.toString()));
    }
  }

  /** Returns the throughput of an index in the request; null if it has none. */
  private @Nullable ProvisionedThroughput findGivenTo(String index) {
    if (request.globalSecondaryIndexUpdates() != null) {
      for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
        if (update.update() != null
            && index.equals(update.update().indexName())
            && update.update().provisionedThroughput() != null) {
          return update.update().provisionedThroughput();
        }
      }
    }
    return null;
  }

  private void changeStream(StreamSpecification specification) {
    admission.requireStream();
    TableDefinition definition = definition();
    StreamView view = StreamSettings.updated(specification);
    StreamState current = table.stream();
    if (view != null) {
      if (definition.streamView() != null) {
        throw new FaultException(TableFault.Plain.STREAM_ENABLED.with(definition.name()));
      }
      table = StreamSettings.enabled(draft, table, view);
    } else {
      if (definition.streamView() == null || current == null) {
        throw new FaultException(TableFault.Plain.STREAM_DISABLED.with(definition.name()));
      }
      table =
          table
              .withDefinition(definition.toBuilder().streamView(null).build())
              .withStream(StreamWriter.close(current, draft.now(), draft));
    }
    begin(Kind.STREAM, null, ChangeOutcome.Plain.NONE);
  }

  private void changeIndexes(List<IndexRequests> types) {
    int made = 0;
    for (IndexUpdate update : IndexRequests.allUpdates(types, request)) {
      made += update.createsOrDeletes() ? 1 : 0;
    }
    if (made > 1) {
      throw new FaultException(IndexFault.Plain.ONE_INDEX_AT_A_TIME);
    }
    for (IndexRequests type : types) {
      if (type.updates(request) != null) {
        table = type.update(table, request, admission, context, draft.now());
      }
    }
  }

  /** Removes maximums that the request has set to -1. The response still contains them as -1. */
  private void forgetRemovedBounds() {
    TableDefinition old = definition();
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : old.indexes()) {
      CapacitySettings capacity = index.capacity();
      indexes.add(index.with(capacity.onDemand(Throughput.bounds(capacity.onDemand()))));
    }
    define(
        old.toBuilder()
            .onDemandThroughput(Throughput.bounds(old.onDemandThroughput()))
            .indexes(indexes));
  }
}

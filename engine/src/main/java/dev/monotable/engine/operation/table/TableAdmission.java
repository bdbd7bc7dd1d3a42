package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableChange.Kind;
import dev.monotable.engine.table.TableState;
import java.time.Instant;
import java.util.Objects;

/**
 * Decides which changes of a table may begin while others are in progress. AWS decides this for
 * each pair of changes, not by the table's status. The pairs here were recorded from AWS
 * (aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks}, DDB-TABLE-119, -163, -175,
 * -286, -369, -370, -376). Changes of deletion protection, tags, TTL, encryption and warm
 * throughput are never blocked by other changes.
 */
public final class TableAdmission {
  private final TableState table;
  private final String name;

  public TableAdmission(TableState table) {
    this.table = table;
    this.name = table.definition().name();
  }

  private static FaultException inUse(Fault fault) {
    return new FaultException(fault);
  }

  /**
   * Checks that the table exists, and that it is not a global table of which a replica is being
   * changed.
   *
   * @throws FaultException if it is
   */
  void requireChangeable(Instant now) {
    requireExisting();
    if (table.findChange(Kind.REPLICA) != null || isReplicaChanging(now)) {
      throw inUse(InUseFault.Plain.REPLICA_CHANGING);
    }
  }

  /** Returns whether a replica is being changed. The table may be ACTIVE again before that ends. */
  private boolean isReplicaChanging(Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    return setting != null
        && setting.replicas().stream().anyMatch(replica -> replica.dueAt().isAfter(now));
  }

  /** Checks that the table is neither being created nor being deleted. */
  private void requireExisting() {
    if (table.findChange(Kind.CREATE_TABLE) != null) {
      throw inUse(InUseFault.Plain.CREATING.with(name));
    }
    if (table.findChange(Kind.DELETE_TABLE) != null) {
      throw inUse(InUseFault.Plain.DELETING.with(name));
    }
  }

  /** Checks that the table can be deleted. */
  void requireDeletable(Instant now) {
    if (GlobalReplicas.isBeingAdded(table)) {
      throw inUse(InUseFault.Plain.REPLICA_CREATING.with(name));
    }
    requireChangeable(now);
    for (TableChange change : table.changes()) {
      switch (change.kind()) {
        case ALLOCATE_INDEX, BACKFILL_INDEX, UPDATE_INDEX, DELETE_INDEX ->
            throw inUse(InUseFault.Plain.DELETED_DURING_INDEX_CHANGE);
        case STREAM -> throw inUse(InUseFault.Plain.DELETED_DURING_STREAM_CHANGE);
        case THROUGHPUT, BILLING_MODE, TABLE_CLASS, ENCRYPTION, WARM_THROUGHPUT ->
            throw inUse(InUseFault.Plain.UPDATING.with(name));
        case CREATE_TABLE, DELETE_TABLE, TIME_TO_LIVE, REPLICA -> {}
      }
    }
  }

  /** Checks that the provisioned throughput or the billing mode can be changed. */
  void requireThroughput() {
    if (isThroughputChanging()) {
      throw inUse(InUseFault.Plain.THROUGHPUT_UPDATING.with(name));
    }
    requireNoStreamOrClass(InUseFault.Change.THROUGHPUT);
    requireNoIndex(InUseFault.Change.THROUGHPUT);
  }

  private boolean isThroughputChanging() {
    return table.findChange(Kind.THROUGHPUT) != null || table.findChange(Kind.BILLING_MODE) != null;
  }

  private void requireNoStreamOrClass(InUseFault.Change change) {
    if (table.findChange(Kind.STREAM) != null) {
      throw inUse(new InUseFault.DuringStream(change, name, streamLabel(), streamOperation()));
    }
    TableChange tableClass = table.findChange(Kind.TABLE_CLASS);
    if (tableClass != null) {
      throw inUse(
          new InUseFault.DuringClass(change, name, Objects.requireNonNull(tableClass.subject())));
    }
  }

  private void requireNoIndex(InUseFault.Change change) {
    TableChange made = table.findChange(Kind.ALLOCATE_INDEX);
    if (made != null) {
      throw inUse(new InUseFault.DuringIndex(change, true, name, subject(made)));
    }
    TableChange deleted = table.findChange(Kind.DELETE_INDEX);
    if (deleted != null) {
      throw inUse(new InUseFault.DuringIndex(change, false, name, subject(deleted)));
    }
  }

  private static String subject(TableChange change) {
    return Objects.requireNonNull(change.subject());
  }

  private String streamLabel() {
    StreamState stream = table.stream();
    return stream == null ? "" : stream.label();
  }

  private String streamOperation() {
    return table.definition().streamView() == null ? "DISABLE" : "ENABLE";
  }

  /** Checks that the maximum on-demand throughput can be changed. */
  void requireOnDemand() {
    for (TableChange change : table.changes()) {
      Fault fault =
          switch (change.kind()) {
            case BILLING_MODE -> InUseFault.Plain.ON_DEMAND_DURING_BILLING_MODE;
            case STREAM -> InUseFault.Plain.ON_DEMAND_DURING_STREAM;
            case TABLE_CLASS -> InUseFault.Plain.ON_DEMAND_DURING_CLASS.with(subject(change));
            case ALLOCATE_INDEX -> new InUseFault.OnDemandDuringIndex(true, subject(change));
            case DELETE_INDEX -> new InUseFault.OnDemandDuringIndex(false, subject(change));
            case CREATE_TABLE,
                DELETE_TABLE,
                THROUGHPUT,
                ENCRYPTION,
                WARM_THROUGHPUT,
                BACKFILL_INDEX,
                UPDATE_INDEX,
                TIME_TO_LIVE,
                REPLICA ->
                null;
          };
      if (fault != null) {
        throw inUse(fault);
      }
    }
  }

  /** Checks that the stream can be enabled or disabled. */
  void requireStream() {
    if (table.findChange(Kind.STREAM) != null) {
      throw inUse(InUseFault.Plain.STREAM_UPDATING.with(name, streamLabel(), streamOperation()));
    }
    if (isThroughputChanging()) {
      throw inUse(InUseFault.Plain.STREAM_DURING_THROUGHPUT.with(name));
    }
    requireNoStreamOrClass(InUseFault.Change.STREAM);
    requireNoIndex(InUseFault.Change.STREAM);
  }

  /** Checks that the table class can be changed. */
  void requireTableClass() {
    if (isThroughputChanging()) {
      throw inUse(InUseFault.Plain.CLASS_DURING_THROUGHPUT.with(name));
    }
    requireNoStreamOrClass(InUseFault.Change.TABLE_CLASS);
    requireNoIndex(InUseFault.Change.TABLE_CLASS);
  }

  /**
   * Checks that replicas can be added, changed and removed: no other change of the table may be in
   * progress. AWS's answer to each pair of changes is not known.
   */
  void requireReplicas(Instant now) {
    requireChangeable(now);
    for (TableChange change : table.changes()) {
      if (change.kind() != Kind.TIME_TO_LIVE) {
        throw inUse(InUseFault.Plain.REPLICA_CHANGING);
      }
    }
  }

  /** Checks that a bulk operation can begin to write to the table. */
  public void requireBulkPut() {
    if (table.restore() != null) {
      throw inUse(InUseFault.Plain.RESTORING.with(name));
    }
    requireExisting();
    for (TableChange change : table.changes()) {
      switch (change.kind()) {
        case ALLOCATE_INDEX, BACKFILL_INDEX ->
            throw inUse(InUseFault.Plain.BULK_DURING_INDEX.with(name));
        case REPLICA -> throw inUse(InUseFault.Plain.BULK_DURING_REPLICA.with(name));
        case CREATE_TABLE,
            DELETE_TABLE,
            THROUGHPUT,
            BILLING_MODE,
            STREAM,
            TABLE_CLASS,
            ENCRYPTION,
            WARM_THROUGHPUT,
            UPDATE_INDEX,
            DELETE_INDEX,
            TIME_TO_LIVE -> {}
      }
    }
  }

  /** Checks that the encryption key can be changed. */
  void requireEncryption() {
    if (table.findChange(Kind.ENCRYPTION) != null) {
      throw inUse(InUseFault.Plain.ENCRYPTION_UPDATING);
    }
  }

  /** Checks that an index with this name can be created. */
  public void requireIndexCreation(String index) {
    if (table.layout().findIndex(index) != null) {
      switch (table.indexStatus(index)) {
        case CREATING -> throw inUse(InUseFault.Plain.INDEX_CREATING.with(name, index));
        case DELETING -> throw inUse(InUseFault.Plain.INDEX_DELETING.with(name, index));
        case ACTIVE, UPDATING -> throw new FaultException(IndexFault.Plain.INDEX_EXISTS);
      }
    }
    requireNoOtherIndex(index);
  }

  /** Checks that an existing index can be deleted. */
  public void requireIndexDeletion(String index) {
    if (table.findChange(Kind.DELETE_INDEX, index) != null) {
      throw inUse(InUseFault.Plain.INDEX_DELETING.with(name, index));
    }
    if (table.findChange(Kind.ALLOCATE_INDEX, index) != null) {
      throw inUse(InUseFault.Plain.INDEX_ALLOCATING.with(name, index));
    }
    requireNoOtherIndex(index);
  }

  private void requireNoOtherIndex(String index) {
    for (TableChange change : table.changes()) {
      switch (change.kind()) {
        case ALLOCATE_INDEX, BACKFILL_INDEX, DELETE_INDEX -> {
          if (!index.equals(change.subject())) {
            throw new FaultException(IndexFault.Plain.ONE_INDEX_AT_A_TIME);
          }
        }
        case THROUGHPUT, BILLING_MODE ->
            throw inUse(InUseFault.Plain.INDEX_DURING_THROUGHPUT.with(name));
        case CREATE_TABLE,
            DELETE_TABLE,
            STREAM,
            TABLE_CLASS,
            ENCRYPTION,
            WARM_THROUGHPUT,
            UPDATE_INDEX,
            TIME_TO_LIVE,
            REPLICA -> {}
      }
    }
    requireNoStreamOrClass(InUseFault.Change.INDEX);
  }

  /** Checks that the throughput of an existing index can be changed. */
  public void requireIndexUpdate(String index) {
    if (table.findChange(Kind.DELETE_INDEX, index) != null) {
      throw inUse(InUseFault.Plain.INDEX_DELETING.with(name, index));
    }
    if (table.findChange(Kind.ALLOCATE_INDEX, index) != null) {
      throw inUse(InUseFault.Plain.INDEX_NOT_BACKFILLING.with(name, index));
    }
    if (table.findChange(Kind.UPDATE_INDEX, index) != null) {
      throw inUse(InUseFault.Plain.INDEX_UPDATING.with(name, index));
    }
  }
}

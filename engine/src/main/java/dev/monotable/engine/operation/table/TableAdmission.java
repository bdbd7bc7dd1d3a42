package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.InUseMessages;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableChange.Kind;
import dev.monotable.engine.table.TableState;
import java.util.List;

/**
 * Which changes of a table are let in while others are under way. AWS decides it for each pair of
 * changes, not by the table's status; this is what was recorded of it
 * (aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks}, DDB-TABLE-119, -163, -175,
 * -286, -369, -370, -376). Deletion protection, tags, TTL, encryption and warm throughput are let
 * in beside all else.
 */
final class TableAdmission {
  private static final String THROUGHPUT = "change table IOPS";
  private static final String STREAM = "change stream status";
  private static final String TABLE_CLASS = "update table class";
  private static final String INDEX = "create or delete an index";

  private final TableState table;
  private final String name;

  TableAdmission(TableState table) {
    this.table = table;
    this.name = table.definition().name();
  }

  private static DynamoException inUse(String message) {
    return new DynamoException(ErrorCode.RESOURCE_IN_USE, message);
  }

  /** Whether the table is there, neither being made nor to go. */
  void requireThere() {
    if (table.findChange(Kind.CREATE_TABLE) != null) {
      throw inUse(InUseMessages.creating(name));
    }
    if (table.findChange(Kind.DELETE_TABLE) != null) {
      throw inUse(InUseMessages.deleting(name));
    }
  }

  /** DeleteTable. */
  void requireDeletable() {
    requireThere();
    for (TableChange change : table.changes()) {
      switch (change.kind()) {
        case ALLOCATE_INDEX, BACKFILL_INDEX, UPDATE_INDEX, DELETE_INDEX ->
            throw inUse(InUseMessages.DELETED_DURING_INDEX_CHANGE);
        case STREAM -> throw inUse(InUseMessages.DELETED_DURING_STREAM_CHANGE);
        case THROUGHPUT, BILLING_MODE, TABLE_CLASS, ENCRYPTION, WARM_THROUGHPUT ->
            throw inUse(InUseMessages.updating(name));
        case CREATE_TABLE, DELETE_TABLE, TIME_TO_LIVE -> {}
      }
    }
  }

  /** A change of the provisioned throughput or of the billing mode. */
  void requireThroughput() {
    if (isThroughputChanging()) {
      throw inUse(InUseMessages.throughputUpdating(name));
    }
    requireNoStreamOrClass(THROUGHPUT);
    requireNoIndex(THROUGHPUT);
  }

  private boolean isThroughputChanging() {
    return table.findChange(Kind.THROUGHPUT) != null || table.findChange(Kind.BILLING_MODE) != null;
  }

  private void requireNoStreamOrClass(String what) {
    if (table.findChange(Kind.STREAM) != null) {
      throw inUse(InUseMessages.duringStream(what, name, streamLabel(), streamOperation()));
    }
    TableChange tableClass = table.findChange(Kind.TABLE_CLASS);
    if (tableClass != null) {
      throw inUse(InUseMessages.duringClass(what, name, Required.member(tableClass.subject())));
    }
  }

  private void requireNoIndex(String what) {
    TableChange made = table.findChange(Kind.ALLOCATE_INDEX);
    if (made != null) {
      throw inUse(InUseMessages.duringIndex(what, "created", name, subjects(made)));
    }
    TableChange deleted = table.findChange(Kind.DELETE_INDEX);
    if (deleted != null) {
      throw inUse(InUseMessages.duringIndex(what, "deleted", name, subjects(deleted)));
    }
  }

  private static List<String> subjects(TableChange change) {
    return List.of(Required.member(change.subject()));
  }

  private String streamLabel() {
    StreamState stream = table.stream();
    return stream == null ? "" : stream.label();
  }

  private String streamOperation() {
    return table.definition().streamView() == null ? "DISABLE" : "ENABLE";
  }

  /** A change of the bounds of on-demand throughput. */
  void requireOnDemand() {
    for (TableChange change : table.changes()) {
      String during =
          switch (change.kind()) {
            case BILLING_MODE -> "BillingMode update is in progress";
            case STREAM -> "stream status update is in progress";
            case TABLE_CLASS ->
                "TableClass update is in progress. TableClassUpdateInProgress: " + change.subject();
            case ALLOCATE_INDEX ->
                "index creation is in progress for indexes: [" + change.subject() + "]";
            case DELETE_INDEX ->
                "index deletion is in progress for indexes: [" + change.subject() + "]";
            case CREATE_TABLE,
                DELETE_TABLE,
                THROUGHPUT,
                ENCRYPTION,
                WARM_THROUGHPUT,
                BACKFILL_INDEX,
                UPDATE_INDEX,
                TIME_TO_LIVE ->
                null;
          };
      if (during != null) {
        throw inUse(InUseMessages.onDemandDuring(during));
      }
    }
  }

  /** A stream that is turned on or off. */
  void requireStream() {
    if (table.findChange(Kind.STREAM) != null) {
      throw inUse(InUseMessages.streamUpdating(name, streamLabel(), streamOperation()));
    }
    if (isThroughputChanging()) {
      throw inUse(InUseMessages.streamDuringThroughput(name));
    }
    requireNoStreamOrClass(STREAM);
    requireNoIndex(STREAM);
  }

  /** A change of the table class. */
  void requireTableClass() {
    if (isThroughputChanging()) {
      throw inUse(InUseMessages.classDuringThroughput(name));
    }
    requireNoStreamOrClass(TABLE_CLASS);
    requireNoIndex(TABLE_CLASS);
  }

  /** A change of the key that the table is encrypted with. */
  void requireEncryption() {
    if (table.findChange(Kind.ENCRYPTION) != null) {
      throw inUse(InUseMessages.ENCRYPTION_UPDATING);
    }
  }

  /** An index that is added, of a name that may be there. */
  void requireIndexCreation(String index) {
    if (table.layout().findIndex(index) != null) {
      switch (table.indexStatus(index)) {
        case CREATING -> throw inUse(InUseMessages.indexCreating(name, index));
        case DELETING -> throw inUse(InUseMessages.indexDeleting(name, index));
        case ACTIVE, UPDATING -> throw DynamoException.validation(TableMessages.INDEX_EXISTS);
      }
    }
    requireNoOtherIndex(index);
  }

  /** An index that is deleted, and is there. */
  void requireIndexDeletion(String index) {
    if (table.findChange(Kind.DELETE_INDEX, index) != null) {
      throw inUse(InUseMessages.indexDeleting(name, index));
    }
    if (table.findChange(Kind.ALLOCATE_INDEX, index) != null) {
      throw inUse(InUseMessages.indexAllocating(name, index));
    }
    requireNoOtherIndex(index);
  }

  private void requireNoOtherIndex(String index) {
    for (TableChange change : table.changes()) {
      switch (change.kind()) {
        case ALLOCATE_INDEX, BACKFILL_INDEX, DELETE_INDEX -> {
          if (!index.equals(change.subject())) {
            throw new DynamoException(ErrorCode.LIMIT_EXCEEDED, TableMessages.ONE_INDEX_AT_A_TIME);
          }
        }
        case THROUGHPUT, BILLING_MODE -> throw inUse(InUseMessages.indexDuringThroughput(name));
        case CREATE_TABLE,
            DELETE_TABLE,
            STREAM,
            TABLE_CLASS,
            ENCRYPTION,
            WARM_THROUGHPUT,
            UPDATE_INDEX,
            TIME_TO_LIVE -> {}
      }
    }
    requireNoStreamOrClass(INDEX);
  }

  /** A change of the throughput of an index that is there. */
  void requireIndexUpdate(String index) {
    if (table.findChange(Kind.DELETE_INDEX, index) != null) {
      throw inUse(InUseMessages.indexDeleting(name, index));
    }
    if (table.findChange(Kind.ALLOCATE_INDEX, index) != null) {
      throw inUse(InUseMessages.indexNotBackfilling(name, index));
    }
    if (table.findChange(Kind.UPDATE_INDEX, index) != null) {
      throw inUse(InUseMessages.indexUpdating(name, index));
    }
  }
}

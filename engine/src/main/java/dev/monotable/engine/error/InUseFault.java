package dev.monotable.engine.error;

/** Faults of changes that are not allowed while another change is in progress. */
public sealed interface InUseFault extends Fault {
  @Override
  default ErrorCode code() {
    return ErrorCode.RESOURCE_IN_USE;
  }

  /** Faults without data. */
  enum Plain implements InUseFault {
    DELETED_DURING_STREAM_CHANGE,
    DELETED_DURING_INDEX_CHANGE,
    ENCRYPTION_UPDATING,
    ON_DEMAND_DURING_BILLING_MODE,
    ON_DEMAND_DURING_STREAM;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The table is being created. */
  record Creating(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The table is being deleted. */
  record Deleting(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** UpdateTimeToLive while the table is being created; its message differs from the others. */
  record CreatingForTimeToLive(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** DeleteTable while the table is being updated. */
  record Updating(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of the throughput or billing mode while either is being changed. */
  record ThroughputUpdating(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of the stream while it is being enabled or disabled. */
  record StreamUpdating(String table, String label, String operation) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of the stream while the throughput is being changed. */
  record StreamDuringThroughput(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of an index while the throughput is being changed. */
  record IndexDuringThroughput(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of the table class while the throughput is being changed. */
  record ClassDuringThroughput(String table) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A second creation of an index that is being created. */
  record IndexCreating(String table, String index) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An update of an index whose backfill has not begun. */
  record IndexNotBackfilling(String table, String index) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A deletion of an index whose backfill has not begun. */
  record IndexAllocating(String table, String index) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The index is being updated. */
  record IndexUpdating(String table, String index) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The index is being deleted. */
  record IndexDeleting(String table, String index) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** What a request changes. */
  enum Change {
    THROUGHPUT,
    STREAM,
    TABLE_CLASS,
    INDEX
  }

  /** A change of anything else while the stream is being changed. */
  record DuringStream(Change change, String table, String label, String operation)
      implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of anything else while the table class is being changed. */
  record DuringClass(Change change, String table, String tableClass) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A change of anything else while an index is being created or deleted.
   *
   * @param created whether the index is being created
   */
  record DuringIndex(Change change, boolean created, String table, String index)
      implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A change of OnDemandThroughput while the table class is being changed. */
  record OnDemandDuringClass(String tableClass) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A change of OnDemandThroughput while an index is being created or deleted.
   *
   * @param created whether the index is being created
   */
  record OnDemandDuringIndex(boolean created, String index) implements InUseFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026, recorded in October 2026 in
   * aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks}: the catalogue in {@code
   * details/DDB-TABLE-444.md}, and the findings that are noted.
   */
  interface InUseWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        // DDB-TABLE-002.
        case DELETED_DURING_STREAM_CHANGE ->
            Phrases.IN_USE + "Cannot delete table while stream is being enabled/disabled.";
        // DDB-TABLE-150.
        case DELETED_DURING_INDEX_CHANGE ->
            Phrases.IN_USE
                + "Cannot delete table while indexes are being created, updated, or deleted.";
        case ENCRYPTION_UPDATING ->
            Phrases.IN_USE + "Server-Side Encryption is still being updated";
        case ON_DEMAND_DURING_BILLING_MODE ->
            Phrases.IN_USE
                + "OnDemandThroughput cannot be updated while BillingMode update is in progress";
        case ON_DEMAND_DURING_STREAM ->
            Phrases.IN_USE
                + "OnDemandThroughput cannot be updated while stream status update is in progress";
      };
    }

    /** DDB-TABLE-001. */
    default String text(Creating fault) {
      return Phrases.IN_USE + "Table is being created: " + fault.table();
    }

    /** DDB-TABLE-008. */
    default String text(Deleting fault) {
      return Phrases.IN_USE + "Table is being deleted: " + fault.table();
    }

    /** DDB-TABLE-115. */
    default String text(CreatingForTimeToLive fault) {
      return Phrases.IN_USE + "Table " + fault.table() + " is being created";
    }

    /** DDB-TABLE-063. */
    default String text(Updating fault) {
      return Phrases.IN_USE + "Table: " + fault.table() + " is in the process of being updated.";
    }

    /** DDB-TABLE-370. */
    default String text(ThroughputUpdating fault) {
      return Phrases.IN_USE + "Table IOPS are currently being updated. Table: " + fault.table();
    }

    default String text(StreamUpdating fault) {
      return Phrases.IN_USE
          + "A stream status change is currently in progress. Table: "
          + fault.table()
          + streamTail(fault.label(), fault.operation());
    }

    /** DDB-TABLE-369. */
    default String text(StreamDuringThroughput fault) {
      return Phrases.IN_USE
          + "Can't enable or disable stream while table IOPS are being updated. Table: "
          + fault.table();
    }

    /** DDB-TABLE-175. */
    default String text(IndexDuringThroughput fault) {
      return Phrases.IN_USE
          + "Can't create or delete indexes while table IOPS are being updated. Table: "
          + fault.table();
    }

    default String text(ClassDuringThroughput fault) {
      return Phrases.IN_USE
          + "Can't update table class while table IOPS are being updated. Table: "
          + fault.table();
    }

    default String text(IndexCreating fault) {
      return Phrases.IN_USE + "Index is being created. " + indexTail(fault.table(), fault.index());
    }

    /** With two spaces, as recorded. */
    default String text(IndexNotBackfilling fault) {
      return Phrases.IN_USE
          + "Index is being created but is not backfilling yet. "
          + indexTail(fault.table(), fault.index());
    }

    /** DDB-TABLE-149. */
    default String text(IndexAllocating fault) {
      return Phrases.IN_USE
          + "Index creation is in resource allocation phase. Retry deletion during backfilling phase "
          + "or when the index is active."
          + indexTail(fault.table(), fault.index());
    }

    /** DDB-TABLE-135. */
    default String text(IndexUpdating fault) {
      return Phrases.IN_USE + "Index is being updated." + indexTail(fault.table(), fault.index());
    }

    /** DDB-TABLE-163. */
    default String text(IndexDeleting fault) {
      return Phrases.IN_USE + "Index is being deleted." + indexTail(fault.table(), fault.index());
    }

    default String text(DuringStream fault) {
      return Phrases.IN_USE
          + "Can't "
          + change(fault.change())
          + " when stream status is being updated. Table: "
          + fault.table()
          + streamTail(fault.label(), fault.operation());
    }

    /** DDB-TABLE-286. */
    default String text(DuringClass fault) {
      return Phrases.IN_USE
          + "Can't "
          + change(fault.change())
          + " when a table class update is in progress. Table: "
          + fault.table()
          + " TableClassUpdateInProgress: "
          + fault.tableClass();
    }

    /** DDB-TABLE-163, -376. */
    default String text(DuringIndex fault) {
      return Phrases.IN_USE
          + "Can't "
          + change(fault.change())
          + " when an index is being "
          + (fault.created() ? "created" : "deleted")
          + ". Table: "
          + fault.table()
          + " Indexes: ["
          + fault.index()
          + "]";
    }

    /** DDB-TABLE-286, -369, -375, -458. */
    default String text(OnDemandDuringClass fault) {
      return Phrases.IN_USE
          + "OnDemandThroughput cannot be updated while TableClass update is in progress. "
          + "TableClassUpdateInProgress: "
          + fault.tableClass();
    }

    /** DDB-TABLE-286, -369, -375, -458. */
    default String text(OnDemandDuringIndex fault) {
      return Phrases.IN_USE
          + "OnDemandThroughput cannot be updated while index "
          + (fault.created() ? "creation" : "deletion")
          + " is in progress for indexes: ["
          + fault.index()
          + "]";
    }

    private static String change(Change change) {
      return switch (change) {
        case THROUGHPUT -> "change table IOPS";
        case STREAM -> "change stream status";
        case TABLE_CLASS -> "update table class";
        case INDEX -> "create or delete an index";
      };
    }

    private static String streamTail(String label, String operation) {
      return " Stream: " + label + " Operation: " + operation;
    }

    private static String indexTail(String table, String index) {
      return " Table: " + table + " Index: " + index;
    }
  }
}

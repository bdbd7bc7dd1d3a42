package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.inUse;

/**
 * Faults of changes that are not allowed while another change is in progress.
 *
 * <p>The source is DDB-TABLE-444 unless noted otherwise.
 */
public sealed interface InUseFault extends Fault {
  @Override
  default ErrorCode code() {
    return ErrorCode.RESOURCE_IN_USE;
  }

  /** Faults that their text and the values in it describe. */
  enum Plain implements InUseFault, FaultText {
    // Source: DDB-TABLE-002.
    DELETED_DURING_STREAM_CHANGE(
        inUse("Cannot delete table while stream is being enabled/disabled.")),
    // Source: DDB-TABLE-150.
    DELETED_DURING_INDEX_CHANGE(
        inUse("Cannot delete table while indexes are being created, updated, or deleted.")),
    ENCRYPTION_UPDATING(inUse("Server-Side Encryption is still being updated")),
    ON_DEMAND_DURING_BILLING_MODE(
        inUse("OnDemandThroughput cannot be updated while BillingMode update is in progress")),
    ON_DEMAND_DURING_STREAM(
        inUse("OnDemandThroughput cannot be updated while stream status update is in progress")),
    /** The table is being created. Source: DDB-TABLE-001. */
    CREATING(inUse("Table is being created: %s")),
    /** CreateTable with the name of a table that is being restored. Source: DDB-TABLE-219. */
    RESTORING(inUse("Table is being used: %s")),
    /** The table is being deleted. Source: DDB-TABLE-008. */
    DELETING(inUse("Table is being deleted: %s")),
    /**
     * UpdateTimeToLive while the table is being created; its message differs from the others.
     * Source: DDB-TABLE-115.
     */
    CREATING_FOR_TIME_TO_LIVE(inUse("Table %s is being created")),
    /** DeleteTable while the table is being updated. Source: DDB-TABLE-063. */
    UPDATING(inUse("Table: %s is in the process of being updated.")),
    /**
     * A change of the throughput or billing mode while either is being changed. Source:
     * DDB-TABLE-370.
     */
    THROUGHPUT_UPDATING(inUse("Table IOPS are currently being updated. Table: %s")),
    /** A change of the stream while the throughput is being changed. Source: DDB-TABLE-369. */
    STREAM_DURING_THROUGHPUT(
        inUse("Can't enable or disable stream while table IOPS are being updated. Table: %s")),
    /** A change of an index while the throughput is being changed. Source: DDB-TABLE-175. */
    INDEX_DURING_THROUGHPUT(
        inUse("Can't create or delete indexes while table IOPS are being updated. Table: %s")),
    /** A change of the table class while the throughput is being changed. */
    CLASS_DURING_THROUGHPUT(
        inUse("Can't update table class while table IOPS are being updated. Table: %s")),
    /**
     * A change of OnDemandThroughput while the table class is being changed. Source: DDB-TABLE-286,
     * -369, -375, -458.
     */
    ON_DEMAND_DURING_CLASS(
        inUse(
            "OnDemandThroughput cannot be updated while TableClass update is in progress. "
                + "TableClassUpdateInProgress: %s")),
    /** A change of the stream while it is being enabled or disabled. */
    STREAM_UPDATING(
        inUse(
            "A stream status change is currently in progress. Table: %s Stream: %s Operation: %s")),
    /** A second creation of an index that is being created. */
    INDEX_CREATING(inUse("Index is being created.  Table: %s Index: %s")),
    /** An update of an index whose backfill has not begun. With two spaces, as recorded. */
    INDEX_NOT_BACKFILLING(
        inUse("Index is being created but is not backfilling yet.  Table: %s Index: %s")),
    /** A deletion of an index whose backfill has not begun. Source: DDB-TABLE-149. */
    INDEX_ALLOCATING(
        inUse(
            "Index creation is in resource allocation phase. Retry deletion during "
                + "backfilling phase or when the index is active. Table: %s Index: %s")),
    /** The index is being updated. Source: DDB-TABLE-135. */
    INDEX_UPDATING(inUse("Index is being updated. Table: %s Index: %s")),
    /** The index is being deleted. Source: DDB-TABLE-163. */
    INDEX_DELETING(inUse("Index is being deleted. Table: %s Index: %s"));

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** What a request changes. */
  enum Change {
    THROUGHPUT("change table IOPS"),
    STREAM("change stream status"),
    TABLE_CLASS("update table class"),
    INDEX("create or delete an index");

    private final String phrase;

    Change(String phrase) {
      this.phrase = phrase;
    }
  }

  /** A change of anything else while the stream is being changed. */
  record DuringStream(Change change, String table, String label, String operation)
      implements InUseFault {
    @Override
    public String text(Wording wording) {
      return inUse(
          "Can't %s when stream status is being updated. Table: %s Stream: %s Operation: %s",
          change.phrase, table, label, operation);
    }
  }

  /** A change of anything else while the table class is being changed. Source: DDB-TABLE-286. */
  record DuringClass(Change change, String table, String tableClass) implements InUseFault {
    @Override
    public String text(Wording wording) {
      return inUse(
          "Can't %s when a table class update is in progress. Table: %s "
              + "TableClassUpdateInProgress: %s",
          change.phrase, table, tableClass);
    }
  }

  /**
   * A change of anything else while an index is being created or deleted. Source: DDB-TABLE-163,
   * -376.
   *
   * @param created whether the index is being created
   */
  record DuringIndex(Change change, boolean created, String table, String index)
      implements InUseFault {
    @Override
    public String text(Wording wording) {
      return inUse(
          "Can't %s when an index is being %s. Table: %s Indexes: [%s]",
          change.phrase, created ? "created" : "deleted", table, index);
    }
  }

  /**
   * A change of OnDemandThroughput while an index is being created or deleted. Source:
   * DDB-TABLE-286, -369, -375, -458.
   *
   * @param created whether the index is being created
   */
  record OnDemandDuringIndex(boolean created, String index) implements InUseFault {
    @Override
    public String text(Wording wording) {
      return inUse(
          "OnDemandThroughput cannot be updated while index %s is in progress for indexes: [%s]",
          created ? "creation" : "deletion", index);
    }
  }
}

package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.item.SingleItemWrites;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.BulkProgress.Position;
import dev.monotable.engine.transfer.BulkRecord;
import dev.monotable.engine.transfer.BulkRecords;
import dev.monotable.engine.transfer.BulkSource;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.model.PutItemInput;
import dev.monotable.value.Item;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a bulk operation, object by object, and prepares their puts: all that can be
 * checked before the commit. For one thread.
 */
final class BulkReader implements AutoCloseable {
  private final TransferJobs jobs;
  private final BulkSource operation;
  private final BulkProgress progress;
  private final Limits.Bulk limits;
  private final SingleItemWrites writes;
  private final Deque<Prepared> prepared = new ArrayDeque<>();
  private long preparedBytes;

  /** The place of the first prepared record. */
  private Position start;

  /** The place after the last prepared record. */
  private Position end;

  private @Nullable StoredObject object;
  private @Nullable BulkRecords records;

  /** Why reading has failed, after the records that are prepared. */
  private @Nullable TransferException failure;

  /** A record, or the end of an object. */
  static final class Prepared {
    final String key;
    final Position at;
    final Position after;
    final long read;
    final @Nullable Item item;
    @Nullable ItemWrite write;
    @Nullable String error;

    /**
     * @param key of the object
     * @param read the bytes of the object that were read up to the end of the record
     * @param item null if it could not be read
     */
    private Prepared(String key, Position at, Position after, long read, @Nullable Item item) {
      this.key = key;
      this.at = at;
      this.after = after;
      this.read = read;
      this.item = item;
    }

    /** Returns whether this is a record, not the end of an object. */
    boolean isRecord() {
      return write != null || error != null;
    }

    private int bytes() {
      return item == null ? 0 : item.size();
    }
  }

  /** Begins to read after what an operation has processed. */
  BulkReader(TransferJobs jobs, BulkSource operation, BulkProgress progress) {
    this.jobs = jobs;
    this.operation = operation;
    this.progress = progress;
    this.limits = jobs.context().limits().bulk();
    this.writes = new SingleItemWrites(jobs.context());
    this.start = progress.position();
    this.end = progress.position();
  }

  /** Returns whether the first prepared record, or the next one to read, is at a place. */
  boolean isAt(Position position) {
    return start.equals(position);
  }

  /**
   * Prepares records for the next commit.
   *
   * @throws TransferException if the operation fails, and none is prepared
   */
  void fill(String table) throws TransferException {
    int most = jobs.context().limits().commit().maxItems();
    try {
      while (failure == null
          && prepared.size() < most
          && preparedBytes < limits.maxRecordBytes()
          && end.object() < progress.objects()) {
        Prepared next = next(table);
        end = next.after;
        preparedBytes += next.bytes();
        prepared.add(next);
      }
    } catch (TransferException e) {
      failure = e;
    }
    if (failure != null && prepared.isEmpty()) {
      throw failure;
    }
  }

  /** Returns the records that are prepared, in their order. */
  Iterable<Prepared> prepared() {
    return prepared;
  }

  /** Removes the first prepared records, which were processed. */
  void remove(int count) {
    for (int i = 0; i < count; i++) {
      Prepared done = prepared.remove();
      preparedBytes -= done.bytes();
      start = done.after;
    }
  }

  private Prepared next(String table) throws TransferException {
    StoredObject current = object;
    if (current == null) {
      current = BulkPut.object(progress, end.object());
      object = current;
    }
    if (current.size() > limits.maxObjectBytes()) {
      return endOfLarge(current);
    }
    BulkRecords open = records;
    if (open == null) {
      open = jobs.requireFiles().open(operation, current);
      records = open;
      for (long i = 0; i < end.record(); i++) {
        if (open.next() == null) {
          throw new TransferException(
              TransferException.MODIFIED, "The object '" + current.key() + "' has fewer records");
        }
      }
    }
    BulkRecord record = open.next();
    if (record == null) {
      return endOf(current);
    }
    Position after = new Position(end.object(), end.record() + 1, end.bytes());
    Prepared next =
        new Prepared(
            current.key(), end, after, Math.min(open.bytes(), current.size()), record.item());
    prepare(next, record, table);
    return next;
  }

  /** Returns the error of an object that is too large, and then its end. */
  private Prepared endOfLarge(StoredObject current) {
    if (end.record() > 0) {
      return endOf(current);
    }
    Position after = new Position(end.object(), 1, end.bytes());
    Prepared error = new Prepared(current.key(), end, after, 0, null);
    error.error = "The object exceeds the limit of " + limits.maxObjectBytes() + " bytes";
    return error;
  }

  private Prepared endOf(StoredObject current) {
    Position after = new Position(end.object() + 1, 0, end.bytes() + current.size());
    closeObject();
    return new Prepared(current.key(), end, after, 0, null);
  }

  private void prepare(Prepared next, BulkRecord record, String table) {
    Item item = record.item();
    if (item == null) {
      next.error = String.valueOf(record.error());
      return;
    }
    PutItemInput put =
        PutItemInput.builder()
            .tableName(table)
            .item(item)
            .conditionExpression(record.condition())
            .expressionAttributeNames(record.names())
            .expressionAttributeValues(record.values())
            .returnValuesOnConditionCheckFailure("ALL_OLD")
            .build();
    try {
      Wording wording = jobs.wording();
      next.write = writes.prepare(put, wording);
    } catch (FaultException e) {
      next.error = jobs.edge().message(e.fault());
    }
  }

  private void closeObject() {
    BulkRecords open = records;
    records = null;
    object = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closeObject();
  }
}

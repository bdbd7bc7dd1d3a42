package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.transfer.BulkSource;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationStatus;
import dev.monotable.model.Operations;
import dev.monotable.model.OutputTypeEnum;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A bulk operation that is in progress. Each step makes at most one commit, which has the items
 * that it writes together with the progress: the place of the next record, the counts, and the
 * reports of the records that failed. So a step that was interrupted has either happened as a whole
 * or not at all.
 *
 * <p>The reports of some commits become a file before the next items are written, so they take
 * bounded memory. A file that was written twice, because the commit after it was lost, has the same
 * key both times.
 *
 * <p>For one thread at a time.
 */
final class BulkPut {
  private static final System.Logger LOGGER = System.getLogger("dev.monotable.bulk");
  private static final String MEMORY_FULL = "Monotable's memory is full";

  private final TransferJobs jobs;
  private final OperationContext context;
  private final String id;

  /** Null until the first record is read, and after a failure. */
  private @Nullable BulkReader reader;

  /** The rights of the caller; null until they are needed. */
  private @Nullable ObjectRights rights;

  BulkPut(TransferJobs jobs, String id) {
    this.jobs = jobs;
    this.context = jobs.context();
    this.id = id;
  }

  /** Returns whether an operation cannot go on at a time. */
  static boolean waits(TransferState operation, Instant now) {
    BulkProgress progress = operation.progress();
    Instant until = progress == null ? null : progress.waitsUntil();
    return until != null && now.isBefore(until) && !isCancelling(operation);
  }

  static boolean isCancelling(TransferState operation) {
    return BulkOperationStatus.CANCELLING.wire().equals(operation.bulk().bulkOperationStatus());
  }

  private @Nullable TransferState find(StateDraft draft) {
    return draft.state().findTransfer(TransferState.Kind.BULK_PUT, id);
  }

  /** Goes on; returns whether there is more to do at once. */
  boolean step() {
    TransferState seen = context.committer().state().findTransfer(TransferState.Kind.BULK_PUT, id);
    BulkProgress progress = seen == null ? null : seen.progress();
    if (seen == null || progress == null || waits(seen, context.clock().instant())) {
      return false;
    }
    try {
      return step(seen, progress);
    } catch (TransferException e) {
      return end(seen, progress, BulkOperationStatus.FAILED, e);
    } catch (OutOfMemoryError e) {
      close();
      return end(seen, progress, BulkOperationStatus.FAILED, internal(MEMORY_FULL));
    } catch (RuntimeException | Error e) {
      LOGGER.log(System.Logger.Level.ERROR, "a bulk operation failed", e);
      return end(seen, progress, BulkOperationStatus.FAILED, internal("Internal error"));
    }
  }

  /** Returns the reason of an operation that was cancelled. */
  static TransferException cancelled() {
    return new TransferException("OperationCancelled", "The bulk operation was cancelled");
  }

  private static TransferException internal(String message) {
    return new TransferException(TableImport.INTERNAL_ERROR, message);
  }

  private boolean step(TransferState seen, BulkProgress progress) throws TransferException {
    if (isCancelling(seen)) {
      return end(seen, progress, BulkOperationStatus.CANCELLED, cancelled());
    }
    if (seen.bulk().totalInputBytes() == null) {
      return begin(seen, progress);
    }
    boolean isRead = progress.position().object() == progress.objects();
    if (progress.reportBytes() > 0
        && (isRead || progress.reportBytes() >= context.limits().bulk().maxReportBytes())) {
      BulkProgress next = write(source(seen), progress);
      return commit(progress, (draft, present) -> with(present, next));
    }
    if (!isRead) {
      return put(seen, progress);
    }
    Long failed = seen.bulk().failedItemCount();
    return end(
        seen,
        progress,
        failed != null && failed > 0
            ? BulkOperationStatus.COMPLETED_WITH_ERRORS
            : BulkOperationStatus.COMPLETED,
        null);
  }

  private static TransferState with(TransferState present, BulkProgress progress) {
    return new TransferState(present.description(), null, present.caller(), progress);
  }

  /**
   * Commits a step, unless the progress has changed since: the database was restored, or the log
   * has failed.
   *
   * @param change returns the next state; null to leave it
   * @return whether the operation can go on; false if the log has failed
   */
  private boolean commit(
      BulkProgress seen, BiFunction<StateDraft, TransferState, @Nullable TransferState> change) {
    CommitTicket ticket = new CommitTicket();
    context
        .committer()
        .commit(
            ticket,
            draft -> {
              TransferState present = find(draft);
              TransferState next =
                  present == null || present.progress() != seen
                      ? null
                      : change.apply(draft, present);
              if (next != null) {
                draft.state(
                    draft.state().toBuilder()
                        .transfers(next.addTo(draft.state().transfers()))
                        .build());
              }
              return draft;
            });
    return context.committer().awaitLogged(ticket) == null;
  }

  // ---- the objects

  private BulkSource source(TransferState operation) {
    return new BulkSource(operation.bulk(), rights(operation));
  }

  private ObjectRights rights(TransferState operation) {
    ObjectRights known = rights;
    if (known == null) {
      known = jobs.rights(operation, Operations.START_BULK_PUT_ITEMS);
      rights = known;
    }
    return known;
  }

  private boolean begin(TransferState seen, BulkProgress progress) throws TransferException {
    int most = context.limits().bulk().maxObjects();
    List<StoredObject> objects = jobs.requireFiles().begin(source(seen), most);
    if (objects.size() > most) {
      throw new TransferException(
          "BulkObjectLimitExceeded", "The number of S3 objects exceeds the limit of " + most);
    }
    long total = 0;
    List<byte[]> entries = new ArrayList<>();
    for (StoredObject object : objects) {
      total += object.size();
      entries.add(written(object));
    }
    BulkProgress begun = progress.begin(entries);
    if (begun.heapBytes() > context.limits().transfer().maxKeptBytes()) {
      throw internal("The keys of the S3 objects take too much memory");
    }
    long bytes = total;
    return commit(
        progress,
        (draft, present) ->
            new TransferState(
                present.bulk().toBuilder().totalInputBytes(bytes).processedInputBytes(0L).build(),
                null,
                present.caller(),
                begun));
  }

  private static byte[] written(StoredObject object) {
    ByteWriter out = new ByteWriter();
    out.putString(object.key());
    out.putCount(object.size());
    out.putString(object.version());
    return Arrays.copyOf(out.bytes(), out.length());
  }

  /**
   * Returns an object of an operation.
   *
   * @throws TransferException if a damaged file has lost it
   */
  static StoredObject object(BulkProgress progress, int number) throws TransferException {
    byte[] found = progress.entries().find(BulkProgress.Entry.OBJECT.key(number));
    if (found == null) {
      throw internal("The list of the S3 objects is lost");
    }
    ByteReader in = new ByteReader(found, 0, found.length);
    return new StoredObject(in.nextString(), in.nextCount(), in.nextString());
  }

  // ---- the items

  private boolean put(TransferState seen, BulkProgress progress) throws TransferException {
    TableState table = requireTable(context.committer().state(), seen);
    if (!jobs.edge().hasRoom(Operations.START_BULK_PUT_ITEMS, seen.bulk())) {
      throw internal(MEMORY_FULL);
    }
    BulkReader open = reader;
    if (open == null || !open.isAt(progress.position())) {
      close();
      open = new BulkReader(jobs, source(seen), progress);
      reader = open;
    }
    BulkReader records = open;
    records.fill(table.definition().name());
    BulkBatch[] batch = new BulkBatch[1];
    boolean isLogged;
    try {
      isLogged =
          commit(
              progress,
              (draft, present) -> {
                if (isCancelling(present) || !isSame(draft, present)) {
                  return null;
                }
                batch[0] = new BulkBatch(jobs, draft, present, progress);
                return batch[0].write(records.prepared());
              });
    } catch (BulkBatch.UnwritableException e) {
      return true; // the record is now one that fails
    }
    if (isLogged && batch[0] != null) {
      records.remove(batch[0].count());
    } else if (isLogged) {
      requireTable(context.committer().state(), seen);
    }
    return isLogged;
  }

  private boolean isSame(StateDraft draft, TransferState operation) {
    TableState table = draft.state().findTable(name(operation));
    return isSame(table, operation);
  }

  private static boolean isSame(@Nullable TableState table, TransferState operation) {
    return table != null && table.isUsable() && table.definition().id().equals(operation.tableId());
  }

  private static String name(TransferState operation) {
    return Objects.requireNonNull(operation.bulkTable().tableName());
  }

  private static TableState requireTable(DatabaseState state, TransferState operation)
      throws TransferException {
    TableState table = state.findTable(name(operation));
    if (table == null || !isSame(table, operation)) {
      throw internal("The table no longer exists");
    }
    return table;
  }

  // ---- the reports and the end

  /** Writes the reports into files. */
  private BulkProgress write(BulkSource operation, BulkProgress progress) throws TransferException {
    BulkProgress next = progress;
    for (OutputTypeEnum type : OutputTypeEnum.values()) {
      BulkProgress.Entry kind = BulkProgress.Entry.of(type);
      List<byte[]> lines = next.entries(kind);
      if (!lines.isEmpty()) {
        byte[] file = jobs.requireFiles().write(operation, type, next.files(), lines);
        next = next.written(kind, file);
      }
    }
    return next;
  }

  private boolean end(
      TransferState seen,
      BulkProgress progress,
      BulkOperationStatus status,
      @Nullable TransferException reason) {
    Instant due = context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    BulkOperationDescription ended = ended(seen, status, reason, due.plus(delay()));
    try {
      BulkProgress last = write(source(seen), progress);
      jobs.requireFiles()
          .end(new BulkSource(ended, rights(seen)), last.entries(BulkProgress.Entry.FILE));
    } catch (TransferException | RuntimeException | Error e) {
      if (status != BulkOperationStatus.FAILED) {
        TransferException failure =
            e instanceof TransferException known ? known : internal(String.valueOf(e.getMessage()));
        return end(seen, progress, BulkOperationStatus.FAILED, failure);
      }
    }
    boolean[] hasEnded = new boolean[1];
    boolean isLogged =
        commit(
            progress,
            (draft, present) -> {
              hasEnded[0] = reason != null || !isCancelling(present);
              return hasEnded[0] ? new TransferState(ended, ended.endTime(), null) : null;
            });
    if (isLogged && hasEnded[0]) {
      jobs.edge().ended(ended);
    }
    close();
    return isLogged;
  }

  private Duration delay() {
    return context.delays().bulkPut();
  }

  private static BulkOperationDescription ended(
      TransferState seen,
      BulkOperationStatus status,
      @Nullable TransferException reason,
      Instant due) {
    return seen.bulk().toBuilder()
        .bulkOperationStatus(status.wire())
        .endTime(due)
        .failureCode(reason == null ? null : reason.code())
        .failureMessage(reason == null ? null : reason.message())
        .build();
  }

  /** Closes the objects. */
  void close() {
    BulkReader open = reader;
    reader = null;
    if (open != null) {
      open.close();
    }
  }
}

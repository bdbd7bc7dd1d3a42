package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.transfer.ImportSource;
import dev.monotable.engine.transfer.ImportTarget;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.model.ImportStatus;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs an import. It counts the items that cannot be imported, and logs the first of them, as AWS
 * does to CloudWatch; it then fails, and the table has all others (DDB-IMPORT-013). If the source
 * as a whole cannot be read, there is no table (DDB-IMPORT-012). For one thread and one use.
 */
final class TableImport implements ImportTarget {
  private static final System.Logger LOGGER = System.getLogger("dev.monotable.import");

  /** The failure code of what AWS has no code for. */
  static final String INTERNAL_ERROR = "InternalServerError";

  private static final String MEMORY_FULL = "Monotable's memory is full";

  /** The number of errors that are logged. */
  private static final int LOGGED = 20;

  /** The number of items between two checks of the memory. */
  private static final int UNCHECKED = 500;

  private final TransferJobs jobs;
  private final OperationContext context;
  private final ImportTableDescription begun;
  private final ObjectRights rights;
  private @Nullable ImportedTable table;
  private long processed;
  private long imported;
  private long errors;
  private long bytes;

  TableImport(TransferJobs jobs, ImportTableDescription begun, ObjectRights rights) {
    this.rights = rights;
    this.jobs = jobs;
    this.context = jobs.context();
    this.begun = begun;
  }

  private String tableName() {
    return Objects.requireNonNull(begun.tableCreationParameters()).tableName();
  }

  /**
   * Reads the files and ends the import.
   *
   * @param ticket receives the commit; null if no caller waits
   */
  void run(ImportedTable target, @Nullable CommitTicket ticket) {
    table = target;
    TransferException failure = new TransferException(INTERNAL_ERROR, "Internal error");
    try {
      failure = read();
    } finally {
      TransferException reason = failure;
      context.committer().commit(ticket, draft -> end(draft, reason));
    }
  }

  /** Reads the files again, if the table is still being created. */
  void resume(CommitTicket ticket) {
    TableState created = context.committer().state().findTable(tableName());
    if (created != null && isOwn(created)) {
      run(ImportedTable.of(context, created, jobs.wording()), ticket);
    } else {
      TransferException failure =
          new TransferException(INTERNAL_ERROR, "The table no longer exists");
      context.committer().commit(ticket, draft -> end(draft, failure));
    }
  }

  /** Returns why the import fails as a whole; null if it does not. */
  @SuppressWarnings("NullAway") // the result may be null
  private @Nullable TransferException read() {
    try {
      jobs.requireFiles()
          .read(
              new ImportSource(begun, context.limits().transfer().maxImportObjects(), rights),
              this);
      return null;
    } catch (TransferException e) {
      return e;
    } catch (FaultException e) {
      return new TransferException(INTERNAL_ERROR, jobs.edge().message(e.fault()));
    } catch (OutOfMemoryError e) {
      table = null;
      return new TransferException(INTERNAL_ERROR, MEMORY_FULL);
    }
  }

  @Override
  public void put(Item item, String key, long index) throws TransferException {
    processed++;
    if (processed % UNCHECKED == 0) {
      requireRoom();
    }
    try {
      Objects.requireNonNull(table).put(item);
      imported++;
    } catch (FaultException e) {
      addError(jobs.edge().message(e.fault()), key, index);
    }
  }

  private void requireRoom() throws TransferException {
    if (!jobs.edge().hasRoom(Operations.IMPORT_TABLE, begun)) {
      throw new TransferException(INTERNAL_ERROR, MEMORY_FULL);
    }
  }

  @Override
  public void reject(String reason, String key, long index) {
    processed++;
    addError(reason, key, index);
  }

  private void addError(String reason, String key, long index) {
    errors++;
    if (errors <= LOGGED) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          begun.importArn()
              + ", item "
              + index
              + " of "
              + oneLine(key)
              + ": "
              + oneLine(reason)
              + (errors == LOGGED ? " (further errors are only counted)" : ""));
    }
  }

  /** Replaces control characters: keys and messages contain what the client has sent. */
  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> line.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return line.toString();
  }

  @Override
  public void addBytes(long count) {
    bytes += count;
  }

  private boolean isOwn(TableState present) {
    return present.definition().id().equals(begun.tableId())
        && present.findChange(TableChange.Kind.CREATE_TABLE) != null;
  }

  /** Ends the import, unless it is no longer in progress because the database was restored. */
  private DatabaseState end(StateDraft draft, @Nullable TransferException failure) {
    String id = Transfers.id(begun.importArn());
    TransferState present = draft.state().findTransfer(TransferState.Kind.IMPORT, id);
    if (present == null || present.dueAt() != null) {
      return draft.state();
    }
    Instant due = draft.now().plus(context.delays().importTable());
    TableState created = draft.state().findTable(tableName());
    if (created != null && isOwn(created)) {
      ImportedTable filled = table;
      if (failure != null || filled == null) {
        draft.removeTable(tableName());
      } else {
        TableState full = filled.state();
        draft.putTable(
            full.withDefinition(created.definition())
                .withChange(
                    new TableChange(
                        TableChange.Kind.CREATE_TABLE,
                        null,
                        due,
                        ChangeOutcome.Plain.TABLE_CREATED)));
      }
    }
    TransferState ended = new TransferState(ended(failure, due), due, null);
    DatabaseState state = draft.state();
    draft.state(state.toBuilder().transfers(ended.addTo(state.transfers())).build());
    LifeCycle.settle(draft);
    return draft.state();
  }

  private ImportTableDescription ended(@Nullable TransferException failure, Instant due) {
    boolean invalid = failure == null && errors > 0;
    ImportStatus status = failure != null || invalid ? ImportStatus.FAILED : ImportStatus.COMPLETED;
    ImportTableDescription.Builder ended =
        begun.toBuilder()
            .importStatus(status.wire())
            .endTime(due)
            .errorCount(errors)
            .processedSizeBytes(bytes)
            .processedItemCount(processed)
            .importedItemCount(failure == null ? imported : 0);
    if (invalid) {
      ended
          .failureCode("ItemValidationError")
          .failureMessage(
              "Some of the items failed validation checks and were not imported. Please check"
                  + " CloudWatch error logs for more details.");
    } else if (failure != null) {
      ended.failureCode(failure.code()).failureMessage(failure.message());
    }
    return ended.build();
  }
}

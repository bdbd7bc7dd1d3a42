package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.backup.RecoveryWindow;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.engine.transfer.ExportedFiles;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportStatus;
import dev.monotable.model.IncrementalExportSpecification;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs an export: it writes the items of a table at a time, or the difference between its items at
 * two times. For one thread and one use.
 */
final class ExportJob implements ExportSource {
  /** The least size that AWS bills for an incremental export: DDB-EXPORT-019. */
  private static final long LEAST_BILLED = 10_000_000;

  private final TransferJobs jobs;
  private final OperationContext context;
  private final ExportDescription begun;
  private final ObjectRights rights;
  private final Instant endTime;
  private final boolean resumed;
  private @Nullable RecoveryWindow window;
  private @Nullable ExportFilter filter;

  /**
   * @param rights of the caller on the objects
   * @param resumed whether the export has begun earlier
   */
  ExportJob(TransferJobs jobs, ExportDescription begun, ObjectRights rights, boolean resumed) {
    this.rights = rights;
    this.resumed = resumed;
    this.jobs = jobs;
    this.context = jobs.context();
    this.endTime = Transfers.now(jobs.context()).plus(jobs.context().delays().exportTable());
    this.begun = begun;
  }

  /**
   * Writes the files and ends the export.
   *
   * @param ticket receives the commit; null if no caller waits
   */
  void run(@Nullable CommitTicket ticket) {
    ExportDescription ended =
        failed(new TransferException(TableImport.INTERNAL_ERROR, "Internal error"));
    try {
      ended = write();
    } finally {
      TransferState end = new TransferState(ended, endTime, null);
      context.committer().commit(ticket, draft -> end(draft, end));
    }
  }

  private ExportDescription write() {
    try {
      context.committer().awaitLogged(null); // the state that the request has seen
      RecoveryWindow found = requireWindow();
      window = found;
      filter = ExportFilter.of(jobs, begun.filterSpecification()).fit(found.table());
      ExportedFiles files = jobs.requireFiles().write(this);
      return begun.toBuilder()
          .exportStatus(ExportStatus.COMPLETED.wire())
          .endTime(endTime)
          .exportManifest(files.manifest())
          .itemCount(files.items())
          .billedSizeBytes(description().billedSizeBytes())
          .build();
    } catch (TransferException e) {
      return failed(e);
    }
  }

  /** Returns the history of the table, which may have been deleted after the export has begun. */
  private RecoveryWindow requireWindow() throws TransferException {
    TableState table =
        context.committer().state().findTable(TableNames.nameOf(String.valueOf(begun.tableArn())));
    RecoveryWindow found =
        table == null || !table.definition().id().equals(begun.tableId())
            ? null
            : RecoveryWindow.find(context, table, context.clock().instant());
    if (found == null) {
      throw new TransferException(
          TableImport.INTERNAL_ERROR, "The table or its point-in-time recovery no longer exists");
    }
    return found;
  }

  private ExportDescription failed(TransferException failure) {
    return begun.toBuilder()
        .exportStatus(ExportStatus.FAILED.wire())
        .endTime(endTime)
        .failureCode(failure.code())
        .failureMessage(failure.message())
        .build();
  }

  /** Ends the export, unless it is no longer in progress because the database was restored. */
  private static DatabaseState end(StateDraft draft, TransferState ended) {
    DatabaseState state = draft.state();
    TransferState present = state.findTransfer(TransferState.Kind.EXPORT, ended.id());
    if (present != null && present.dueAt() == null) {
      draft.state(state.toBuilder().transfers(ended.addTo(state.transfers())).build());
    }
    return draft.state();
  }

  // ---- what is written

  @Override
  public ExportDescription description() {
    IncrementalExportSpecification period = begun.incrementalExportSpecification();
    long size = filter().readBytes(version(exportTime()));
    return begun.toBuilder()
        .billedSizeBytes(period == null ? size : Math.max(LEAST_BILLED, size))
        .build();
  }

  @Override
  public Instant endTime() {
    return endTime;
  }

  @Override
  public ObjectRights rights() {
    return rights;
  }

  private ExportFilter filter() {
    return Objects.requireNonNull(filter);
  }

  private Instant exportTime() {
    IncrementalExportSpecification period = begun.incrementalExportSpecification();
    return Objects.requireNonNull(period == null ? begun.exportTime() : period.exportToTime());
  }

  /** Returns the table at a time; now, if it is when the export has begun. */
  private TableHistory.Version version(Instant time) {
    RecoveryWindow known = Objects.requireNonNull(window);
    if (!time.equals(begun.startTime())) {
      return known.at(time);
    }
    // The history has whole seconds, so a resumed export has that in which it began.
    Instant second = time.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    return resumed
        ? known.at(second.isBefore(known.earliest()) ? known.earliest() : second)
        : known.atLatest();
  }

  @Override
  public void items(ItemConsumer consumer) throws IOException {
    ItemWriter writer = new ItemWriter();
    TreeCursor<Item> items = filter().read(version(exportTime()).items());
    for (Item item = items.advance(); item != null; item = items.advance()) {
      if (filter().exports(item)) {
        consumer.accept(filter().select(item, writer));
      }
    }
  }

  @Override
  public void changes(ChangeConsumer consumer) throws IOException {
    IncrementalExportSpecification period =
        Objects.requireNonNull(begun.incrementalExportSpecification());
    boolean withOld = !"NEW_IMAGE".equals(period.exportViewType());
    Instant from = Objects.requireNonNull(period.exportFromTime());
    WriteTimes times = WriteTimes.of(Objects.requireNonNull(window), from, exportTime());
    List<KeyAttribute> keys =
        Objects.requireNonNull(window).table().definition().keys().attributes();
    ItemWriter writer = new ItemWriter();
    TreeDifference.visit(
        version(from).items(),
        version(exportTime()).items(),
        (key, length, before, after) -> {
          Item newest = after == null ? Objects.requireNonNull(before) : after;
          if (filter().reads(key, length) && filter().exports(newest)) {
            consumer.accept(
                new Change(
                    times.of(key, length, after),
                    keys(writer, keys, newest),
                    after == null ? null : filter().select(after, writer),
                    before == null || !withOld ? null : filter().select(before, writer)));
          }
        });
  }

  private static Item keys(ItemWriter writer, List<KeyAttribute> keys, Item item) {
    writer.beginItem();
    for (KeyAttribute key : keys) {
      writer.name(key.name());
      writer.copy(Objects.requireNonNull(item.find(key.name())));
    }
    return writer.endItem();
  }

  /**
   * The times of the last writes of items in a period, to the second. An item is the same object
   * from its last write on, so the version in which it was written is found by halving; if an item
   * was deleted more than once, one of its deletions is found.
   */
  private static final class WriteTimes {
    private final List<PersistentTree<Item>> versions = new ArrayList<>();
    private final List<Long> seconds = new ArrayList<>();
    private final long end;

    private WriteTimes(long end) {
      this.end = end;
    }

    static WriteTimes of(RecoveryWindow window, Instant from, Instant to) {
      WriteTimes times = new WriteTimes(to.getEpochSecond());
      TableHistory history = window.history();
      TreeCursor<TableHistory.Version> cursor = history.versions().cursor();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        long second = TableHistory.second(cursor.key());
        if (second > from.getEpochSecond() && second <= to.getEpochSecond()) {
          times.versions.add(cursor.value().items());
          times.seconds.add(second);
        }
      }
      if (history.since() > from.getEpochSecond() && history.since() <= to.getEpochSecond()) {
        times.versions.add(window.table().items());
        times.seconds.add(history.since());
      }
      return times;
    }

    Instant of(byte[] key, int length, @Nullable Item last) {
      int low = 0;
      int high = versions.size() - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (versions.get(middle).find(key, length) == last) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return Instant.ofEpochSecond(seconds.isEmpty() ? end : seconds.get(low));
    }
  }
}

package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.TableTypes;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.transfer.TableFiles;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The exports, imports and {@linkplain BulkPuts bulk operations} of an engine. An export or import
 * is a job that runs on the thread of its request. The state names it from its beginning, so others
 * see it IN_PROGRESS, and a request that is repeated with the same token returns at once. What did
 * not end, because the process has ended, or because the database is a copy from the time of a job,
 * is run again by {@link #resume}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3forDynamoDB.html">Integrating
 *     DynamoDB with Amazon S3</a>
 */
public final class TransferJobs {
  private final OperationContext context;
  private final @Nullable TableFiles files;
  private final TableTypes types;
  private final Wording wording;
  private final Edge edge;
  private final BulkPuts bulkPuts;

  /** The IDs of the jobs that a thread is running. */
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  /** The requests of a job to the edge of the engine. */
  public interface Edge {
    /**
     * Returns whether a job may add more data.
     *
     * @param input the request of the job, or what describes it
     */
    boolean hasRoom(OperationSchema<?, ?> operation, Record input);

    /**
     * Returns the rights on Amazon S3 that the client with an access key has now.
     *
     * @param input as for {@link #hasRoom}
     */
    ObjectRights objectRights(OperationSchema<?, ?> operation, Record input, String accessKey);

    /** Returns the message of an item that PutItem rejects. */
    String message(Fault fault);

    /** Reports a bulk operation that has ended. */
    void ended(BulkOperationDescription operation);

    /**
     * Runs work on another thread.
     *
     * @return whether it does; if not, background work has to do it
     */
    boolean start(Runnable work);
  }

  /**
   * @param files what stands for Amazon S3; null if the database has none
   * @param types of what tables may have
   * @param wording of the checks of items
   */
  public TransferJobs(
      OperationContext context,
      @Nullable TableFiles files,
      TableTypes types,
      Wording wording,
      Edge edge) {
    this.context = context;
    this.files = files;
    this.types = types;
    this.wording = wording;
    this.edge = edge;
    this.bulkPuts = new BulkPuts(this);
  }

  /** Returns the bulk operations. */
  public BulkPuts bulkPuts() {
    return bulkPuts;
  }

  OperationContext context() {
    return context;
  }

  TableTypes types() {
    return types;
  }

  Wording wording() {
    return wording;
  }

  Edge edge() {
    return edge;
  }

  /**
   * Returns what stands for Amazon S3.
   *
   * @throws FaultException if the database has none
   */
  TableFiles requireFiles() {
    if (files == null) {
      throw new FaultException(TransferFault.Plain.NO_FILES);
    }
    return files;
  }

  /** Runs a job, unless another thread is running it. */
  void run(String id, Runnable job) {
    if (running.add(id)) {
      try {
        job.run();
      } finally {
        running.remove(id);
      }
    }
  }

  /** Runs the jobs that did not end and that no thread is running. */
  public void resume() {
    if (unfinished().isEmpty()) {
      return;
    }
    context.committer().awaitLogged(null); // what another thread has just ended
    for (TransferState transfer : unfinished()) {
      run(transfer.id(), () -> resume(transfer));
    }
  }

  private void resume(TransferState transfer) {
    CommitTicket ticket = new CommitTicket();
    switch (transfer.kind()) {
      case EXPORT ->
          new ExportJob(
                  this,
                  transfer.export(),
                  rights(transfer, Operations.EXPORT_TABLE_TO_POINT_IN_TIME),
                  true)
              .run(ticket);
      case IMPORT ->
          new TableImport(this, transfer.imported(), rights(transfer, Operations.IMPORT_TABLE))
              .resume(ticket);
      case BULK_PUT -> throw new IllegalStateException("runs in BulkPuts");
    }
  }

  /** Returns the rights of the caller of a job that has begun earlier. */
  ObjectRights rights(TransferState transfer, OperationSchema<?, ?> operation) {
    String caller = transfer.caller();
    return caller == null
        ? ObjectRights.ALL
        : edge.objectRights(operation, (Record) transfer.description(), caller);
  }

  private List<TransferState> unfinished() {
    List<TransferState> found = new ArrayList<>(0);
    TreeCursor<TransferState> transfers = context.committer().state().transfers().cursor();
    for (boolean more = transfers.first(); more; more = transfers.next()) {
      TransferState transfer = transfers.value();
      if (transfer.dueAt() == null
          && transfer.kind() != TransferState.Kind.BULK_PUT
          && !running.contains(transfer.id())) {
        found.add(transfer);
      }
    }
    return found;
  }
}

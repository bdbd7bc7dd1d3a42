package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.table.TransferState.Kind;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationStatus;
import dev.monotable.model.BulkOperationSummary;
import dev.monotable.model.CancelBulkOperationInput;
import dev.monotable.model.CancelBulkOperationOutput;
import dev.monotable.model.DescribeBulkOperationInput;
import dev.monotable.model.DescribeBulkOperationOutput;
import dev.monotable.model.ListBulkOperationsInput;
import dev.monotable.model.ListBulkOperationsOutput;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operations on bulk operations. */
public final class BulkHandlers {
  private final TransferJobs jobs;
  private final OperationContext context;

  private BulkHandlers(TransferJobs jobs) {
    this.jobs = jobs;
    this.context = jobs.context();
  }

  /** Returns the handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, TransferJobs jobs) {
    BulkHandlers bulk = new BulkHandlers(jobs);
    return new HandlerChoice(operation)
        .or(Operations.CANCEL_BULK_OPERATION, bulk::cancel)
        .or(Operations.DESCRIBE_BULK_OPERATION, bulk::describe)
        .or(Operations.LIST_BULK_OPERATIONS, bulk::list)
        .or(Operations.START_BULK_PUT_ITEMS, new StartBulkPutHandler(jobs))
        .found();
  }

  /** Performs DescribeBulkOperation. */
  private DescribeBulkOperationOutput describe(DescribeBulkOperationInput request, Call call) {
    TransferState known = require(context.committer().state(), request.bulkOperationArn());
    return new DescribeBulkOperationOutput(Transfers.bulkAt(known, context.clock().instant()));
  }

  private TransferState require(DatabaseState state, String arn) {
    String id =
        TransferArns.requireTransfer(
            arn,
            Kind.BULK_PUT,
            context,
            TransferFault.Plain.INVALID_BULK_ARN,
            TransferFault.Plain.NO_SUCH_BULK_OPERATION.with(arn));
    TransferState known = state.findTransfer(Kind.BULK_PUT, id);
    if (known == null || !known.arn().equals(arn)) {
      throw new FaultException(TransferFault.Plain.NO_SUCH_BULK_OPERATION.with(arn));
    }
    return known;
  }

  /** Performs ListBulkOperations. */
  private ListBulkOperationsOutput list(ListBulkOperationsInput request, Call call) {
    TransferPage page =
        TransferPage.of(
            context, Kind.BULK_PUT, request.maxResults(), request.nextToken(), transfer -> true);
    Instant now = context.clock().instant();
    List<BulkOperationSummary> summaries = new ArrayList<>();
    for (TransferState transfer : page.transfers()) {
      BulkOperationDescription described = Transfers.bulkAt(transfer, now);
      summaries.add(
          new BulkOperationSummary(
              transfer.arn(),
              Objects.requireNonNull(described.bulkOperationStatus()),
              transfer.startTime(),
              described.endTime()));
    }
    return new ListBulkOperationsOutput(summaries, page.nextToken());
  }

  /** Performs CancelBulkOperation. An operation ends between two of its commits. */
  private CancelBulkOperationOutput cancel(CancelBulkOperationInput request, Call call) {
    String arn = request.bulkOperationArn();
    context.committer().commit(call.ticket(), draft -> cancel(draft, arn));
    jobs.bulkPuts().wake();
    return new CancelBulkOperationOutput(arn, BulkOperationStatus.CANCELLING.wire());
  }

  private DatabaseState cancel(StateDraft draft, String arn) {
    TransferState known = require(draft.state(), arn);
    if (!known.isInProgress(draft.now())) {
      throw new FaultException(
          TransferFault.Plain.BULK_ENDED.with(String.valueOf(known.bulk().bulkOperationStatus())));
    }
    BulkOperationDescription.Builder next = known.bulk().toBuilder();
    if (known.progress() == null) {
      next.bulkOperationStatus(BulkOperationStatus.CANCELLED.wire())
          .failureCode(BulkPut.cancelled().code())
          .failureMessage(BulkPut.cancelled().message());
    } else {
      next.bulkOperationStatus(BulkOperationStatus.CANCELLING.wire());
    }
    TransferState cancelled =
        new TransferState(next.build(), known.dueAt(), known.caller(), known.progress());
    DatabaseState state = draft.state();
    draft.state(state.toBuilder().transfers(cancelled.addTo(state.transfers())).build());
    return draft.state();
  }
}

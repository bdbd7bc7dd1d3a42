package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationPerformanceTier;
import dev.monotable.model.BulkOperationStatus;
import dev.monotable.model.BulkOperationTableDetail;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.S3SseAlgorithm;
import dev.monotable.model.StartBulkPutItemsInput;
import dev.monotable.model.StartBulkPutItemsOutput;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The StartBulkPutItems operation. The response has the status IN_PROGRESS; {@link BulkPuts} then
 * reads the objects and writes the items.
 */
final class StartBulkPutHandler
    implements OperationHandler<StartBulkPutItemsInput, StartBulkPutItemsOutput> {
  private final TransferJobs jobs;
  private final OperationContext context;

  StartBulkPutHandler(TransferJobs jobs) {
    this.jobs = jobs;
    this.context = jobs.context();
  }

  @Override
  public StartBulkPutItemsOutput handle(StartBulkPutItemsInput request, Call call) {
    requireOutput(request.outputS3Configuration());
    String id = Transfers.newId(context, Transfers.now(context));
    String caller = call.objectRights().accessKey();
    BulkOperationDescription answer =
        context.committer().commit(call.ticket(), draft -> begin(draft, request, id, caller));
    jobs.bulkPuts().wake();
    return new StartBulkPutItemsOutput(answer);
  }

  @Override
  public boolean addsData(StartBulkPutItemsInput request, Call call) {
    return true;
  }

  /** Checks what the model does not require, although the API Reference does. */
  private static void requireOutput(OutputS3Configuration output) {
    if (output.s3Bucket() == null) {
      throw new FaultException(TransferFault.Plain.OUTPUT_BUCKET_MISSING);
    }
    if (output.outputType().isEmpty()) {
      throw new FaultException(TransferFault.Plain.OUTPUT_TYPE_MISSING);
    }
    if (output.s3SseKmsKeyId() != null
        && S3SseAlgorithm.find(output.s3SseAlgorithm()) != S3SseAlgorithm.KMS) {
      throw new FaultException(TransferFault.Plain.KEY_WITHOUT_KMS);
    }
  }

  /** Begins an operation, or returns the one that was begun with the same token. */
  private BulkOperationDescription begin(
      StateDraft draft, StartBulkPutItemsInput request, String id, @Nullable String caller) {
    TableState table = OperationContext.requireDescribed(draft.state(), request.tableName());
    BulkOperationDescription begun = description(request, table.definition(), id);
    TransferState known =
        Transfers.findByToken(draft, context.limits(), TransferState.Kind.BULK_PUT, begun);
    if (known != null) {
      if (!isSame(begun, known.bulk())) {
        throw new FaultException(TransactionFault.Plain.TOKEN_MISMATCH);
      }
      return Transfers.bulkAt(known, draft.now());
    }
    requireTable(draft, table);
    Object unused = jobs.requireFiles();
    Transfers.add(
        draft, context.limits(), new TransferState(begun, null, caller, BulkProgress.NONE));
    return begun;
  }

  private void requireTable(StateDraft draft, TableState table) {
    TableDefinition definition = table.definition();
    new TableAdmission(table).requireBulkPut();
    if (GlobalTableReplica.find(definition) != null) {
      throw new FaultException(TransferFault.Plain.GLOBAL_TABLE_OF_BULK.with(definition.name()));
    }
    int most = context.limits().bulk().maxTableOperations();
    if (draft.state().bulkOperations(definition.id(), draft.now()) >= most) {
      throw new FaultException(TransferFault.Plain.TOO_MANY_OF_TABLE.with(most));
    }
  }

  private BulkOperationDescription description(
      StartBulkPutItemsInput request, TableDefinition table, String id) {
    return BulkOperationDescription.builder()
        .bulkOperationArn(table.arn() + TransferState.OF_TABLE + id)
        .bulkOperationStatus(BulkOperationStatus.IN_PROGRESS.wire())
        .tableDetails(List.of(new BulkOperationTableDetail(table.name(), table.id())))
        .clientToken(request.clientToken())
        .inputS3Configuration(request.inputS3Configuration())
        .outputS3Configuration(request.outputS3Configuration())
        .startTime(Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-')))))
        .processedItemCount(0L)
        .failedItemCount(0L)
        .maxWriteRequestUnits(request.maxWriteRequestUnits())
        .performanceTier(
            request.performanceTier() == null
                ? BulkOperationPerformanceTier.STANDARD.wire()
                : request.performanceTier())
        .build();
  }

  /** Returns whether the parameters of two operations are the same. */
  private static boolean isSame(BulkOperationDescription one, BulkOperationDescription other) {
    return Objects.equals(one.tableDetails(), other.tableDetails())
        && Objects.equals(one.inputS3Configuration(), other.inputS3Configuration())
        && Objects.equals(one.outputS3Configuration(), other.outputS3Configuration())
        && Objects.equals(one.maxWriteRequestUnits(), other.maxWriteRequestUnits())
        && Objects.equals(one.performanceTier(), other.performanceTier());
  }
}

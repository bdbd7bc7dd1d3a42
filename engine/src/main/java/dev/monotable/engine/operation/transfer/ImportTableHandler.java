package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.Quotas;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.ImportStatus;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ImportTableInput;
import dev.monotable.model.ImportTableOutput;
import dev.monotable.model.InputFormat;
import dev.monotable.model.S3BucketSource;
import dev.monotable.model.TableCreationParameters;
import java.time.Instant;

/**
 * The ImportTable operation. The response has the status IN_PROGRESS, as on AWS. The files are read
 * before it returns; the import ends then, unless {@link dev.monotable.engine.limits.Delays} sets a
 * delay.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ImportTable.html">ImportTable</a>
 */
final class ImportTableHandler implements OperationHandler<ImportTableInput, ImportTableOutput> {
  private final TransferJobs jobs;
  private final OperationContext context;

  ImportTableHandler(TransferJobs jobs) {
    this.jobs = jobs;
    this.context = jobs.context();
  }

  @Override
  public ImportTableOutput handle(ImportTableInput request, Call call) {
    if (request.inputFormatOptions() != null
        && request.inputFormatOptions().csv() != null
        && InputFormat.find(request.inputFormat()) != InputFormat.CSV) {
      throw new FaultException(TransferFault.Plain.OPTIONS_OF_CSV.with(request.inputFormat()));
    }
    CreateTableInput creation = creation(request.tableCreationParameters());
    ImportedTable table = ImportedTable.create(context, jobs.types(), creation, call.wording());
    ImportTableDescription begun = description(request, table.state().definition());
    ObjectRights rights = call.objectRights();
    TableImport job = new TableImport(jobs, begun, rights);
    ImportTableDescription[] answer = {begun};
    jobs.run(
        Transfers.id(begun.importArn()),
        () -> {
          answer[0] =
              context
                  .committer()
                  .commit(
                      call.ticket(), draft -> begin(draft, begun, rights, creation, table.state()));
          if (begun.equals(answer[0])) {
            job.run(table, call.ticket());
          }
        });
    return new ImportTableOutput(answer[0]);
  }

  @Override
  public boolean addsData(ImportTableInput request, Call call) {
    return true;
  }

  private static CreateTableInput creation(TableCreationParameters parameters) {
    return CreateTableInput.builder()
        .tableName(parameters.tableName())
        .attributeDefinitions(parameters.attributeDefinitions())
        .keySchema(parameters.keySchema())
        .billingMode(parameters.billingMode())
        .provisionedThroughput(parameters.provisionedThroughput())
        .onDemandThroughput(parameters.onDemandThroughput())
        .sseSpecification(parameters.sseSpecification())
        .globalSecondaryIndexes(parameters.globalSecondaryIndexes())
        .vectorIndexes(parameters.vectorIndexes())
        .build();
  }

  /** Returns the import as it begins. AWS adds the members that a request omits: DDB-IMPORT-003. */
  private ImportTableDescription description(ImportTableInput request, TableDefinition table) {
    Instant now = Transfers.now(context);
    S3BucketSource source = request.s3BucketSource();
    String owner = source.s3BucketOwner();
    return ImportTableDescription.builder()
        .importArn(table.arn() + "/import/" + Transfers.newId(context, now))
        .importStatus(ImportStatus.IN_PROGRESS.wire())
        .tableArn(table.arn())
        .tableId(table.id())
        .clientToken(request.clientToken())
        .s3BucketSource(
            source.toBuilder().s3BucketOwner(owner == null ? context.account() : owner).build())
        .errorCount(0L)
        .cloudWatchLogGroupArn(
            "arn:aws:logs:"
                + context.region()
                + ":"
                + context.account()
                + ":log-group:/aws-dynamodb/imports:*")
        .inputFormat(request.inputFormat())
        .inputFormatOptions(request.inputFormatOptions())
        .inputCompressionType(
            request.inputCompressionType() == null ? "NONE" : request.inputCompressionType())
        .tableCreationParameters(request.tableCreationParameters())
        .startTime(now)
        .processedItemCount(0L)
        .importedItemCount(0L)
        .build();
  }

  /**
   * Begins an import, or returns the one that was begun with the same token. An existing table is
   * reported first, unless that import is still creating it; of the other members only the name of
   * the table is compared (DDB-IMPORT-017, -019).
   */
  private ImportTableDescription begin(
      StateDraft draft,
      ImportTableDescription begun,
      ObjectRights rights,
      CreateTableInput creation,
      TableState created) {
    Instant now = draft.now();
    TransferState known =
        Transfers.findByToken(draft, context.limits(), TransferState.Kind.IMPORT, begun);
    boolean sameTable = known != null && known.tableArn().equals(begun.tableArn());
    boolean creating = known != null && sameTable && known.isInProgress(now);
    TableState present = draft.state().findTable(creation.tableName());
    if (present != null && !creating) {
      throw new FaultException(TableFault.Plain.ALREADY_EXISTS.with(creation.tableName()));
    }
    if (known != null) {
      if (!sameTable) {
        throw new FaultException(TransferFault.Plain.IMPORT_CONFLICT);
      }
      return Transfers.importAt(known, now);
    }
    Object unused = jobs.requireFiles();
    Quotas.require(context, draft.state(), creation);
    Transfers.add(draft, context.limits(), new TransferState(begun, null, rights.accessKey()));
    draft.putTable(
        created
            .withDefinition(created.definition().toBuilder().payPerRequestSince(null).build())
            .withChange(
                new TableChange(
                    TableChange.Kind.CREATE_TABLE, null, null, ChangeOutcome.Plain.TABLE_CREATED)));
    return begun;
  }
}

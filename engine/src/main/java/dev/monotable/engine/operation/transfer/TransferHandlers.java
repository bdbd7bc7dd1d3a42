package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.table.TransferState.Kind;
import dev.monotable.model.DescribeExportInput;
import dev.monotable.model.DescribeExportOutput;
import dev.monotable.model.DescribeImportInput;
import dev.monotable.model.DescribeImportOutput;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportSummary;
import dev.monotable.model.ImportSummary;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ListExportsInput;
import dev.monotable.model.ListExportsOutput;
import dev.monotable.model.ListImportsInput;
import dev.monotable.model.ListImportsOutput;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on exports and imports. */
public final class TransferHandlers {
  private final OperationContext context;

  private TransferHandlers(OperationContext context) {
    this.context = context;
  }

  /** Returns the handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, TransferJobs jobs) {
    TransferHandlers transfers = new TransferHandlers(jobs.context());
    return new HandlerChoice(operation)
        .or(Operations.DESCRIBE_EXPORT, transfers::describeExport)
        .or(Operations.DESCRIBE_IMPORT, transfers::describeImport)
        .or(Operations.EXPORT_TABLE_TO_POINT_IN_TIME, new ExportTableHandler(jobs))
        .or(Operations.IMPORT_TABLE, new ImportTableHandler(jobs))
        .or(Operations.LIST_EXPORTS, transfers::listExports)
        .or(Operations.LIST_IMPORTS, transfers::listImports)
        .found();
  }

  /**
   * Performs DescribeExport. It also describes exports of tables that were deleted
   * (DDB-EXPORT-020).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeExport.html">DescribeExport</a>
   */
  private DescribeExportOutput describeExport(DescribeExportInput request, Call call) {
    return new DescribeExportOutput(
        Transfers.exportAt(
            require(
                request.exportArn(),
                Kind.EXPORT,
                TransferFault.Plain.INVALID_EXPORT_ARN,
                TransferFault.Plain.EXPORT_OF_OTHER_REGION,
                TransferFault.Plain.NO_SUCH_EXPORT::with),
            context.clock().instant()));
  }

  /**
   * Performs DescribeImport.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeImport.html">DescribeImport</a>
   */
  private DescribeImportOutput describeImport(DescribeImportInput request, Call call) {
    return new DescribeImportOutput(
        Transfers.importAt(
            require(
                request.importArn(),
                Kind.IMPORT,
                TransferFault.Plain.INVALID_IMPORT_ARN,
                TransferFault.Plain.IMPORT_OF_OTHER_REGION,
                TransferFault.Plain.NO_SUCH_IMPORT::with),
            context.clock().instant()));
  }

  private TransferState require(
      String arn, Kind kind, Fault invalid, Fault otherRegion, Function<String, Fault> missing) {
    String id = TransferArns.requireTransfer(arn, kind, context, invalid, otherRegion);
    TransferState known = context.committer().state().findTransfer(kind, id);
    if (known == null || !known.arn().equals(arn)) {
      throw new FaultException(missing.apply(arn));
    }
    return known;
  }

  /**
   * Performs ListExports. The exports of a table are listed as long as it exists (DDB-EXPORT-020).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListExports.html">ListExports</a>
   */
  private ListExportsOutput listExports(ListExportsInput request, Call call) {
    String arn = request.tableArn();
    TableState table = null;
    if (arn != null) {
      TransferArns.requireTable(arn, context);
      table = context.committer().state().findTable(TableNames.nameOf(arn));
    }
    String id = table == null ? "" : table.definition().id();
    TransferPage page =
        TransferPage.of(
            context,
            Kind.EXPORT,
            request.maxResults(),
            request.nextToken(),
            transfer ->
                arn == null || (arn.equals(transfer.tableArn()) && id.equals(transfer.tableId())));
    Instant now = context.clock().instant();
    List<ExportSummary> summaries = new ArrayList<>();
    for (TransferState transfer : page.transfers()) {
      ExportDescription export = Transfers.exportAt(transfer, now);
      boolean full = export.incrementalExportSpecification() == null;
      summaries.add(
          new ExportSummary(
              export.exportArn(),
              export.exportStatus(),
              full ? "FULL_EXPORT" : "INCREMENTAL_EXPORT"));
    }
    return new ListExportsOutput(summaries, page.nextToken());
  }

  /**
   * Performs ListImports. It also lists the imports of tables that were deleted (DDB-IMPORT-008).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListImports.html">ListImports</a>
   */
  private ListImportsOutput listImports(ListImportsInput request, Call call) {
    String arn = request.tableArn();
    if (arn != null) {
      TransferArns.requireTable(arn, context);
    }
    TransferPage page =
        TransferPage.of(
            context,
            Kind.IMPORT,
            request.pageSize(),
            request.nextToken(),
            transfer -> arn == null || arn.equals(transfer.tableArn()));
    Instant now = context.clock().instant();
    List<ImportSummary> summaries = new ArrayList<>();
    for (TransferState transfer : page.transfers()) {
      ImportTableDescription described = Transfers.importAt(transfer, now);
      summaries.add(
          new ImportSummary(
              described.importArn(),
              described.importStatus(),
              described.tableArn(),
              described.s3BucketSource(),
              described.cloudWatchLogGroupArn(),
              described.inputFormat(),
              described.startTime(),
              described.endTime()));
    }
    return new ListImportsOutput(summaries, page.nextToken());
  }
}

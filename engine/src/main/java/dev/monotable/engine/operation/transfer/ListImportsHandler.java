package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.ImportSummary;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ListImportsInput;
import dev.monotable.model.ListImportsOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The ListImports operation. It also lists the imports of tables that were deleted
 * (DDB-IMPORT-008).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListImports.html">ListImports</a>
 */
final class ListImportsHandler implements OperationHandler<ListImportsInput, ListImportsOutput> {
  private final OperationContext context;

  ListImportsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListImportsOutput handle(ListImportsInput request, Call call) {
    String table = request.tableArn();
    if (table != null) {
      TransferArns.requireTable(table, context);
    }
    TransferPage page =
        TransferPage.of(
            context,
            TransferState.Kind.IMPORT,
            request.pageSize(),
            request.nextToken(),
            transfer -> table == null || table.equals(transfer.tableArn()));
    Instant now = context.clock().instant();
    List<ImportSummary> summaries = new ArrayList<>();
    for (TransferState transfer : page.transfers()) {
      ImportTableDescription description = Transfers.importAt(transfer, now);
      summaries.add(
          new ImportSummary(
              description.importArn(),
              description.importStatus(),
              description.tableArn(),
              description.s3BucketSource(),
              description.cloudWatchLogGroupArn(),
              description.inputFormat(),
              description.startTime(),
              description.endTime()));
    }
    return new ListImportsOutput(summaries, page.nextToken());
  }
}

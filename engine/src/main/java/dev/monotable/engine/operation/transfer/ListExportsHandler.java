package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportSummary;
import dev.monotable.model.ListExportsInput;
import dev.monotable.model.ListExportsOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The ListExports operation. The exports of a table are listed as long as it exists
 * (DDB-EXPORT-020).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListExports.html">ListExports</a>
 */
final class ListExportsHandler implements OperationHandler<ListExportsInput, ListExportsOutput> {
  private final OperationContext context;

  ListExportsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListExportsOutput handle(ListExportsInput request, Call call) {
    String tableArn = request.tableArn();
    TableState table = null;
    if (tableArn != null) {
      TransferArns.requireTable(tableArn, context);
      table = context.committer().state().findTable(TableNames.nameOf(tableArn));
    }
    String tableId = table == null ? "" : table.definition().id();
    TransferPage page =
        TransferPage.of(
            context,
            TransferState.Kind.EXPORT,
            request.maxResults(),
            request.nextToken(),
            transfer ->
                tableArn == null
                    || (tableArn.equals(transfer.tableArn())
                        && tableId.equals(transfer.tableId())));
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
}

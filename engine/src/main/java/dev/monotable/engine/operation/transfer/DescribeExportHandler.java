package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.DescribeExportInput;
import dev.monotable.model.DescribeExportOutput;

/**
 * The DescribeExport operation. It also describes exports of tables that were deleted
 * (DDB-EXPORT-020).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeExport.html">DescribeExport</a>
 */
final class DescribeExportHandler
    implements OperationHandler<DescribeExportInput, DescribeExportOutput> {
  private final OperationContext context;

  DescribeExportHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeExportOutput handle(DescribeExportInput request, Call call) {
    String arn = request.exportArn();
    String id =
        TransferArns.requireTransfer(
            arn,
            TransferState.Kind.EXPORT,
            context,
            TransferFault.Plain.INVALID_EXPORT_ARN,
            TransferFault.Plain.EXPORT_OF_OTHER_REGION);
    TransferState known = context.committer().state().findTransfer(TransferState.Kind.EXPORT, id);
    if (known == null || !known.arn().equals(arn)) {
      throw new FaultException(TransferFault.Plain.NO_SUCH_EXPORT.with(arn));
    }
    return new DescribeExportOutput(Transfers.exportAt(known, context.clock().instant()));
  }
}

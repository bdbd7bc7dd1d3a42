package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.DescribeImportInput;
import dev.monotable.model.DescribeImportOutput;

/**
 * The DescribeImport operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeImport.html">DescribeImport</a>
 */
final class DescribeImportHandler
    implements OperationHandler<DescribeImportInput, DescribeImportOutput> {
  private final OperationContext context;

  DescribeImportHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeImportOutput handle(DescribeImportInput request, Call call) {
    String arn = request.importArn();
    String id =
        TransferArns.requireTransfer(
            arn,
            TransferState.Kind.IMPORT,
            context,
            TransferFault.Plain.INVALID_IMPORT_ARN,
            TransferFault.Plain.IMPORT_OF_OTHER_REGION);
    TransferState known = context.committer().state().findTransfer(TransferState.Kind.IMPORT, id);
    if (known == null || !known.arn().equals(arn)) {
      throw new FaultException(TransferFault.Plain.NO_SUCH_IMPORT.with(arn));
    }
    return new DescribeImportOutput(Transfers.importAt(known, context.clock().instant()));
  }
}

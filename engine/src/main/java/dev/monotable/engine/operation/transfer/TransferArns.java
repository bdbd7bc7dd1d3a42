package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.validation.Arn;

/** Checks the ARNs of exports, imports, bulk operations and their tables. */
final class TransferArns {
  private TransferArns() {}

  /**
   * Checks the ARN of a table, whether or not the table exists. Its Region is not checked, because
   * AWS does not (DDB-EXPORT-002).
   *
   * @throws FaultException if it is not an ARN, not that of a table, or of another account
   */
  static void requireTable(String text, OperationContext context) {
    if (text.isEmpty()) {
      throw new FaultException(TransferFault.Plain.EMPTY_TABLE_ARN);
    }
    Arn arn = Arn.find(text);
    if (arn == null) {
      throw new FaultException(TransferFault.Plain.NOT_AN_ARN);
    }
    String[] path = arn.resource().split("/", -1);
    if (!arn.service().equals("dynamodb") || path.length != 2 || !path[0].equals("table")) {
      throw new FaultException(TransferFault.Plain.INVALID_TABLE_ARN);
    }
    requireAccount(arn, context);
  }

  /**
   * Checks the ARN of an export, import or bulk operation, whether or not it exists
   * (DDB-EXPORT-006, DDB-IMPORT-010).
   *
   * @return its ID
   * @throws FaultException if it is not an ARN of the kind, or of another account or Region
   */
  static String requireTransfer(
      String text,
      TransferState.Kind kind,
      OperationContext context,
      Fault invalid,
      Fault otherRegion) {
    Arn arn = Arn.find(text);
    String[] path = arn == null ? new String[0] : arn.resource().split("/", -1);
    String type =
        switch (kind) {
          case EXPORT -> "export";
          case IMPORT -> "import";
          case BULK_PUT -> "bulk-operation";
        };
    if (arn == null
        || !arn.service().equals("dynamodb")
        || path.length != 4
        || !path[0].equals("table")
        || !path[2].equals(type)) {
      throw new FaultException(invalid);
    }
    requireAccount(arn, context);
    if (!arn.region().equals(context.region())) {
      throw new FaultException(otherRegion);
    }
    return path[3];
  }

  private static void requireAccount(Arn arn, OperationContext context) {
    if (!arn.account().equals(context.account())) {
      throw new FaultException(TransferFault.Plain.OTHER_ACCOUNT);
    }
  }
}

package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on exports and imports. */
public final class TransferHandlers {
  private TransferHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, TransferJobs jobs) {
    if (operation == Operations.DESCRIBE_EXPORT) {
      return new DescribeExportHandler(jobs.context());
    }
    if (operation == Operations.DESCRIBE_IMPORT) {
      return new DescribeImportHandler(jobs.context());
    }
    if (operation == Operations.EXPORT_TABLE_TO_POINT_IN_TIME) {
      return new ExportTableHandler(jobs);
    }
    if (operation == Operations.IMPORT_TABLE) {
      return new ImportTableHandler(jobs);
    }
    if (operation == Operations.LIST_EXPORTS) {
      return new ListExportsHandler(jobs.context());
    }
    if (operation == Operations.LIST_IMPORTS) {
      return new ListImportsHandler(jobs.context());
    }
    return null;
  }
}

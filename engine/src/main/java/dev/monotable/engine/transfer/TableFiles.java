package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.model.OutputTypeEnum;
import java.util.List;

/**
 * Reads the files of imports and of bulk operations, and writes those of exports and the reports of
 * bulk operations. It stands for Amazon S3. Safe for use by multiple threads; its methods run on
 * the thread of a request or of background work, and may take long.
 */
@Experimental
public interface TableFiles {
  /**
   * Returns the files of one database. By default, all databases have the same.
   *
   * @param buckets the buckets in the memory of the database
   */
  default TableFiles of(DatabaseBuckets buckets) {
    return this;
  }

  /**
   * Reads all items of the source of an import.
   *
   * @param target receives each item, and each part of a file that is not an item
   * @throws TransferException if the import fails as a whole
   */
  void read(ImportSource source, ImportTarget target) throws TransferException;

  /**
   * Writes an export: its data files, its manifests and their checksums.
   *
   * @return what was written
   * @throws TransferException if the export fails
   */
  ExportedFiles write(ExportSource source) throws TransferException;

  /**
   * Begins a bulk operation: checks that its reports can be written, and returns the objects that
   * it reads, in the order of their keys.
   *
   * @param most the number of objects to return at most; one more if there are more
   * @throws TransferException if the operation fails
   */
  List<StoredObject> begin(BulkSource operation, int most) throws TransferException;

  /**
   * Opens an object of a bulk operation.
   *
   * @throws TransferException if the object has changed or cannot be read, so the operation fails
   */
  BulkRecords open(BulkSource operation, StoredObject object) throws TransferException;

  /** Returns a report as it is written. */
  byte[] line(BulkReport report);

  /**
   * Writes a file of reports, in place of one with the same number.
   *
   * @param lines those of {@link #line}, of one type
   * @return the entry of the file in the manifest
   * @throws TransferException if it cannot be written, so the operation fails
   */
  byte[] write(BulkSource operation, OutputTypeEnum type, int number, List<byte[]> lines)
      throws TransferException;

  /**
   * Ends a bulk operation: writes the manifests of its reports.
   *
   * @param operation as it ends
   * @param files the entries of {@link #write}
   * @throws TransferException if they cannot be written, so the operation fails
   */
  void end(BulkSource operation, List<byte[]> files) throws TransferException;
}

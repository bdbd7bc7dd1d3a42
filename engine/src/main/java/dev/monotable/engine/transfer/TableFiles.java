package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;

/**
 * Reads the files of imports and writes those of exports. It stands for Amazon S3. Safe for use by
 * multiple threads; its methods run on the thread of a request, and may take long.
 */
@Experimental
public interface TableFiles {
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
}

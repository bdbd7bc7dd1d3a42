package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.Nullable;

/** The records of an object of a bulk operation, in their order. For one thread. */
@Experimental
public interface BulkRecords extends AutoCloseable {
  /**
   * Returns the next record; null after the last one. The rest of an object that is not in its
   * format is one invalid record.
   *
   * @throws TransferException if the object has changed or cannot be read, so the operation fails
   */
  @Nullable BulkRecord next() throws TransferException;

  /** Returns the bytes of the object that were read so far. */
  long bytes();

  @Override
  void close();
}

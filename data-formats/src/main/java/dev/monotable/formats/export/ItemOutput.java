package dev.monotable.formats.export;

import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.value.Item;
import java.io.IOException;

/** A file that items are written to. */
public interface ItemOutput extends AutoCloseable {
  /** Writes an item. */
  void write(Item item) throws IOException;

  /**
   * Writes a changed item of an incremental export.
   *
   * @throws UnsupportedOperationException if the format has no changes
   */
  default void write(ExportSource.Change change) throws IOException {
    throw new UnsupportedOperationException("no format of exports");
  }

  /** Ends the file. */
  @Override
  void close() throws IOException;
}

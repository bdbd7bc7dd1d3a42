package dev.monotable.formats.export;

import dev.monotable.value.Item;
import java.io.IOException;

/** A file that items are written to. */
public interface ItemOutput extends AutoCloseable {
  /** Writes an item. */
  void write(Item item) throws IOException;

  /** Ends the file. */
  @Override
  void close() throws IOException;
}

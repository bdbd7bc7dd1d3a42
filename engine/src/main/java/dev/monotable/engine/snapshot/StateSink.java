package dev.monotable.engine.snapshot;

import dev.monotable.api.Experimental;
import java.io.IOException;

/** Receives a database, or what changed in it, as blocks of bytes. */
@Experimental
@FunctionalInterface
public interface StateSink {
  /**
   * Receives the next block.
   *
   * @param bytes valid during the call, from index 0 up to {@code length}
   * @param length more than 0
   * @param last whether this is the last block. What changed takes effect as a whole, so the blocks
   *     up to the last one belong together
   */
  void write(byte[] bytes, int length, boolean last) throws IOException;
}

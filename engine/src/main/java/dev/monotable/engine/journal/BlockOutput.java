package dev.monotable.engine.journal;

import java.io.IOException;

/** Receives a difference of states in blocks. */
@FunctionalInterface
public interface BlockOutput {
  /**
   * Receives the next block.
   *
   * @param bytes valid during the call, up to {@code length}
   * @param last whether this is the last block of the difference
   */
  void write(byte[] bytes, int length, boolean last) throws IOException;
}

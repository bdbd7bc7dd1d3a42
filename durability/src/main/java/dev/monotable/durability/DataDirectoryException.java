package dev.monotable.durability;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A data directory cannot be used. The message is one line for users, with the name of the file. If
 * the file system failed, the cause says why.
 */
public final class DataDirectoryException extends IOException {
  private static final long serialVersionUID = 1L;

  DataDirectoryException(String message) {
    super(message);
  }

  DataDirectoryException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns the exception for a file that this version cannot read.
   *
   * @param format that the file has
   * @param read the formats that this version reads
   */
  static DataDirectoryException later(Path file, int format, String read) {
    return new DataDirectoryException(
        file
            + " was written by a later version of Monotable (format "
            + format
            + "); this one reads "
            + read
            + ", and has changed nothing");
  }
}

package dev.monotable.durability;

import java.io.IOException;

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
}

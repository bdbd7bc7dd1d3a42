package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;

/**
 * The failure of an export, import or bulk operation. Its messages are the code and the message
 * that AWS returns.
 */
@Experimental
public final class TransferException extends Exception {
  /** The code if a bucket does not exist. */
  public static final String NO_SUCH_BUCKET = "S3NoSuchBucket";

  /** The code if a bucket cannot be read or written. */
  public static final String ACCESS_DENIED = "S3AccessDenied";

  /** The code if an object has changed while it was read. */
  public static final String MODIFIED = "S3ObjectModified";

  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code the failure code, such as {@link #NO_SUCH_BUCKET}
   * @param message the failure message
   */
  public TransferException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns the failure code. */
  public String code() {
    return code;
  }

  /** Returns the failure message. */
  public String message() {
    return String.valueOf(getMessage());
  }
}

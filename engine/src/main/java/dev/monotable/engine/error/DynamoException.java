package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * An answer of the service that is not a success. It carries no stack trace: it is an ordinary
 * outcome, made for every failed condition.
 */
public final class DynamoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient @Nullable Record detail;
  private final transient @Nullable Fault fault;

  /**
   * @param message as AWS says it; null where AWS sends none
   * @param detail the error's generated structure, for members beyond the message (its own message
   *     member is ignored); null where there are none
   */
  public DynamoException(ErrorCode code, @Nullable String message, @Nullable Record detail) {
    this(code, message, detail, null);
  }

  DynamoException(
      ErrorCode code, @Nullable String message, @Nullable Record detail, @Nullable Fault fault) {
    super(message, null, false, false);
    this.code = code;
    this.detail = detail;
    this.fault = fault;
  }

  public DynamoException(ErrorCode code, @Nullable String message) {
    this(code, message, null);
  }

  /** A {@code ValidationException} with this message. */
  public static DynamoException validation(String message) {
    return new DynamoException(ErrorCode.VALIDATION, message, null);
  }

  public ErrorCode code() {
    return code;
  }

  /** Members of the error besides its message, such as CancellationReasons or Item. */
  public @Nullable Record detail() {
    return detail;
  }

  /** What the engine found wrong; null where the engine did not see the request. */
  public @Nullable Fault fault() {
    return fault;
  }
}

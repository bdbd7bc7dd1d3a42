package dev.monotable.engine.error;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.Nullable;

/**
 * An error response of the service. The engine throws it to its caller; inside the engine, {@link
 * FaultException} is thrown. It has no stack trace, because it is an ordinary result, created for
 * every failed condition.
 */
public final class DynamoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient @Nullable Record detail;
  private final transient @Nullable Fault fault;
  private final boolean capitalMessage;

  /**
   * @param message AWS's message; null if AWS sends none
   * @param detail the generated structure of the error, which contains the members other than the
   *     message (its message member is ignored); null if there are none
   */
  public DynamoException(ErrorCode code, @Nullable String message, @Nullable Record detail) {
    this(code, message, detail, null, false);
  }

  DynamoException(
      ErrorCode code,
      @Nullable String message,
      @Nullable Record detail,
      @Nullable Fault fault,
      boolean capitalMessage) {
    super(message, null, false, false);
    this.code = code;
    this.detail = detail;
    this.fault = fault;
    this.capitalMessage = capitalMessage;
  }

  public DynamoException(ErrorCode code, @Nullable String message) {
    this(code, message, null);
  }

  /** Returns a {@code ValidationException} with this message. */
  public static DynamoException validation(String message) {
    return new DynamoException(ErrorCode.VALIDATION, message, null);
  }

  /** Returns the type of the error; for an error of a test's choice, one that is like it. */
  public ErrorCode code() {
    return code;
  }

  /** Returns the name of the type of the error, such as {@code ValidationException}. */
  @Experimental
  public String shapeName() {
    return fault instanceof ChosenError chosen ? chosen.name() : code.shapeName();
  }

  /** Returns the value of {@code __type}: namespace, {@code #}, name. */
  @Experimental
  public String wireType() {
    return fault instanceof ChosenError chosen ? chosen.wireType() : code.wireType();
  }

  /** Returns the HTTP status of a response with this error. */
  @Experimental
  public int httpStatus() {
    return fault instanceof ChosenError chosen ? chosen.httpStatus() : code.httpStatus();
  }

  /**
   * Returns the members of the error other than its message, such as CancellationReasons or Item;
   * null if there are none.
   */
  public @Nullable Record detail() {
    return detail;
  }

  /** Returns the fault that the engine found; null if the request did not reach the engine. */
  @Experimental
  public @Nullable Fault fault() {
    return fault;
  }

  /**
   * Returns whether the message is the member {@code Message} of the response, although that of
   * other errors with this code is {@code message}.
   */
  public boolean hasCapitalMessage() {
    return capitalMessage;
  }
}

package dev.monotable.engine.error;

import java.util.function.Supplier;

/**
 * Carries a {@link Fault} to the edge of the engine, where it becomes a {@link DynamoException}. It
 * has no stack trace and no message for clients, because it is an ordinary result, created for
 * every failed condition.
 */
public final class FaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Fault fault;
  private final boolean foundInRequest;

  public FaultException(Fault fault) {
    this(fault, false);
  }

  private FaultException(Fault fault, boolean foundInRequest) {
    super(null, null, false, false);
    this.fault = fault;
    this.foundInRequest = foundInRequest;
  }

  /**
   * Runs checks of an operation that need the request only, and marks a fault that they throw as
   * {@link #foundInRequest}.
   *
   * @return the result of the checks
   */
  public static <T> T inRequest(Supplier<T> checks) {
    try {
      return checks.get();
    } catch (FaultException e) {
      throw new FaultException(e.fault, true);
    }
  }

  /** Returns the fault, whose message depends on the wording. */
  public Fault fault() {
    return fault;
  }

  /** Returns the type of the error. */
  public ErrorCode code() {
    return fault.code();
  }

  /** Returns whether the fault was found in the request alone, before any table was looked up. */
  public boolean foundInRequest() {
    return foundInRequest;
  }

  /** Returns the fault as text, for logs and failing tests. No response contains it. */
  @Override
  public String getMessage() {
    return fault.toString();
  }
}

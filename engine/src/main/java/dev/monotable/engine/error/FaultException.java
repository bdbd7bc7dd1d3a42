package dev.monotable.engine.error;

import dev.monotable.api.Experimental;

/**
 * Carries a {@link Fault} to the edge of the engine, where it becomes a {@link DynamoException}. It
 * has no stack trace and no message for clients, because it is an ordinary result, created for
 * every failed condition.
 */
@Experimental
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

  /** Returns this fault as one that was {@linkplain #foundInRequest found in the request}. */
  public FaultException inRequest() {
    return new FaultException(fault, true);
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

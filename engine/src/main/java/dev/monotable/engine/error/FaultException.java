package dev.monotable.engine.error;

import java.util.function.Supplier;

/**
 * Carries a {@link Fault} to where the engine answers. It has no stack trace and no text of its
 * own: it is an ordinary outcome, made for every failed condition.
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
   * Does the checks of an operation that look at the request alone; a fault that they throw is
   * {@link #foundInRequest}.
   */
  public static <T> T inRequest(Supplier<T> checks) {
    try {
      return checks.get();
    } catch (FaultException e) {
      throw new FaultException(e.fault, true);
    }
  }

  public Fault fault() {
    return fault;
  }

  public ErrorCode code() {
    return fault.code();
  }

  /** Whether the fault was found in the request alone, before any table was looked up. */
  public boolean foundInRequest() {
    return foundInRequest;
  }

  /** The fault as a record prints itself, for logs and failing tests; no answer has this text. */
  @Override
  public String getMessage() {
    return fault.toString();
  }
}
